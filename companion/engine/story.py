"""What happened in a procedure, told in a few sentences from its record: reports and chronicles read them.

A teller looks at what was recorded, never at the rules: a record is told the same whatever the rules became since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from companion.engine.dice import Face, face_words
from companion.engine.frozen import frozen
from companion.engine.journal import JournalEntry
from companion.engine.state.contacts import components
from companion.engine.state.phrases import DICE, about, phrase, spans_of, stopped, unstopped
from companion.engine.state.results import FaceGroup, Result
from companion.engine.state.table import AnyTable
from companion.engine.wording import does, listed

_PAIRS = (("striker", "target"), ("attacker", "target"), ("attacker", "defender"))
"""Under which keys the facts of a result or note name who did something and to whom."""


@frozen
class Scene:
    """Something that happened between some units, in whole sentences. `units` took part, the attacker first.

    `quiet`: a move and the like, worth a word only where nothing else happened.
    """

    units: tuple[str, ...]
    sentences: tuple[str, ...]
    quiet: bool = False


Teller = Callable[[Any, JournalEntry], Iterable[Scene]]
"""Tells one closed or open procedure; the table gives names. Nothing if there is nothing to tell."""


def plain_story(table: AnyTable, entry: JournalEntry) -> Iterator[Scene]:
    """How a game is told that has no teller of its own: by the results of its dice, one scene per melee.

    A result is left out if another of the same fight follows it and it changed nothing.
    """
    for units, results in _fights(table, entry):
        kept = [r for r, last in results if last or pair_of(r.facts) is None]
        lead = _lead(table, units, kept)
        told = (*lead, *(sentence_of(result) for result in kept))
        if told:
            yield Scene(units, told)


def _fights(table: AnyTable, entry: JournalEntry) -> Iterator[tuple[tuple[str, ...], list[tuple[Result, bool]]]]:
    """The results of an entry by the group of units that they are about, in the order in which these began.

    Each with whether it is the last word of its pair: no result of the same pair follows it at once.
    """
    actors = begun_with(table, entry)
    results = [event for event in entry.events if isinstance(event, Result)]
    pairs = [pair_of(result.facts) for result in results]
    fought = [pair for pair in pairs if pair is not None]
    groups = [tuple(group) for group in components([*dict.fromkeys(chain(*fought))], fought)]
    found: dict[tuple[str, ...], list[tuple[Result, bool]]] = {}
    current = groups[0] if groups else actors
    for place, (result, pair) in enumerate(zip(results, pairs, strict=True)):
        if pair is not None:
            current = next(group for group in groups if pair[0] in group)
        last = place + 1 == len(results) or pairs[place + 1] != pair
        found.setdefault(current, []).append((result, last))
    yield from found.items()


def pair_of(facts: Mapping[str, Any]) -> tuple[str, str] | None:
    """Who did something to whom, as the facts of a result or note name them; None if they do not."""
    for one, other in _PAIRS:
        if isinstance(facts.get(one), str) and isinstance(facts.get(other), str):
            return facts[one], facts[other]
    return None


def _lead(table: AnyTable, units: Sequence[str], told: Sequence[Result]) -> Iterator[str]:
    """`Ann fights Bob and Cid.`, unless what follows tells of them all by itself."""
    if len(units) < 2 or not told or {span.of for span in spans_of(told[0].text)}.issuperset(units):
        return
    friends, foes = parties(table, units)
    if foes:
        yield fight_words(table, friends, foes)


def begun_with(table: AnyTable, entry: JournalEntry) -> tuple[str, ...]:
    """The units that a procedure was started with."""
    return tuple(str(of) for of in entry.args.values() if str(of) in table.units)


def parties(table: AnyTable, units: Sequence[str]) -> tuple[list[str], list[str]]:
    """The first of these units with those that are no enemies of it, and its enemies."""
    first = table.unit(units[0])
    friends = [of for of in units if not table.enemies(first, table.unit(of))]
    return friends, [of for of in units if of not in friends]


def fight_words(table: AnyTable, friends: Iterable[str], foes: Iterable[str], word: str = "fights") -> str:
    """`Ann and Bob fight Cid.`"""
    friends, foes = list(friends), list(foes)
    return about(f"{does(map(table.title, friends), word)} {names(table, foes)}.", *friends, *foes)


def names(table: AnyTable, units: Iterable[str]) -> str:
    return listed(table.title(of) for of in units)


def sentence_of(result: Result) -> str:
    """The text of a result as a sentence, with its dice if the text does not say them."""
    text = unstopped(result.text)
    again = any(was is not None for group in result.groups for was in group.before)
    said = not again and any(span.field == DICE for span in spans_of(result.text))
    dice = "" if said else dice_words(result.groups)
    return phrase(text, f" ({dice}).") if dice else stopped(text)


def dice_words(groups: Iterable[FaceGroup]) -> str:
    """`dice 4, 6`; of several groups `attack 6, 6, defence 5`; empty if nothing was rolled."""
    rolled = [group for group in groups if group.faces]
    if not rolled:
        return ""
    if len(rolled) == 1:
        return f"dice {_group_words(rolled[0])}"
    return "; ".join(f"{group.name} {_group_words(group)}" for group in rolled)


def _group_words(group: FaceGroup) -> str:
    return ", ".join(
        f"{face_words(was)}→{face_words(face)}" if was is not None else face_words(face) for face, _, was in group.lying
    )


def faces_words(faces: Iterable[object]) -> str:
    return ", ".join(map(str, faces))


def lying(results: Iterable[Result]) -> dict[tuple[str, str], list[str]]:
    """The dice as they lay last, by side and name of their group; one that was rolled again with all its faces.

    `{("red", "attack"): ["2→5", "6"]}`
    """
    found: dict[tuple[str, str], list[list[Face]]] = {}
    for made, group in ((of, group) for of in results for group in of.groups):
        # What was thrown for it and has no face before is new, whatever lay there.
        fresh = made.thrown is None and not group.before
        earlier = [] if fresh else found.get((group.by, group.name), [])
        until_now = [face if was is None else was for face, _, was in group.lying]
        # Dice may be added behind those that lay; any other difference tells that these are others.
        if [faces[-1] for faces in earlier] != until_now[: len(earlier)]:
            earlier = []
        chains = [*earlier, *([face] for face in until_now[len(earlier) :])]
        found[group.by, group.name] = [
            faces if was is None else [*faces, face] for faces, (face, _, was) in zip(chains, group.lying, strict=True)
        ]
    return {of: ["→".join(map(face_words, faces)) for faces in chains] for of, chains in found.items()}

"""Tells what happened in a recorded procedure: melees from the charge to the follow-up, and what effects destroyed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.journal import JournalEntry
from companion.engine.state.changes import Note
from companion.engine.state.phrases import about, joined, parts_of, spans_of, stopped
from companion.engine.state.results import Result
from companion.engine.state.table import AnyTable
from companion.engine.story import Scene, begun_with, fight_words, lying
from companion.engine.wording import does, listed, verb
from companion.rules.gods_gloom.records import INFLICTED

_AFTER = ("winner", "push", "consolidation", "converted")
"""Facts of the notes that say how a melee ended."""


def story(table: AnyTable, entry: JournalEntry) -> Iterator[Scene]:
    """One scene a procedure: a melee in its order, or what else cost somebody dear."""
    fighters = _fighters(entry)
    told = list(_melee(table, entry, fighters)) if len(fighters) == 2 else list(_aside(table, entry))
    if len(fighters) == 2:
        # Who is pushed back or stands its ground; what was noted is told already.
        noted = {event.text for event in entry.events if isinstance(event, Note)}
        told += [stopped(text) for text in entry.conclusion if text not in noted]
        told += _price(table, entry)
    if told or entry.procedure == "end_round":
        # That the next round may begin is no part of the story.
        yield Scene(fighters or begun_with(table, entry), tuple(told))


def _fighters(entry: JournalEntry) -> tuple[str, ...]:
    """The two who rolled, the attacker first."""
    rolled = (e.facts["unit"] for e in entry.events if isinstance(e, Result) and "dice" in e.facts)
    return tuple(dict.fromkeys(rolled))[:2]


def _aside(table: AnyTable, entry: JournalEntry) -> Iterator[str]:
    attacker = entry.args.get("attacker")
    if entry.outcome and attacker in table.units:
        name = table.title(str(attacker))
        yield f"{does(name, 'attacks')}, and no dice are rolled."
    for event in entry.events:
        if isinstance(event, Result) or (isinstance(event, Note) and "winner" in event.facts):
            yield stopped(event.text)


def _melee(table: AnyTable, entry: JournalEntry, fighters: Sequence[str]) -> Iterator[str]:
    notes = [event for event in entry.events if isinstance(event, Note)]
    facts: dict[str, Any] = {key: value for note in notes for key, value in note.facts.items()}
    word = "charges" if facts.get("charge") else "flanks" if facts.get("flanking") else "attacks"
    yield fight_words(table, fighters[:1], fighters[1:], word)
    yield from (stopped(note.text) for note in notes if "frenzy" in note.facts)
    yield from _helped(table, notes, fighters)
    yield from (stopped(event.text) for event in entry.events if isinstance(event, Result) and _chosen(event))
    yield from _rolls(table, entry, fighters)
    yield from _ended(table, entry)


def _helped(table: AnyTable, notes: Sequence[Note], fighters: Sequence[str]) -> Iterator[str]:
    """Who assists whom."""
    for kind, helped in (("offensive", fighters[0]), ("defensive", fighters[1])):
        helpers = [n.facts["unit"] for n in notes if n.facts.get("assist") == kind and n.facts.get("granted")]
        if helpers:
            yield f"{does(map(table.title, helpers), 'helps')} {table.title(helped)}."


def _ended(table: AnyTable, entry: JournalEntry) -> Iterator[str]:
    """Who is hurt, who wins, and what follows."""
    for event in entry.events:
        if isinstance(event, Result) and ("inflicted" in event.facts or "destroyed" in event.facts):
            harmless = not any(event.facts.get("inflicted", {"": 1}).values())
            # That one inflicts nothing is said by what the other does.
            said = [one for one in parts_of(event.text) if (INFLICTED, 0) not in _said(one)]
            text = event.text if "inflicted" not in event.facts else joined(". ", said)
            yield "Neither is hurt." if harmless else stopped(text)
        elif isinstance(event, Note) and event.facts.get("reason") == "destroyed" and event.facts["winner"]:
            winner = table.title(event.facts["winner"])
            yield about(f"{does(winner, 'wins')} the melee.", event.facts["winner"])
        elif isinstance(event, Note) and event.facts.get("reason") == "tie":
            winner = table.title(event.facts["winner"])
            yield about(f"{does(winner, 'wins')} the melee: a tie is the Defender's.", event.facts["winner"])
        elif isinstance(event, Note) and any(key in event.facts for key in _AFTER):
            yield stopped(event.text)


def _said(text: str) -> list[tuple[str, object]]:
    return [(span.field, span.value) for span in spans_of(text)]


def _chosen(event: Result) -> bool:
    """Whether this result tells the formations."""
    return "applied" in event.facts and "chosen" in event.facts


def _price(table: AnyTable, entry: JournalEntry) -> Iterator[str]:
    """What the end of the melee costs: Berserk, a Death Curse."""
    costs: dict[str, list[str]] = {}
    for change in entry.changes():
        if change.step == "MEL.80" and change.field == "health" and change.after < change.before:
            first = change.of not in costs
            lost = f"{change.before - change.after}{' health' if first else ''}"
            costs.setdefault(change.of, []).append(f"{lost} to {change.why}")
    for of, losses in costs.items():
        name = table.title(of)
        yield about(f"{does(name, 'loses')} {listed(losses)}.", of)


def _rolls(table: AnyTable, entry: JournalEntry, fighters: Sequence[str]) -> Iterator[str]:
    """The dice of both as they lay last, those that were rolled again with their faces before."""
    lay = lying(event for event in entry.events if isinstance(event, Result) and "dice" in event.facts)
    rolled = []
    for of in fighters:
        mine = {colour: faces for (side, colour), faces in lay.items() if side == table.unit(of).side}
        rolled.append(f"{table.title(of)} {_dice(table.title(of), mine)}")
    yield f"{'; '.join(rolled)}."


def _dice(name: str, dice: Mapping[str, Sequence[str]]) -> str:
    """`rolls red 6, 5, 1 and blue 2→4`"""
    thrown = [f"{colour} {', '.join(faces)}" for colour, faces in dice.items()]
    if not thrown:
        return f"{verb(name, 'has')} no dice"
    return f"{verb(name, 'rolls')} {' and '.join(thrown)}"

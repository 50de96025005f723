"""What happened, as text: what came of a roll in two lines, and changes, of which those told alike share a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from companion.engine import log
from companion.engine.change_words import difference
from companion.engine.dice import Faces, face_words
from companion.engine.state.changes import Change, Event
from companion.engine.state.paths import contact_of
from companion.engine.state.results import FaceGroup, Result
from companion.engine.state.table import AnyTable
from companion.engine.wording import listed
from companion.frontend.saying.sentences import sentence, titled

_SYMBOLS: Final = {"hit": "hit", "crit": "critical"}
"""Marks that are called as faces of dice with symbols are."""

_ITSELF: Final = "itself"

Told = tuple[str, Faces, tuple[str, ...]]
"""A group of dice as it was told: its name, the faces and what each did."""


def result_lines(table: AnyTable, made: Result, asked: str = "", told: set[Told] | None = None) -> Iterator[str]:
    """`Ann strikes Bob. Attack: 4 6 hit; guard: 5 held, 1 2 no effect.` and the sentences that follow from it.

    `asked` is the title that stands above already: it is not printed again. Nor are dice that lay already and are among
    those `told`; those of this result join them.
    """
    marked = any(any(group.marks) for group in made.groups)
    shown = [group for group in made.groups if group.faces]
    if told is not None:
        lay = not made.key or made.thrown is not None
        known = [group for group in shown if lay and (group.name, group.faces, group.marks) in told]
        shown = [group for group in shown if group not in known or any(was is not None for was in group.before)]
        told.update((group.name, group.faces, group.marks) for group in shown)
    groups = "; ".join(_group(table, group, marked) for group in shown)
    if groups:
        heading = "Rolled" if made.title in ("", asked) else made.title
        yield f"{heading}. {titled(groups)}."
    if made.text and (not groups or marked or made.text not in groups):
        yield "  " + sentence(made.text)


_MOST_ALONE: Final = 6
"""So many faces of one mark are told one by one: nobody follows more by ear."""


def _heard(faces: Sequence[str]) -> str:
    """The faces one by one; of many how many there are, and how often each: `7: 3 times 1, 4 times 2`."""
    if len(faces) <= _MOST_ALONE:
        return " ".join(faces)
    often = Counter(faces)
    return f"{len(faces)} ({', '.join(f'{many} times {face}' for face, many in often.items())})"


def _group(table: AnyTable, group: FaceGroup, marked: bool) -> str:
    """The faces in their order of first appearance, those of one mark together.

    `marked` says that faces of this result are marked: one without a mark did nothing then, whatever its group. A die
    that was rolled again stands as `5 (was 2)`; a symbol that counts as itself has no mark: `hit hit, surge as hit`.
    """
    by_mark: dict[str, list[str]] = {}
    for face, mark, was in group.lying:
        word = "" if mark == "rerolled" and was is not None else mark
        if isinstance(face, str) and mark in _SYMBOLS.values():
            word = _ITSELF if mark == _SYMBOLS.get(face) else f"as {mark}"
        before = "" if was is None else f" (was {face_words(was)})"
        by_mark.setdefault(word, []).append(face_words(face) + before)
    does = {"": " no effect" if marked else "", _ITSELF: ""}
    parts = [_heard(faces) + does.get(mark, f" {mark}") for mark, faces in by_mark.items()]
    return f"{table.worded(group.name, group.die)}: " + ", ".join(parts)


def is_told(table: AnyTable, change: Change) -> bool:
    """Whether players hear of a change when it happens: of book-keeping they do not, if no player did it."""
    by_hand = change.by_hand and log.worth_a_line(table, change)
    return by_hand or contact_of(change.field) is not None or log.shown(table.known(change.of), change.field)


def change_lines(table: AnyTable, changes: Sequence[Change]) -> Iterator[str]:
    """`Ann and Bob: Ki 1 → 3, Shaken (a new turn).` in the order in which each was said first.

    What one reason changed of a unit shares a sentence, and steps of one value for one reason are one.
    """
    parts: dict[tuple[str, str], list[str]] = {}
    for change in _steps_as_one(changes):
        name, words = difference(table, change)
        parts.setdefault((name or words, change.why), []).append(words if name else "")
    by_words: dict[str, list[str]] = {}
    for (name, why), own_parts in parts.items():
        because = f" ({why})" if why else ""
        whole = ", ".join(filter(None, own_parts))
        by_words.setdefault((whole or name) + because, []).extend([name] if whole else [])
    for words, names in by_words.items():
        yield sentence(f"{listed(dict.fromkeys(names))}: {words}" if names else words)


def _steps_as_one(changes: Sequence[Change]) -> Iterator[Change]:
    """Changes of one field for one reason as one, in the place of the first."""
    first: dict[tuple[str, str, str], Change] = {}
    last: dict[tuple[str, str, str], Change] = {}
    for change in changes:
        first.setdefault((change.of, change.field, change.why), change)
        last[change.of, change.field, change.why] = change
    for at, began in first.items():
        yield Change(began.of, began.field, began.before, last[at].after, began.why, began.step)


def dice_first(happened: Iterable[Event]) -> Iterator[Event]:
    """The same with the first result of dice before the changes that it made: players have just rolled them."""
    made: list[Event] = []
    left = iter(happened)
    for event in left:
        if isinstance(event, Change):
            made.append(event)
            continue
        yield from (event, *made) if isinstance(event, Result) and event.key else (*made, event)
        made.clear()
        if isinstance(event, Result):
            break
    yield from (*made, *left)

"""What came of a roll in two lines: the faces with what each did, and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.engine.dice import Faces, face_words
from companion.engine.state.results import FaceGroup, Result
from companion.engine.state.table import AnyTable
from companion.frontend.wording import sentence, titled

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
    parts = [" ".join(faces) + does.get(mark, f" {mark}") for mark, faces in by_mark.items()]
    return f"{table.worded(group.name, group.die)}: " + ", ".join(parts)

"""What came of a roll in two lines: the faces with what each did, and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.dice import face_words
from companion.engine.state.results import FaceGroup, Result
from companion.engine.state.table import Table
from companion.frontend.wording import sentence, titled


def result_lines(table: Table[Any, Any], made: Result, asked: str = "") -> Iterator[str]:
    """`Ann strikes Bob. Attack: 4 6 hit; guard: 5 held, 1 2 no effect.` and the sentences that follow from it.

    `asked` is the title that stands above already: it is not printed again.
    """
    marked = any(any(group.marks) for group in made.groups)
    groups = "; ".join(_group(table, group, marked) for group in made.groups if group.faces)
    if groups:
        heading = "Rolled" if made.title in ("", asked) else made.title
        yield f"{heading}. {titled(groups)}."
    if made.text and (not groups or marked or made.text not in groups):
        yield "  " + sentence(made.text)


def _group(table: Table[Any, Any], group: FaceGroup, marked: bool) -> str:
    """The faces in their order of first appearance, those of one mark together.

    `marked` says that faces of this result are marked: one without a mark did nothing then, whatever its group.
    """
    by_mark: dict[str, list[str]] = {}
    for face, mark in zip(group.faces, group.marks, strict=True):
        by_mark.setdefault(mark, []).append(face_words(face))
    parts = [" ".join(faces) + (f" {mark or 'no effect'}" if marked else "") for mark, faces in by_mark.items()]
    return f"{table.worded(group.name, group.die)}: " + ", ".join(parts)

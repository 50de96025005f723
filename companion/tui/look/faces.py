"""Dice as they lie: `▐5▌` counted, ` 2 ` did not, `2→▐5▌` was rolled again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content

from companion.tui.look.colours import DIE, DIE_EDGE, QUIET


class Face(NamedTuple):
    """One die. `before` is the face it showed before a re-roll."""

    text: str
    counted: bool
    before: str = ""


def face(die: Face) -> Content:
    """One die, its face two cells wider than its text."""
    before = Content.styled(f"{die.before}→", QUIET) if die.before else Content("")
    if die.counted:
        return Content.assemble(before, ("▐", DIE_EDGE), (die.text, DIE), ("▌", DIE_EDGE))
    return Content.assemble(before, (f" {die.text} ", QUIET))


def faces(dice: Sequence[Face], width: int) -> list[Content]:
    """The dice side by side; filled cells would grow together, so that between two rows of them one is blank."""
    rows: list[Content] = []
    for die in dice:
        drawn = face(die)
        if rows and rows[-1].cell_length + drawn.cell_length <= width:
            rows[-1] = Content.assemble(rows[-1], drawn)
        else:
            rows += [Content(""), drawn] if rows else [drawn]
    return rows

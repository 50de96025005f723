"""The faces of a die as keys for a thumb: with pips, by name or by number; of many dice each with how many show it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from textual.content import Content

from companion.engine.dice import D6, Die, Face
from companion.frontend.pixels import pixels
from companion.tui.look.colours import QUIET, STRONG
from companion.tui.look.faces import pip_rows
from companion.tui.look.fills import ROWS, WIDE, Fill, fill_grid, in_a_row
from companion.tui.text import plain
from companion.tui.widgets.face_row import face_word

_FEW: Final = 6
"""More faces than these stand five in a row, and close."""
_MANY_IN_A_ROW: Final = 5
_DIE_SHARE, _LESS_SHARE = 13, 7
"""Cells of a die with its count, and of the sign that takes one away."""


def face_keys(die: Die, good: Collection[Face], width: int, half: str) -> list[Content]:
    """A key a face; quiet where it does nothing here. `half` is what fills that stand close leave out of a row."""
    keys = [Fill(_face(die, face, _look(face, good)), {"face": face_word(die, face)[1]}) for face in die.legal]
    if len(keys) > _FEW:
        return fill_grid(keys, in_a_row(_MANY_IN_A_ROW, width), width, half)
    return fill_grid(keys, in_a_row(2 if len(keys) in (2, 4) else 3, width), width)


def count_keys(die: Die, good: Collection[Face], counts: Mapping[Face, int], width: int) -> list[Content]:
    """A die and its count are one key that adds one, and `−` takes one; the first faces stand left."""
    # Where a row is wide, there are few of them.
    across, low = in_a_row(2, width), width >= WIDE
    down = -(-len(die.legal) // across)
    across = -(-len(die.legal) // down)
    fills: list[Fill] = []
    for at in range(down):
        for face in die.legal[at * across : (at + 1) * across] if low else die.legal[at::down]:
            typed, many, style = face_word(die, face)[1], counts.get(face, 0), _look(face, good)
            fills.append(Fill(_counted(die, face, many, style, low=low), {"face": typed}, _DIE_SHARE))
            less = {"face": typed, "less": True} if many else {}
            fills.append(Fill([plain("−" if many else "", STRONG)], less, _LESS_SHARE))
    return fill_grid(fills, 2 * across, width, high=ROWS - low)


def _counted(die: Die, face: Face, many: int, style: str, *, low: bool) -> list[Content]:
    if low:
        return [plain(f"{face_word(die, face)[0]}  × {many}" if many else face_word(die, face)[0], style)]
    return _with_count(_face(die, face, style), many, style)


def _look(face: Face, good: Collection[Face]) -> str:
    return STRONG if face in good or not good else QUIET


def _face(die: Die, face: Face, style: str) -> list[Content]:
    drawn = pip_rows(str(face)) if set(die.legal) <= set(D6.legal) else None
    return [plain(row, style) for row in drawn or [face_word(die, face)[0]]]


def _with_count(face: list[Content], many: int, style: str) -> list[Content]:
    """A face with how many show it at its right, in letters three rows high."""
    letters = pixels(str(many)) if many else None
    rows = [Content(""), *face, Content("")] if len(face) == 1 else face
    wide = max(row.cell_length for row in rows)
    count = letters or ("", "", "")
    return [
        Content.assemble(row.extend_right(wide - row.cell_length), " ", plain(letter.ljust(len(count[0])), style))
        for row, letter in zip(rows, count, strict=True)
    ]

"""The faces of the next die, to tap; for a thumb as keys: with pips, by name or by number, of many dice each with how
many show it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from textual.app import App
from textual.content import Content

from companion.engine.dice import D6, Die, Face
from companion.frontend.pixels import pixels
from companion.tui.commands import ROLL
from companion.tui.look.colours import QUIET, STRONG
from companion.tui.look.faces import pip_rows
from companion.tui.look.fills import ROWS, WIDE, Fill, fill_grid, fill_row, half_row, in_a_row
from companion.tui.look.key_row import tap_of
from companion.tui.sizes import by_touch, most_large
from companion.tui.text import plain
from companion.tui.widgets.dice_rows import is_counted
from companion.tui.widgets.face_row import TAKE_BACK, counted_rows, face_rows, face_word, large_faces
from companion.tui.widgets.typed_dice import TypedDice

_FEW: Final = 6
"""More faces than these stand five in a row, and close."""
_MANY_IN_A_ROW: Final = 5
_DIE_SHARE, _LESS_SHARE = 13, 7
"""Cells of a die with its count, and of the sign that takes one away."""


def faces_to_tap(typed: TypedDice, width: int, app: App[Any], *, large: bool, begun: bool) -> list[Content]:
    """The faces of the next die in a row, as `large` dice, or on a screen that is touched as keys.

    `begun`: a die is typed, which can be taken back.
    """
    group, lying = typed.open, typed.lying()
    counted = is_counted(group, typed.groups)
    if by_touch(app.size):
        if counted or (typed.wanted > most_large(app.size) and not group.apart):
            return count_keys(group.die, group.doing, lying, width + 2)
        return face_keys(group.die, group.doing, width + 2, half_row(app))
    if large:
        return large_faces(group.die, group.doing, lying, width, begun=begun)
    if counted:
        return counted_rows(group.die, group.doing, lying, width)
    return face_rows(group.die, group.doing, width, begun=begun)


def tool_keys(act: str, width: int, *, begun: bool, free: bool) -> list[Content]:
    """What takes the last die back, once one is typed, and what lets the app roll all, as long as it is `free` to."""
    back = Fill([plain("take one back", STRONG if begun else QUIET)], {"face": TAKE_BACK} if begun else {})
    words = plain("app draws" if act == "draw" else "app rolls", STRONG if free else QUIET)
    return fill_row([back, Fill([words], tap_of(ROLL.id) if free else {})], width)


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

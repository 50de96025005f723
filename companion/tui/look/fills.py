"""Fills for a thumb: three rows high, side by side or in a grid, each with what a tap on it means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from textual.app import App
from textual.content import Content
from textual.style import Style

from companion.tui.look.colours import TAPPED
from companion.tui.look.rows import BLANK

ROWS: Final = 3
"""Rows of a fill."""
GAP: Final = 1
"""Cells between two fills."""
WIDE: Final = 56
"""Cells from which twice as many stand in a row."""
HALF: Final = "$fill-quiet"


class Fill(NamedTuple):
    """What one shows, up to three rows, the one in the middle if there is one; and what a tap on it means.

    `share` is its part of the width; without a meaning it is no button, and has no fill.
    """

    rows: Sequence[Content]
    meta: Mapping[str, Any]
    share: int = 1
    look: str = TAPPED


def filled(one: Fill, width: int, half: str = "", high: int = ROWS) -> list[Content]:
    """The rows of a fill of so many cells, three or two; the last one is a `half` row, if it is given."""
    above = [BLANK] if len(one.rows) == 1 and high == ROWS else []
    shown = [*above, *one.rows, *[BLANK] * (high - len(above) - len(one.rows))]
    drawn = []
    for row in shown:
        room = max(0, width - row.cell_length)
        row = row.pad_left(room // 2).extend_right(room - room // 2) if room else row.truncate(width)
        drawn.append(row.stylize_before(one.look) if one.meta else row)
    if half and one.meta:
        drawn[-1] = Content.styled(half * width, HALF)
    return [row.stylize(Style.from_meta(dict(one.meta))) for row in drawn] if one.meta else drawn


def half_row(app: App[Any]) -> str:
    """What the lower half of a fill is left out with; where colours are few there is no fill, and half of none would
    be a line."""
    return " " if app.current_theme.ansi else "▀"


def fill_row(fills: Sequence[Fill], width: int, half: str = "", high: int = ROWS) -> list[Content]:
    """Fills side by side, which share the width."""
    room = width - GAP * (len(fills) - 1)
    shares = sum(one.share for one in fills)
    blocks, used, at = [], 0, 0
    for one in fills:
        used += one.share
        end = room * used // shares
        blocks.append(filled(one, end - at, half, high))
        at = end
    return [Content(" " * GAP).join(parts) for parts in zip(*blocks, strict=True)]


def in_a_row(each: int, width: int) -> int:
    """How many fills stand in a row, where it is `each` in that of a phone that stands."""
    return 2 * each if width >= WIDE else each


def fill_grid(fills: Sequence[Fill], each: int, width: int, half: str = "", high: int = ROWS) -> list[Content]:
    """So many fills a row, with a blank row between them; or with the last row of each a `half` one."""
    rows: list[Content] = []
    for first in range(0, len(fills), each):
        some = [*fills[first : first + each]]
        some += [Fill([BLANK], {}, one.share) for one in fills[len(some) : each]]
        rows += [*([BLANK] if rows and not half else []), *fill_row(some, width, half, high)]
    return rows

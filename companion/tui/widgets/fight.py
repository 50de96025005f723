"""How a fight stands, drawn: each fighter with its health, its conditions and the numbers its decisions hang on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from textual.content import Content

from companion.engine.standing import Standing
from companion.engine.state.rows import StandingRow
from companion.engine.state.table import Table
from companion.tui.text import LIFE, LONGEST_BAR, bar, plain, side_mark, side_style

CONDITIONS: Final = "conditions"
"""The row that lists conditions: its words stand for themselves."""

_HIGHEST_BOUND: Final = 40
"""A higher bound is a mere safeguard of the game's data, and tells players nothing."""

_INDENT: Final = 2


def fight_content(table: Table[Any, Any], standings: Sequence[Standing], width: int, most: int) -> Content:
    """A paragraph a fighter, at most so many lines in all.

    Where they are too few, the longest paragraphs lose their last lines; who still does not fit is counted.
    """
    blocks = [_fighter(table, standing, width) for standing in standings]
    cut: set[int] = set()
    while sum(map(len, blocks)) > most and max(map(len, blocks)) > 1:
        longest = max(range(len(blocks)), key=lambda place: (len(blocks[place]), place))
        del blocks[longest][-1]
        cut.add(longest)
    for place in cut:
        if blocks[place][-1].cell_length + 2 <= width:
            blocks[place][-1] = Content.assemble(blocks[place][-1], " …")
    lines = [line for block in blocks for line in block]
    if len(lines) > most:
        left = len(lines) - most + 1
        lines = [*lines[: most - 1], plain(f"  {left} more are in this fight", "$quiet")]
    return Content("\n").join(lines)


def _fighter(table: Table[Any, Any], standing: Standing, width: int) -> list[Content]:
    """The lines of one fighter: mark and name, then what fits, wrapped between rows and never within one."""
    style = side_style(table, standing.side)
    head = [plain(f"{side_mark(table, standing.side)} {standing.name}", f"bold {style}")]
    if standing.role:
        head.append(plain(f" {standing.role}", "$quiet"))
    lines = [Content.assemble(*head)]
    for part in _rows(standing.rows, style):
        gap = "   " if len(lines) == 1 and lines[0].cell_length == Content.assemble(*head).cell_length else "  "
        if lines[-1].cell_length + len(gap) + part.cell_length <= width:
            lines[-1] = Content.assemble(lines[-1], gap, part)
        else:
            lines.append(Content.assemble(" " * _INDENT, part).truncate(width, ellipsis=True))
    return lines


def _rows(rows: Sequence[StandingRow], style: str) -> Iterator[Content]:
    for row in rows:
        if row.key == CONDITIONS:
            yield plain(str(row.value), "bold $warning")
        else:
            content = _row(row, style)
            if content is not None:
                yield content


def _row(row: StandingRow, style: str) -> Content | None:
    """`♥♥♡ Health 2 of 3, breaks at 1`; None for a number that is 0 and has no limit."""
    limited = row.max is not None and row.max <= _HIGHEST_BOUND
    if not limited and row.breaks_at is None and row.value in (0, ""):
        return None
    most = f" of {row.max}" if limited else ""
    text = Content.assemble(plain(f"{row.label} ", "$quiet"), plain(f"{row.value}{most}", "bold"))
    left = life_left(row)
    if left is not None and row.max is not None:
        text = Content.assemble((bar(LIFE, left, row.max), style), " ", text)
    if row.breaks_at is not None and row.breaks_at not in (0, row.max):
        text = Content.assemble(text, plain(f", breaks at {row.breaks_at}", "$warning"))
    return text


def life_left(row: StandingRow) -> int | None:
    """What is left of a health that can be drawn; None of anything else. Losses that fill up count the other way."""
    if row.max is None or row.breaks_at is None or not isinstance(row.value, int) or row.max > LONGEST_BAR:
        return None
    left = row.max - row.value if row.breaks_at >= row.max else row.value
    return min(row.max, max(0, left))

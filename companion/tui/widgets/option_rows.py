"""Options as the rows of a list: number, name, chances, costs, and why one is closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.content import Content

from companion.engine.odds import Odds
from companion.engine.requests import Option
from companion.engine.state.table import Table
from companion.frontend.limits import cost_words
from companion.frontend.odds_choices import option_of
from companion.tui.look.colours import MIND, QUIET, STRONG
from companion.tui.look.rows import fitting, wrapped
from companion.tui.text import plain, side_mark, side_style, titled
from companion.tui.widgets.chances import ChanceColumns, chance_parts
from companion.tui.widgets.lines import GUTTER, Row

ALL_ROOM = 10_000
_NAME = 20
"""Cells of a name that wraps beside chances."""


def option_rows(
    table: Table[Any, Any],
    options: Sequence[Option],
    picked: Sequence[Any] | None = None,
    odds: Odds | None = None,
    width: int = ALL_ROOM,
    *,
    bars: bool = False,
) -> list[Row]:
    """Options with their numbers and chances; units with the sign of their side, then costs, why one is closed.

    The chances stand in columns under a row of titles where they fit in `width`, else as words behind the option.
    """
    heads = [_head(table, number, option, picked) for number, option in enumerate(options, 1)]
    tails = [_tail(option) for option in options]
    return with_chances(
        [option.value for option in options],
        heads,
        tails,
        [option.why_not is not None for option in options],
        odds,
        width,
        bars=bars,
        indent=3 if picked is None else 5,
    )


def with_chances(
    values: Sequence[Any],
    heads: Sequence[Content],
    tails: Sequence[Content],
    closed: Sequence[bool],
    odds: Odds | None,
    width: int,
    *,
    bars: bool = False,
    indent: int = 3,
) -> list[Row]:
    """Rows of choices with their chances between what they are called and what they cost.

    Where they do not fit beside each other, names wrap and costs go below; then the least deciding chances are left
    out; on the narrowest screens the chances stand as words under their choice. `indent` are the cells before a name.
    """
    names = [option_of(value) for value in values]
    first = max((head.cell_length for head in heads), default=0)
    last = max((tail.cell_length for tail in tails), default=0)
    columns = _columns(odds, names, width - GUTTER, first, last, bars=bars) if odds else None
    if columns is None:
        parts = [fitting(chance_parts(odds, name), max(20, width - GUTTER - indent), 3) for name in names]
        made = [
            _lines([head], [tail, part], width, indent) for head, tail, part in zip(heads, tails, parts, strict=True)
        ]
        return [Row(value, lines, closed=shut) for value, lines, shut in zip(values, made, closed, strict=True)]
    room = min(first, width - GUTTER - columns.width)
    titles = [Row(None, Content.assemble(" " * room, title), heading=True) for title in columns.titles()]
    rows = []
    for value, name, head, tail, shut in zip(values, names, heads, tails, closed, strict=True):
        top, *more = wrapped(head, room, indent)
        beside = Content.assemble(top, " " * (room - top.cell_length), columns.cells(name))
        if room + columns.width + last + 3 <= width - GUTTER:
            drawn = _lines([Content.assemble(beside, "   " if tail else "", tail).rstrip(), *more], [], width, indent)
        else:
            drawn = _lines([beside.rstrip(), *more], [tail], width, indent)
        rows.append(Row(value, drawn, closed=shut))
    return [*titles, *rows]


def _columns(
    odds: Odds, names: Sequence[str], width: int, first: int, last: int, *, bars: bool
) -> ChanceColumns | None:
    """The columns that fit: all of them if need be beside wrapped names, else the most deciding; at least two."""
    for wide in (True, False) if bars else (False,):
        most = len(odds.headings)
        for number in range(most, min(2, most) - 1, -1):
            made = ChanceColumns(odds, names, number, bars=wide)
            beside, wrapping = first + last + 3 * bool(last), min(first, _NAME)
            if made.width and made.width + min(beside, wrapping) <= width:
                return made
    return None


def _lines(rows: Sequence[Content], below: Sequence[Content], width: int, indent: int) -> Content:
    """A choice as lines that fit: what stands below its name is as far in as its name where it fits no more beside."""
    room = max(20, width - GUTTER)
    parts = [part for part in below if part]
    beside = Content("   ").join([rows[0], *parts])
    if len(rows) == 1 and beside.cell_length <= room:
        return beside
    lines = [line for row in rows for line in wrapped(row, room, indent)]
    for part in parts:
        lines += [Content.assemble(" " * indent, line) for line in wrapped(part, room - indent)]
    return Content("\n").join(lines)


def _head(table: Table[Any, Any], number: int, option: Option, picked: Sequence[Any] | None) -> Content:
    head = Content.styled(f"{number}  " if number < 10 else "   ", STRONG)
    if picked is not None:
        head = Content.assemble(head, ("✓ " if option.value in picked else "  ", MIND))
    unit = table.units.get(option.value) if isinstance(option.value, str) else None
    mark = Content.styled(f"{side_mark(table, unit.side)} ", side_style(table, unit.side)) if unit else Content("")
    return Content.assemble(head, mark, plain(titled(option.label)))


def _tail(option: Option) -> Content:
    cost = plain(cost_words(option.cost) if option.cost else "", MIND)
    why = plain(option.why_not, QUIET) if option.why_not is not None else Content("")
    return Content("   ").join([part for part in (cost, why) if part])

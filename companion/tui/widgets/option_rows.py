"""Options as the rows of a list: number, name, chances, costs, and why one is closed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from textual.content import Content

from companion.engine.odds import Odds
from companion.engine.requests import Option
from companion.engine.requests.options import option_of
from companion.engine.state.table import AnyTable
from companion.frontend.limits import cost_words
from companion.frontend.odds_columns import comparable
from companion.tui.look.colours import MIND, QUIET, STRONG
from companion.tui.look.rows import wrapped
from companion.tui.text import plain, side_mark, side_style, titled
from companion.tui.widgets.chances import ChanceColumns, chance_rows
from companion.tui.widgets.folded import folded_row
from companion.tui.widgets.lines import GUTTER, Row

ALL_ROOM = 10_000
_FOLDED_FROM: Final = 3
"""Closed options that stand in one row; fewer stand with their reasons where they are."""
_NAME = 20
"""Cells of a name that wraps beside chances."""


def option_rows(
    table: AnyTable,
    options: Sequence[Option[object]],
    picked: Sequence[Any] | None = None,
    odds: Odds | None = None,
    width: int = ALL_ROOM,
    *,
    bars: bool = False,
    folds: bool = False,
) -> list[Row]:
    """Options with their numbers and chances; units with the sign of their side, then costs, why one is closed.

    The chances stand in columns under a row of titles where they fit in `width`, else as words behind the option.
    Where it `folds`, many closed ones stand in one row; the others keep their numbers.
    """
    shut = closed_of(options) if folds else ()
    listed = [(number, option) for number, option in enumerate(options, 1) if option not in shut]
    rows = with_chances(
        [option.value for _, option in listed],
        [_head(table, number, option, picked) for number, option in listed],
        [_tail(option) for _, option in listed],
        [option.why_not is not None for _, option in listed],
        odds,
        width,
        bars=bars,
        indent=3 if picked is None else 5,
    )
    if not shut:
        return rows
    titles = len(rows) - len(listed)
    numbered = [replace(row, number=number) for row, (number, _) in zip(rows[titles:], listed, strict=True)]
    return [*rows[:titles], *numbered, folded_row(len(shut))]


def closed_of(options: Sequence[Option[object]]) -> Sequence[Option[object]]:
    """The closed options that stand in one row; none where they are few."""
    shut = [option for option in options if option.why_not is not None]
    return shut if len(shut) >= _FOLDED_FROM else ()


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

    If they do not fit beside each other, names wrap and costs go below; then the least deciding chances are left
    out; on the narrowest screens the chances stand as words under their choice. `indent` are the cells before a name.
    """
    names = [option_of(value) for value in values]
    room = width - GUTTER
    first = max((head.cell_length for head in heads), default=0)
    # Why a choice is closed may begin behind its name; what an open one costs has its column.
    last = max((tail.cell_length for tail, shut in zip(tails, closed, strict=True) if not shut), default=0)
    columns = _columns(comparable(odds), names, room, first, last, bars=bars) if odds else None
    titles: list[Row] = []
    if columns is None:
        made = []
        for name, head, tail in zip(names, heads, tails, strict=True):
            chances = chance_rows(odds, name, max(20, room - indent), 1)
            whole = _at(head, first, tail, room)
            rows, below = ([head], [tail, *chances]) if whole is None else ([whole], chances)
            made.append(_lines(rows, below, width, indent))
    else:
        named = min(first, room - columns.width)
        if last and (narrower := room - columns.width - last - 3) >= _NAME:
            named = min(named, narrower)
        titles = [Row(None, Content.assemble(" " * named, title), heading=True) for title in columns.titles()]
        made = []
        for name, head, tail in zip(names, heads, tails, strict=True):
            top, *more = wrapped(head, named, indent)
            cells = columns.cells(name)
            beside = Content.assemble(top, " " * (named - top.cell_length), cells)
            whole = _at(beside, named + columns.width, tail, room)
            if whole is not None:
                made.append(_lines([whole, *more], [], width, indent))
            elif cells.plain.strip():
                # Behind the chances it would stand under the title of one that is not known of this choice.
                below = [Content.assemble(" " * indent, row) for row in wrapped(tail, max(1, room - indent))]
                made.append(_lines([beside.rstrip(), *more, *below], [], width, indent))
            else:
                made.append(_lines([head], [tail], width, indent))
    return [*titles, *(Row(value, lines, closed=shut) for value, lines, shut in zip(values, made, closed, strict=True))]


def _at(head: Content, column: int, tail: Content, room: int) -> Content | None:
    """The tail behind the head, in the column if those of all rows begin; None if it does not fit there."""
    if not tail:
        return head.rstrip()
    if column + 3 + tail.cell_length > room:
        return None
    return Content.assemble(head, " " * (column + 3 - head.cell_length), tail)


def _columns(
    odds: Odds, names: Sequence[str], width: int, first: int, last: int, *, bars: bool
) -> ChanceColumns | None:
    """The columns that fit: all of them if need be beside wrapped names, else the most deciding; at least two."""
    most = len(odds.headings)
    for number in range(most, min(2, most) - 1, -1):
        # Every number comes before any bar.
        for wide in (True, False) if bars else (False,):
            made = ChanceColumns(odds, names, number, bars=wide)
            beside, wrapping = first + last + 3 * bool(last), min(first, _NAME)
            if made.width and made.width + min(beside, wrapping) <= width:
                return made
    return None


def _lines(rows: Sequence[Content], below: Sequence[Content], width: int, indent: int) -> Content:
    """A choice as lines that fit: what is below its name is as far in as its name if it fits no more beside."""
    room = max(20, width - GUTTER)
    parts = [part for part in below if part]
    beside = Content("   ").join([rows[0], *parts])
    if len(rows) == 1 and beside.cell_length <= room:
        return beside
    lines = [line for row in rows for line in wrapped(row, room, indent)]
    for part in parts:
        lines += [Content.assemble(" " * indent, line) for line in wrapped(part, room - indent)]
    return Content("\n").join(lines)


def _head(table: AnyTable, number: int, option: Option[object], picked: Sequence[Any] | None) -> Content:
    head = Content.styled(f"{number}  " if number < 10 else "   ", STRONG)
    if picked is not None:
        head = Content.assemble(head, ("✓ " if option.value in picked else "  ", MIND))
    unit = table.units.get(option.value) if isinstance(option.value, str) else None
    mark = Content.styled(f"{side_mark(table, unit.side)} ", side_style(table, unit.side)) if unit else Content("")
    return Content.assemble(head, mark, plain(titled(without_cost(option))))


def without_cost(option: Option[object]) -> str:
    """What an option is called; what it costs stands behind it, and not in brackets within it too."""
    label = option.label
    for cost in option.cost if option.why_not is None else ():
        label = label.replace(f" ({cost.spend} {cost.label})", "", 1)
    return label


def _tail(option: Option[object]) -> Content:
    """Why it is closed; else what it costs."""
    if option.why_not is not None:
        return plain(option.why_not, QUIET)
    return plain(cost_words(option.cost) if option.cost else "", MIND)

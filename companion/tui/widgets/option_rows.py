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
from companion.tui.look.colours import MIND, QUIET, STRONG, TEXT
from companion.tui.text import plain, side_mark, side_style, titled
from companion.tui.widgets.chances import ChanceColumns, chance_words
from companion.tui.widgets.lines import GUTTER, Row

ALL_ROOM = 10_000


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
        [o.value for o in options], heads, tails, [o.why_not is not None for o in options], odds, width, bars=bars
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
) -> list[Row]:
    """Rows of choices with their chances between what they are called and what they cost."""
    names = [option_of(value) for value in values]
    first = max((head.cell_length for head in heads), default=0)
    last = max((tail.cell_length for tail in tails), default=0)
    room = width - GUTTER - first - last
    made = (
        [ChanceColumns(odds, names, room, bars=wide) for wide in ((True, False) if bars else (False,))] if odds else []
    )
    columns = next((one for one in made if one.fits), None)
    if columns is None:
        words = [plain(f"   {text}" if (text := chance_words(odds, name)) else "", TEXT) for name in names]
        return [
            Row(value, Content.assemble(head, word, tail), closed=shut)
            for value, head, word, tail, shut in zip(values, heads, words, tails, closed, strict=True)
        ]
    titles = [Row(None, Content.assemble(" " * first, title), heading=True) for title in columns.titles()]
    rows = [
        Row(
            value,
            Content.assemble(head, " " * (first - head.cell_length), columns.cells(name), tail).rstrip(),
            closed=shut,
        )
        for value, name, head, tail, shut in zip(values, names, heads, tails, closed, strict=True)
    ]
    return [*titles, *rows]


def _head(table: Table[Any, Any], number: int, option: Option, picked: Sequence[Any] | None) -> Content:
    head = Content.styled(f"{number}  " if number < 10 else "   ", STRONG)
    if picked is not None:
        head = Content.assemble(head, ("✓ " if option.value in picked else "  ", MIND))
    unit = table.units.get(option.value) if isinstance(option.value, str) else None
    mark = Content.styled(f"{side_mark(table, unit.side)} ", side_style(table, unit.side)) if unit else Content("")
    return Content.assemble(head, mark, plain(titled(option.label)))


def _tail(option: Option) -> Content:
    cost = plain(f"   {cost_words(option.cost)}" if option.cost else "", MIND)
    why = plain(f"   {option.why_not}", QUIET) if option.why_not is not None else Content("")
    return Content.assemble(cost, why)

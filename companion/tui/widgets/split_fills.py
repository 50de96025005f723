"""A split by touch: its ways as fills with their figures, its plans as fills below them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual.content import Content

from companion.engine.requests import Plan
from companion.tui.look.colours import CURSOR, QUIET, STRONG, TAPPED
from companion.tui.look.fills import GAP, ROWS, WIDE, Fill, fill_grid, fill_row, in_a_row
from companion.tui.look.grid import Ways
from companion.tui.look.rows import BLANK, flow, wrapped
from companion.tui.text import plain
from companion.tui.widgets.split_rows import plan_name

_IN_A_ROW: Final = 4
"""Ways from which on two stand beside each other."""
_NAME_ROWS: Final = 2
"""Rows that a plan may take in a part of a row."""
_FIGURE, _CLOSE_FIGURE = 11, 6
"""Cells of a figure below its title, and without one."""


def split_fills(ways: Ways, parts: str, width: int) -> list[Content]:
    """A fill a way of `parts`, the one that is marked in accent; their figures below titles, or behind the way where
    two share a row."""
    across = 2 if len(ways.choices) >= _IN_A_ROW or width >= WIDE else 1
    # All in one row where they have room there.
    longest = max(map(len, ways.choices), default=0) + _CLOSE_FIGURE * len(ways.rows) + 6
    across = len(ways.choices) if 0 < len(ways.choices) * (longest + GAP) <= width else across
    each, close = (width + GAP) // across - GAP, across > 1
    fills = []
    for at, way in enumerate(ways.choices):
        marked = at == ways.marked
        figures = [cells[at] for _, cells in ways.rows]
        row = _way(("✓ " if marked else "  ") + way, figures, each, _CLOSE_FIGURE if close else _FIGURE)
        fills.append(Fill([row.without_spans if marked else row], ways.meta[at], look=CURSOR if marked else TAPPED))
    titles = [title for title, _ in ways.rows]
    if close:
        said = flow([plain(parts), plain(" / ".join(titles))], width - 3, 3)
        head = [Content.assemble("   ", row).stylize(QUIET) for row in said]
    else:
        head = [_way(f"  {parts}", titles, width, _FIGURE).without_spans.stylize(QUIET)]
    return [*head, *fill_grid(fills, across, width)]


def plan_fills(plans: Sequence[Plan], chosen: Plan | None, width: int) -> list[Content]:
    """A fill a plan, with what it costs; nothing where there is one."""
    if len(plans) < 2:
        return []
    across = min(len(plans), in_a_row(2, width))
    room = (width + GAP) // across - GAP - 2
    rows: list[Content] = []
    row: list[Fill] = []
    for plan in plans:
        mine = plan is chosen
        name = plan_name(plans, plan, mine)
        name = name.without_spans if mine else name
        # One too long for its part of a row has a row of its own.
        own = len(wrapped(name, room)) > _NAME_ROWS
        if row and (own or len(row) == across):
            rows, row = [*rows, BLANK, *fill_row(row, width)], []
        look = CURSOR if mine else TAPPED
        row.append(Fill(wrapped(name, width - 2 if own else room)[:ROWS], {"plan": plans.index(plan) + 1}, look=look))
        if own:
            rows, row = [*rows, BLANK, *fill_row(row, width)], []
    return [*rows, BLANK, *fill_row(row, width)] if row else rows


def _way(word: str, figures: Sequence[str], width: int, cells: int) -> Content:
    right = "".join(figure.rjust(cells) for figure in figures) + "  "
    room = max(1, width - 1 - len(word) - len(right))
    return Content.assemble(" ", (word, STRONG), " " * room, (right, STRONG))


def part_fills(names: Mapping[str, str], parts: Mapping[str, int], width: int, *, masked: bool) -> list[Content]:
    """A row a part: its name, and its number between the fills that count it."""
    rows: list[Content] = []
    for part, name in names.items():
        value = "•" if masked else str(parts[part]) if part in parts else "–"
        fills = [
            Fill([plain(name)], {}, 4),
            Fill([plain("−", STRONG)], {"part": part, "by": -1}, 2),
            Fill([plain(value, STRONG)], {}, 1),
            Fill([plain("+", STRONG)], {"part": part, "by": 1}, 2),
        ]
        rows += [*([BLANK] if rows else []), *fill_row(fills, width)]
    return rows

"""A split by touch: its ways as fills with their figures, its plans as fills below them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual.content import Content

from companion.engine.requests import Plan
from companion.tui.look.colours import CURSOR, QUIET, STRONG, TAPPED
from companion.tui.look.fills import GAP, ROWS, WIDE, Fill, fill_grid, fill_row, in_a_row
from companion.tui.look.grid import Ways
from companion.tui.look.rows import BLANK, wrapped
from companion.tui.text import plain
from companion.tui.widgets.split_rows import plan_name

_IN_A_ROW: Final = 4
"""Ways from which on two stand beside each other."""
_FIGURE, _CLOSE_FIGURE = 11, 6
"""Cells of a figure below its title, and without one."""


def split_fills(ways: Ways, width: int) -> list[Content]:
    """A fill a way, the one that is marked in accent; their figures below titles, or behind the way where two share
    a row."""
    many = len(ways.choices) >= _IN_A_ROW or width >= WIDE
    across = 2 if many else 1
    # All in one row where they have room there.
    longest = max(map(len, ways.choices), default=0) + _CLOSE_FIGURE * len(ways.rows) + 6
    across = len(ways.choices) if 0 < len(ways.choices) * (longest + GAP) <= width else across
    each = (width + GAP) // across - GAP
    fills = []
    for at, way in enumerate(ways.choices):
        marked = at == ways.marked
        figures = [cells[at] for _, cells in ways.rows]
        row = _way(("✓ " if marked else "  ") + way, figures, each, _CLOSE_FIGURE if many else _FIGURE)
        fills.append(Fill([row.without_spans if marked else row], ways.meta[at], look=CURSOR if marked else TAPPED))
    titles = [title for title, _ in ways.rows]
    head = _way("", titles, width, _FIGURE)
    if many:
        head = plain(f"   {' / '.join(titles)}", QUIET)
    return [*([head.stylize(QUIET)] if titles else []), *fill_grid(fills, across, width)]


def plan_fills(plans: Sequence[Plan], chosen: Plan | None, width: int) -> list[Content]:
    """A fill a plan, with what it costs; nothing where there is one."""
    if len(plans) < 2:
        return []
    rows: list[Content] = []
    each = min(len(plans), in_a_row(2, width))
    for first in range(0, len(plans), each):
        fills = []
        for plan in plans[first : first + each]:
            name = plan_name(plans, plan, plan is chosen)
            meta = {"plan": plans.index(plan) + 1}
            mine = plan is chosen
            name = name.without_spans if mine else name
            # What it costs goes below a name that is too long for both.
            fills.append(Fill(wrapped(name, width // each - 2)[:ROWS], meta, look=CURSOR if mine else TAPPED))
        rows += [BLANK, *fill_row(fills, width)]
    return rows


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

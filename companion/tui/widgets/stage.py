"""The stage: how a fight stands. Two fighters side by side, or the units of each side one row each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from textual.content import Content

from companion.engine.standing import Standing
from companion.engine.state.changes import Tally
from companion.engine.state.table import Table
from companion.tui.look.colours import MIND, QUIET, STRONG, TEXT
from companion.tui.look.pips import HAS
from companion.tui.look.rows import flow, halves, wrapped
from companion.tui.text import name_style, plain, side_mark, side_place, side_style
from companion.tui.widgets.fight import (
    ASSISTS,
    CONDITIONS,
    INDENT,
    block,
    fighters,
    health_of,
    life_row,
    number,
    reasons_of,
    without_life,
    word,
)

_PAIR: Final = 3
_FEW_UNITS: Final = 4
"""Rows that two fighters need at least, and units of one side that are listed at least."""


def stage(
    table: Table[Any, Any],
    standings: Sequence[Standing],
    width: int,
    most: int,
    *,
    losses: Mapping[str, int] | None = None,
    tallies: Sequence[Tally] = (),
) -> list[Content]:
    """The rows of the stage, at most so many. `losses` are what units lost in the last result, by id.

    The reasons of `tallies` stand beside the numbers they make up, and whose turn comes beside the units in an order.
    Conditions and health stay where room is short.
    """
    lost = losses or {}
    main = fighters(standings)
    if len({one.side for one in main}) == len(main) == 2:
        pair = sorted(main, key=lambda one: side_place(table, one.side))
        half = max(1, width // 2)
        blocks = [
            block(table, one, half - 1, most, lost.get(one.of, 0), reasons_of(one, tallies), _helped(one, standings))
            for one in pair
        ]
        return halves(blocks[0], blocks[1], width)
    return _lists(table, standings, width, most, lost, turns(standings, tallies))


def least_rows(standings: Sequence[Standing]) -> int:
    """The rows below which the stage does not say who fights: two fighters with their health, or units one a row."""
    main = fighters(standings)
    if not main or len({one.side for one in main}) == len(main) == 2:
        return _PAIR if main else 0
    sides = [one.side for one in standings]
    return 1 + min(_FEW_UNITS, max(map(sides.count, sides)))


def turns(standings: Sequence[Standing], tallies: Sequence[Tally]) -> dict[str, str]:
    """`acts next`, `acts after Fang` by unit, from the order in which they are still to act."""
    order = next((tally for tally in tallies if tally.ranked), None)
    if order is None:
        return {}
    names = {one.name: one.of for one in standings}
    lines = [line.label.partition(". ")[2] or line.label for line in order.lines]
    found = [next((name for name in names if line.startswith(name)), "") for line in lines]
    before = ["", *found]
    return {
        names[name]: f"acts after {before[at]}" if before[at] else "acts next" for at, name in enumerate(found) if name
    }


def _helped(one: Standing, standings: Sequence[Standing]) -> list[str]:
    return [other.name for other in standings if other.role == ASSISTS and other.side == one.side]


def _lists(
    table: Table[Any, Any],
    standings: Sequence[Standing],
    width: int,
    most: int,
    lost: Mapping[str, int],
    turn: Mapping[str, str],
) -> list[Content]:
    sides = [side for side in table.sides if any(one.side == side for one in standings)]
    if not sides:
        return []
    if len(sides) == 2:
        half = max(1, width // 2)
        left, right = (_side(table, side, standings, half - 1, most, lost, turn) for side in sides)
        return halves(left, right, width)
    each = max(2, most // len(sides))
    return [row for side in sides for row in _side(table, side, standings, width, each, lost, turn)]


def _side(
    table: Table[Any, Any],
    side: str,
    standings: Sequence[Standing],
    width: int,
    most: int,
    lost: Mapping[str, int],
    turn: Mapping[str, str],
) -> list[Content]:
    """The name of the side, and its units one row each, further rows for what does not fit while there is room."""
    units = [one for one in standings if one.side == side]
    mark = Content.styled(side_mark(table, side), f"bold {side_style(table, side)}")
    head = wrapped(Content.assemble(mark, " ", plain(table.title(side).upper(), name_style(table, side))), width, 2)
    names = min(max(len(one.name) for one in units), max(6, width // 2 - INDENT))
    draw = partial(_unit, table, names=names, width=width, lost=lost, turn=turn)
    long = [draw(one, full=True) for one in units]
    if len(head) + sum(map(len, long)) > most:
        long = [draw(one, full=False) for one in units]
    rows: list[Content] = list(head)
    for place, drawn in enumerate(long):
        rest = len(long) - place
        if len(rows) + len(drawn) + (1 if rest > 1 else 0) > most:
            return [*rows[: most - 1], plain(f"  {rest} more", QUIET)] if most > 1 else rows[:most]
        rows += drawn
    return rows


def _unit(
    table: Table[Any, Any],
    one: Standing,
    *,
    names: int,
    width: int,
    lost: Mapping[str, int],
    turn: Mapping[str, str],
    full: bool,
) -> list[Content]:
    row = life_row(table, one)
    # A single pip says as much as its number.
    room = len(HAS) if row is not None and row.max == 1 else max(8, width - names - 6)
    life = health_of(table, one, lost.get(one.of, 0), room)[:1]
    conditions = [plain(str(row.value), MIND) for row in one.rows if row.key == CONDITIONS]
    numbers = [part for row in without_life(table, one) if (part := number(row))] if full else []
    words = [content for row in one.rows if full and (content := word(row)) is not None]
    name = plain(one.name, TEXT if one.role == ASSISTS else STRONG)
    head = name.extend_right(max(0, names - name.cell_length)) if name.cell_length <= names else name
    room = max(8, width - INDENT)
    acts = plain(turn.get(one.of, ""), QUIET)
    rows = flow([head, *life, *conditions, acts, *numbers, *words], room, indent=INDENT)
    if not full and acts and len(rows) > 1:
        rows = flow([head, *life, *conditions], room, indent=INDENT)
    return [Content.assemble(" " * INDENT, row) for row in rows]

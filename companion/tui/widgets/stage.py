"""The stage: how a fight stands. Two fighters side by side, or the units of each side one row each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final, Literal, NamedTuple

from textual.content import Content

from companion.engine.requests.base import Cost
from companion.engine.standing import Standing
from companion.engine.state.changes import Tally
from companion.engine.state.table import AnyTable
from companion.tui.look.colours import QUIET, STRONG, TEXT
from companion.tui.look.pips import HAS, health
from companion.tui.look.rows import flow, halves, wrapped
from companion.tui.text import plain, side_label, side_mark, side_place, side_style
from companion.tui.widgets.fight import (
    ASSISTS,
    INDENT,
    block,
    conditions_of,
    fighters,
    health_of,
    life_left,
    life_row,
    number,
    reasons_of,
    without_life,
    word,
)

_PAIR: Final = 3
_FEW_UNITS: Final = 4
"""Rows that two fighters need at least, and units of one side that are listed at least."""


_Much = Literal["all", "what weighs", "what is spent"]

_MUCH: Final[Sequence[_Much]] = ("all", "what weighs", "what is spent")
"""How much of a unit its row says, as far as there is room: what the fight hangs on, what the answer may spend."""

_GAP: Final = 3
"""Cells between the parts of a row."""


class _Fight(NamedTuple):
    """Who fights; what units `lost` in the last result, and whose `turn` comes when, both by id; what of a unit may be
    `spent`, by id and key."""

    table: AnyTable
    standings: Sequence[Standing]
    lost: Mapping[str, int]
    turn: Mapping[str, str]
    spent: frozenset[tuple[str, str]] = frozenset()


def stage(
    table: AnyTable,
    standings: Sequence[Standing],
    width: int,
    most: int,
    *,
    losses: Mapping[str, int] | None = None,
    tallies: Sequence[Tally] = (),
    spends: Iterable[Cost] = (),
) -> list[Content]:
    """The rows of the stage, at most so many. `losses` are what units lost in the last result, by id.

    The reasons of `tallies` are beside the numbers they make up, and whose turn comes beside the units in an order.
    Conditions, health and what the answer may spend (`spends`) stay if room is short.
    """
    lost = losses or {}
    main = fighters(standings)
    spent = frozenset((cost.of, cost.field) for cost in spends)
    if is_pair(standings):
        pair = sorted(main, key=lambda one: side_place(table, one.side))
        half = max(1, width // 2)
        blocks = [
            block(
                table,
                one,
                half - 1,
                most,
                lost.get(one.of, 0),
                reasons_of(one, tallies),
                _helped(one, standings),
                frozenset(key for of, key in spent if of == one.of),
            )
            for one in pair
        ]
        return halves(blocks[0], blocks[1], width)
    return _lists(_Fight(table, standings, lost, turns(standings, tallies), spent), width, most)


def is_pair(standings: Sequence[Standing]) -> bool:
    """Whether two fight each other, who have a block each; all others are rows of a list."""
    main = fighters(standings)
    return len({one.side for one in main}) == len(main) == 2


def least_rows(standings: Sequence[Standing]) -> int:
    """The rows below which the stage does not say who fights: two fighters with their health, or units one a row."""
    main = fighters(standings)
    if not main or is_pair(standings):
        return _PAIR if main else 0
    sides = [one.side for one in standings]
    return 1 + min(_FEW_UNITS, max(map(sides.count, sides)))


def survivors(table: AnyTable, standings: Sequence[Standing], losses: Mapping[str, int], width: int) -> list[Content]:
    """Those who still fight if a fall has the room of the stage: `◆ Ann  ●●●●×  4 of 5  Prone`, one a row."""
    rows: list[Content] = []
    for one in fighters(standings):
        unit = table.units.get(one.of)
        if unit is None or not unit.alive:
            continue
        mark = Content.styled(side_mark(table, one.side), f"bold {side_style(table, one.side)}")
        name = Content.assemble(mark, " ", plain(one.name, STRONG))
        conditions = conditions_of(one)
        life = health_of(table, one, losses.get(one.of, 0), width)
        rows += flow([name, *life, *conditions], width, gap=_GAP, indent=INDENT)
    return rows


def turns(standings: Sequence[Standing], tallies: Sequence[Tally]) -> dict[str, str]:
    """`acts next`, `acts after Fang` by unit, from the order in which they are still to act."""
    order = next((tally for tally in tallies if tally.ranked), None)
    if order is None:
        return {}
    names = {one.of: one.name for one in standings}
    before = ["", *(names.get(line.of, "") for line in order.lines)]
    return {
        line.of: f"acts after {before[at]}" if before[at] else "acts next"
        for at, line in enumerate(order.lines)
        if line.value and line.of in names
    }


def _helped(one: Standing, standings: Sequence[Standing]) -> list[str]:
    return [other.name for other in standings if other.role == ASSISTS and other.side == one.side]


def _lists(fight: _Fight, width: int, most: int) -> list[Content]:
    sides = [side for side in fight.table.sides if any(one.side == side for one in fight.standings)]
    if not sides:
        return []
    if len(sides) == 2:
        half = max(1, width // 2)
        left, right = (_side(fight, side, half - 1, most) for side in sides)
        return halves(left, right, width)
    each = max(2, most // len(sides))
    return [row for side in sides for row in _side(fight, side, width, each)]


def _side(fight: _Fight, side: str, width: int, most: int) -> list[Content]:
    """The name of the side, and its units one row each, further rows for what does not fit while there is room."""
    table = fight.table
    units = [one for one in fight.standings if one.side == side]
    head = wrapped(side_label(table, side, table.title(side).upper()), width, 2)
    names = min(max(len(one.name) for one in units), max(6, width // 2 - INDENT))
    draw = partial(_unit, fight, names=names, width=width)
    long: list[list[Content]] = []
    for much in _MUCH:
        long = [draw(one, much=much) for one in units]
        if len(head) + sum(map(len, long)) <= most:
            break
    if len(head) + sum(map(len, long)) > most:
        # One behind the other they take the fewest rows.
        close = flow([_in_one(unit) for unit in long], width - INDENT, 3)
        if len(head) + len(close) <= most:
            return [*head, *(Content.assemble(" " * INDENT, row) for row in close)]
        if len(head) + len(long) <= most:
            # Who is there and what is left of them comes before what is below.
            long = [[_in_a_row(table, one, width)] for one in units]
    rows: list[Content] = list(head)
    for place, drawn in enumerate(long):
        rest = len(long) - place
        if len(rows) + len(drawn) + (1 if rest > 1 else 0) > most:
            return [*rows[: most - 1], plain(f"  {rest} more", QUIET)] if most > 1 else rows[:most]
        rows += drawn
    return rows


def _in_a_row(table: AnyTable, one: Standing, width: int) -> Content:
    """The name of a unit and what is left of it, in as many words as fit; a number alone comes before none."""
    row = life_row(table, one)
    left = life_left(row) if row is not None else None
    name = plain(one.name, STRONG)
    if row is not None and left is not None:
        room = width - INDENT - name.cell_length - 1
        drawn = health(left, row.max, side_style(table, one.side), room=room)
        name = Content.assemble(name, " ", drawn if drawn.cell_length <= room else plain(str(left), STRONG))
    return Content.assemble(" " * INDENT, name)


def _in_one(rows: Sequence[Content]) -> Content:
    return Content("  ").join([row[len(row.plain) - len(row.plain.lstrip()) :] for row in rows])


def _unit(fight: _Fight, one: Standing, *, names: int, width: int, much: _Much) -> list[Content]:
    table, full = fight.table, much == "all"
    row = life_row(table, one)
    # A single pip says as much as its number.
    room = len(HAS) if row is not None and row.max == 1 else max(8, width - names - 6)
    life = health_of(table, one, fight.lost.get(one.of, 0), room)[:1]
    conditions = conditions_of(one)
    rows_of = [
        row
        for row in without_life(table, one)
        if full or (one.of, row.key) in fight.spent or (much == "what weighs" and (row.weighs or row.breaks_at))
    ]
    numbers = [part for row in rows_of if (part := number(row))]
    words = [content for row in one.rows if full and (content := word(row)) is not None]
    name = plain(one.name, TEXT if one.role == ASSISTS else STRONG)
    head = name.extend_right(max(0, names - name.cell_length)) if name.cell_length <= names else name
    room = max(8, width - INDENT)
    acts = plain(fight.turn.get(one.of, ""), QUIET)
    rows = flow([head, *life, *conditions, acts, *numbers, *words], room, indent=INDENT)
    if not full and acts and len(rows) > 1:
        rows = flow([head, *life, *conditions], room, indent=INDENT)
    return [Content.assemble(" " * INDENT, row) for row in rows]

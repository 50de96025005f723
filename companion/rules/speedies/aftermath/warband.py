"""What the steps of an aftermath ask of a warband: who is in it, who leads, who won, what it can pay."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine.campaign import GONE
from companion.engine.errors import InvalidInput
from companion.engine.state.changes import Line, Tally
from companion.engine.wording import does, possessive
from companion.rules.speedies.catalog import PRICES
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit, Warband

MISSED = "missed this battle"
"""The reason why a unit has one game less to miss."""


def members(table: SpeediesTable, side: str) -> list[SpeediesUnit]:
    """The units that belong to the warband, hurt or not, at home or not; those that left it for good do not."""
    return [unit for unit in table.units.values() if unit.side == side and not unit.gone]


def heroes(table: SpeediesTable, side: str) -> list[SpeediesUnit]:
    """The heroes of the warband."""
    return [unit for unit in members(table, side) if unit.type == "hero"]


def has_won(table: SpeediesTable, side: str) -> bool:
    """Whether the warband, or one of its alliance, has won the battle."""
    return table.over_winner is not None and table.alliance(table.over_winner) == table.alliance(side)


def leader_of(table: SpeediesTable, side: str) -> SpeediesUnit | None:
    """Who leads the warband, dead or alive: the unit marked as leader, else its first hero with the skill Leader.

    Of several that are marked the last one that lives leads.
    """
    own = [unit for unit in table.units.values() if unit.side == side]
    marked = sorted((unit for unit in own if unit.leader), key=lambda unit: not unit.gone)
    skilled = [unit for unit in own if unit.type == "hero" and "Leader" in unit.skills]
    found = marked[-1:] or skilled[:1]
    return found[0] if found else None


def leaves(game: Game, unit: SpeediesUnit, how: str, why: str) -> None:
    """A unit leaves its warband for good; it stays listed."""
    game.change(unit, GONE, how, why)


def tell(game: Game, text: str, **facts: Any) -> None:
    """A sentence without a full stop, for the log and for what the aftermath came to: nothing on the table says it."""
    game.note(text, **facts)
    game.conclude(text)


def earn(game: Game, side: Warband, gold: int, why: str) -> None:
    """Gold into the purse."""
    game.change(side, "gold", side.gold + gold, why)


def pay(game: Game, side: Warband, gold: int, why: str) -> None:
    """Gold out of the purse. Raises InvalidInput if there is too little."""
    if gold > side.gold:
        raise InvalidInput(
            f"{gold} gold are needed", hint=f"{does(side.name, 'has')} {side.gold}", code="too_little_gold"
        )
    game.change(side, "gold", side.gold - gold, why)


def underdog(game: Game, side: Warband) -> Tally:
    """The gold that hiring costs less: 15 for each win fewer than the opponent, this battle counted for both.

    Of several opponents the one with the most wins counts (table ruling).
    """
    table = game.table
    others = [other for other in table.sides.values() if table.alliance(other.id) != table.alliance(side.id)]
    # A side that has not begun its own aftermath has this win still to count.
    wins = {other.id: other.wins + (has_won(table, other.id) and other.owes_aftermath) for other in others}
    most = max(others, key=lambda other: wins[other.id], default=None)
    fewer = max(0, wins[most.id] - side.wins) if most is not None else 0
    lines: Iterable[Line] = []
    if most is not None and fewer:
        each = f"{fewer} fewer won than {most.name}, {PRICES.underdog} each"
        lines = [Line(each, PRICES.underdog * fewer, "Underdog")]
    return game.tally("underdog", lines, name=f"{possessive(side.name)} discount for hiring", unit="gold")

"""What happens to a unit: statuses, Wounds, being taken out, what falls with it (M9 to M11)."""

from __future__ import annotations

from companion.engine.state.contacts import in_contact
from companion.engine.state.phrases import Phrase, falls, phrase, says
from companion.engine.wording import does
from companion.rules.speedies.conditions import OUT
from companion.rules.speedies.improvement import draw
from companion.rules.speedies.skills import resulting_status
from companion.rules.speedies.units import Game, SpeediesUnit


def now_is(unit: SpeediesUnit, status: str) -> Phrase:
    """`Fang is dazed`"""
    return fate(f"{does(unit.name, 'is')} {status}", unit, status)


def fate(text: str, unit: SpeediesUnit, status: str) -> Phrase:
    """A text that says that a unit has this status now."""
    return falls(text, unit) if status == OUT else says(text, unit, "status", status)


def set_status(game: Game, unit: SpeediesUnit, status: str, why: str, by: SpeediesUnit | None = None) -> str:
    """Gives a status as it means on this unit (M10, recovery, Fear); returns the one it has now."""
    game.change(unit, "status", resulting_status(unit, status), why, by)
    return unit.status


def lose_wounds(game: Game, unit: SpeediesUnit, count: int, why: str, by: SpeediesUnit | None = None) -> None:
    """Takes Wounds, never the last: only being taken out sets 0."""
    game.change(unit, "wounds", max(1, unit.wounds - count), why, by)


async def injure(game: Game, unit: SpeediesUnit, status: str, by: SpeediesUnit | None, why: str) -> None:
    """M10: an injury takes effect. Wounds are 1 from now on; a graver end than stunned takes the unit out."""
    if resulting_status(unit, status) == OUT:
        await take_out(game, unit, by, why)
        return
    set_status(game, unit, status, why, by)
    game.change(unit, "wounds", 1, why, by)


async def take_out(game: Game, unit: SpeediesUnit, by: SpeediesUnit | None, why: str) -> None:
    """M11: a unit leaves the table; it counts as lost, its Treasure moves, and who did it draws an improvement."""
    touched = by is not None and in_contact(game.table, by.id, unit.id)
    game.change(unit, "status", OUT, why, by)
    game.change(unit, "wounds", 0, why, by)
    side = game.table.sides[unit.side]
    game.shift(side, "units_lost", 2 if unit.large else 1, f"{does(unit.name, 'is')} incapacitated")
    doer = f" by {by.name}" if by else ""
    game.note(
        phrase(now_is(unit, OUT), f"{doer}: {does(side.name, 'has')} lost {side.units_lost}."),
        beside="result",
        unit=unit.id,
        by=by.id if by else "",
        units_lost=side.units_lost,
    )
    game.disconnect_all(unit.id, "off the table")
    drop_treasure(game, unit, by if touched else None)
    if by is not None:
        await draw(game, by, unit)


def drop_treasure(game: Game, unit: SpeediesUnit, taker: SpeediesUnit | None) -> None:
    """A carrier drops its token; the unit that took it out in contact has it at once, if it carries none."""
    if not unit.treasure:
        return
    game.change(unit, "treasure", False, "dropped")
    if taker is not None and taker.alive and not taker.treasure:
        game.change(taker, "treasure", True, f"taken from {unit.name}")
    else:
        game.shift(game.table, "tokens", 1, f"{unit.name} dropped its Treasure")
        game.note(f"{does(unit.name, 'drops its')} Treasure: leave the token on the table.", unit=unit.id)

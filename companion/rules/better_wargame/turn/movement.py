"""The Movement Phase: the current player's units, one after the other; measuring and moving is for the players."""

from __future__ import annotations

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.contacts import enemies_touching
from companion.engine.wording import does, question
from companion.rules.better_wargame.attack.numbers import Options
from companion.rules.better_wargame.conditions import CONDITIONS
from companion.rules.better_wargame.turn.phases import open_phase
from companion.rules.better_wargame.units import Game, WargameTable, WargameUnit

_COSTS = {one.id: one.text for one in CONDITIONS if one.field == "movement"}
"""What each way to move costs, by its word."""

STEPS = (Step("M1", "How it moves"), Step("M2", "Move on the table"))


def normal_move(options: Options, unit: WargameUnit, times: int = 1) -> str:
    """How far a unit goes in `times` normal moves, in words: `8"`, or `12" (6" in terrain)` of a vehicle."""
    if not unit.vehicle:
        return f'{options["normal_move"] * times}"'
    return f'{options["vehicle_move"] * times}" ({options["vehicle_move_terrain"] * times}" in terrain)'


def may_not_move(table: WargameTable, unit: WargameUnit) -> str | None:
    """Why a unit may not move now; None if it may."""
    if unit.movement:
        return "has moved"
    if enemies_touching(table, unit):
        return "in contact with an enemy, it must fight where it is"
    return None


@procedure("Move", STEPS)
async def move_unit(game: Game, unit: str) -> dict[str, str]:
    """Movement of one unit. Outcome: `unit`, `movement` (held, moved or double)."""
    one, options = game.table.unit(unit), game.options
    game.at("M1")
    once, twice, near = normal_move(options, one), normal_move(options, one, 2), options["firefight_range"]
    how: str = await game.choose(
        "movement",
        by=one.side,
        title=f"how {question(one.name, 'does')} move?",
        options=[
            Option("held", "Stays"),
            Option("moved", f"Normal move, {once}", does=_COSTS["moved"]),
            Option("double", f"Double move, {twice}", does=f'outside {near}" of enemies; {_COSTS["double"]}'),
        ],
    )
    if game.enters("M2", how != "held", "it stays"):
        far = twice if how == "double" else once
        game.instruct(f'{does(one.name, "moves")} up to {far}, coherency {options["coherency"]}"')
    game.change(one, "movement", how, "in the Movement phase")
    return {"unit": unit, "movement": how}


@procedure("End of Movement")
async def end_movement(game: Game) -> dict[str, str]:
    """On to Shooting. Outcome: nothing."""
    open_phase(game, "shooting")
    return {}

"""Start of turn and Movement."""

from __future__ import annotations

from typing import Any

from companion.engine.procedure import Context, Step, procedure
from companion.engine.requests import Option
from companion.rules.better_wargame.morale import rally
from companion.rules.better_wargame.numbers import normal_move
from companion.rules.better_wargame.phases import enters, open_phase
from companion.rules.better_wargame.removal import engaged
from companion.rules.better_wargame.units import Battle, Troop

START = (Step("S1", "A new player turn"), Step("S2", "Suppressed units rally"))
MOVE = (Step("M1", "How it moves"), Step("M2", "Move on the table"))


@procedure("Start of turn", START)
async def start_of_turn(game: Context[Battle]) -> dict[str, Any]:
    """Resets what is counted a player turn; every suppressed unit of the current player tests. Outcome: `events`."""
    game.at("S1")
    for unit in game.table.units.values():
        for name, value in (
            ("fought_firefight", False),
            ("fought_melee", False),
            ("fired_models", 0),
            ("charged", False),
            ("movement", ""),
            ("shot", False),
        ):
            game.change(unit, name, value, "a new player turn")
    events: list[str] = []
    shaken = [u for u in game.table.of_side(game.table.current) if u.suppressed]
    enters(game, "S2", bool(shaken), "no unit of the current player is suppressed")
    for unit in shaken:
        if unit.alive and unit.suppressed:
            await rally(game, unit, events)
    open_phase(game, "movement")
    return {"events": events}


def may_move(table: Battle, unit: Troop) -> str | None:
    """Why a unit may not move now, or None."""
    if unit.movement:
        return "has moved"
    if engaged(table, unit):
        return "in contact with an enemy, it must fight where it is"
    return None


@procedure("Move", MOVE)
async def move_unit(game: Context[Battle], unit: str) -> dict[str, Any]:
    """Movement of one unit. Outcome: `unit`, `movement` (held, moved or double)."""
    one, options = game.table.unit(unit), game.options
    game.at("M1")
    once, twice, near = normal_move(options, one), normal_move(options, one, 2), options["firefight_range"]
    how = await game.choose(
        "movement",
        by=one.side,
        title=f"How does {one.name} move?",
        options=[
            Option("held", "Stays"),
            Option("moved", f"Normal move, {once}"),
            Option("double", f'Double move, {twice}, outside {near}" of enemies'),
        ],
    )
    if enters(game, "M2", how != "held", "it stays"):
        far = twice if how == "double" else once
        await game.do("move", by=one.side, title=f'Move {one.name} up to {far}, coherency {options["coherency"]}"')
    game.change(one, "movement", how, "in the Movement phase")
    return {"unit": unit, "movement": how}


@procedure("End of Movement")
async def end_movement(game: Context[Battle]) -> dict[str, Any]:
    """On to Shooting."""
    open_phase(game, "shooting")
    return {}

"""The aftermath of one warband, step by step, and when it can be played."""

from __future__ import annotations

from typing import Any

from companion.engine.aftermath import record_result
from companion.engine.procedure import Step, procedure
from companion.rules.speedies.aftermath.gear import equip
from companion.rules.speedies.aftermath.hiring import hero_slots, hire, new_leader, promotions
from companion.rules.speedies.aftermath.income import income, record
from companion.rules.speedies.aftermath.learning import improvements, skills
from companion.rules.speedies.aftermath.scars import blight, scars
from companion.rules.speedies.aftermath.warband import MISSED, members
from companion.rules.speedies.units import Game

STEPS = (
    Step("A1", "Record"),
    Step("A2", "Income"),
    Step("A3", "Promotions"),
    Step("A4", "Scars"),
    Step("A4a", "Major wound"),
    Step("A4b", "Pit fight"),
    Step("A5", "The Blight"),
    Step("A6", "Improvements"),
    Step("A7", "Skills and gold"),
)


@procedure("Aftermath", STEPS)
async def aftermath(game: Game, side: str) -> dict[str, Any]:
    """Everything that the rules ask of a warband after a battle of a campaign.

    Outcome: `result` and `winner` (as the players recorded them; empty if another warband did), `income`, `kills`
    (added by unit), `promoted`, `scars` and `blight` (what came of each, by unit), `gone` (how, by unit), `hired`,
    `spent` (on gear), `slots` bought, `leader` if another was named.
    """
    own = game.table.sides[side]
    before = {unit.id for unit in members(game.table, side)}
    game.at("A1")
    outcome: dict[str, Any] = await record_result(game)
    if outcome["result"] == "unrecorded":
        game.change(game.table, "over_winner", None, "no result is recorded")
    outcome["kills"] = await record(game, own)
    outcome["income"] = await income(game, own)
    outcome["promoted"] = await promotions(game, own)
    home = [unit for unit in members(game.table, side) if unit.misses]
    for unit in home:
        game.change(unit, "misses", unit.misses - 1, MISSED)
    at_home = {unit.id for unit in home}
    outcome["scars"] = await scars(game, own)
    outcome["blight"] = await blight(game, own)
    await improvements(game, own, at_home)
    game.at("A7")
    await skills(game, own)
    outcome["hired"] = [recruit.name for recruit in await hire(game, own)]
    outcome["spent"] = await equip(game, own)
    outcome["slots"] = await hero_slots(game, own)
    outcome["leader"] = await new_leader(game, own)
    outcome["gone"] = {unit: game.table.unit(unit).gone for unit in sorted(before) if game.table.unit(unit).gone}
    game.change(own, "owes_aftermath", False, "aftermath done")
    return outcome

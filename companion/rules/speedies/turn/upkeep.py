"""The Upkeep phase: neutrals, rout, recovery, Treasure, ongoing spells."""

from __future__ import annotations

from typing import Any

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.wording import count
from companion.rules.speedies import engagement
from companion.rules.speedies.conditions import recovered
from companion.rules.speedies.injuries import set_status
from companion.rules.speedies.morale import morale_check
from companion.rules.speedies.turn.phases import go_on
from companion.rules.speedies.turn.rout import rout_step
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit

STEPS = (
    Step("U1", "Neutrals act"),
    Step("U2", "Rout"),
    Step("U3", "Recover"),
    Step("U4", "Pick up Treasure"),
    Step("U5", "Ongoing spells"),
)


@procedure("Upkeep", STEPS)
async def upkeep(game: Game) -> dict[str, Any]:
    """The five steps of the current player's Upkeep; then the next phase, unless the warband routs."""
    table = game.table
    side = table.current
    if game.options["neutrals"]:
        game.at("U1")
        await game.do("neutrals", by="table", title="Neutral units act: play them out on the table")
    else:
        game.skip("U1", "no neutral units (option neutrals)")
    game.at("U2")
    routed = await rout_step(game, side)
    if routed:
        return {"routed": True, "recovered": [], "treasure": [], "spells_ended": []}
    stepped = recover(game, side)
    taken = await pick_up(game, side)
    ended = await ongoing_spells(game, side)
    if table.phase == "upkeep":
        go_on(game)
    return {"routed": False, "recovered": stepped, "treasure": taken, "spells_ended": ended}


def recover(game: Game, side: str) -> list[str]:
    """U3: every unit of the player steps down once. Returns who did."""
    game.at("U3")
    stepped = []
    for unit in game.table.of_side(side):
        status = recovered(unit.status)
        if status != unit.status:
            set_status(game, unit, status, "recovers")
            stepped.append(unit.id)
    return stepped


async def pick_up(game: Game, side: str) -> list[str]:
    """U4: units that touch a token take it if no enemy is within 2 inches; one each. Returns who did."""
    table = game.table
    if table.first_turn:
        game.skip("U4", "no Treasure in the first player's first turn")
        return []
    options = [Option(u.id, u.name, _why_not(table, u)) for u in table.of_side(side)]
    if table.tokens == 0 or all(o.why_not for o in options):
        game.skip("U4", "no token that a unit could take")
        return []
    game.at("U4")
    taken = await game.pick(
        "treasure",
        by=side,
        title='Which units touch a Treasure token with no enemy within 2"?',
        options=options,
        at_most=table.tokens,
        why=f"{count(table.tokens, 'token')} on the table",
    )
    for of in taken:
        game.change(table.units[of], "treasure", True, "picked up")
        game.shift(table, "tokens", -1, f"{table.title(of)} picked up Treasure")
    return list(taken)


def _why_not(table: SpeediesTable, unit: SpeediesUnit) -> str | None:
    if unit.treasure:
        return "carries one already"
    if unit.status == "stunned":
        return "stunned"
    return 'an enemy is within 2"' if engagement.engaged(table, unit) else None


async def ongoing_spells(game: Game, side: str) -> list[str]:
    """U5: a Morale Check for each spell that lasts, or it ends. Returns the spells that ended."""
    ended = []
    casters = [u for u in game.table.of_side(side) if u.ongoing]
    if not casters:
        game.skip("U5", "no spell lasts")
        return []
    game.at("U5")
    for unit in casters:
        for spell in unit.ongoing:
            if not await morale_check(
                game,
                unit,
                "ongoing_spell",
                f"Morale Check to keep {spell}",
                passes_to=f"{spell} lasts",
                fails_to=f"{spell} ends",
            ):
                ended.append(spell)
                game.change(unit, "ongoing", tuple(s for s in unit.ongoing if s != spell), f"{spell} ends")
                game.note(f"{unit.name}'s {spell} ends: take its effects off.", unit=unit.id, spell=spell)
    return ended

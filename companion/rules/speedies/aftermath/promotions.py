"""A3: henchmen that drew a promotion become heroes, as far as the hero slots go."""

from __future__ import annotations

from companion.engine.requests import Option
from companion.engine.wording import does
from companion.rules.speedies.aftermath.warband import heroes, leaves, members, tell
from companion.rules.speedies.units import Game, SpeediesUnit, Warband


async def promotions(game: Game, side: Warband) -> list[str]:
    """Promotes in listing order; returns who became a hero."""
    drawn = [unit for unit in members(game.table, side.id) if unit.promote_pending and unit.type == "henchman"]
    if not drawn:
        game.skip("A3", "no henchman drew a promotion")
        return []
    game.at("A3")
    return [unit.id for unit in drawn if await _promote(game, side, unit)]


async def _promote(game: Game, side: Warband, unit: SpeediesUnit) -> bool:
    """A free slot is taken at once. If there is none, a hero retires or the promotion lapses."""
    slots = side.hero_slots
    there = heroes(game.table, side.id)
    if len(there) >= slots:
        retires = await game.choose(
            "retires",
            by=side.id,
            title=f"{does(unit.name, 'is')} promoted, and all {slots} hero slots are taken: who retires?",
            options=[Option("lapse", "Nobody: the promotion lapses"), *(Option(hero.id, hero.name) for hero in there)],
        )
        if retires == "lapse":
            tell(game, f"{unit.name}'s promotion lapses: no hero slot is free", unit=unit.id)
            return False
        hero = game.table.unit(retires)
        leaves(game, hero, "retired", f"makes room for {unit.name}")
    game.change(unit, "type", "hero", "promoted")
    return True

"""Starting a melee at the end of a move: who touches whom."""

from __future__ import annotations

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.rules.legion.melee.engaged import free_minis, touched
from companion.rules.legion.units import Game, LegionUnit

STARTING = (
    Step("M1", "The leader touches"),
    Step("M2", "The other minis are placed"),
    Step("M3", "The opponent's free minis"),
    Step("M4", "Cohesion"),
)


@procedure("Starting a melee", STARTING)
async def start_melee(game: Game, unit: LegionUnit, foe: LegionUnit) -> None:
    """The minis of a unit come into contact with one enemy unit, and its free minis come forward."""
    game.at("M1")
    leader = unit.leader
    held = await game.pick(
        "leader_contact",
        by=unit.side,
        at_least=1,
        title=f"Which minis of {foe.name} does the leader of {unit.name} touch?",
        options=[Option(m.id, game.table.mini_title(m.id)) for m in foe.living],
    )
    for target in held:
        game.connect(leader.id, target, f"{unit.name} moves into contact")
    others = [m for m in unit.living if m is not leader]
    if others:
        game.at("M2")
        for mini in others:
            if mini.alive:
                await _placed(game, mini.id, foe)
    else:
        game.skip("M2", "the leader is alone")
    await _come_forward(game, unit, foe)
    game.at("M4")
    await game.do("cohesion", by="table", title=f"Are all minis of {unit.name} and {foe.name} in cohesion?")


async def _come_forward(game: Game, unit: LegionUnit, foe: LegionUnit) -> None:
    """Step M3: minis of the unit that was met, if they touch no enemy. Only a unit with a melee weapon does it."""
    if not foe.armed:
        game.skip("M3", f"{foe.name} has no melee weapon")
        return
    free = free_minis(foe, touched(game.table))
    if not free:
        game.skip("M3", f"no mini of {foe.name} is free")
        return
    game.at("M3")
    for mini in free:
        if mini.alive:
            await _placed(game, mini.id, unit)


@procedure("Placing a mini")
async def _placed(game: Game, mini: str, foe: LegionUnit) -> None:
    owner = game.table.owner(mini)
    touching = await game.pick(
        "place_mini",
        by=owner.side,
        options=[Option(m.id, game.table.mini_title(m.id)) for m in foe.living],
        title=f"Whom does {game.table.mini_title(mini)} touch? (none: no room)",
    )
    for target in touching:
        game.connect(mini, target, f"{owner.name} comes into contact")

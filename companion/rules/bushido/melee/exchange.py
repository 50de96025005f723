"""The melee exchange from step 1 to step 15."""

from __future__ import annotations

from typing import Any

from companion.engine.procedure import Step, procedure
from companion.engine.state.contacts import in_contact
from companion.rules.bushido.ki.feats import expire
from companion.rules.bushido.ki.windows import still_touching
from companion.rules.bushido.melee.comparison import gate, strike
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.finish import finish
from companion.rules.bushido.melee.initiative import decide_initiative
from companion.rules.bushido.melee.opening import face, weapons
from companion.rules.bushido.melee.pools import fix_pools
from companion.rules.bushido.melee.rolling import roll_both
from companion.rules.bushido.melee.scores import work_out
from companion.rules.bushido.melee.split import allocate, reveal
from companion.rules.bushido.turn.ending import end_if_decided
from companion.rules.bushido.turn.order import give_turn
from companion.rules.bushido.units import Game

STEPS = (
    Step("1", "Turn to face"),
    Step("2", "Weapons"),
    Step("3a", "Initiative"),
    Step("3b", "Initiative feats"),
    Step("3c", "Initiative is fixed"),
    Step("4", "Pools"),
    Step("5", "Split in secret"),
    Step("6", "Reveal"),
    Step("7a", "Still touching?"),
    Step("7b", "Roll"),
    Step("8", "Results"),
    Step("9", "May specials trigger?"),
    Step("10", "Compare"),
    Step("11", "Feats"),
    Step("12", "Damage"),
    Step("13", "Change roles"),
    Step("14", "Counters"),
    Step("15", "Boosts end"),
)


@procedure("Melee exchange", STEPS)
async def exchange(game: Game, ex: Exchange) -> dict[str, Any]:
    """One exchange between two models in contact. Returns the outcome that the game's page describes."""
    await face(game, ex)
    await weapons(game, ex)
    await decide_initiative(game, ex)
    await fix_pools(game, ex)
    # A manual adjustment may part the two at any moment; only a feat is asked about, at 7a.
    if together(game, ex):
        await allocate(game, ex)
        await reveal(game, ex)
    game.at("7a")
    await still_touching(game, ex)
    if together(game, ex):
        await roll_both(game, ex)
        work_out(game, ex)
        gate(game, ex)
        reason = await strike(game, ex)
    else:
        reason = "broken_before_roll"
        for step in ("7b", "8", "9", "10", "11", "12", "13"):
            game.skip(step, "no longer in contact")
        game.note(f"{ex.first.name} and {ex.second.name} no longer touch: no dice are rolled")
    return await finish(game, ex, reason)


def together(game: Game, ex: Exchange) -> bool:
    """Whether the two still are enemies in play that touch."""
    one, two = ex.first.model, ex.second.model
    return one.alive and two.alive and game.table.enemies(one, two) and in_contact(game.table, one.id, two.id)


@procedure("Melee exchange between two models")
async def melee(game: Game, pair: str) -> dict[str, Any]:
    """One exchange of two models in contact, outside any activation: the first named is the activating one."""
    first, _, second = pair.partition("+")
    one, two = game.table.unit(first), game.table.unit(second)
    action = "granted" if one.exhausted else "melee"
    fighters = Fighter(one, one.arms[0]), Fighter(two, two.arms[0])
    outcome = await exchange(game, Exchange(*fighters, action, one.side, dict(game.table.contacts)))
    expire(game, one, "activation")
    expire(game, two, "activation")
    for model in game.table.units.values():
        game.change(model, "opa_used", (), "the exchange is over")
    if not end_if_decided(game) and game.table.phase == "main" and game.table.active is not None:
        give_turn(game, game.table.active)
    return outcome

"""Start of Turn: what is counted by the player turn starts anew, and suppressed units try to rally."""

from __future__ import annotations

from companion.engine.procedure import Step, procedure
from companion.rules.better_wargame.morale.leadership import Events
from companion.rules.better_wargame.morale.suppression import rally_all
from companion.rules.better_wargame.turn.phases import open_phase
from companion.rules.better_wargame.units import Game

STEPS = (Step("S1", "A new player turn"), Step("S2", "Suppressed units rally"))


@procedure("Start of turn", STEPS)
async def start_of_turn(game: Game) -> dict[str, Events]:
    """Resets what is counted by the player turn; suppressed units of the current player test. Outcome: `events`."""
    game.at("S1")
    for unit in game.table.units.values():
        game.forget_turn(unit, "a new player turn")
    events: Events = []
    shaken = any(u.suppressed for u in game.table.of_side(game.table.current))
    if game.enters("S2", shaken, "no unit of the current player is suppressed"):
        await rally_all(game, events)
    open_phase(game, "movement")
    return {"events": events}

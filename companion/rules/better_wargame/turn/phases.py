"""What leads from step to step, from phase to phase and from turn to turn, and which melee or firefight is next."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.wording import listed
from companion.rules.better_wargame.morale.leadership import Events
from companion.rules.better_wargame.morale.suppression import rally_all
from companion.rules.better_wargame.turn.ending import end_by_turns, end_if_decided
from companion.rules.better_wargame.units import OF_A_PHASE, Game, WargameTable


def open_phase(game: Game, phase: str) -> None:
    """A phase begins: what is counted by the phase starts at nothing."""
    table = game.table
    for unit in table.units.values():
        for name, value in OF_A_PHASE.items():
            game.change(unit, name, value, "counted anew each phase")
    game.change(table, "phase", phase, "the next phase")


def next_phase(game: Game, phase: str) -> None:
    """Goes on to `phase`, or ends the battle if a side has nobody left."""
    if not end_if_decided(game):
        open_phase(game, phase)


def end_turn(game: Game) -> None:
    """The other player's turn begins, or the battle ends: nobody left, or the last turn is over."""
    if end_if_decided(game):
        return
    table = game.table
    following = table.opponent
    if following == table.first_player:
        if table.round >= game.options["turns"]:
            end_by_turns(game)
            return
        game.change(table, "round", table.round + 1, "both players had their turn")
    game.change(table, "active", following, "the turn passes")
    open_phase(game, "start")


async def choose_group(game: Game, step: str, kind: str, pending: Sequence[list[str]]) -> list[str]:
    """Step P6 or F2: the current player picks which melee or firefight (`kind`) is next, by one of their units in it.

    Each group is the ids of its units. The step is skipped if only one is pending.
    """
    if not game.enters(step, len(pending) > 1, f"only one {kind} is pending"):
        return pending[0]
    options = [_option(game.table, group) for group in pending]
    picked = await game.choose(
        f"choose_{kind}", by=game.table.current, title=f"which {kind} is fought next?", options=options
    ).with_odds_ahead()
    return next(group for group in pending if picked in group)


def _option(table: WargameTable, group: Sequence[str]) -> Option[str]:
    """A group as an option: the current player's units against the others.

    Its value is the first unit of the current player; any other unit of it is understood as well.
    """
    mine = [of for of in group if table.unit(of).side == table.current]
    theirs = [of for of in group if of not in mine]
    label = f"{listed(map(table.title, mine))} against {listed(map(table.title, theirs))}"
    return Option(mine[0], label, also=(*mine[1:], *theirs))


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

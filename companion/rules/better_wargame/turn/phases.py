"""How a turn begins, what leads from step to step, from phase to phase and from turn to turn, and how a battle ends."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.wording import does, listed
from companion.rules.better_wargame.morale.leadership import Events
from companion.rules.better_wargame.morale.suppression import rally_all
from companion.rules.better_wargame.units import OF_A_PHASE, Game, WargameTable


def sides_left(table: WargameTable) -> list[str]:
    """The sides that have a unit in play, the current player's first."""
    return [side for side in (table.current, table.opponent) if table.of_side(side)]


def end_if_decided(game: Game) -> bool:
    """Ends the battle where one side, or both, have no unit in play; returns whether it did."""
    left = sides_left(game.table)
    if len(left) == 2:
        return False
    end(game, left[0] if left else None, "the other side has no unit left" if left else "no side has a unit left")
    return True


def strength(table: WargameTable, side: str) -> tuple[int, int]:
    """Models in play and models at the start of a side."""
    units = [u for u in table.units.values() if u.side == side]
    return sum(u.models for u in units if u.alive), sum(u.start_models for u in units)


def end_by_turns(game: Game) -> None:
    """Ends the battle after the last turn: the larger share of starting models wins, equal shares are a draw."""
    table = game.table
    (mine, my_start), (theirs, their_start) = strength(table, table.current), strength(table, table.opponent)
    lead = mine * their_start - theirs * my_start
    winner = None if lead == 0 else table.current if lead > 0 else table.opponent
    left = [f"{mine} of {my_start}", f"{theirs} of {their_start}"]
    shares = "the larger share" if winner is not None else "equal shares"
    end(game, winner, f"{shares} of models left, {' to '.join(left if lead >= 0 else left[::-1])} (table ruling)")


def end(game: Game, winner: str | None, why: str) -> None:
    """Ends the battle with this winner (None: a draw)."""
    game.end_game(winner, why)
    how = f"{does(game.table.title(winner), 'wins')}" if winner is not None else "a draw"
    game.note(f"The battle is over: {how}, {why}", beside="end")


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
        f"choose_{kind}", by=game.table.current, title=f"Which {kind} is fought next?", options=options
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

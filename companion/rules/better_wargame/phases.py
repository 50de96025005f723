"""From phase to phase and from turn to turn, and how a battle ends."""

from __future__ import annotations

from companion.engine.procedure import Context
from companion.rules.better_wargame.units import Battle


def enters(game: Context[Battle], step: str, concerned: bool, why: str) -> bool:
    """Begins a step, or passes it over and says why where it concerns nobody; returns whether it begins."""
    if concerned:
        game.at(step)
    else:
        game.skip(step, why)
    return concerned


def open_phase(game: Context[Battle], phase: str) -> None:
    """A phase begins: what is counted a phase starts at nothing."""
    table = game.table
    for unit in table.units.values():
        if unit.wounds:
            game.change(unit, "wounds", 0, "a new phase")
        if unit.casualties:
            game.change(unit, "casualties", 0, "a new phase")
        if unit.fell_back:
            game.remove_condition(unit, "fell_back", "a new phase")
    game.change(table, "phase", phase, "the next phase")


def next_phase(game: Context[Battle], phase: str) -> None:
    """Goes on to `phase`, or ends the battle where a side has nobody left."""
    if not ended(game):
        open_phase(game, phase)


def end_turn(game: Context[Battle]) -> None:
    """The other player's turn begins, or the battle ends: nobody left, or the last turn is over."""
    if ended(game):
        return
    table = game.table
    following = table.opponent
    if following == table.first_player:
        if table.round >= game.options["turns"]:
            _out_of_turns(game)
            return
        game.change(table, "round", table.round + 1, "both players had their turn")
    game.change(table, "active", following, "the turn passes")
    open_phase(game, "start")


def ended(game: Context[Battle]) -> bool:
    """Ends the battle where one side, or both, have no unit in play."""
    table = game.table
    left = [side for side in (table.current, table.opponent) if table.of_side(side)]
    if len(left) == 2:
        return False
    _end(game, left[0] if left else None, "the other side has no unit left" if left else "no side has a unit left")
    return True


def strength(table: Battle, side: str) -> tuple[int, int]:
    """Models in play and models at the start of a side."""
    units = [u for u in table.units.values() if u.side == side]
    return sum(u.models for u in units if u.alive), sum(u.start_models for u in units)


def _out_of_turns(game: Context[Battle]) -> None:
    table = game.table
    (mine, my_start), (theirs, their_start) = strength(table, table.current), strength(table, table.opponent)
    lead = mine * their_start - theirs * my_start
    winner = None if lead == 0 else table.current if lead > 0 else table.opponent
    why = (
        f"last turn: {table.title(table.current)} kept {mine} of {my_start} models, "
        f"{table.title(table.opponent)} {theirs} of {their_start} (ruling: the larger share wins)"
    )
    _end(game, winner, why)


def _end(game: Context[Battle], winner: str | None, why: str) -> None:
    game.change(game.table, "over_winner", winner, why)
    game.change(game.table, "over_why", why, why)
    game.change(game.table, "phase", "over", why)
    game.note(f"The battle is over: {game.table.title(winner) + ' wins' if winner else 'a draw'}, {why}")

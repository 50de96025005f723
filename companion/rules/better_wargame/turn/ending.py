"""How a battle ends: a side has nobody left, or the last turn is over. All of it is a table ruling."""

from __future__ import annotations

from companion.engine.wording import does
from companion.rules.better_wargame.units import Game, WargameTable


def end_if_decided(game: Game) -> bool:
    """Ends the battle where one side, or both, have no unit in play; returns whether it did."""
    left = game.table.sides_in_play()
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

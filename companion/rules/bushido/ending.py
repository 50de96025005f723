"""How a game ends (scenarios decide more; the app knows who is left)."""

from __future__ import annotations

from companion.rules.bushido.context import Play


def end(game: Play, winner: str | None, why: str) -> None:
    """The game is over."""
    game.change(game.table, "over_winner", winner, why)
    game.change(game.table, "over_why", why, why)
    game.change(game.table, "phase", "over", why)
    name = game.table.title(winner) if winner is not None else "nobody"
    game.note(f"The game is over, {name} wins: {why}", winner=winner or "", why=why)


def close(game: Play) -> bool:
    """Ends the game where one side has nobody left; says whether it is over."""
    if game.table.over is not None:
        return True
    left = [side for side in game.table.sides if game.table.of_side(side)]
    if len(left) > 1:
        return False
    end(game, left[0] if left else None, "the last models standing" if left else "nobody is left")
    return True

"""How a game ends (scenarios decide more; the app knows who is left)."""

from __future__ import annotations

from companion.engine.requests import Option
from companion.engine.wording import does
from companion.rules.bushido.units import Game


def end(game: Game, winner: str | None, why: str) -> None:
    """The game is over."""
    game.end_game(winner, why)
    how = f"{does(game.table.title(winner), 'wins')}" if winner is not None else "a draw"
    game.note(f"The game is over, {how}: {why}", beside="end", winner=winner or "", why=why)


def end_if_decided(game: Game) -> bool:
    """Ends the game where one side has nobody left; returns whether it is over."""
    if game.table.over is not None:
        return True
    left = game.table.sides_in_play()
    if len(left) > 1:
        return False
    end(game, left[0] if left else None, "the last models standing" if left else "nobody is left")
    return True


async def end_by_choice(game: Game, why: str) -> None:
    """The game is over though both sides stand: the players say who won by their scenario."""
    winner = await game.choose(
        "winner",
        by="table",
        title=f"the game is over ({why}): who won?",
        options=[*(Option(s.id, s.name) for s in game.table.sides.values()), Option("pass", "a draw")],
    )
    end(game, None if winner == "pass" else winner, why)

"""How a game ends: after the last round, or when a side has nothing left."""

from __future__ import annotations

from companion.engine.requests import Option
from companion.engine.wording import does
from companion.rules.legion.units import Game


def end_if_decided(game: Game) -> bool:
    """Ends the game where at most one side has a unit left. Returns whether it is over."""
    table = game.table
    if table.over is None:
        left = table.sides_in_play()
        if len(left) <= 1:
            why = "the other side has no unit left" if left else "no unit is left on either side"
            end(game, left[0] if left else None, why)
    return table.over is not None


def end(game: Game, winner: str | None, why: str) -> None:
    """Ends the game with this winner (None: a draw)."""
    game.end_game(winner, why, idle=True)
    game.note(
        f"{does(game.table.title(winner), 'wins')}: {why}" if winner else f"A draw: {why}", beside="end", winner=winner
    )


async def end_by_choice(game: Game) -> None:
    """The players count victory points as their mission says; the app only asks who won."""
    table = game.table
    won = await game.choose(
        "winner",
        by="table",
        title="the last round is over: who has won by victory points?",
        options=[*(Option(s, table.title(s)) for s in table.sides), Option("draw", "a draw")],
    )
    end(game, None if won == "draw" else won, f"victory points after round {table.round}")

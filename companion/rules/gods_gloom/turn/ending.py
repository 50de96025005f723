"""How a game ends: only one player has a unit left, or the last round is over (EOR)."""

from __future__ import annotations

from companion.engine.requests import Option
from companion.engine.wording import does
from companion.rules.gods_gloom.units import Game


def end(game: Game, winner: str | None, why: str) -> None:
    """Ends the game with this winner (None: a draw)."""
    game.end_game(winner, why)
    game.note(f"{does(game.table.title(winner), 'wins')}: {why}" if winner else f"A draw: {why}", beside="end")
    game.change(game.table, "active", None, why)


def end_if_decided(game: Game) -> bool:
    """Ends the game when only one player, or none, has a unit left. Returns whether it is over."""
    left = game.table.sides_in_play()
    if game.table.over is None and len(left) < 2:
        end(game, left[0] if left else None, "all enemies are destroyed" if left else "nobody is left")
    return game.table.over is not None


async def end_by_choice(game: Game) -> None:
    """The last round is over: the players name the winner by their scenario, or units left decide."""
    table = game.table
    left = {s: len(table.of_side(s)) for s in table.sides}
    score = ", ".join(f"{table.side(s).name} {n}" for s, n in left.items())
    answer = await game.choose(
        "winner",
        by="table",
        title="the last round is over. Who has won?",
        options=[
            Option("pass", "By units left", does=score),
            *(Option(s.id, s.name) for s in table.sides.values()),
            Option("draw", "A draw"),
        ],
    )
    if answer == "pass":
        most = [s for s in left if left[s] == max(left.values())]
        end(game, most[0] if len(most) == 1 else None, f"most units left after the last round: {score}")
    else:
        end(game, None if answer == "draw" else str(answer), "the players decided after the last round")

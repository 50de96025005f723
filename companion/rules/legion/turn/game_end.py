"""When an activation is over, and when the game is: after the last round, or when a side has nothing left."""

from __future__ import annotations

from companion.rules.legion.units import Game


def check_over(game: Game) -> bool:
    """Ends the game where at most one side has a unit left. Returns whether it is over."""
    table = game.table
    if table.over is None:
        standing = [s for s in table.sides if table.of_side(s)]
        if len(standing) <= 1:
            why = "the other side has no unit left" if standing else "no unit is left on either side"
            finish(game, standing[0] if standing else None, why)
    return table.over is not None


def finish(game: Game, winner: str | None, why: str) -> None:
    """Ends the game with this winner (None: a draw)."""
    game.change(game.table, "over_winner", winner, why)
    game.change(game.table, "over_why", why, why)
    game.change(game.table, "active", None, why)
    game.change(game.table, "phase", "over", why)
    game.note(f"{game.table.title(winner)} wins: {why}" if winner else f"A draw: {why}", winner=winner)


def clear_activation(game: Game) -> None:
    """What belongs to one activation goes with it; who activated last is kept for the round.

    An activation that the players left half-way is cleared when the next thing of the round begins.
    """
    for field in (
        "active_player",
        "acting",
        "left_this_activation",
        "actions_done",
        "actions_left",
        "attack_action_used",
        "free_actions",
        "withdrew",
    ):
        game.change(game.table, field, game.table.fresh(field), "activation over")

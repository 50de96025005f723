"""Whose activation it is (ACT), and how a game ends: one player is left, or the last round is over (EOR)."""

from __future__ import annotations

from companion.engine.requests import Option
from companion.engine.wording import does
from companion.rules.gods_gloom.tokens import can_pay_morale
from companion.rules.gods_gloom.units import Game, GloomTable, GloomUnit


def waiting(table: GloomTable, side: str) -> list[GloomUnit]:
    """The living units of a player that were not activated this round."""
    return [u for u in table.of_side(side) if not u.activated]


def cannot_activate(table: GloomTable, unit: GloomUnit) -> str:
    """Why this unit may not be activated now, in words; empty if it may."""
    if unit.destroyed:
        return "destroyed"
    if unit.side not in table.sides:
        return "without a player"
    if not table.side(unit.side).activations_left:
        return "its player has no activation left"
    if unit.activated and waiting(table, unit.side):
        return "already activated, and others have not been"
    if unit.activated and not can_pay_morale(unit):
        return "already activated, and it cannot pay morale for another time"
    return ""


def can_act(table: GloomTable, side: str) -> bool:
    """Whether a player has anything left to activate this round."""
    return any(not cannot_activate(table, u) for u in table.of_side(side))


def whose_turn(table: GloomTable) -> str | None:
    """The player whose activation it is: the one on turn, or the other if that one has nothing to do."""
    sides = list(table.sides)
    first = sides.index(table.active) if table.active in sides else 0
    return next((s for s in sides[first:] + sides[:first] if can_act(table, s)), None)


def next_player(table: GloomTable, side: str) -> str | None:
    """Who comes after this player: the other, or the same again if the other has nothing to do."""
    sides = list(table.sides)
    after = sides.index(side) + 1
    return next((s for s in sides[after:] + sides[:after] if can_act(table, s)), None)


def sides_left(table: GloomTable) -> list[str]:
    """The players that still have a unit."""
    return [s for s in table.sides if table.of_side(s)]


def end(game: Game, winner: str | None, why: str) -> None:
    """Ends the game with this winner (None: a draw)."""
    game.end_game(winner, why)
    game.note(f"{does(game.table.title(winner), 'wins')}: {why}" if winner else f"A draw: {why}", beside="end")
    game.change(game.table, "active", None, why)


def end_if_decided(game: Game) -> bool:
    """Ends the game when only one player, or none, has a unit left. Returns whether it is over."""
    left = sides_left(game.table)
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
        title="The last round is over. Who has won?",
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

"""Whose turn it is: alternation, face-up orders, the order pool; and how a game ends."""

from __future__ import annotations

from companion.engine.requests import Option
from companion.engine.wording import does
from companion.rules.legion.units import Game, LegionTable, LegionUnit, blue


def waiting(table: LegionTable, side: str) -> list[LegionUnit]:
    """The living units of a side that were not activated this round, in listing order."""
    return [u for u in table.of_side(side) if not u.activated]


def order_pool(table: LegionTable, side: str) -> list[LegionUnit]:
    """The units of a side whose tokens are in its order pool: those that wait without a face-up order."""
    return [u for u in waiting(table, side) if u.order != "faceup"]


def whose_turn(table: LegionTable) -> str | None:
    """The side that activates now: the one whose move it is, or the other if that one has no unit left."""
    side = table.active or table.priority or blue(table)
    return side if waiting(table, side) else next_player(table, side)


def next_player(table: LegionTable, after: str) -> str | None:
    """Who activates next: the other side if it has a unit left, else the same side, else nobody."""
    for side in (table.other_side(after), after):
        if waiting(table, side):
            return side
    return None


def activation_order(table: LegionTable) -> list[str]:
    """The sides in the order of the activations still to come: they alternate while both have units left."""
    left = {side: len(waiting(table, side)) for side in table.sides}
    side = whose_turn(table)
    order: list[str] = []
    for _ in range(sum(left.values())):
        if side is None:
            break
        order.append(side)
        left[side] -= 1
        other = table.other_side(side)
        side = other if left[other] else side if left[side] else None
    return order


def end_if_decided(game: Game) -> bool:
    """Ends the game where at most one side has a unit left. Returns whether it is over."""
    table = game.table
    if table.over is None:
        left = [s for s in table.sides if table.of_side(s)]
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
        title="The last round is over: who has won by victory points?",
        options=[*(Option(s, table.title(s)) for s in table.sides), Option("draw", "a draw")],
    )
    end(game, None if won == "draw" else won, f"victory points after round {table.round}")

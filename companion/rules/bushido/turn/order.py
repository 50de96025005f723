"""Whose turn it is to activate."""

from __future__ import annotations

from companion.engine.wording import does
from companion.rules.bushido.powers import powers
from companion.rules.bushido.units import BushidoTable, BushidoUnit, Game


def waiting(table: BushidoTable, side: str) -> list[BushidoUnit]:
    """The models of a side that have counters left."""
    return [u for u in table.of_side(side) if u.activation_counters]


def whose_turn(table: BushidoTable) -> str | None:
    """Whose turn it is to activate: the Active Player, or the other when nobody is left; None when nobody can."""
    first = [table.active] if table.active is not None else []
    return next((side for side in (*first, *table.sides) if waiting(table, side)), None)


def impetuous_first(table: BushidoTable) -> dict[str, str]:
    """Why friends of an Impetuous model wait for it, by side, unless they are Impetuous too."""
    waits: dict[str, str] = {}
    for side in table.sides:
        for friend in waiting(table, side):
            for power in powers(friend).all("acts_first"):
                waits.setdefault(side, f"{does(friend.name, 'is')} {power.source} and goes first")
    return waits


def give_turn(game: Game, side: str) -> None:
    """Gives the turn to this player, or the other one if nobody of this side is left to activate."""
    table = game.table
    other = table.other_side(side)
    if not waiting(table, side) and waiting(table, other):
        game.note(
            f"{table.title(side)} can activate nobody: {does(table.title(other), 'carries')} on alone", side=other
        )
        side = other
    game.change(table, "active", side, "the next to activate")

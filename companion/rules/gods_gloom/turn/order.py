"""Whose activation it is (ACT): pure functions of the table."""

from __future__ import annotations

from companion.rules.gods_gloom.tokens import can_pay_morale
from companion.rules.gods_gloom.units import GloomTable, GloomUnit


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

"""Whose turn it is: alternation, face-up orders, the order pool. Pure functions of the table."""

from __future__ import annotations

from companion.rules.legion.units import LegionTable, LegionUnit, blue


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

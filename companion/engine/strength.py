"""How much of each side is left, in units: one as it began counts 1, one with half its health or minis one half."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.past import Past
from companion.engine.state.table import Table
from companion.engine.state.vitality import left_of


def strengths(past: Past, steps: int) -> Mapping[str, list[float]]:
    """The strength of each side at so many places (two at least), spread evenly from the beginning to now.

    The past is at the same place afterwards.
    """
    here = past.place
    past.go(0)
    began = beginnings(past.table)
    found: dict[str, list[float]] = {side: [] for side in past.table.sides}
    for step in range(steps):
        past.go(round(past.now * step / (steps - 1)))
        for side, left in strength(past.table, began).items():
            found[side].append(left)
    past.go(here)
    return found


def beginnings(table: Table[Any, Any]) -> dict[str, int]:
    """What each unit has to lose on this table: health, of all its minis where it has some, or those alone."""
    return {unit.id: left_of(unit) for unit in table.units.values()}


def strength(table: Table[Any, Any], began: Mapping[str, int]) -> dict[str, float]:
    """The strength of each side now. `began` has what the units had at first; one that joined later counts whole."""
    found = dict.fromkeys(table.sides, 0.0)
    for unit in table.units.values():
        if unit.alive:
            most = began.get(unit.id, 0)
            found[unit.side] += min(1.0, left_of(unit) / most) if most > 0 else 1.0
    return found

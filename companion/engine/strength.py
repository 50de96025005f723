"""How much of each side is left, in units: one as it began counts 1, one with half its health or minis one half."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.past import Past
from companion.engine.state.table import Table, Unit


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
    """What each unit has to lose on this table: minis, or health."""
    return {unit.id: _left(unit) for unit in table.units.values()}


def strength(table: Table[Any, Any], began: Mapping[str, int]) -> dict[str, float]:
    """The strength of each side now. `began` has what the units had at first; one that joined later counts whole."""
    found = dict.fromkeys(table.sides, 0.0)
    for unit in table.units.values():
        if unit.alive:
            most = began.get(unit.id, 0)
            found[unit.side] += min(1.0, _left(unit) / most) if most > 0 else 1.0
    return found


def _left(unit: Unit) -> int:
    """Its minis that stand, where it has several; else what its vital tracker leaves it, at least 1 while it stands."""
    if len(unit.miniatures) > 1:
        return sum(model.alive for model in unit.miniatures)
    for spec in unit.specs().values():
        value = getattr(unit, spec.name)
        if spec.vital and isinstance(value, int):
            most = spec.bounds(unit)[1]
            return max(1, most - value if spec.counts_losses and most is not None else value)
    return 1

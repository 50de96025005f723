"""How strong each side was through a game: what its units could still take, as reports count it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.past import Past
from companion.engine.state.health import left_in_play
from companion.engine.state.table import AnyTable


def strengths(past: Past, steps: int) -> Mapping[str, list[int]]:
    """The strength of each side at `steps` places (two at least), spread evenly from the beginning to now.

    The past is at the same place afterwards.
    """
    here = past.place
    found: dict[str, list[int]] = {side: [] for side in past.table.sides}
    for step in range(steps):
        past.go(round(past.now * step / (steps - 1)))
        for side, left in strength(past.table).items():
            found[side].append(left)
    past.go(here)
    return found


def strength(table: AnyTable) -> dict[str, int]:
    """The strength of each side now: what the units that stand can still take (`health.measure` says of what)."""
    found = dict.fromkeys(table.sides, 0)
    for unit in table.units.values():
        found[unit.side] += left_in_play(unit)
    return found

"""What a unit has left to lose."""

from __future__ import annotations

from companion.engine.state.table import Entity, Unit


def left_of(unit: Unit) -> int:
    """What the vital trackers leave it, or its living minis, at least 1; of those that have none how many stand."""
    holders: list[Entity] = [model for model in unit.miniatures if model.alive] if unit.miniatures else [unit]
    return max(1, sum(_vital(holder) for holder in holders))


def _vital(holder: Entity) -> int:
    for spec in holder.specs().values():
        value = getattr(holder, spec.name)
        if spec.vital and isinstance(value, int):
            most = spec.bounds(holder)[1]
            return most - value if spec.counts_losses and most is not None else value
    return 1

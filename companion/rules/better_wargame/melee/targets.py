"""P2 and P3 by measured distances: in which order models move, and where each one goes. Pure functions.

Models are called by their unit and their number in it: `a.3` is the third model of unit `a`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from companion.rules.better_wargame.engagement import all_engaged
from companion.rules.better_wargame.units import WargameTable, WargameUnit

Distances = Mapping[str, Mapping[str, int]]
"""For each moving model, in listing order: tenths of an inch to each enemy model, in listing order."""


class Move(NamedTuple):
    """One model's move: into contact with `enemy`, in support of an engaged friend, or an advance."""

    model: str
    kind: Literal["contact", "support", "advance"]
    enemy: str = ""


def models_of(unit: WargameUnit) -> list[str]:
    """The names of a unit's models."""
    return [f"{unit.id}.{n + 1}" for n in range(unit.models)]


def unit_of(model: str) -> str:
    """The id of the unit of a model."""
    return model.rpartition(".")[0]


def number_of(model: str) -> str:
    """The number of a model in its unit."""
    return model.rpartition(".")[2]


def engaged_models(table: WargameTable) -> list[str]:
    """The models that were engaged before anybody moved: by convention the first ones of each unit."""
    return [m for u in all_engaged(table) for m in models_of(u)[: u.in_contact]]


def moves(distances: Distances, engaged: Iterable[str], reach: int, *, advance: bool) -> list[Move]:
    """The moves in order: nearest model first, each to the nearest enemy in `reach` that nobody has engaged yet.

    `engaged` are enemy models that are engaged before the first move. A model with enemies in reach that are all
    engaged supports; one with none in reach advances, or stays out of the list if there is no `advance` (P3).
    Distances are those measured at the start; ties go by listing order.
    """
    taken = list(engaged)
    made = []
    for model in sorted(distances, key=lambda m: min(distances[m].values(), default=reach + 1)):
        near = [enemy for enemy, tenths in distances[model].items() if tenths <= reach]
        free = [enemy for enemy in near if enemy not in taken]
        if free:
            enemy = min(free, key=lambda e: distances[model][e])
            taken.append(enemy)
            made.append(Move(model, "contact", enemy))
        elif near:
            made.append(Move(model, "support"))
        elif advance:
            made.append(Move(model, "advance"))
    return made

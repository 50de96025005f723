"""P2 and P3 by measured distances: in which order models move, and where each one goes. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

Distances = Mapping[str, Mapping[str, int]]
"""For each moving model, in listing order: tenths of an inch to each enemy model, in listing order."""


class Move(NamedTuple):
    """One model's move: into contact with `enemy`, in support of an engaged friend, or an advance."""

    model: str
    kind: Literal["contact", "support", "advance"]
    enemy: str = ""


def moves(distances: Distances, engaged: Iterable[str], reach: int, *, advance: bool) -> list[Move]:
    """The moves in order: nearest model first, each to the nearest enemy in `reach` that nobody has engaged yet.

    `engaged` are enemy models that are engaged before the first move. A model with enemies in reach that are all
    engaged supports; one with none in reach advances, or stays out of the list where there is no `advance` (P3).
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

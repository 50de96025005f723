"""What is drawn where nobody counts it all: from a seed, and how far off the average of the draws may be."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import TypeVar

K = TypeVar("K", bound=Hashable)

LOTS = 10
"""How many lots are drawn, of as many draws each: how far apart they are says how far off their average may be."""

OFF = 2.262 / sqrt(LOTS)
"""By how many standard deviations of the lots 95 of 100 averages are off at most (Student's t)."""


def seeded(number: int = 0) -> Random:
    """Where draws come from: the same position gives the same odds."""
    return Random(number)


def averaged(lots: Sequence[Mapping[K, float]]) -> tuple[dict[K, float], float]:
    """What each number is on average over the `LOTS` lots (0 where a lot has none), and how far off 95 of 100 such
    averages are at most."""
    each = {what: [lot.get(what, 0.0) for lot in lots] for what in dict.fromkeys(what for lot in lots for what in lot)}
    error = max((OFF * stdev(numbers) for numbers in each.values()), default=0.0)
    return {what: fmean(numbers) for what, numbers in each.items()}, error

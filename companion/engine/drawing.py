"""The app picks for a player: one answer of a mix, drawn with its own dice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from random import Random

from companion.engine.errors import InvalidInput
from companion.engine.inputs import Share
from companion.engine.requests import Request
from companion.engine.requests.base import below
from companion.engine.seed import ProcedurePlace, Seed

FINEST = 1 << 32
"""Shares finer than one of this many are rounded."""


def shares(request: Request[object], mix: Sequence[tuple[object, Fraction]]) -> tuple[Share, ...]:
    """The answers of a mix, checked, with whole numbers for their chances. Raises InvalidInput if there is none."""
    if not mix:
        raise InvalidInput("there is nothing to draw from")
    whole = lcm(*(p.denominator for _, p in mix))
    if whole > FINEST:
        whole = FINEST
    weights = [int(p * whole) for _, p in mix]
    weights[weights.index(max(weights))] += whole - sum(weights)
    return tuple(Share(request.check(value), weight) for (value, _), weight in zip(mix, weights, strict=True))


def place_of(mix: Sequence[Share], seed: Seed | None, rng: Random, where: ProcedurePlace, key: str) -> int:
    """Which of these answers is drawn at the request `key` of the procedure `where`: by the seed, if there is one."""
    weights = [share.weight for share in mix]
    if seed is not None:
        return seed.place(where, key, weights)
    at = below(rng, sum(weights))
    return next(place for place, upto in enumerate(accumulate(weights)) if at < upto)

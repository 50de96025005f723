"""How many models die: hits are dealt in turn, and a model dies once however many saves it fails.

A polynomial in the number of the dead stands in one large integer, a slot a coefficient, so that a product of
polynomials is one product of integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, pairwise, product
from math import prod
from typing import NamedTuple

from companion.odds.chances import Chances

MOST_WAYS = 8_000
"""Numbers of hits that are tried together; where attackers of more kinds strike one unit, rare ones are left out."""


class Hits(NamedTuple):
    """The hits of one attacker, and the chance that one of them fells a model."""

    number: Chances[int]
    kills: Fraction


class Deaths(NamedTuple):
    """The chances of so many dead. `left_out` is the chance of what was not looked at, 0 where they are exact."""

    number: Chances[int]
    left_out: Fraction = Fraction(0)


NOBODY = Deaths(Chances.certain(0))


def dealt_in_turn(hits: Iterable[Hits], models: int) -> Deaths:
    """Hits that are still to be dealt: to one model after the other, attacker after attacker."""
    streams = _merged(hits)
    if not models or not streams:
        return NOBODY
    parts = ((tuple(s.number), s.number.total, s.kills.numerator, s.kills.denominator) for s in streams)
    return _in_turn(tuple(parts), models)


@lru_cache(maxsize=512)
def _in_turn(parts: tuple[tuple[tuple[tuple[int, int], ...], int, int, int], ...], models: int) -> Deaths:
    """The same of attackers as plain numbers: the weights of their hits, the total of these, and what one hit fells."""
    streams = [Hits(Chances(dict(weights), total), Fraction(*kills)) for weights, total, *kills in parts]
    if len(streams) == 1:
        return _of_one_kind(streams[0], models)
    numbers = [list(stream.number) for stream in streams]
    kept = _likeliest(numbers)
    sides = [(s.kills.denominator - s.kills.numerator, s.kills.denominator) for s in streams]
    most = [max(number for number, _ in part) for part in kept]
    total = prod(s.number.total * full**n for s, (_, full), n in zip(streams, sides, most, strict=True))
    slot = total.bit_length() + 1
    scale = [[full ** (n - number) for number in range(n + 1)] for (_, full), n in zip(sides, most, strict=True)]
    factors: dict[tuple[tuple[int, ...], int], int] = {}

    def factor(had: tuple[int, ...], of: int) -> int:
        found = factors.get((had, of))
        if found is None:
            alive = prod(live**n for (live, _), n in zip(sides, had, strict=True))
            full = prod(full**n for (_, full), n in zip(sides, had, strict=True))
            found = factors[had, of] = (alive + ((full - alive) << slot)) ** of
        return found

    packed = 0
    seen = 0
    for way in product(*kept):
        weight = prod(each for _, each in way)
        seen += weight
        for place, (number, _) in enumerate(way):
            weight *= scale[place][number]
        for had, of in _shares([number for number, _ in way], models):
            weight *= factor(had, of)
        packed += weight
    left_out = 1 - Fraction(seen, prod(s.number.total for s in streams))
    return Deaths(_unpacked(packed, slot, models), left_out)


def _of_one_kind(hits: Hits, models: int) -> Deaths:
    """All hits are worth the same: each model takes so many, and the first few of them one more."""
    alive, full = hits.kills.denominator - hits.kills.numerator, hits.kills.denominator
    most = max(hits.number.weights)
    slot = (hits.number.total * full**most).bit_length() + 1
    weights = [hits.number.weights.get(number, 0) * full ** (most - number) for number in range(most + 1)]
    packed = 0
    for each in range(most // models + 1):
        # One model that takes so many hits, or one more: what it is worth if it stays, and in the next slot if it dies.
        one, more = (alive**n + ((full**n - alive**n) << slot) for n in (each, each + 1))
        mores, ones = _Powers(more), _Powers(one)
        share = weights[each * models : (each + 1) * models]
        packed += _spread(share, mores, ones) * ones[models + 1 - len(share)]
    return Deaths(_unpacked(packed, slot, models))


class _Powers(dict[int, int]):
    """The powers of a number, worked out when they are first looked up."""

    def __init__(self, base: int) -> None:
        super().__init__()
        self._base = base

    def __missing__(self, exponent: int) -> int:
        found: int = self._base**exponent
        self[exponent] = found
        return found


def _spread(weights: Sequence[int], mores: _Powers, ones: _Powers) -> int:
    """The sum of weights[r] · more^r · one^(len(weights) - 1 - r), by halves: factors of like size multiply fastest."""
    if len(weights) == 1:
        return weights[0]
    half = len(weights) // 2
    first, second = _spread(weights[:half], mores, ones), _spread(weights[half:], mores, ones)
    return first * ones[len(weights) - half] + mores[half] * second


def each_alone(survives: Iterable[Fraction]) -> Deaths:
    """Models that each survive with a chance of their own."""
    chances = list(survives)
    slot = prod(p.denominator for p in chances).bit_length() + 1
    packed = prod(p.numerator + ((p.denominator - p.numerator) << slot) for p in chances)
    return Deaths(_unpacked(packed, slot, len(chances)))


def _merged(hits: Iterable[Hits]) -> list[Hits]:
    """Attackers in order; neighbours whose hits are worth the same are as one."""
    dangerous = [part for part in hits if part.number.weights != {0: part.number.total}]
    found = []
    for kills, parts in groupby(dangerous, key=lambda part: part.kills):
        numbers = [part.number for part in parts]
        first = numbers[0]
        for number in numbers[1:]:
            first = first.with_(number, lambda one, two: one + two)
        found.append(Hits(first, kills))
    return found


def _likeliest(numbers: Sequence[list[tuple[int, int]]]) -> list[list[tuple[int, int]]]:
    """The numbers of hits to look at: all of them where that is not too much, else the likeliest of each attacker."""
    kept = [list(part) for part in numbers]
    while prod(map(len, kept)) > MOST_WAYS:
        longest = max(kept, key=len)
        longest.remove(min(longest, key=lambda pair: pair[1]))
    return kept


def _shares(numbers: Sequence[int], models: int) -> list[tuple[tuple[int, ...], int]]:
    """Hits dealt in turn, as (hits of each attacker, how many models take just these)."""
    ends = [0]
    for number in numbers:
        ends.append(ends[-1] + number)
    cuts = sorted({0, models, *(end % models for end in ends)})
    found = []
    for start, end in pairwise(cuts):
        reached = [(upto - start + models - 1) // models for upto in ends]
        found.append((tuple(b - a for a, b in pairwise(reached)), end - start))
    return found


def _unpacked(packed: int, slot: int, models: int) -> Chances[int]:
    mask = (1 << slot) - 1
    found = {}
    for number in range(models + 1):
        weight = (packed >> (slot * number)) & mask
        if weight:
            found[number] = weight
    return Chances(found)

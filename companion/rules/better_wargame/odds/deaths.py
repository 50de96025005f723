"""How many dice succeed, extra dice included (Dice Conventions), and how many models die of them: hits are dealt in
turn, and a model dies once however many saves it fails.

A polynomial in the number of the dead stands in one large integer, a slot a coefficient, so that a product of
polynomials is one product of integers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, pairwise, product
from math import prod
from typing import NamedTuple

from companion.engine.dice import D6
from companion.odds.chances import Chances, added, summed
from companion.rules.better_wargame.attack.throws import rolled_again, successes

MOST_WAYS = 8_000
"""Numbers of hits that are tried together; where attackers of more kinds strike one unit, rare ones are left out."""

WIDTH = 256
"""The bits of a slot come in steps of so many."""

Numbers = tuple[int, ...]
"""A number for each kind of attacker."""


Dice = Sequence[tuple[Fraction, int]]
"""So many dice that each succeed with this chance."""

FACES = tuple(face for face in D6.faces if isinstance(face, int))


@lru_cache(maxsize=64)
def succeeds(target: int, *, again: bool = False) -> Fraction:
    """The chance that a die succeeds; `again`: that of the second throw of a die that is rolled again."""
    first = [face for face in FACES if again and rolled_again(target, face)] or FACES
    won = [successes(target, (face,), (second,))[0] for face in first for second in FACES]
    return Fraction(sum(won), len(won))


def many(dice: Dice) -> Chances[int]:
    """How many of these dice succeed."""
    numbers = Counter[Fraction]()
    for p, count in dice:
        numbers[p] += count
    return added(summed(count, one_of(p)) for p, count in numbers.items())


def one_of(p: Fraction) -> Chances[int]:
    """A die that succeeds with this chance."""
    return Chances({won: ways for won, ways in enumerate((p.denominator - p.numerator, p.numerator)) if ways})


class Hits(NamedTuple):
    """The dice of one attacker by their chance to hit, and the chance that a hit of it fells a model."""

    dice: Dice
    kills: Fraction


class Deaths(NamedTuple):
    """The chances of so many dead. `left_out` is the chance of what was not looked at, 0 where they are exact."""

    number: Chances[int]
    left_out: Fraction = Fraction(0)


def _attackers(hits: tuple[Hits, ...]) -> list[tuple[Fraction, Chances[int]]]:
    """The chance that a hit fells a model, and how many hits there are: neighbours whose hits are worth the same are
    as one."""
    each = [
        (kills, many([one for of in same for one in of.dice])) for kills, same in groupby(hits, lambda of: of.kills)
    ]
    return [(kills, number) for kills, number in each if any(number.weights)]


@lru_cache(maxsize=2048)
def mean_dealt(hits: tuple[Hits, ...], models: int) -> Fraction:
    """How many models die on average of hits that are still to be dealt."""
    # What hits so far have in common is on which model the next one falls: each model in turn stands first.
    lives, total = [1] * models, 1
    for kills, number in reversed(_attackers(hits)):
        top = max(number.weights) // max(1, models) + 1
        alive, whole = kills.denominator - kills.numerator, kills.denominator
        taken = [alive**count * whole ** (top - count) for count in range(top + 1)]
        lives = [
            sum(
                ways * taken[(at + more - 1) // models - (at - 1) // models] * lives[(at + more) % models]
                for more, ways in number
            )
            for at in range(models)
        ]
        total *= number.total * taken[0]
    return models - Fraction(sum(lives), total)


@lru_cache(maxsize=512)
def dealt_in_turn(hits: tuple[Hits, ...], models: int) -> Deaths:
    """Hits that are still to be dealt: to one model after the other, attacker after attacker."""
    known = _attackers(hits)
    if not models or not known:
        return Deaths(Chances.certain(0))
    kept = _likeliest([list(number) for _, number in known])
    most = [max(number for number, _ in part) for part in kept]
    lives, alls = zip(*((kills.denominator - kills.numerator, kills.denominator) for kills, _ in known), strict=True)
    ways = prod(number.total for _, number in known)
    # As wide as others need it too, of which there are many that differ in a few dice: they share what follows.
    slot = ((ways * prod(map(pow, alls, most))).bit_length() // WIDTH + 1) * WIDTH
    seen = prod(sum(each for _, each in part) for part in kept)
    weighed = [
        [(number, each * whole ** (top - number)) for number, each in part]
        for part, whole, top in zip(kept, alls, most, strict=True)
    ]
    packed = 0
    for way in product(*weighed):
        numbers, weights = zip(*way, strict=True)
        found = prod(weights)
        for had, of in _shares(numbers, models):
            alive, whole = prod(map(pow, lives, had)), prod(map(pow, alls, had))
            found *= _fallen(alive, whole - alive, of, slot)
        packed += found
    dead = {number: packed >> slot * number & (1 << slot) - 1 for number in range(models + 1)}
    return Deaths(Chances({number: weight for number, weight in dead.items() if weight}), 1 - Fraction(seen, ways))


@lru_cache(maxsize=1 << 12)
def _fallen(alive: int, dead: int, models: int, slot: int) -> int:
    made: int = (alive + (dead << slot)) ** models
    return made


def _likeliest(numbers: list[list[tuple[int, int]]]) -> list[list[tuple[int, int]]]:
    """The numbers of hits to look at: all of them where that is not too much, else the likeliest of each attacker."""
    while prod(map(len, numbers)) > MOST_WAYS:
        longest = max(numbers, key=len)
        longest.remove(min(longest, key=lambda pair: pair[1]))
    return numbers


@lru_cache(maxsize=1 << 13)
def _shares(numbers: Numbers, models: int) -> Sequence[tuple[Numbers, int]]:
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

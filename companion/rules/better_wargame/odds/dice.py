"""What one die is worth against a number, its extra die included (Dice Conventions)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from companion.engine.dice import D6
from companion.odds.chances import Chances, summed
from companion.rules.better_wargame.attack.numbers import Options
from companion.rules.better_wargame.attack.rules import may_save
from companion.rules.better_wargame.attack.throws import rolled_again, successes
from companion.rules.better_wargame.morale.passing import passes

FACES = tuple(face for face in D6.faces if isinstance(face, int))
FULL = 36
"""Ways in which a die and its extra die can fall."""


@lru_cache(maxsize=64)
def succeeds(target: int) -> Fraction:
    """The chance that a die not rolled yet succeeds."""
    won = sum(successes(target, (face,), (second,))[0] for face in FACES for second in FACES)
    return Fraction(won, FULL)


@lru_cache(maxsize=64)
def succeeds_again(target: int) -> Fraction:
    """The chance that the second throw of a die succeeds that is rolled again."""
    first = next((face for face in FACES if rolled_again(target, face)), None)
    if first is None:
        return succeeds(target)
    return Fraction(sum(successes(target, (first,), (second,))[0] for second in FACES), len(FACES))


def saves(options: Options, target: int) -> Fraction:
    """The chance of a save; 0 where it is not rolled at all."""
    return succeeds(target) if may_save(options, target) else Fraction(0)


@lru_cache(maxsize=64)
def passes_test(leadership: int) -> Fraction:
    """The chance to pass a Leadership test."""
    return Fraction(sum(passes(leadership, face) for face in FACES), len(FACES))


@lru_cache(maxsize=256)
def many(count: int, p: Fraction) -> Chances[int]:
    """How many of `count` dice succeed that each do with chance `p`."""
    if p in (0, 1):
        return Chances.certain(count * int(p))
    return summed(count, Chances({0: p.denominator - p.numerator, 1: p.numerator}, p.denominator))

"""What dice are worth against a number, extra dice included (Dice Conventions), and how many of them succeed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from companion.engine.dice import D6
from companion.odds.chances import Chances, added, summed
from companion.rules.better_wargame.attack.throws import rolled_again, successes

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

"""How many dice succeed, extra dice included (Dice Conventions), and how many models die of them: hits are dealt in
turn, and a model dies once however many saves it fails.

A polynomial in the number of the dead stands in one large integer, a slot a coefficient, so that a product of
polynomials is one product of integers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, groupby, islice, pairwise, product
from math import prod
from operator import mul
from typing import NamedTuple

from companion.engine.dice import D6
from companion.engine.drawing import LOTS, averaged, seeded
from companion.odds.chances import Chances, mixed, sum_of
from companion.odds.sums import dot
from companion.rules.better_wargame.attack.throws import rolled_again, successes

MOST_WAYS, DRAWN = 1_000, 300
"""Numbers of hits that are tried together where attackers of three kinds and more strike one unit; of more so many are
drawn, always the same ones."""

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
    return sum_of((one_of(p), count) for p, count in numbers.items())


def one_of(p: Fraction) -> Chances[int]:
    """A die that succeeds with this chance."""
    return Chances({won: ways for won, ways in enumerate((p.denominator - p.numerator, p.numerator)) if ways})


class Hits(NamedTuple):
    """The dice of one attacker by their chance to hit, and the chances that a hit of it wounds, and fells a model."""

    dice: Dice
    wounds: Fraction
    kills: Fraction

    def times(self, models: int) -> Hits:
        """The same of so many models."""
        return self._replace(dice=tuple([(p, count * models) for p, count in self.dice]))


class Deaths(NamedTuple):
    """The chances of so many dead. `error` is how far off they may be where numbers of hits were drawn."""

    number: Chances[int]
    error: float | None = None


class Attacker(NamedTuple):
    """How many hits an attacker makes, and in how many of so many ways (`alls`) a hit of it leaves a model alive."""

    number: Chances[int]
    lives: int
    alls: int

    @property
    def most(self) -> int:
        """The most hits."""
        return max(self.number.weights)

    def ways(self, number: int) -> int:
        """The ways to so many hits, and to whatever else the hits are read as that it does not make."""
        ways = self.number.weights.get(number, 0)
        return int(ways * self.alls ** (self.most - number)) if ways else 0

    def ends(self, lives: Sequence[int]) -> list[int]:
        """In how many ways a model lives through so many hits, by how many models had theirs after it and the hits;
        `lives` are the ways to live through what follows."""
        models, top = len(lives), self.most // len(lives) + 1
        taken = [self.lives**count * self.alls ** (top - count) for count in range(top + 1)]
        return [taken[at // models] * lives[at % models] for at in range(models + self.most)]

    def then(self, lives: Sequence[int]) -> list[int]:
        """The same through all its hits, each number as often as it comes."""
        ways, ends = [self.number.weights.get(hits, 0) for hits in range(self.most + 1)], self.ends(lives)
        return [dot(ways, ends[at:]) for at in range(len(lives))]


@lru_cache(maxsize=1024)
def _attacker(hits: Hits) -> Attacker:
    kills = hits.kills
    return Attacker(many(hits.dice), kills.denominator - kills.numerator, kills.denominator)


def _outlived(attackers: Iterable[Attacker], models: int) -> tuple[list[int], int]:
    """In how many of so many ways a model lives through the hits of all of these, the last attacker first: by how many
    models had theirs after it."""
    lives, total = [1] * models, 1
    for of in attackers:
        lives, total = of.then(lives), total * of.number.total * of.alls ** (of.most // models + 1)
    return lives, total


def dead_by_models(hits: Sequence[Hits], place: int, models: int, most: int) -> tuple[list[int], int]:
    """How many models die on average of hits that are still to be dealt, all over one number, by how many models there
    are of the attacker at this place, at most so many: there the hits are those of one. It is exact, and sooner known
    than the chances."""
    if not models:
        return [0] * (most + 1), 1
    # Who is hit next is told from the last hit on, or from the first one back: one is the other turned round.
    began, total = _outlived(map(_attacker, hits[:place]), models)
    lives, total_2 = _outlived(map(_attacker, reversed(hits[place + 1 :])), models)
    *_, last = each = [_attacker(hits[place].times(number)) for number in range(most + 1)]
    ends = last.ends(lives)
    by_hits = [dot(reversed(began), ends[number:]) for number in range(last.most + 1)]
    total *= total_2 * last.number.total * last.alls ** (last.most // models + 1)
    alive = [
        last.number.total // of.number.total * sum([ways * by_hits[number] for number, ways in of.number])
        for of in each
    ]
    return [models * total - of for of in alive], total


@lru_cache(maxsize=2048)
def dealt_in_turn(hits: tuple[Hits, ...], models: int) -> Deaths:
    """Hits that are still to be dealt: to one model after the other, attacker after attacker."""
    # Neighbours whose hits are worth the same are as one.
    alike = [list(same) for _, same in groupby(hits, lambda of: of.kills)]
    each = [_attacker(same[0]._replace(dice=tuple(one for of in same for one in of.dice))) for same in alike]
    known = [attacker for attacker in each if attacker.most]
    if not models or not known:
        return Deaths(Chances.certain(0))
    slot = prod(of.number.total * of.alls**of.most for of in known).bit_length()
    if len(known) < 3:
        one, two = known if len(known) == 2 else (*known, Attacker(Chances.certain(0), 1, 1))
        return Deaths(_unpacked(_of_two(one, two, models, slot), models, slot))

    lives, whole = [of.lives for of in known], [of.alls for of in known]

    def tried(ways: Iterable[tuple[Sequence[int], int]]) -> Chances[int]:
        """What comes of these numbers of hits, each as often as said."""
        packed = 0
        for numbers, weight in ways:
            found = weight * prod(of.alls ** (of.most - number) for of, number in zip(known, numbers, strict=True))
            for had, of_models in _shares(numbers, models):
                alive, alls = prod(map(pow, lives, had)), prod(map(pow, whole, had))
                found *= (alive + (alls - alive << slot)) ** of_models
            packed += found
        return _unpacked(packed, models, slot)

    if prod(len(of.number) for of in known) <= MOST_WAYS:
        every = product(*(of.number for of in known))
        return Deaths(tried(([number for number, _ in way], prod(weight for _, weight in way)) for way in every))
    rng = seeded()
    drawn = [rng.choices([*ps], [*map(float, ps.values())], k=DRAWN) for ps in (of.number.fractions() for of in known)]
    lots = [tried((way, 1) for way in islice(zip(*drawn, strict=True), lot, None, LOTS)) for lot in range(LOTS)]
    error = averaged([{dead: float(p) for dead, p in lot.fractions().items()} for lot in lots])[1]
    return Deaths(mixed((1, lot) for lot in lots), error)


def _of_two(one: Attacker, two: Attacker, models: int, slot: int) -> int:
    """All numbers of hits of two attackers together, by whole rounds of each and the models that are left over: the
    first takes so many, and the second those that follow. One model more is one product more."""
    packed = 0
    for first, second in product(range(one.most // models + 1), range(two.most // models + 1)):

        def model(more: int, more_2: int, first: int = first, second: int = second) -> int:
            had, had_2 = first + more, second + more_2
            alive, alls = int(one.lives**had * two.lives**had_2), int(one.alls**had * two.alls**had_2)
            return alive + (alls - alive << slot)

        neither, by_one, by_two, both = model(0, 0), model(1, 0), model(0, 1), model(1, 1)
        ways = [one.ways(first * models + number) for number in range(models)]
        ways_2 = [two.ways(second * models + number) for number in range(models)]
        powers, powers_2 = ([*accumulate([1, *[of] * models], mul)] for of in (by_one, by_two))
        # Those that the second begins end before the first of all, or reach it again.
        ended, after = 0, ways_2[0]
        for left in range(1, models + 1):
            after = after * neither + (ways_2[left] * powers_2[left] if left < models else 0)
            ended = ended * by_one + ways[models - left] * after
        reached = again = 0
        for taken in range(1, models):
            reached = (reached + ways[taken] * again) * by_two
            again = both * (again + ways_2[models - taken] * powers[taken])
        packed += ended + reached
    return packed


def _unpacked(packed: int, models: int, slot: int) -> Chances[int]:
    dead = {number: packed >> slot * number & (1 << slot) - 1 for number in range(models + 1)}
    return Chances({number: weight for number, weight in dead.items() if weight})


def _shares(numbers: Sequence[int], models: int) -> Sequence[tuple[Sequence[int], int]]:
    """Hits dealt in turn, as (hits of each attacker, how many models take just these)."""
    ends = [0, *accumulate(numbers)]
    cuts = sorted({0, models, *(end % models for end in ends)})
    found = []
    for start, end in pairwise(cuts):
        reached = [(upto - start + models - 1) // models for upto in ends]
        found.append(([b - a for a, b in pairwise(reached)], end - start))
    return found

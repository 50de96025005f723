"""Weighted outcomes: what dice can show, how often, and what follows from it.

Weights are integers over one total, so that sums and products stay exact and fast; a `Fraction` is made only when a
chance leaves this module.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from math import comb, gcd, lcm, prod
from operator import add
from typing import Generic, TypeVar

from companion.engine.dice import Die, Face
from companion.odds.sums import room, slots

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
V = TypeVar("V", bound=Hashable)


class Chances(Generic[T]):
    """Outcomes with integer weights of at least 1; the chance of each is its weight over `total`."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[T, int], total: int | None = None) -> None:
        self.weights = weights
        self.total = sum(weights.values()) if total is None else total

    @classmethod
    def certain(cls, outcome: T) -> Chances[T]:
        """The one outcome that always happens."""
        return cls({outcome: 1}, 1)

    def __iter__(self) -> Iterator[tuple[T, int]]:
        return iter(self.weights.items())

    def __len__(self) -> int:
        return len(self.weights)

    def __repr__(self) -> str:
        return f"Chances({dict(self.weights)!r}, {self.total})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chances) and self.fractions() == other.fractions()

    __hash__ = None  # type: ignore[assignment]

    def fractions(self) -> dict[T, Fraction]:
        """The chance of every outcome."""
        return {outcome: Fraction(weight, self.total) for outcome, weight in self.weights.items()}

    def p(self, outcome: T) -> Fraction:
        """The chance of this outcome; 0 if it cannot happen."""
        return Fraction(self.weights.get(outcome, 0), self.total)

    def where(self, holds: Callable[[T], bool]) -> Fraction:
        """The chance that an outcome is one of those."""
        return Fraction(sum(weight for outcome, weight in self.weights.items() if holds(outcome)), self.total)

    def mean(self, of: Callable[[T], int]) -> Fraction:
        """The average of a number that each outcome has."""
        return Fraction(sum(of(outcome) * weight for outcome, weight in self.weights.items()), self.total)

    def map(self, to: Callable[[T], U]) -> Chances[U]:
        """The same chances of what follows from each outcome; outcomes with the same result are added up."""
        found: dict[U, int] = {}
        for outcome, weight in self.weights.items():
            result = to(outcome)
            found[result] = found.get(result, 0) + weight
        return Chances(found, self.total)

    def with_(self, other: Chances[U], to: Callable[[T, U], V]) -> Chances[V]:
        """Both at once, independent of each other."""
        found: dict[V, int] = {}
        for one, weight in self.weights.items():
            for two, more in other.weights.items():
                result = to(one, two)
                found[result] = found.get(result, 0) + weight * more
        return Chances(found, self.total * other.total)

    def then(self, to: Callable[[T], Chances[U]]) -> Chances[U]:
        """What comes of a second throw that depends on the first: `to` gives its chances for each outcome."""
        return mixed((weight, to(outcome)) for outcome, weight in self.weights.items())


def mixed(parts: Iterable[tuple[int, Chances[T]]]) -> Chances[T]:
    """Several chances, each as often as its weight."""
    known = [(weight, part) for weight, part in parts if weight]
    common = lcm(*(part.total for _, part in known)) if known else 1
    found: dict[T, int] = {}
    for weight, part in known:
        factor = weight * (common // part.total)
        for outcome, count in part.weights.items():
            found[outcome] = found.get(outcome, 0) + count * factor
    shared = gcd(*found.values()) if found else 1
    if shared > 1:
        found = {outcome: count // shared for outcome, count in found.items()}
    return Chances(found)


def one_die(die: Die, read: Callable[[Face], U]) -> Chances[U]:
    """One die by what the rules read of its faces."""
    found: dict[U, int] = {}
    for face in die.faces:
        result = read(face)
        found[result] = found.get(result, 0) + 1
    return Chances(found, len(die.faces))


def thrown(count: int, die: Chances[T]) -> Chances[tuple[tuple[T, int], ...]]:
    """`count` dice by how many of them show what: pairs of (shown, how many ≥ 1) in the order of the die's outcomes.

    As few outcomes as there are different readings: read the die first (`one_die`), then throw it.
    """
    found: dict[tuple[tuple[tuple[T, int], ...], int], int] = {((), count): 1}
    for outcome, each in die:
        grown = {}
        for (shown, left), ways in found.items():
            for n in range(left + 1):
                key = ((*shown, (outcome, n)) if n else shown), left - n
                grown[key] = ways * comb(left, n) * each**n
        found = grown
    return Chances({shown: ways for (shown, left), ways in found.items() if not left}, die.total**count)


def summed(count: int, die: Chances[int]) -> Chances[int]:
    """The sum of `count` dice (or of what each counts)."""
    return sum_of([(die, count)])


def added(parts: Iterable[Chances[int]]) -> Chances[int]:
    """The sum of independent numbers."""
    return reduce(lambda one, other: one.with_(other, add), parts, Chances.certain(0))


def sum_of(thrown: Iterable[tuple[Chances[int], int]]) -> Chances[int]:
    """The sum of independent numbers that lie close together, each with how often it was thrown.

    Each stands in one long integer, a slot a number: the product of these is that of all.
    """
    each = [(die, count) for die, count in thrown if count]
    total = prod(die.total**count for die, count in each)
    low, high = (sum(end(die.weights) * count for die, count in each) for end in (min, max))
    slot, product = room(total), 1
    for die, count in each:
        least = min(die.weights)
        product *= sum([weight << slot * (number - least) for number, weight in die]) ** count
    found = slots(product, slot, high - low + 1)
    return Chances({number: weight for number, weight in enumerate(found, low) if weight}, total)

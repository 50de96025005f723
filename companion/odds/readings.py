"""How often dice come to each number that a game reads of them, by the same function that play reads them with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import comb

from companion.engine.dice import Face, Faces
from companion.engine.reading import Reading
from companion.odds.chances import Chances, sum_of, thrown

MOST_ROLLS = 20_000
"""More different rolls of one lot than anybody works out while players wait."""

Ways = Mapping[int, int]
"""In how many ways dice come to each number; no number is below 0."""


@lru_cache(maxsize=256)
def lot_ways(reading: Reading, faces: Faces, dice: int) -> Ways | None:
    """The ways of one lot: so many dice with these faces, all falls of them. None where they are too many to compare.

    Where every die counts by itself, they are the ways of one die.
    """
    if reading.is_each_alone:
        return Counter(map(reading.value, faces))
    weights = Counter(map(reading.value, faces))
    if comb(len(weights) + dice - 1, dice) > MOST_ROLLS:
        return None
    # One face stands for all that count the same.
    alike: dict[int, Face] = {reading.value(face): face for face in faces}
    falls = thrown(dice, Chances(weights))
    return falls.map(lambda shown: reading.of_lot([alike[value] for value, n in shown for _ in range(n)])).weights


def lots(reading: Reading, dice: int) -> tuple[int, int]:
    """How many lots so many dice are, and the dice of each; a die by itself is one."""
    size = 1 if reading.is_each_alone else reading.lot or dice
    return (dice // size, size) if size else (0, 0)


def added_ways(thrown: Iterable[tuple[Ways, int]]) -> tuple[int, ...]:
    """In how many ways all of them together come to each number, from 0 on; each with how often it was thrown."""
    found = sum_of((Chances(ways), times) for ways, times in thrown).weights
    return tuple([found.get(number, 0) for number in range(max(found) + 1)])


@lru_cache(maxsize=256)
def ways_of(reading: Reading, faces: Faces, dice: int) -> tuple[int, ...] | None:
    """In how many ways so many dice with these faces are read as each number, from 0 on."""
    times, size = lots(reading, dice)
    ways = lot_ways(reading, faces, size)
    return None if ways is None else added_ways([(ways, times)])

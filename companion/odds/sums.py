"""Ends as numbers that add up.

A slot of such a number is in how many ways a fact comes of the end, and above all slots stands what the end is worth. A
sum of them, each as often as it comes, says so of all ends together: best play compares what stands above, and what is
read in the end is in the slots.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from operator import mul
from typing import Generic, TypeVar

E = TypeVar("E", bound=Hashable)
F = TypeVar("F", bound=Hashable)


def dot(one: Iterable[int], two: Iterable[int]) -> int:
    """The sum of the products."""
    return sum(map(mul, one, two))


class Sums(Generic[E, F]):
    """These ends as numbers: what each is worth, and the ways to its facts. No sum has a fact in more ways than
    `most`."""

    def __init__(self, ends: Mapping[E, tuple[int, Mapping[F, int]]], most: int) -> None:
        self._facts = list(dict.fromkeys(fact for _, facts in ends.values() for fact in facts))
        self._size = most.bit_length() // 8 + 1
        self.above = 8 * self._size * len(self._facts)
        """The bits of all slots."""
        self._least = min((worth for worth, _ in ends.values()), default=0)
        at = {fact: 8 * self._size * place for place, fact in enumerate(self._facts)}
        self.of = {
            end: (worth - self._least << self.above) + sum(ways << at[fact] for fact, ways in facts.items())
            for end, (worth, facts) in ends.items()
        }

    def worth(self, found: int, ways: int) -> int:
        """What a sum of so many ways is worth."""
        return (found >> self.above) + self._least * ways

    def facts(self, found: int) -> dict[F, int]:
        """In how many ways each fact comes in a sum."""
        data = (found & (1 << self.above) - 1).to_bytes(self.above // 8, "little")
        size = self._size
        each = (int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size))
        return {fact: ways for fact, ways in zip(self._facts, each, strict=True) if ways}

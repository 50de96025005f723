"""Ends as numbers that add up.

A slot of such a number is in how many ways a fact comes of the end, and above all slots stands what the end is worth. A
sum of them, each as often as it comes, says so of all ends together: best play compares what stands above, and what is
read in the end is in the slots.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from operator import mul
from struct import unpack
from typing import Generic, TypeVar

E = TypeVar("E", bound=Hashable)
F = TypeVar("F", bound=Hashable)


def dot(one: Iterable[int], two: Iterable[int]) -> int:
    """The sum of the products."""
    return sum(map(mul, one, two))


WORD = 8


def room(most: int) -> int:
    """The bytes of a slot for numbers up to this one."""
    return max(WORD, most.bit_length() // 8 + 1)


def slots(packed: int, size: int, count: int) -> Sequence[int]:
    """The numbers that stand in one long integer, each in a slot of so many bytes, the first one lowest."""
    data = packed.to_bytes(size * count, "little")
    if size == WORD:
        return unpack(f"<{count}Q", data)
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, size * count, size)]


class Sums(Generic[E, F]):
    """These ends as numbers: what each is worth, and the ways to its facts. No sum has a fact in more ways than
    `most`."""

    def __init__(self, ends: Mapping[E, tuple[int, Mapping[F, int]]], most: int) -> None:
        self._facts = list(dict.fromkeys(fact for _, facts in ends.values() for fact in facts))
        self._size = most.bit_length() // 8 + 1
        self.above = 8 * self._size * len(self._facts)
        """The bits of all slots: above them stands the worth."""
        at = {fact: 8 * self._size * place for place, fact in enumerate(self._facts)}
        self.of = {
            end: (worth << self.above) + sum(ways << at[fact] for fact, ways in facts.items())
            for end, (worth, facts) in ends.items()
        }

    def facts(self, found: int) -> dict[F, int]:
        """In how many ways each fact comes in a sum."""
        each = slots(found & (1 << self.above) - 1, self._size, len(self._facts))
        return {fact: ways for fact, ways in zip(self._facts, each, strict=True) if ways}

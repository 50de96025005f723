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


WORD = 64
"""Bits that are read at once."""


def room(most: int) -> int:
    """The bits of a slot for numbers up to this one: whole words."""
    return WORD * (most.bit_length() // WORD + 1)


def slots(packed: int, bits: int, count: int) -> Sequence[int]:
    """The numbers that stand in one long integer, each in a slot of so many bits, the first one lowest."""
    each = bits // WORD
    words = unpack(f"<{count * each}Q", packed.to_bytes(count * bits // 8, "little"))
    found: Sequence[int] = words[each - 1 :: each]
    for at in reversed(range(each - 1)):
        found = [high << WORD | low for high, low in zip(found, words[at::each], strict=True)]
    return found


class Sums(Generic[E, F]):
    """These ends as numbers: what each is worth, and the ways to its facts. No sum has a fact in more ways than
    `most`."""

    def __init__(self, ends: Mapping[E, tuple[int, Mapping[F, int]]], most: int) -> None:
        self._facts = list(dict.fromkeys(fact for _, facts in ends.values() for fact in facts))
        self._bits = room(most)
        self.above = self._bits * len(self._facts)
        """The bits of all slots: above them stands the worth."""
        at = {fact: self._bits * place for place, fact in enumerate(self._facts)}
        self.of = {
            end: (worth << self.above) + sum(ways << at[fact] for fact, ways in facts.items())
            for end, (worth, facts) in ends.items()
        }

    def facts(self, found: int) -> dict[F, int]:
        """In how many ways each fact comes in a sum."""
        each = slots(found & (1 << self.above) - 1, self._bits, len(self._facts))
        return {fact: ways for fact, ways in zip(self._facts, each, strict=True) if ways}

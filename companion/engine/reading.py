"""What is read of dice: how faces become the one number that a game looks at. Data, so that a record keeps it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from companion.engine.frozen import frozen

Face = int | str


@frozen
class Reading:
    """How a number is read of dice that were thrown together.

    `noun` says what the number counts (hits, blocks); empty where it is a number of its own, as a total. `worth` is
    what each face counts, all others 0; None where faces count their own numbers. The dice are read in lots of `lot`,
    0 for all at once. Of a lot the `best` highest dice count, with a number below 0 the lowest, 0 for all of them. Each
    other die of the lot that is worth anything adds 1, at most `supports` times.
    """

    noun: str = ""
    worth: Mapping[Face, int] | None = None
    best: int = 0
    lot: int = 0
    supports: int = 0

    def of(self, faces: Sequence[Face]) -> int:
        """The number that is read of these faces."""
        lot = self.lot or len(faces) or 1
        return sum([self.of_lot(faces[start : start + lot]) for start in range(0, len(faces), lot)])

    def of_lot(self, faces: Sequence[Face]) -> int:
        """The number that is read of one lot."""
        values = [self.value(face) for face in faces]
        if not self.best:
            return sum(values)
        return highest(values, self.best, self.supports) if self.best > 0 else sum(sorted(values)[: -self.best])

    def value(self, face: Face) -> int:
        """What one face counts."""
        if self.worth is not None:
            return self.worth.get(face, 0)
        return face if isinstance(face, int) else 0

    @property
    def is_count(self) -> bool:
        """Whether it counts dice, or what they show: no number that stands on a die."""
        return self.worth is not None and not self.supports

    @property
    def is_each_alone(self) -> bool:
        """Whether every die counts by itself."""
        return self.lot == 1 or not self.best

    def __hash__(self) -> int:
        worth = None if self.worth is None else tuple(self.worth.items())
        return hash((self.noun, worth, self.best, self.lot, self.supports))


def highest(values: Sequence[int], best: int = 1, supports: int = 0) -> int:
    """The sum of the `best` highest values, and 1 for each other above 0, `supports` at most."""
    if best == 1:
        top = max(values, default=0)
        return top + min(supports, sum([value > 0 for value in values]) - 1) if top else 0
    order = sorted(values, reverse=True)
    return sum(order[:best]) + min(supports, sum([value > 0 for value in order[best:]]))


TOTAL = Reading()
"""All faces add up."""


@lru_cache(maxsize=256)
def counting(good: frozenset[Face], noun: str = "successes", twice: frozenset[Face] = frozenset()) -> Reading:
    """How many dice show one of these faces; those of `twice` count two."""
    return Reading(noun, {face: 1 + (face in twice) for face in sorted(good, key=str)})

"""Dice that lie, and tokens that each roll some of them again, one after the other: spent as well as can be.

What dice show adds up to one number. Of dice that show the same, those of the best kind go first; which of them may
still go is all that is known of kinds, so that positions that are worth the same are weighed once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import lcm
from operator import mul

from companion.odds.chances import Chances, thrown
from companion.odds.rerolls import Air, Fall, Lies, Rerolls, Turn

Kinds = tuple[int, ...]
"""Dice by the places of their kinds, the best first."""

Free = tuple[Kinds, ...]
"""The dice that may still go, by what they show: for each of the faces that are worth it."""


class Again:
    """So many `tokens` that roll up to `most` dice again each.

    `kinds`: what a die of each kind shows, the best first. `goes`: what may be worth a throw, `least` of them what is
    never worth more than anything else: as many dice of it go as may. `worths`: what dice are worth that nobody touches
    any more, by what all of them show.
    """

    def __init__(
        self,
        kinds: Sequence[Chances[int]],
        goes: Sequence[int],
        worths: dict[int, int],
        tokens: int,
        most: int,
        least: int | None = None,
    ) -> None:
        self._kinds, self._goes, self._worths = kinds, goes, worths
        self._most = most
        self._least = None if least is None else goes.index(least)
        self.turns = (Turn(most, max),) * tokens
        self.sides = lcm(*(kind.total for kind in kinds))
        self._fits: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        self._best: Rerolls[Free] = Rerolls(self)

    def lying(self, dice: Iterable[tuple[int, int]]) -> Lies[Free]:
        """Dice as they lie: the place of the kind and what it shows of each."""
        free: Free = tuple(() for _ in self._goes)
        shown = 0
        for kind, shows in dice:
            free, shown = self._with(free, kind, ((shows, 1),), 0), shown + shows
        return {free: {shown: 1}}

    def rolled(self, counts: Sequence[int], lies: Lies[Free]) -> Lies[Free]:
        """Dice that lie with so many more of each kind, in all ways they fall."""
        for kind, count in enumerate(counts):
            following: dict[Free, dict[int, int]] = {}
            for shows, more in thrown(count, self._kinds[kind]):
                by = sum(shown * number for shown, number in shows)
                for free, each in lies.items():
                    into = following.setdefault(self._with(free, kind, shows, 0), {})
                    for shown, ways in each.items():
                        into[shown + by] = into.get(shown + by, 0) + ways * more
            lies = following
        return lies

    def played(self, lies: Lies[Free]) -> Chances[int]:
        """What all dice show once every token is spent as well as can be; of equals with the fewest dice."""
        return self._best.played(lies)

    def options(self, turn: int, hand: Free) -> Iterator[tuple[Air, int, Free]]:
        """Every way to spend a token, that with the fewest dice first."""
        room = self._room(turn + 1)
        for numbers in self._numbers(tuple([min(self._most, len(there)) for there in hand])):
            pool: Kinds = ()
            for number, there in zip(numbers, hand, strict=True):
                pool += there[:number]
            left = tuple([there[number : number + room] for number, there in zip(numbers, hand, strict=True)])
            yield tuple(sorted(pool)), -sum(map(mul, numbers, self._goes)), left

    def landed(self, turn: int, hand: Free, air: Air) -> list[Fall[Free]]:
        """All falls of the first of these dice."""
        kind = self._kinds[air[0]]
        each = self.sides // kind.total
        return [(ways * each, shown, self._with(hand, air[0], ((shown, 1),), turn)) for shown, ways in kind]

    def end(self, hand: Free) -> Chances[int]:
        """Nothing more: what dice show is settled as they land."""
        return Chances.certain(0)

    def worth(self, settled: int) -> int:
        """What dice are worth that show this."""
        return self._worths[settled]

    def _numbers(self, most: tuple[int, ...]) -> list[tuple[int, ...]]:
        """How many dice may go of each face, if there are so many: the fewest first."""
        known = self._fits.get(most)
        if known is None:
            each = sorted(product(*(range(number + 1) for number in most)), key=sum)
            found = [numbers for numbers in each if sum(numbers) <= self._most]
            if (at := self._least) is not None:
                found = [n for n in found if n[at] == min(most[at], self._most - sum(n) + n[at])]
            known = self._fits[most] = found
        return known

    def _room(self, turn: int) -> int:
        """How many dice that show the same may still go."""
        return (len(self.turns) - turn) * self._most

    def _with(self, free: Free, kind: int, shows: Iterable[tuple[int, int]], turn: int) -> Free:
        """The dice that may still go, and these more of one kind."""
        numbers, room = dict(shows), self._room(turn)
        return tuple(
            [
                _joined(there, kind, numbers[shown], room) if shown in numbers else there
                for shown, there in zip(self._goes, free, strict=True)
            ]
        )


@lru_cache(maxsize=4096)
def _joined(dice: Kinds, kind: int, number: int, room: int) -> Kinds:
    """The best of these dice, and so many more of one kind."""
    return tuple(sorted((*dice, *(kind,) * number)))[:room]

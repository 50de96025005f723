"""Dice that lie, and tokens that each roll some of them again, one after the other: spent as well as can be.

What dice show adds up to one number. Of dice that show the same, those of the best kind go first; which of them may
still go is all that is known of kinds, so that positions that are worth the same are weighed once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import lcm
from operator import mul

from companion.odds.chances import Chances, thrown

Kinds = tuple[int, ...]
"""Dice by the places of their kinds, the best first."""

Free = tuple[Kinds, ...]
"""The dice that may still go, by what they show: for each of the faces that are worth it."""

Lies = Mapping[Free, Mapping[int, int]]
"""Dice as they lie: those that may go, and by what all show the ways to it."""


class _Position:
    """One place in play: `ways`, what is added to what lies, and the position that follows, for each fall of the die in
    the air or for each choice (`chooses`). `known` is what it is worth by what all dice show."""

    __slots__ = ("chooses", "follows", "known", "level")

    def __init__(self, level: int, chooses: bool) -> None:
        self.level, self.chooses = level, chooses
        self.follows: list[tuple[int, int, _Position]] = []
        self.known: dict[int, int] = {}


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
        self._tokens, self._most = tokens, most
        self._least = None if least is None else goes.index(least)
        self._sides = lcm(*(kind.total for kind in kinds))
        self._fits: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        self._positions: dict[tuple[int, Kinds, Free], _Position] = {}

    def lying(self, dice: Iterable[tuple[int, int]]) -> Lies:
        """Dice as they lie: the place of the kind and what it shows of each."""
        free: Free = tuple(() for _ in self._goes)
        shown = 0
        for kind, shows in dice:
            free, shown = self._with(free, kind, ((shows, 1),), self._tokens), shown + shows
        return {free: {shown: 1}}

    def rolled(self, counts: Sequence[int], lies: Lies) -> Lies:
        """Dice that lie with so many more of each kind, in all ways they fall."""
        for kind, count in enumerate(counts):
            following: dict[Free, dict[int, int]] = {}
            for shows, more in thrown(count, self._kinds[kind]):
                by = sum(shown * number for shown, number in shows)
                for free, each in lies.items():
                    into = following.setdefault(self._with(free, kind, shows, self._tokens), {})
                    for shown, ways in each.items():
                        into[shown + by] = into.get(shown + by, 0) + ways * more
            lies = following
        return lies

    def played(self, lies: Lies) -> Chances[int]:
        """What all dice show once every token is spent as well as can be; of equals with the fewest dice."""
        waiting: list[dict[_Position, dict[int, int]]] = [{} for _ in range(self._level(self._tokens, 0) + 1)]
        waiting[-1] = {self._position(self._tokens, (), free): dict(each) for free, each in lies.items()}
        for level in reversed(waiting[1:]):
            for position, each in level.items():
                for shown, weight in each.items():
                    for ways, by, then in self._chosen(position, shown) if position.chooses else position.follows:
                        into = waiting[then.level].setdefault(then, {})
                        into[shown + by] = into.get(shown + by, 0) + weight * ways
        (found,) = waiting[0].values()
        return Chances(found)

    def _chosen(self, position: _Position, shown: int) -> list[tuple[int, int, _Position]]:
        each = self._each(position, shown)
        at = each.index(max(each))
        return position.follows[at : at + 1]

    def _worth(self, position: _Position, shown: int) -> int:
        each = self._each(position, shown)
        position.known[shown] = found = max(each) if position.chooses else sum(each)
        return found

    def _each(self, position: _Position, shown: int) -> list[int]:
        """What is worth how much that follows."""
        found = []
        for ways, by, then in position.follows:
            known = then.known.get(shown + by)
            found.append(ways * (self._worth(then, shown + by) if known is None else known))
        return found

    def _level(self, tokens: int, rolling: int) -> int:
        return tokens * (self._most + 1) + rolling

    def _position(self, tokens: int, rolling: Kinds, free: Free) -> _Position:
        """The position with so many tokens left and these dice in the air."""
        known = self._positions.get((tokens, rolling, free))
        if known is None:
            known = _Position(self._level(tokens, len(rolling)), chooses=not rolling)
            self._positions[tokens, rolling, free] = known
            if rolling:
                kind = self._kinds[rolling[0]]
                for shown, ways in kind:
                    then = self._with(free, rolling[0], ((shown, 1),), tokens)
                    weight = ways * (self._sides // kind.total)
                    known.follows.append((weight, shown, self._position(tokens, rolling[1:], then)))
            elif tokens:
                known.follows = self._ways(tokens, free)
            else:
                known.known = self._worths
        return known

    def _ways(self, tokens: int, free: Free) -> list[tuple[int, int, _Position]]:
        """Every way to spend one of so many tokens, that with the fewest dice first."""
        room, found = self._room(tokens - 1), []
        for numbers in self._numbers(tuple([min(self._most, len(there)) for there in free])):
            pool: Kinds = ()
            for number, there in zip(numbers, free, strict=True):
                pool += there[:number]
            left = tuple([there[number : number + room] for number, there in zip(numbers, free, strict=True)])
            then = self._position(tokens - 1, tuple(sorted(pool)), left)
            found.append((self._sides ** (self._most - len(pool)), -sum(map(mul, numbers, self._goes)), then))
        return found

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

    def _room(self, tokens: int) -> int:
        """How many dice that show the same may go with so many tokens."""
        return tokens * self._most

    def _with(self, free: Free, kind: int, shows: Iterable[tuple[int, int]], tokens: int) -> Free:
        """The dice that may go with so many tokens, and these more of one kind."""
        numbers, room = dict(shows), self._room(tokens)
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

"""Exact odds of dice that meet twice: what is read of them, what a game makes of it, and what that is worth.

The attack of one side meets the defence of the other, then the other way round. Dice come to a *reading*: a number, and
how many of them count where two numbers tie. Of two readings that meet only the differences count: the *level* of the
numbers and the *lead* in dice. Who wins a tie is settled by the leads of both meetings together; all other levels are
settled by themselves. A game says what each level leaves (`Match`); the first meeting leaves states, the second ends.

All weights are whole numbers over a common one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from math import lcm, prod
from operator import mul
from struct import unpack
from typing import Any, Generic, NamedTuple, TypeVar

from companion.odds.chances import Chances

Reading = tuple[int, int]
"""What dice come to: a number, and how many of them count for a tie."""

Readings = Chances[Reading]

S = TypeVar("S", bound=Hashable)
D = TypeVar("D", bound=Hashable)
V = TypeVar("V")

WORD = 8
"""The bytes of a machine word: numbers that fit it are unpacked all at once."""


def dot(one: Iterable[int], two: Iterable[int]) -> int:
    """The sum of the products."""
    return sum(map(mul, one, two))


class Pile:
    """So many dice of one kind: `total` ways, and the `most` of them that count for a tie."""

    def __init__(self, readings: Readings) -> None:
        self.total = readings.total
        self.most = max(dice for _, dice in readings.weights)
        self._readings = readings
        self._packed: dict[tuple[int, int], dict[int, int]] = {}

    def packed(self, size: int, way: int) -> dict[int, int]:
        """By number the ways to each number of dice that count, in digits of so many bytes: from 0 up, or from `most`
        down if `way` is -1."""
        known = self._packed.get((size, way))
        if known is None:
            known = self._packed[size, way] = {}
            for (number, dice), ways in self._readings:
                place = dice if way > 0 else self.most - dice
                known[number] = known.get(number, 0) + (ways << 8 * size * place)
        return known


class Meeting:
    """Dice of an attack met by those of a defence: `total` ways, and all of them by level in `ways`.

    `widest` is the level that none is beyond; levels stand from -`widest` on.
    """

    def __init__(self, attack: Pile, defence: Pile, widest: int) -> None:
        self.total = attack.total * defence.total
        self.leads = range(-defence.most, attack.most + 1)
        size = WORD * (self.total.bit_length() // (8 * WORD) + 1)
        # The digits of a product are the ways to each lead.
        packed = [0] * (2 * widest + 1)
        theirs = defence.packed(size, -1).items()
        for number, ways in attack.packed(size, 1).items():
            for against, more in theirs:
                packed[widest + number - against] += ways * more
        self._by_level = [_digits(level, size, len(self.leads)) if level else [] for level in packed]
        self.ways = [sum(of) for of in self._by_level]
        self.ties = self._by_level[widest] or [0] * len(self.leads)
        self.at_least = [*accumulate(reversed(self.ties), initial=0)][::-1]
        """The ways to a tie with at least so high a lead, from the lowest on."""
        self._crossed: dict[tuple[Meeting, bool], tuple[list[int], list[int]]] = {}

    def crossed(self, other: Meeting, even: bool) -> tuple[list[int], list[int]]:
        """By level of this meeting in how many ways a tie of the other is won by its own attack, and the same the other
        way round. `even`: with as many dice this attack wins."""
        known = self._crossed.get((other, even))
        if known is None:
            known = self._crossed[other, even] = self._won(other, not even), other._won(self, even)
        return known

    def _won(self, other: Meeting, even: bool) -> list[int]:
        """By level of this meeting in how many ways the other is a tie that its own attack wins."""
        # Below the lowest lead of the other all of its ties are won, above the highest none.
        more, low = other.at_least, other.leads.start - (not even)
        won = [more[max(0, min(lead - low, len(more) - 1))] for lead in self.leads]
        return [dot(of, won) for of in self._by_level]


def _digits(packed: int, size: int, count: int) -> list[int]:
    """So many digits of a number, of so many bytes each."""
    data = packed.to_bytes(size * count, "little")
    if size == WORD:
        return list(unpack(f"<{count}Q", data))
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]


class Plan(NamedTuple):
    """One choice of a side: how many dice attack and defend, and by their places what it does if it wins as the
    attacker, as the defender, and as the defender where the other attacks with none."""

    attack: int
    defence: int
    strike: int
    guard: int
    unmet: int


class Match(ABC, Generic[S, D]):
    """Dice that meet twice, and what the sides may do then. `widest` is the level that none is beyond; `even`: the
    attack of the first meeting wins a tie with as many dice. No more plans are made once one is weighed.
    """

    def __init__(self, start: S, widest: int, even: bool) -> None:
        self.start, self.widest, self.even = start, widest, even
        self._places: dict[D, int] = {}
        self._may: tuple[dict[int, D], dict[int, D]] = {}, {}
        """What the winner of the first meeting may do, and of the second, by place."""

    @abstractmethod
    def meeting(self, second: bool, attack: int, defence: int) -> Meeting:
        """So many dice of an attack met by so many of the defence."""

    @abstractmethod
    def left(self, does: D, level: int, state: S, second: bool) -> Chances[S]:
        """What a level leaves, 0 or more, where this is what its winner does."""

    @abstractmethod
    def over(self, state: S) -> bool:
        """Whether nothing follows the first meeting."""

    def planned(self, late: bool, attack: int, defence: int, strike: D, guard: D, unmet: D) -> Plan:
        """One choice of a side; `late`: of that which attacks in the second meeting."""
        for does, second in ((strike, late), (guard, not late), (unmet, not late)):
            self._may[second][self._places.setdefault(does, len(self._places))] = does
        return Plan(attack, defence, *map(self._places.__getitem__, (strike, guard, unmet)))

    @cached_property
    def firsts(self) -> dict[int, list[Chances[S]]]:
        """What every level of the first meeting leaves, by what its winner does."""
        levels = range(self.widest + 1)
        return {
            at: [self.left(does, level, self.start, False) for level in levels] for at, does in self._may[0].items()
        }

    @cached_property
    def states(self) -> list[S]:
        """The states that the second meeting may start from."""
        found = dict.fromkeys(state for each in self.firsts.values() for of in each for state in of.weights)
        return [state for state in found if not self.over(state)]

    @cached_property
    def seconds(self) -> dict[int, list[list[Chances[S]]]]:
        """What every level of the second meeting leaves, by what its winner does and from which state."""
        levels = range(self.widest + 1)
        return {
            at: [[self.left(does, level, state, True) for level in levels] for state in self.states]
            for at, does in self._may[1].items()
        }

    @cached_property
    def common(self) -> tuple[int, int]:
        """What the ends of each meeting are divided by."""
        return (
            lcm(*(of.total for each in self.firsts.values() for of in each)),
            lcm(*(of.total for each in self.seconds.values() for row in each for of in row)),
        )

    def meetings(self, lead: Plan, late: Plan) -> tuple[Meeting, Meeting]:
        """Both meetings of a pair."""
        return self.meeting(False, lead.attack, late.defence), self.meeting(True, late.attack, lead.defence)

    def total(self, lead: Plan, late: Plan) -> int:
        """The number of ways of a pair."""
        return prod(met.total for met in self.meetings(lead, late)) * prod(self.common)

    @cached_property
    def ends(self) -> dict[S, None]:
        """All that there can be in the end."""
        firsts = [state for each in self.firsts.values() for of in each for state in of.weights if self.over(state)]
        seconds = [end for each in self.seconds.values() for row in each for of in row for end in of.weights]
        return dict.fromkeys([*firsts, *seconds])


Does = tuple[int, int]
"""What the attacker of a meeting does if it wins, and what the defender."""


class _Levels:
    """What every level of one meeting comes to, by what its winner does: numbers to be multiplied with those of the
    other meeting."""

    def __init__(self, of: Mapping[int, Sequence[Sequence[int]]]) -> None:
        self.of = of
        self._rows: dict[Does, list[Sequence[int]]] = {}
        self._columns: dict[Does, list[tuple[int, ...]]] = {}
        self._weighed: dict[tuple[Does, Meeting], list[int]] = {}

    def rows(self, does: Does) -> list[Sequence[int]]:
        """All levels from the lowest on, a tie as its attacker loses it."""
        known = self._rows.get(does)
        if known is None:
            strike, guard = self.of[does[0]], self.of[does[1]]
            known = self._rows[does] = [*guard[::-1], *strike[1:]]
        return known

    def won(self, does: Does) -> list[int]:
        """How much more a tie is that its attacker wins."""
        strike, guard = self.of[does[0]][0], self.of[does[1]][0]
        return [each - other for each, other in zip(strike, guard, strict=True)]

    def weighed(self, does: Does, met: Meeting) -> list[int]:
        """All levels together, as often as they come."""
        known = self._weighed.get((does, met))
        if known is None:
            columns = self._columns.get(does)
            if columns is None:
                columns = self._columns[does] = list(zip(*self.rows(does), strict=True))
            known = self._weighed[does, met] = [dot(met.ways, column) for column in columns]
        return known


class Duel(Generic[S]):
    """What pairs of plans are worth if each end is worth so much.

    A level of the first meeting comes to a number that is settled, and to a weight for each state; a level of the
    second to what it is worth after each state, 1 after what is settled. What a pair is worth is the product of both,
    with a tie as its attacker loses it; what is more where the attacker wins it is added by the leads.
    """

    def __init__(self, match: Match[S, Any], worth: Callable[[S], int]) -> None:
        self._match, self._worth = match, worth
        self._places = {state: place for place, state in enumerate(match.states, 1)}
        self._known: dict[S, int] = {}
        self._firsts = _Levels({does: _each(self._first, each) for does, each in match.firsts.items()})
        self._seconds = _Levels({does: self._second(each) for does, each in match.seconds.items()})
        self._ties: dict[tuple[Does, Does], tuple[list[int], list[int]]] = {}

    def _first(self, of: Chances[S]) -> list[int]:
        """What is settled, and the weight of each state."""
        found = [0] * (1 + len(self._places))
        scale = self._match.common[0] // of.total
        for state, ways in of.weights.items():
            place = self._places.get(state, 0)
            found[place] += scale * (ways if place else ways * self._worth(state))
        return found

    def _second(self, each: Sequence[Sequence[Chances[S]]]) -> list[tuple[int, ...]]:
        """By level what is worth how much after what is settled, and after each state."""
        settled = [self._match.common[1]] * (self._match.widest + 1)
        return list(zip(settled, *(_each(self._average, row) for row in each), strict=True))

    def _average(self, of: Chances[S]) -> int:
        whole, known = 0, self._known
        for end, ways in of.weights.items():
            worth = known.get(end)
            if worth is None:
                worth = known[end] = self._worth(end)
            whole += ways * worth
        return whole * (self._match.common[1] // of.total)

    def pay(self, lead: Plan, late: Plan, over: int) -> int:
        """What a pair is worth, divided by `over`, which is its number of ways or so many times that."""
        one, two = self._match.meetings(lead, late)
        first = lead.strike, late.guard if lead.attack else late.unmet
        second = late.strike, lead.guard if late.attack else lead.unmet
        known = self._ties.get((first, second))
        if known is None:
            known = self._ties[first, second] = self._tied(first, second)
        settled, then = self._firsts.weighed(first, one), self._seconds.weighed(second, two)
        crossed = one.crossed(two, self._match.even)
        whole = dot(settled, then) + dot(known[0], crossed[0]) + dot(known[1], crossed[1])
        return whole * (over // self._match.total(lead, late))

    def _tied(self, first: Does, second: Does) -> tuple[list[int], list[int]]:
        """How much more each level of one meeting is worth if the other is a tie that its attacker wins."""
        gained, more = self._seconds.won(second), self._firsts.won(first)
        return [dot(level, gained) for level in self._firsts.rows(first)], [
            dot(level, more) for level in self._seconds.rows(second)
        ]

    def end(self, lead: Plan, late: Plan, level: int, second: int, ahead: int) -> int:
        """What a pair is worth whose dice lie so: the levels of both meetings, and by how many dice that count for a
        tie the first side is ahead."""
        even = self._match.even
        wins = level > 0 or (not level and (ahead > 0 or (not ahead and even)))
        wins_2 = second > 0 or (not second and (ahead < 0 or (not ahead and not even)))
        does = lead.strike if wins else late.guard if lead.attack else late.unmet
        does_2 = late.strike if wins_2 else lead.guard if late.attack else lead.unmet
        return dot(self._firsts.of[does][abs(level)], self._seconds.of[does_2][abs(second)])


def _each(find: Callable[[Chances[S]], V], levels: Iterable[Chances[S]]) -> list[V]:
    """What is found for each level; of those that leave the same once."""
    found: list[V] = []
    last = None
    for of in levels:
        found.append(found[-1] if of is last else find(of))
        last = of
    return found


class Spread(Generic[S]):
    """Counts what is read of all ends at once: a worth whose digits are the weights of the readings."""

    def __init__(self, match: Match[S, Any], reads: Sequence[Callable[[S], Any]], over: int) -> None:
        self._bits, self._over = over.bit_length() + 1, over
        self._places: list[dict[Any, int]] = []
        count = 0
        for read in reads:
            different = dict.fromkeys(map(read, match.ends))
            self._places.append({found: count + at for at, found in enumerate(different)})
            count += len(different)
        self._reads = reads
        self.duel = Duel(match, self._worth)
        """What pairs are worth by these numbers."""

    def _worth(self, end: S) -> int:
        each = zip(self._reads, self._places, strict=True)
        return sum([1 << self._bits * places[read(end)] for read, places in each])

    def chances(self, worth: int) -> list[Chances[Any]]:
        """By reading what such a worth says, in `over` ways."""
        mask = (1 << self._bits) - 1
        return [
            Chances(
                {what: ways for what, at in places.items() if (ways := worth >> self._bits * at & mask)}, self._over
            )
            for places in self._places
        ]

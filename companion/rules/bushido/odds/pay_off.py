"""What every pair of splits is worth on average, exactly, without weighing the wounds of both together.

The same sums as in `exchange.py`, taken apart: how the dice of two blocks meet is counted once for their numbers
(`meetings.py`), what specials make of a Success Level once for the specials, and a pair of splits costs a few products.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm

from companion.rules.bushido.odds.comparison import Blow, Side
from companion.rules.bushido.odds.exchange import Ends, Fight
from companion.rules.bushido.odds.meetings import Meeting, Meetings, dot

Value = Callable[[int, int], int]
"""What wounds on the fighter with the initiative, and on the other, are worth to the first of them."""

Worths = list[int]
"""What each Success Level is worth, from the lowest on."""


def pay_offs(fight: Fight, leads: Sequence[Side], lates: Sequence[Side], value: Value) -> list[list[Fraction]]:
    """What each pair of splits is worth to the fighter with the initiative: a row for each of its own."""
    sums = _Sums(fight, leads, lates, value)
    return [[sums.worth(a, b) for b in lates] for a in leads]


class _Seconds:
    """What the second comparison is worth after each blow of the first, for specials and dice of both.

    `by_spent` are its ends by whether the first has spent the bonus for first damage.
    """

    def __init__(self, by_spent: Mapping[bool, Ends], value: Callable[[Blow, Blow | None], int], levels: range) -> None:
        self.common = lcm(*(ends.common for ends in by_spent.values()))
        self._by_spent, self._value, self._levels = by_spent, value, levels
        self._after: dict[Blow, Worths] = {}
        self._gained: dict[Blow, int] = {}
        self.sums: dict[tuple[tuple[int, int], Blow], int] = {}
        """What all levels add up to after a blow, by the numbers of dice that meet."""

    def after(self, blow: Blow) -> Worths:
        """What each of its Success Levels is worth after this blow; a tie as one that its Attacker loses."""
        known = self._after.get(blow)
        if known is None:
            known = self._after[blow] = [
                self._worth(blow, self._ends(blow).at(level, won=False)) for level in self._levels
            ]
        return known

    def gained(self, blow: Blow) -> int:
        """How much more a tie is worth that its Attacker wins."""
        if blow not in self._gained:
            ends = self._ends(blow)
            self._gained[blow] = self._worth(blow, ends.tie_won) - self._worth(blow, ends.tie_lost)
        return self._gained[blow]

    def _ends(self, blow: Blow) -> Ends:
        return self._by_spent[blow.spent and len(self._by_spent) > 1]

    def _worth(self, blow: Blow, then: Mapping[Blow, int]) -> int:
        if not blow.goes_on:
            return self.common * self._value(blow, None)
        scale = self.common // self._ends(blow).common
        return scale * sum(weight * self._value(blow, end) for end, weight in then.items())


class _Both:
    """The ends of both comparisons for some specials: what Success Levels are worth, and by how much ties change it.

    `gained` is by level of the first: how much more a tie in the second is worth won. `tied` and `more` are by level
    of the second after a tie in the first: what it is worth if the other wins that tie, and how much more if not.
    """

    def __init__(self, first: Ends, seconds: _Seconds, firsts: Meetings, lates: Meetings) -> None:
        self.first, self.seconds = first, seconds
        levels, tie = firsts.levels, firsts.levels.index(0)
        self.gained = [
            sum(weight * seconds.gained(blow) for blow, weight in first.at(level, won=False).items()) if level else 0
            for level in levels
        ]
        won = self._after_tie(first.tie_won, levels)
        self.tied = self._after_tie(first.tie_lost, levels)
        # Who loses the tie in the first wins that in the second.
        self.tied[tie] += sum(weight * seconds.gained(blow) for blow, weight in first.tie_lost.items())
        self.more = [a - b for a, b in zip(won, self.tied, strict=True)]
        self.gained_cells = firsts.worths(self.gained)
        self.more_cells = lates.worths(self.more)
        self.total = first.common * seconds.common

    def _after_tie(self, ends: Mapping[Blow, int], levels: range) -> Worths:
        found = [0] * len(levels)
        for blow, weight in ends.items():
            found = [had + weight * more for had, more in zip(found, self.seconds.after(blow), strict=True)]
        return found


class _Sums:
    """The pay-offs of one exchange, with all that pairs of splits share."""

    def __init__(self, fight: Fight, leads: Sequence[Side], lates: Sequence[Side], value: Value) -> None:
        self.fight, self._count = fight, value
        self.firsts = Meetings(fight, leads, lates, with_equal=fight.lead_active)
        self.lates = Meetings(fight, lates, leads, with_equal=not fight.lead_active)
        self.both: dict[tuple[object, object], _Both] = {}
        self.seconds: dict[object, _Seconds] = {}
        self.blows: dict[tuple[object, tuple[int, int]], list[tuple[Blow, int]]] = {}
        self.values: dict[tuple[Blow, Blow | None], int] = {}

    def worth(self, a: Side, b: Side) -> Fraction:
        """The pay-off of two splits."""
        both = self._both(a, b)
        one, two = self.firsts.of[a.attack, b.defence], self.lates.of[b.attack, a.defence]
        settled = sum(weight * self._after(both, two, blow) for blow, weight in self._settled(a, b, one))
        gained = one.weighed(both.gained_cells, two.beyond)
        tied = one.tied * dot(two.ways, both.tied) + two.weighed(both.more_cells, one.beyond)
        return Fraction(settled + gained + tied, one.total * two.total * both.total)

    def _both(self, a: Side, b: Side) -> _Both:
        fight = self.fight
        key = fight.ends_of(a, b), fight.ends_of(b, a)
        if key not in self.both:
            if key[1] not in self.seconds:
                by_spent = {spent: fight.ends(b, a, not spent) for spent in ((False, True)[: 1 + fight.bonus])}
                self.seconds[key[1]] = _Seconds(by_spent, self._value, self.lates.levels)
            self.both[key] = _Both(fight.ends(a, b, True), self.seconds[key[1]], self.firsts, self.lates)
        return self.both[key]

    def _settled(self, a: Side, b: Side, met: Meeting) -> list[tuple[Blow, int]]:
        """What comes of the first comparison where it is no tie, each with its weight."""
        key = self.fight.ends_of(a, b), met.dice
        known = self.blows.get(key)
        if known is None:
            ends = self.fight.ends(a, b, True)
            found: dict[Blow, int] = {}
            for level, ways in zip(self.firsts.levels, met.ways, strict=True):
                if level and ways:
                    for blow, weight in ends.at(level, won=False).items():
                        found[blow] = found.get(blow, 0) + ways * weight
            known = self.blows[key] = list(found.items())
        return known

    def _after(self, both: _Both, met: Meeting, blow: Blow) -> int:
        """What the second comparison adds up to after this blow, its ties all lost."""
        key = met.dice, blow
        sums = both.seconds.sums
        if key not in sums:
            sums[key] = dot(met.ways, both.seconds.after(blow))
        return sums[key]

    def _value(self, first: Blow, second: Blow | None) -> int:
        known = self.values.get((first, second))
        if known is None:
            lead = first.attacker + (second.defender if second is not None else 0)
            late = first.defender + (second.attacker if second is not None else 0)
            left = self.fight.left
            known = self.values[first, second] = self._count(min(lead, left[0]), min(late, left[1]))
        return known

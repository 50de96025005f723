"""What every pair of splits is worth on average, exactly, without weighing the wounds of both together.

The same sums as in `exchange.py`, taken apart: what depends on one comparison alone is added up once for it, and a
pair of splits costs a few products.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from companion.rules.bushido.odds.comparison import Blow, Side
from companion.rules.bushido.odds.exchange import Fight, Lead, Parts

By = dict[int, int]


Value = Callable[[int, int], int]
"""What wounds on the fighter with the initiative, and on the other, are worth to the first of them."""


def pay_offs(fight: Fight, leads: Sequence[Side], lates: Sequence[Side], value: Value) -> list[list[Fraction]]:
    """What each pair of splits is worth to the fighter with the initiative: a row for each of its own."""
    if fight.ex.first_damage:
        # A bonus that is spent ties the comparisons together.
        return [[fight.outcome(a, b).mean(lambda found: value(found.lead, found.late)) for b in lates] for a in leads]
    pairs = [[(fight.comparison(a, b), fight.comparison(b, a)) for b in lates] for a in leads]
    different = {id(parts): parts for row in pairs for pair in row for parts in pair}.values()
    leads_found = (by for parts in different for by in (parts.ties, *parts.settled.values()))
    widest = max(max(map(abs, by_lead), default=0) for by_lead in leads_found)
    sums = _Sums(fight, widest, value)
    return [[Fraction(sums.worth(one, two), one.total * two.total) for one, two in row] for row in pairs]


class _First:
    """A first comparison: the weight of each end, and its ties by lead."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.weights = [(blow, sum(by_lead.values())) for blow, by_lead in parts.settled.items()]
        self.ties = list(parts.ties.items())
        self.gained: dict[int, list[tuple[Lead, int]]] = {}
        """How much more a tie in the second comparison is worth won than lost, by lead; by the ties of the second."""


class _Second:
    """A second comparison: what it is worth after each end of the first."""

    def __init__(self, parts: Parts, beyond: Sequence[int]) -> None:
        self.parts = parts
        self.weights = [(blow, sum(by_lead.values())) for blow, by_lead in parts.settled.items()]
        self.tied = sum(parts.ties.values())
        self.beyond = beyond
        """The weight of its ties that the Attacker of the first comparison wins, by the lead there."""
        self.after: dict[Blow, int] = {}
        self.after_tie: dict[int, list[int]] = {}
        """What it is worth after a tie in the first, by the lead there; by the ties of the first."""


class _Sums:
    def __init__(self, fight: Fight, widest: Lead, value: Value) -> None:
        self.left = fight.left
        self.value = value
        self.active = fight.lead_active
        self.widest = widest
        self.firsts: dict[int, _First] = {}
        self.seconds: dict[int, _Second] = {}
        self.ends: dict[tuple[int, Blow], int] = {}
        self.averages: dict[tuple[Blow, int], int] = {}
        self.values: dict[tuple[Blow, Blow | None], int] = {}

    def worth(self, one: Parts, two: Parts) -> int:
        """The pay-off of two comparisons, of the product of their totals."""
        first, second = self._first(one), self._second(two)
        gained = first.gained.get(id(two.tie_won))
        if gained is None:
            gained = first.gained[id(two.tie_won)] = self._gained(one, two)
        after_tie = second.after_tie.get(id(one.tie_won))
        if after_tie is None:
            after_tie = second.after_tie[id(one.tie_won)] = self._after_tie(one, two)
        total = 0
        for blow, weight in first.weights:
            found = second.after.get(blow)
            if found is None:
                found = second.after[blow] = self._after(blow, second)
            total += weight * found
        for lead, weight in gained:
            total += weight * second.beyond[lead]
        for lead, weight in first.ties:
            total += weight * after_tie[lead + self.widest]
        return total

    def _first(self, parts: Parts) -> _First:
        if id(parts) not in self.firsts:
            self.firsts[id(parts)] = _First(parts)
        return self.firsts[id(parts)]

    def _second(self, parts: Parts) -> _Second:
        if id(parts) not in self.seconds:
            # Ties of the second comparison count against its own lead, which is the other fighter's.
            won = self._up_to(parts.ties, with_equal=self.active)
            tied = sum(parts.ties.values())
            self.seconds[id(parts)] = _Second(parts, [tied - upto for upto in won])
        return self.seconds[id(parts)]

    def _up_to(self, by_lead: Mapping[Lead, int], *, with_equal: bool) -> list[int]:
        """The weight below each lead, from the lowest on, that of the lead itself included where `with_equal`."""
        sums = list(accumulate(by_lead.get(lead, 0) for lead in range(-self.widest, self.widest + 1)))
        return sums if with_equal else [0, *sums[:-1]]

    def _gained(self, one: Parts, two: Parts) -> list[tuple[Lead, int]]:
        gained: By = {}
        for blow, by_lead in one.settled.items():
            if blow.goes_on:
                more = self._of(blow, two.tie_won) - self._of(blow, two.tie_lost)
                for lead, weight in by_lead.items():
                    gained[lead] = gained.get(lead, 0) + weight * more
        return [(lead + self.widest, weight) for lead, weight in gained.items() if weight]

    def _after(self, blow: Blow, second: _Second) -> int:
        """What the second comparison adds up to after this end, its ties all lost."""
        if not blow.goes_on:
            return second.parts.total * self._value(blow, None)
        settled = sum(weight * self._value(blow, then) for then, weight in second.weights)
        return settled + second.tied * self._of(blow, second.parts.tie_lost)

    def _after_tie(self, one: Parts, two: Parts) -> list[int]:
        won = self._by_lead(one.tie_won, two, two.tie_lost)
        lost = self._by_lead(one.tie_lost, two, two.tie_won)
        whole = sum(lost.values())
        below = self._up_to(won, with_equal=self.active)
        taken = self._up_to(lost, with_equal=self.active)
        return [a + whole - b for a, b in zip(below, taken, strict=True)]

    def _by_lead(self, ends: Mapping[Blow, int], two: Parts, tied: Mapping[Blow, int]) -> By:
        """The worth of the second comparison after a tie that ended so, by the lead in the second."""
        found: By = {}
        for then, by_lead in two.settled.items():
            each = self._after_ends(ends, then)
            for late, weight in by_lead.items():
                found[late] = found.get(late, 0) + weight * each
        each = sum(
            weight * (self._of(blow, tied) if blow.goes_on else two.common * self._value(blow, None))
            for blow, weight in ends.items()
        )
        for late, weight in two.ties.items():
            found[late] = found.get(late, 0) + weight * each
        return found

    def _after_ends(self, ends: Mapping[Blow, int], then: Blow) -> int:
        key = id(ends), then
        if key not in self.ends:
            self.ends[key] = sum(
                weight * self._value(blow, then if blow.goes_on else None) for blow, weight in ends.items()
            )
        return self.ends[key]

    def _of(self, blow: Blow, then: Mapping[Blow, int]) -> int:
        key = blow, id(then)
        if key not in self.averages:
            self.averages[key] = sum(weight * self._value(blow, end) for end, weight in then.items())
        return self.averages[key]

    def _value(self, first: Blow, second: Blow | None) -> int:
        known = self.values.get((first, second))
        if known is None:
            lead = first.attacker + (second.defender if second is not None else 0)
            late = first.defender + (second.attacker if second is not None else 0)
            known = self.values[first, second] = self.value(min(lead, self.left[0]), min(late, self.left[1]))
        return known

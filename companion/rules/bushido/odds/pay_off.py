"""What every pair of splits is worth on average, exactly, without weighing the wounds of both together.

The first comparison of an exchange and the second are independent of each other but for three things: whether the
first ends it, the wounds that are capped together, and ties, which go by the scoring dice of both. So what a pair of
splits is worth is a sum of products: numbers of the first comparison alone times numbers of the second alone. Only for
ties they are counted by lead in dice: how much more each Success Level is worth if a tie of the other comparison is
won than if it is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from math import gcd, lcm
from operator import mul
from typing import NamedTuple

from companion.odds.chances import Chances
from companion.rules.bushido.odds.comparison import Win
from companion.rules.bushido.odds.forms import First, Forms, Second, Value
from companion.rules.bushido.odds.harm import Body
from companion.rules.bushido.odds.meetings import ByLead, Cells, Meeting, Meetings, dot, meetings
from companion.rules.bushido.odds.plans import Duel, Plan


def harms(
    duel: Duel, leads: Sequence[Plan], lates: Sequence[Plan], over: int
) -> list[list[tuple[Chances[int], Chances[int]]]]:
    """The chances of harm in each pair of splits: to the fighter with the initiative, and to the other.

    `over` is what the pay-offs of such pairs are divided by (`Sums.over`).
    """
    bits, (lead, late) = over.bit_length(), duel.bodies
    duel, leads, lates = duel.only(leads, lates)
    found = sums_of(duel, _Packed(bits, lead.lowest, lead.out + 1, late.lowest)).table(leads, lates, over)
    mask = (1 << bits) - 1

    def chances(packed: int, body: Body) -> Chances[int]:
        ways = {harm: packed >> (harm - body.lowest) * bits & mask for harm in range(body.lowest, body.out + 1)}
        return Chances({harm: weight for harm, weight in ways.items() if weight}, over)

    next_ = bits * (lead.out + 1 - lead.lowest)
    return [[(chances(both, lead), chances(both >> next_, late)) for both in row] for row in found]


class _Packed(NamedTuple):
    """All harm to either fighter as digits of their own, so that one pay-off counts them all: from the `lowest` on of
    the one with the initiative up to `end`, then from `lowest_2` on of the other."""

    bits: int
    lowest: int
    end: int
    lowest_2: int

    def __call__(self, lead: int, late: int) -> int:
        place = self.end - self.lowest + late - self.lowest_2
        return (1 << self.bits * (lead - self.lowest)) + (1 << self.bits * place)


@lru_cache(maxsize=24)
def sums_of(duel: Duel, value: Value) -> Sums:
    """The pay-offs of this duel; those that were asked for last are kept."""
    return Sums(duel, value)


class _Part(NamedTuple):
    """One comparison of two numbers of dice, by what its ends are worth: the numbers that are multiplied with those of
    the other comparison, whatever the leads, and how the dice meet."""

    terms: list[int]
    met: Meeting


class _Parts:
    """One comparison of a strike and a guard, for all numbers of dice."""

    def __init__(self, within: Meetings, common: int, terms: Callable[[Meeting], list[int]]) -> None:
        self.within, self.common, self._terms = within, common, terms
        self._of: dict[tuple[int, int], _Part] = {}

    def of(self, attack: int, defence: int) -> _Part:
        """So many dice of the attack met by so many of the defence."""
        known = self._of.get((attack, defence))
        if known is None:
            met = self.within.of(attack, defence)
            known = self._of[attack, defence] = _Part(self._terms(met), met)
        return known


def _terms_of_first(of: First, met: Meeting) -> list[int]:
    ways, tied = met.ways, met.tied
    sums = [0] * (len(of.lost) - 1)
    for place, each in of.forms.items():
        sums[place] = sum(map(mul, ways, each))
    lost = [tied * tie for tie in of.lost]
    return [dot(ways, of.constants) + lost[0], *sums, *lost[1:]]


def _terms_of_second(of: Second, met: Meeting) -> list[int]:
    """A tie counts as one that its Attacker loses, until the scoring dice of both say otherwise."""
    ways, tied = met.ways, met.tied
    sums = [sum(map(mul, ways, each)) for each in of.levels]
    settled = [sums[place] for place in of.places]
    lost = [each + tied * tie for each, tie in zip(settled, of.lost, strict=True)]
    won = [each + tied * tie for each, tie in zip(settled, of.won, strict=True)]
    return [met.total * of.common, *lost, *won]


class _Both(NamedTuple):
    """Both comparisons of splits that do the same, whatever their dice.

    `ones` and `twos` are the comparisons. What each end of the one is worth more if a tie of the other is won than if
    it is lost stands in `cells`, which count `scale` times. A tie of the first that is won is worth `more` whatever the
    second does, `tied` if that is a tie too.
    """

    ones: _Parts
    twos: _Parts
    cells: tuple[Cells | None, Cells | None]
    scale: tuple[int, int]
    more: int
    tied: int


class Sums:
    """The pay-offs of one duel, with all that pairs of splits share."""

    def __init__(self, duel: Duel, value: Value) -> None:
        lead, lead_defence, late, late_defence = duel.dice
        size = duel.widest, duel.most
        self._does = duel.does
        self._forms = Forms(duel, value)
        self._firsts = meetings(lead, late_defence, *size, duel.lead_active)
        self._seconds = meetings(late, lead_defence, *size, not duel.lead_active)
        self._first_parts: dict[tuple[Win, Win], tuple[First, _Parts]] = {}
        self._second_parts: dict[tuple[Win, Win], tuple[Second, _Parts]] = {}
        self._both: dict[tuple[_Kind, _Kind], _Both] = {}
        self._cells: dict[tuple[Meetings, tuple[int, ...]], Cells] = {}
        self._tied: dict[tuple[int, int, int, int], tuple[int, int]] = {}

    def over(self, leads: Iterable[Plan], lates: Iterable[Plan]) -> int:
        """What the pay-offs of all pairs of these splits can be divided by."""
        firsts, seconds = self._firsts, self._seconds
        ways = {firsts.attacks[plan.attack].total * seconds.defences[plan.defence].total for plan in leads}
        ways_2 = {seconds.attacks[plan.attack].total * firsts.defences[plan.defence].total for plan in lates}
        return self._forms.common * lcm(*ways) * lcm(*ways_2)

    def table(self, leads: Sequence[Plan], lates: Sequence[Plan], over: int) -> list[list[int]]:
        """Every pair of splits, a row for each of the fighter with the initiative, all divided by `over`."""
        found = [[0] * len(lates) for _ in leads]
        columns = _alike(lates)
        for lead, rows in _alike(leads).items():
            for late, those in columns.items():
                self._fill(self._meet(lead, late), rows, those, found, over)
        return found

    def _fill(self, both: _Both, rows: Places, columns: Places, found: list[list[int]], over: int) -> None:
        """The pay-offs of all splits that do the same."""
        ones, twos, (cells, cells_2), (scale, scale_2), more, tied = both
        over //= ones.common * twos.common
        nothing: dict[int, ByLead] = {}
        those = [(*each, cells_2.by_lead(each[1]) if cells_2 is not None else nothing) for each in columns]
        for row, attack, defence in rows:
            into = found[row]
            by_lead = cells.by_lead(attack) if cells is not None else nothing
            for column, attack_2, defence_2, by_lead_2 in those:
                terms, met = ones.of(attack, defence_2)
                terms_2, met_2 = twos.of(attack_2, defence)
                pay = dot(terms, terms_2)
                if by_lead:
                    pay += scale * dot(by_lead[defence_2], met_2.beyond[met.span])
                if by_lead_2:
                    pay += scale_2 * dot(by_lead_2[defence], met.beyond[met_2.span])
                if more or tied:
                    key = attack, defence, attack_2, defence_2
                    known = self._tied.get(key)
                    if known is None:
                        # The ways in which a tie of the first is won, the second whatever it is, and a tie too.
                        beyond = met.beyond[met_2.span]
                        known = self._tied[key] = dot(beyond, met_2.leads), dot(beyond, met_2.ties)
                    pay += more * known[0] + tied * known[1]
                into[column] = pay * (over // (met.total * met_2.total))

    def _meet(self, lead: _Kind, late: _Kind) -> _Both:
        """Both comparisons of splits of these kinds."""
        known = self._both.get((lead, late))
        if known is not None:
            return known
        does, other = self._does[0][lead.does], self._does[1][late.does]
        first, ones = self._first(does.strike, other.guard if lead.attacks else other.unmet)
        second, twos = self._second(other.strike, does.guard if late.attacks else does.unmet)
        gained = [won - lost for won, lost in zip(second.won, second.lost, strict=True)]
        after = [won - lost for won, lost in zip(first.won, first.lost, strict=True)]
        forms = [(gained[place], each) for place, each in first.forms.items()]
        weights = [0] * len(second.levels)
        for place, weight in zip(second.places, after[1:], strict=True):
            weights[place] += weight
        scale, cells = self._together(self._firsts, forms)
        scale_2, cells_2 = self._together(self._seconds, list(zip(weights, second.levels, strict=True)))
        tied = dot(first.won[1:], second.lost) - dot(first.lost[1:], second.won)
        found = _Both(ones, twos, (cells, cells_2), (scale, scale_2), after[0] * second.common, tied)
        self._both[lead, late] = found
        return found

    def _first(self, strike: Win, guard: Win) -> tuple[First, _Parts]:
        known = self._first_parts.get((strike, guard))
        if known is None:
            of = self._forms.first(strike, guard)
            known = of, _Parts(self._firsts, of.common, partial(_terms_of_first, of))
            self._first_parts[strike, guard] = known
        return known

    def _second(self, strike: Win, guard: Win) -> tuple[Second, _Parts]:
        known = self._second_parts.get((strike, guard))
        if known is None:
            of = self._forms.second(strike, guard)
            known = of, _Parts(self._seconds, of.common, partial(_terms_of_second, of))
            self._second_parts[strike, guard] = known
        return known

    def _together(self, within: Meetings, forms: Iterable[tuple[int, Sequence[int]]]) -> tuple[int, Cells | None]:
        """What the levels are worth by these forms, each with its weight, as cells that count so many times; None where
        that is nothing."""
        levels = [0] * len(within.levels)
        for weight, each in forms:
            if weight:
                levels = [worth + weight * more for worth, more in zip(levels, each, strict=True)]
        scale = gcd(*levels)
        if not scale:
            return 0, None
        if next(filter(None, levels)) < 0:
            scale = -scale
        key = within, tuple(level // scale for level in levels)
        if key not in self._cells:
            self._cells[key] = Cells(*key)
        return scale, self._cells[key]


class _Kind(NamedTuple):
    """What splits have in common: the place of what they do, and whether they have dice to attack with."""

    does: int
    attacks: bool


Places = list[tuple[int, int, int]]
"""Splits by their place, with their dice of both kinds."""


def _alike(plans: Sequence[Plan]) -> dict[_Kind, Places]:
    """The splits of each kind."""
    found: dict[_Kind, Places] = {}
    for place, plan in enumerate(plans):
        found.setdefault(_Kind(plan.does, plan.attack > 0), []).append((place, plan.attack, plan.defence))
    return found

"""What every pair of splits is worth on average, exactly, without weighing the wounds of both together.

The first comparison of an exchange and the second are independent of each other but for three things: whether the
first ends it, the wounds that are capped together, and ties, which go by the scoring dice of both. So what a pair of
splits is worth is a sum of products: numbers of the first comparison alone times numbers of the second alone. Only for
ties they are counted by lead in dice: how much more each Success Level is worth if a tie of the other comparison is
won than if it is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from math import gcd, lcm
from operator import mul
from typing import NamedTuple

from companion.odds.chances import Chances
from companion.rules.bushido.odds.comparison import Win
from companion.rules.bushido.odds.forms import First, Forms, Second, Value
from companion.rules.bushido.odds.harm import Body
from companion.rules.bushido.odds.meetings import Cells, Meeting, Meetings, dot, meetings
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


Pair = tuple[int, int]
"""Numbers of dice of an attack and of the defence that it meets."""

Pairs = tuple[Pair, ...]

LONG = 5
"""So many pairs of splits are worked out together: of fewer each by itself is sooner found."""


class _Parts:
    """One comparison of a strike and a guard, for all numbers of dice: by what its ends are worth, the numbers that are
    multiplied with those of the other comparison, whatever the leads."""

    def __init__(self, within: Meetings, terms: Callable[[Meeting], list[int]]) -> None:
        self._within, self._terms = within, terms
        self._of: dict[Pair, list[int]] = {}
        self._lines: dict[Pairs, list[list[int]]] = {}

    def of(self, pairs: Pairs) -> list[list[int]]:
        """All of these numbers of dice."""
        known = self._lines.get(pairs)
        if known is None:
            known = self._lines[pairs] = [self.one(pair) for pair in pairs]
        return known

    def one(self, pair: Pair) -> list[int]:
        """These numbers of dice."""
        known = self._of.get(pair)
        if known is None:
            known = self._of[pair] = self._terms(self._within.of(pair))
        return known


class _Line:
    """Some pairs of splits, by their dice alone: how the leads of both comparisons go together."""

    def __init__(self, sums: Sums, firsts: Pairs, seconds: Pairs) -> None:
        self._firsts, self._seconds = firsts, seconds
        mets, mets_2 = [*map(sums.firsts.of, firsts)], [*map(sums.seconds.of, seconds)]
        both = list(zip(mets, mets_2, strict=True))
        self.totals = [met.total * met_2.total for met, met_2 in both]
        self._beyond = [met_2.beyond[met.span] for met, met_2 in both]
        """The ways of a tie of the second that its Attacker loses, by lead of the first."""
        self._beyond_2 = [met.beyond[met_2.span] for met, met_2 in both]
        self._mets_2 = mets_2
        self._won: dict[Cells, list[int]] = {}

    def won(self, cells: Cells, second: bool) -> list[int]:
        """What the ends of one comparison are worth by these cells where a tie of the other is won."""
        known = self._won.get(cells)
        if known is None:
            pairs, beyond = (self._seconds, self._beyond_2) if second else (self._firsts, self._beyond)
            leads = [cells.by_lead(attack)[defence] for attack, defence in pairs]
            known = self._won[cells] = list(map(dot, leads, beyond))
        return known

    @cached_property
    def tie(self) -> list[int]:
        """The ways in which a tie of the first is won, the second whatever it is."""
        return list(map(dot, self._beyond_2, [met.leads for met in self._mets_2]))

    @cached_property
    def ties(self) -> list[int]:
        """The ways in which a tie of both is won by the Attacker of the first."""
        return list(map(dot, self._beyond_2, [met.ties for met in self._mets_2]))


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

    def pays(self, line: _Line, firsts: Pairs, seconds: Pairs) -> list[int]:
        """What these pairs of splits are worth, in all their ways."""
        found = list(map(dot, self.ones.of(firsts), self.twos.of(seconds)))
        for second, (cells, scale) in enumerate(zip(self.cells, self.scale, strict=True)):
            if cells is not None:
                found = [pay + scale * won for pay, won in zip(found, line.won(cells, bool(second)), strict=True)]
        if self.more:
            found = [pay + self.more * won for pay, won in zip(found, line.tie, strict=True)]
        if self.tied:
            found = [pay + self.tied * won for pay, won in zip(found, line.ties, strict=True)]
        return found

    def pay(self, first: Pair, second: Pair, met: Meeting, met_2: Meeting) -> int:
        """What one pair of splits is worth, in all its ways."""
        found = dot(self.ones.one(first), self.twos.one(second))
        cells, cells_2 = self.cells
        if cells is not None:
            found += self.scale[0] * dot(cells.by_lead(first[0])[first[1]], met_2.beyond[met.span])
        beyond = met.beyond[met_2.span]
        if cells_2 is not None:
            found += self.scale[1] * dot(cells_2.by_lead(second[0])[second[1]], beyond)
        if self.more:
            found += self.more * dot(beyond, met_2.leads)
        if self.tied:
            found += self.tied * dot(beyond, met_2.ties)
        return found


class Sums:
    """The pay-offs of one duel, with all that pairs of splits share."""

    def __init__(self, duel: Duel, value: Value) -> None:
        lead, lead_defence, late, late_defence = duel.dice
        size = duel.widest, duel.most
        self._does = duel.does
        self._forms = Forms(duel, value)
        self.firsts = meetings(lead, late_defence, *size, duel.lead_active)
        self.seconds = meetings(late, lead_defence, *size, not duel.lead_active)
        self._first_parts: dict[tuple[Win, Win], tuple[First, _Parts]] = {}
        self._second_parts: dict[tuple[Win, Win], tuple[Second, _Parts]] = {}
        self._both: dict[tuple[_Kind, _Kind], _Both] = {}
        self._cells: dict[tuple[Meetings, tuple[int, ...]], Cells] = {}
        self._lines: dict[tuple[Pairs, Pairs], _Line] = {}

    def over(self, leads: Iterable[Plan], lates: Iterable[Plan]) -> int:
        """What the pay-offs of all pairs of these splits can be divided by."""
        firsts, seconds = self.firsts, self.seconds
        ways = {firsts.attacks[plan.attack].total * seconds.defences[plan.defence].total for plan in leads}
        ways_2 = {seconds.attacks[plan.attack].total * firsts.defences[plan.defence].total for plan in lates}
        return self._forms.common * lcm(*ways) * lcm(*ways_2)

    def table(self, leads: Sequence[Plan], lates: Sequence[Plan], over: int) -> list[list[int]]:
        """Every pair of splits, a row for each of the fighter with the initiative, all divided by `over`."""
        found = [[0] * len(lates) for _ in leads]
        over //= self._forms.common
        columns = _alike(tuple(lates))
        for lead, rows in _alike(tuple(leads)).items():
            for late, those in columns.items():
                self._fill(self._meet(lead, late), rows, those, found, over)
        return found

    def _fill(self, both: _Both, rows: Places, columns: Places, found: list[list[int]], over: int) -> None:
        """The pay-offs of all splits that do the same, line by line: those of the longer side are a line."""
        if max(len(rows), len(columns)) < LONG:
            for row, attack, defence in rows:
                for column, attack_2, defence_2 in columns:
                    first, second = (attack, defence_2), (attack_2, defence)
                    met, met_2 = self.firsts.of(first), self.seconds.of(second)
                    pay = both.pay(first, second, met, met_2)
                    found[row][column] = pay * (over // (met.total * met_2.total))
        elif len(rows) > len(columns):
            for column, attack_2, defence_2 in columns:
                firsts = tuple([(attack, defence_2) for _, attack, _ in rows])
                seconds = tuple([(attack_2, defence) for _, _, defence in rows])
                for (row, _, _), pay in zip(rows, self._pays(both, firsts, seconds, over), strict=True):
                    found[row][column] = pay
        else:
            for row, attack, defence in rows:
                firsts = tuple([(attack, defence_2) for _, _, defence_2 in columns])
                seconds = tuple([(attack_2, defence) for _, attack_2, _ in columns])
                into = found[row]
                for (column, _, _), pay in zip(columns, self._pays(both, firsts, seconds, over), strict=True):
                    into[column] = pay

    def _pays(self, both: _Both, firsts: Pairs, seconds: Pairs, over: int) -> list[int]:
        line = self._lines.get((firsts, seconds))
        if line is None:
            line = self._lines[firsts, seconds] = _Line(self, firsts, seconds)
        return [pay * (over // total) for pay, total in zip(both.pays(line, firsts, seconds), line.totals, strict=True)]

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
        scale, cells = self._together(self.firsts, forms)
        scale_2, cells_2 = self._together(self.seconds, list(zip(weights, second.levels, strict=True)))
        tied = dot(first.won[1:], second.lost) - dot(first.lost[1:], second.won)
        found = _Both(ones, twos, (cells, cells_2), (scale, scale_2), after[0] * second.common, tied)
        self._both[lead, late] = found
        return found

    def _first(self, strike: Win, guard: Win) -> tuple[First, _Parts]:
        known = self._first_parts.get((strike, guard))
        if known is None:
            of = self._forms.first(strike, guard)
            known = of, _Parts(self.firsts, partial(_terms_of_first, of))
            self._first_parts[strike, guard] = known
        return known

    def _second(self, strike: Win, guard: Win) -> tuple[Second, _Parts]:
        known = self._second_parts.get((strike, guard))
        if known is None:
            of = self._forms.second(strike, guard)
            known = of, _Parts(self.seconds, partial(_terms_of_second, of))
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


@lru_cache(maxsize=128)
def _alike(plans: tuple[Plan, ...]) -> Mapping[_Kind, Places]:
    """The splits of each kind."""
    found: dict[_Kind, Places] = {}
    for place, plan in enumerate(plans):
        found.setdefault(_Kind(plan.does, plan.attack > 0), []).append((place, plan.attack, plan.defence))
    return found

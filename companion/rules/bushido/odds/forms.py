"""What the Success Levels of both comparisons of an exchange are worth together.

A worth after a blow of the first is split into a constant and a *form*, what more the second comparison can make of it.
Mostly there is just one form: what the second does is worth the same whatever the first did, unless that ended it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import lcm, prod
from typing import NamedTuple

from companion.rules.bushido.odds.comparison import UNTOUCHED, Blow, Stances, Win, Won, won
from companion.rules.bushido.odds.plans import Duel

Value = Callable[[int, int], int]
"""What harm to the fighter with the initiative, and to the other, is worth. Compared by what it is made of."""


class Form(NamedTuple):
    """What ends of the second comparison are worth after some blows of the first, but for a constant."""

    then: Stances
    worths: Mapping[Blow, int]


class First(NamedTuple):
    """What the Success Levels of the first comparison lead to, ties apart: `constants` by level, and the weights of the
    `forms` that there are, by their place. `won` and `lost` are the same of a tie, the constant first. All of
    `common`."""

    constants: Sequence[int]
    forms: Mapping[int, Sequence[int]]
    won: Sequence[int]
    lost: Sequence[int]
    common: int


class Second(NamedTuple):
    """What the Success Levels of the second comparison are worth by each form, ties apart: many forms come to the same
    here, so there are `levels`, and for each form the place of its own. `won` and `lost` are what a tie is worth by
    each form. All of `common`."""

    levels: Sequence[Sequence[int]]
    places: Sequence[int]
    won: Sequence[int]
    lost: Sequence[int]
    common: int


class _Led(NamedTuple):
    """What the Success Levels lead to that one wins in the first comparison, from 0 on: for each the constant, then
    the weight of every form. All of `common`."""

    levels: Sequence[Sequence[int]]
    common: int


class _Worth(NamedTuple):
    """What the Success Levels are worth that one wins in the second comparison, from 0 on: for each form in turn, but
    each different row of levels once, and the place of its own for every form. All of `common`."""

    levels: Sequence[tuple[int, ...]]
    places: Sequence[int]
    common: int


class Forms:
    """The forms of one duel, and what strikes and guards make of them."""

    def __init__(self, duel: Duel, value: Value) -> None:
        self._duel, self._value = duel, value
        self._forms: list[Form] = []
        self._stances: tuple[Stances, ...] = ()
        """All that the first can leave: even where the second is worth the same, what all is divided by is the same."""
        self._after: dict[Blow, tuple[int, int]] = {}
        """By blow of the first: a constant, and the place of a form; below 0 none."""
        self._led: dict[Win, _Led] = {}
        self._worth: dict[Win, _Worth] = {}
        self.common = 1
        """A multiple of what the ends of both comparisons together are divided by."""
        self._find()

    def first(self, strike: Win, guard: Win) -> First:
        """What every Success Level of the first leads to: its constant, and the weight of each form."""
        won, lost = self._leads(strike), self._leads(guard)
        common = lcm(won.common, lost.common)
        wins, losses = (_times(of.levels, common // of.common) for of in (won, lost))
        tied = [0] * (1 + len(self._forms))
        constants, *forms = zip(*losses[:0:-1], tied, *wins[1:], strict=True)
        some = {place: each for place, each in enumerate(forms) if any(each)}
        return First(constants, some, wins[0], losses[0], common)

    def second(self, strike: Win, guard: Win) -> Second:
        """What every Success Level of the second is worth by each form."""
        won, lost = self._worths(strike), self._worths(guard)
        common = lcm(won.common, lost.common)
        wins, losses = (_times(of.levels, common // of.common) for of in (won, lost))
        known: dict[tuple[int, int], int] = {}
        places = [known.setdefault(both, len(known)) for both in zip(won.places, lost.places, strict=True)]
        levels = [(*losses[other][:0:-1], 0, *wins[one][1:]) for one, other in known]
        tie_won, tie_lost = (
            [of[place][0] for place in each] for of, each in ((wins, won.places), (losses, lost.places))
        )
        return Second(levels, places, tie_won, tie_lost, common)

    def _leads(self, win: Win) -> _Led:
        known = self._led.get(win)
        if known is None:
            found = self._won(win, 0, UNTOUCHED)
            if found.same:
                levels = [self._parts(found.levels[0])] * len(found.levels)
            else:
                levels = [self._parts(blows) for blows in found.levels]
            known = self._led[win] = _Led(levels, found.common)
        return known

    def _parts(self, blows: Mapping[Blow, int]) -> list[int]:
        """The constant of these blows, and the weight of each form."""
        each = [0] * (1 + len(self._forms))
        for blow, weight in blows.items():
            constant, form = self._after[blow]
            each[0] += weight * constant
            if form >= 0:
                each[1 + form] += weight
        return each

    def _worths(self, win: Win) -> _Worth:
        known = self._worth.get(win)
        if known is None:
            by_stance = {then: self._won(win, 1, then) for then in self._stances}
            common = lcm(*(found.common for found in by_stance.values()))
            of = {then: found.times(common // found.common) for then, found in by_stance.items()}
            rows: dict[tuple[int, ...], int] = {}
            places = [rows.setdefault(_worth_of(of[then], worths), len(rows)) for then, worths in self._forms]
            known = self._worth[win] = _Worth(list(rows), places, common)
        return known

    def _find(self) -> None:
        lead, late = self._duel.bodies
        firsts = self._all_blows(0, UNTOUCHED)
        self._stances = tuple(dict.fromkeys(blow.then for blow in firsts if blow.goes_on))
        seconds = {then: self._all_blows(1, then) for then in self._stances}
        over = (
            lcm(*(self._won(win, second, then).common for then in stances for win in self._wins(second)))
            for second, stances in enumerate(((UNTOUCHED,), self._stances))
        )
        self.common = prod(over)
        places: dict[tuple[Stances, tuple[int, ...]], int] = {}
        for blow in firsts:
            if not blow.goes_on:
                self._after[blow] = self._value(blow.attacker, blow.defender), -1
                continue
            row = [
                self._value(lead.added(blow.attacker, more.defender), late.added(blow.defender, more.attacker))
                for more in seconds[blow.then]
            ]
            constant = row[0]
            form = tuple(worth - constant for worth in row)
            if not any(form):
                self._after[blow] = constant, -1
                continue
            key = blow.then, form
            if key not in places:
                places[key] = len(self._forms)
                self._forms.append(Form(blow.then, dict(zip(seconds[blow.then], form, strict=True))))
            self._after[blow] = constant, places[key]

    def _all_blows(self, second: int, stances: Stances) -> tuple[Blow, ...]:
        """All blows of the first comparison, or of the second after it left such stances."""
        found: dict[Blow, None] = {}
        for win in self._wins(second):
            found |= self._won(win, second, stances).blows()
        return tuple(found)

    def _wins(self, second: int) -> Iterable[Win]:
        """All strikes and guards of the first comparison, or of the second."""
        does, other = self._duel.does[second], self._duel.does[1 - second]
        wins = dict.fromkeys(each.strike for each in does)
        return wins | dict.fromkeys(guard for each in other for guard in (each.guard, each.unmet))

    def _won(self, win: Win, second: int, stances: Stances) -> Won:
        """`stances` are of the fighter with the initiative and of the other."""
        bodies, widest = self._duel.bodies, self._duel.widest
        if second:
            return won(win, stances[::-1], bodies[::-1], widest, True)
        return won(win, stances, bodies, widest, False)


def _times(rows: Sequence[Sequence[int]], scale: int) -> Sequence[Sequence[int]]:
    return rows if scale == 1 else [[scale * each for each in row] for row in rows]


def _worth_of(levels: Sequence[Mapping[Blow, int]], worths: Mapping[Blow, int]) -> tuple[int, ...]:
    """What the levels are worth that one wins."""
    if levels[0] is levels[-1]:
        return (sum([weight * worths[blow] for blow, weight in levels[0].items()]),) * len(levels)
    return tuple([sum([weight * worths[blow] for blow, weight in blows.items()]) for blows in levels])

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


Row = tuple[int, ...]
"""A number for each of some Success Levels."""


class _Led(NamedTuple):
    """What the Success Levels lead to that one wins in the first comparison: the constant, then the weight of every
    form. `up` are the levels of an Attacker from 1 on, `down` those of a Defender up to -1; `tie` is a tie that it
    wins. `some` are the places of the forms that are there."""

    up: Sequence[Row]
    down: Sequence[Row]
    tie: Row
    some: frozenset[int]


class _Worth(NamedTuple):
    """What the Success Levels are worth that one wins in the second comparison, for each form in turn, but each
    different row of levels once, and the place of its own for every form. Rows as in `_Led`; `tie` by form."""

    up: Sequence[Row]
    down: Sequence[Row]
    places: Sequence[int]
    tie: Row


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
        self._commons = (1, 1)
        """What the ends of each comparison are divided by."""
        self._find()

    @property
    def common(self) -> int:
        """What the ends of both comparisons together are divided by."""
        return prod(self._commons)

    def first(self, strike: Win, guard: Win) -> First:
        """What every Success Level of the first leads to: its constant, and the weight of each form."""
        won, lost = self._leads(strike), self._leads(guard)
        constants, *forms = zip(lost.down, won.up, strict=True)
        some = {place: _levels(*forms[place]) for place in sorted(won.some | lost.some)}
        return First(_levels(*constants), some, won.tie, lost.tie, self._commons[0])

    def second(self, strike: Win, guard: Win) -> Second:
        """What every Success Level of the second is worth by each form."""
        won, lost = self._worths(strike), self._worths(guard)
        known: dict[tuple[int, int], int] = {}
        places = [known.setdefault(both, len(known)) for both in zip(won.places, lost.places, strict=True)]
        levels = [_levels(lost.down[other], won.up[one]) for one, other in known]
        return Second(levels, places, won.tie, lost.tie, self._commons[1])

    def _leads(self, win: Win) -> _Led:
        known = self._led.get(win)
        if known is None:
            found = self._won(win, 0, UNTOUCHED)
            scale = self._commons[0] // found.common
            if found.same:
                levels = [self._parts(found.levels[0], scale)] * len(found.levels)
            else:
                levels = [self._parts(blows, scale) for blows in found.levels]
            rows = list(zip(*levels, strict=True))
            some = frozenset(place for place, row in enumerate(rows[1:]) if any(row))
            known = self._led[win] = _Led(*_sides(rows), tuple(levels[0]), some)
        return known

    def _parts(self, blows: Mapping[Blow, int], scale: int) -> list[int]:
        """The constant of these blows, and the weight of each form, so many times."""
        each = [0] * (1 + len(self._forms))
        for blow, weight in blows.items():
            constant, form = self._after[blow]
            weight *= scale
            each[0] += weight * constant
            if form >= 0:
                each[1 + form] += weight
        return each

    def _worths(self, win: Win) -> _Worth:
        known = self._worth.get(win)
        if known is None:
            of: dict[Stances, Sequence[Mapping[Blow, int]]] = {}
            for then in self._stances:
                found = self._won(win, 1, then)
                of[then] = found.times(self._commons[1] // found.common)
            rows: dict[Row, int] = {}
            places = [rows.setdefault(_worth_of(of[then], worths), len(rows)) for then, worths in self._forms]
            each = list(rows)
            known = self._worth[win] = _Worth(*_sides(each), places, tuple([each[place][0] for place in places]))
        return known

    def _find(self) -> None:
        lead, late = self._duel.bodies
        firsts = self._all_blows(0, UNTOUCHED)
        self._stances = tuple(dict.fromkeys(blow.then for blow in firsts if blow.goes_on))
        seconds = {then: self._all_blows(1, then) for then in self._stances}
        one, two = (
            lcm(*(self._won(win, second, then).common for then in stances for win in self._wins(second)))
            for second, stances in enumerate(((UNTOUCHED,), self._stances))
        )
        self._commons = one, two
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


def _sides(rows: Iterable[Row]) -> tuple[list[Row], list[Row]]:
    """Rows of levels from 0 on, as those of an Attacker from 1 on, and as those of a Defender up to -1."""
    up = [row[1:] for row in rows]
    return up, [row[::-1] for row in up]


def _levels(down: Row, up: Row) -> Row:
    """All levels but ties, which count nothing."""
    return (*down, 0, *up)


def _worth_of(levels: Sequence[Mapping[Blow, int]], worths: Mapping[Blow, int]) -> tuple[int, ...]:
    """What the levels are worth that one wins."""
    if levels[0] is levels[-1]:
        return (sum([weight * worths[blow] for blow, weight in levels[0].items()]),) * len(levels)
    return tuple([sum([weight * worths[blow] for blow, weight in blows.items()]) for blows in levels])

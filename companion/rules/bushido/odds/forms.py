"""What the Success Levels of both comparisons of an exchange are worth together.

A worth after a blow of the first is split into a constant and a *form*, what more the second comparison can make of it.
Mostly there is just one form: what the second does is worth the same whatever the first did, unless that ended it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import lcm
from typing import NamedTuple

from companion.rules.bushido.odds.comparison import UNTOUCHED, Blow, Ends, Stances, Win, ends
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


class Forms:
    """The forms of one duel, and what strikes and guards make of them."""

    def __init__(self, duel: Duel, value: Value) -> None:
        self._duel, self._value = duel, value
        self._levels = range(-duel.widest, duel.widest + 1)
        self._forms: list[Form] = []
        self._stances: tuple[Stances, ...] = ()
        """All that the first can leave: even where the second is worth the same, what all is divided by is the same."""
        self._after: dict[Blow, tuple[int, int]] = {}
        """By blow of the first: a constant, and the place of a form; below 0 none."""
        self._find()

    def first(self, strike: Win, guard: Win) -> First:
        """What every Success Level of the first leads to: its constant, and the weight of each form."""
        found = self._ends(strike, guard, 0, UNTOUCHED)

        def parts(blows: Mapping[Blow, int]) -> list[int]:
            each = [0] * (1 + len(self._forms))
            for blow, weight in blows.items():
                constant, form = self._after[blow]
                each[0] += weight * constant
                if form >= 0:
                    each[1 + form] += weight
            return each

        split = [parts(found.at(level, won=False) if level else {}) for level in self._levels]
        constants, *forms = zip(*split, strict=True)
        some = {place: each for place, each in enumerate(forms) if any(each)}
        return First(constants, some, parts(found.tie_won), parts(found.tie_lost), found.common)

    def second(self, strike: Win, guard: Win) -> Second:
        """What every Success Level of the second is worth by each form."""
        by_stance = {then: self._ends(strike, guard, 1, then) for then in self._stances}
        blows = {then: tuple(dict.fromkeys(found.blows())) for then, found in by_stance.items()}
        common = lcm(*(found.common for found in by_stance.values()))
        known: dict[tuple[Stances, tuple[int, ...]], int] = {}
        places: list[int] = []
        levels: list[list[int]] = []
        ties: list[tuple[int, int]] = []
        for then, worths in self._forms:
            key = then, tuple(map(worths.__getitem__, blows[then]))
            place = known.setdefault(key, len(known))
            places.append(place)
            if place == len(levels):
                each, tie = self._worths(by_stance[then], common, worths)
                levels.append(each)
                ties.append(tie)
        won, lost = ([ties[place][of] for place in places] for of in (0, 1))
        return Second(levels, places, won, lost, common)

    def _worths(self, found: Ends, common: int, worths: Mapping[Blow, int]) -> tuple[list[int], tuple[int, int]]:
        """What every Success Level is worth, ties apart, and a tie that is won or lost."""
        scale = common // found.common

        def worth(blows: Mapping[Blow, int]) -> int:
            return scale * sum([weight * worths[blow] for blow, weight in blows.items()])

        levels = [worth(found.at(level, won=False)) if level else 0 for level in self._levels]
        return levels, (worth(found.tie_won), worth(found.tie_lost))

    def _find(self) -> None:
        duel = self._duel
        lead, late = duel.bodies
        firsts = self._all_ends(0, UNTOUCHED)
        self._stances = tuple(dict.fromkeys(blow.then for blow in firsts if blow.goes_on))
        seconds = {then: self._all_ends(1, then) for then in self._stances}
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

    def _all_ends(self, second: int, stances: Stances) -> tuple[Blow, ...]:
        """All blows of the first comparison, or of the second after it left such stances."""
        duel = self._duel
        strikes = dict.fromkeys(does.strike for does in duel.does[second])
        guards = dict.fromkeys(guard for does in duel.does[1 - second] for guard in (does.guard, does.unmet))
        found = (self._ends(strike, guard, second, stances).blows() for strike in strikes for guard in guards)
        return tuple(dict.fromkeys(blow for blows in found for blow in blows))

    def _ends(self, strike: Win, guard: Win, second: int, stances: Stances) -> Ends:
        """`stances` are of the fighter with the initiative and of the other."""
        bodies, widest = self._duel.bodies, self._duel.widest
        if second:
            return ends(strike, guard, stances[::-1], bodies[::-1], widest, True)
        return ends(strike, guard, stances, bodies, widest, False)

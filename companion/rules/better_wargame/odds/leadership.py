"""Odds of Leadership tests: to rally, not to fall back, not to break."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

from companion.engine.dice import D6
from companion.engine.odds import Odds
from companion.odds.chances import Chances, one_die
from companion.odds.side_by_side import Cell, side_by_side
from companion.rules.better_wargame.units import WargameUnit, passes

_WORDS = {
    "rally": ("rallies", "{} rallies"),
    "suppressed_test": ("falls_back", "{} must fall back"),
    "break": ("breaks", "{} breaks"),
    "break.reroll": ("breaks", "{} breaks"),
    "command_break": ("breaks", "the command of {} breaks"),
}


@cache
def _fails(leadership: int) -> Fraction:
    """The chance to fail a Leadership test."""
    return one_die(D6, lambda face: passes(leadership, int(face))).p(False)


def _fails_break(unit: WargameUnit, needs: int) -> Fraction:
    """The chance that a unit fails a Break Test on what it `needs`, a second one too where a doctrine gives it."""
    return _fails(needs) ** (2 if unit.break_reroll else 1)


def breaks(unit: WargameUnit, lost: Chances[int]) -> Fraction:
    """The chance that a unit is eligible for a Break Test after these losses and fails it (P13)."""

    def tests(dead: int) -> bool:
        left = replace(unit, models=unit.models - dead, casualties=unit.casualties + dead)
        return left.models > 0 and left.break_eligible

    return lost.where(tests) * _fails_break(unit, unit.leadership)


def leadership_odds(name: str, units: Sequence[WargameUnit], needs: Mapping[str, int]) -> Odds:
    """The chance of what hangs on each unit's test; `name` is that of the request, `needs` are the numbers to reach."""
    measure, text = _WORDS[name]
    cells = []
    for unit in units:
        needed = needs[unit.id]
        p = _fails_break(unit, needed) if name == "break" else _fails(needed)
        cells.append(Cell(measure, unit.id, text, 1 - p if measure == "rallies" else p, unit.name))
    again = name == "break" and any(unit.break_reroll for unit in units)
    assumes = ("failed tests are rolled again where a doctrine gives it",) if again else ()
    title = "Leadership tests" if len(units) > 1 else "Leadership test"
    return side_by_side(title, "each test by itself", {None: cells}, assumes)

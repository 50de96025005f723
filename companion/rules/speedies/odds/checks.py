"""Odds of Stat Checks and of single d20s that are read in a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from companion.engine.dice import D20
from companion.engine.odds import Chance, Heading, Odds
from companion.engine.wording import possessive
from companion.odds.chances import Chances, one_die
from companion.rules.speedies.stat_check_dice import kept, lean_lines, passes, staggered
from companion.rules.speedies.units import SpeediesUnit

Reading = tuple[str, str]
"""What a face means: its measure, and the words for it."""


@cache
def check_die(lean: int) -> Chances[int]:
    """The natural die that counts of one check; of two with Advantage (1) or Disadvantage (-1)."""
    if lean == 0:
        return one_die(D20, int)
    found: dict[int, int] = {}
    for pair in product(map(int, D20.faces), repeat=2):
        die = kept(pair, lean)[0]
        found[die] = found.get(die, 0) + 1
    return Chances(found)


@cache
def check_chance(needed: int, lean: int, auto_fail: int) -> Fraction:
    """The chance that one Stat Check passes."""
    return check_die(lean).where(lambda die: passes(die, needed, auto_fail))


def lean_number(for_: Sequence[str], against: Sequence[str]) -> int:
    """Advantage (1), Disadvantage (-1) or neither for these reasons."""
    return sum(line.value for line in lean_lines(for_, against))


def own_lean(unit: SpeediesUnit) -> int:
    """The lean of a check that nothing else touches."""
    return lean_number([], staggered(unit))


def check_odds(unit: SpeediesUnit, needed: int, lean: int, auto_fail: int, what: str) -> Odds:
    """The roll of one Stat Check; `what` is checked, in words."""
    return _passing(unit, [("", check_chance(int(needed), int(lean), auto_fail))], what=what)


def choice_odds(unit: SpeediesUnit, needed: Iterable[tuple[str, int]], auto_fail: int, *assumes: str) -> Odds:
    """A choice that sets what a check needs: by option, the die that is enough."""
    lean = own_lean(unit)
    return _passing(unit, [(option, check_chance(need, lean, auto_fail)) for option, need in needed], *assumes)


def _passing(unit: SpeediesUnit, chances: Sequence[tuple[str, Fraction]], *assumes: str, what: str = "") -> Odds:
    rows = tuple(Chance(option, "passes", p, unit.id) for option, p in chances)
    of = f"{possessive(unit.name)} check"
    return Odds(of, "to pass", rows, (Heading("passes", unit.id, f"passes {what}".rstrip()),), assumes)


def table_odds(of: str, goal: str, unit: str, read: Callable[[int], Reading]) -> Odds:
    """One d20 that is read in a table: the chance of each row, lowest face first."""
    found = one_die(D20, lambda face: read(int(face)))
    rows = tuple(Chance("", measure, found.p((measure, text)), unit) for (measure, text), _ in found)
    return Odds(of, goal, rows, tuple(Heading(measure, unit, text) for (measure, text), _ in found))

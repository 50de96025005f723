"""Odds of single d20s: Stat Checks, falls, tables, improvements; and of what a battle earns (CL3, M11, A2 to A6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from companion.engine.dice import D20
from companion.engine.odds import Given, Odds
from companion.engine.state.changes import added_up
from companion.engine.wording import possessive
from companion.odds.chances import Chances, one_die, summed
from companion.odds.side_by_side import Cell, outcomes, side_by_side, yes
from companion.rules.speedies.catalog import IMPROVEMENTS, INCOME, MOST_REDRAWS, Improvement, Told, ToldT, row
from companion.rules.speedies.conditions import OUT
from companion.rules.speedies.falls import height_of, landing
from companion.rules.speedies.stat_check_dice import kept, lean_lines, passes, staggered
from companion.rules.speedies.units import SpeediesUnit, Warband

LIKELIER = "the likelier stat is chosen"


def whose(unit: SpeediesUnit | Warband, what: str) -> str:
    """The title of odds: `Monk's volley`."""
    return f"{possessive(unit.name)} {what}"


@cache
def check_die(lean: int) -> Chances[int]:
    """The natural die that counts of one check; of two with Advantage (1) or Disadvantage (-1)."""
    faces = product(map(int, D20.faces), repeat=2 if lean else 1)
    return Chances(Counter(kept(each, lean)[0] for each in faces))


@cache
def check(needed: int, lean: int, auto_fail: int) -> Chances[bool]:
    """Whether one Stat Check passes."""
    return check_die(lean).map(lambda die: passes(die, needed, auto_fail))


def lean_number(for_: Sequence[str], against: Sequence[str]) -> int:
    """Advantage (1), Disadvantage (-1) or neither for these reasons."""
    return added_up(lean_lines(for_, against))


def own_lean(unit: SpeediesUnit) -> int:
    """The lean of a check that nothing else touches."""
    return lean_number([], staggered(unit))


def check_odds(unit: SpeediesUnit, needed: Mapping[Given, int], lean: int, auto_fail: int, what: str = "") -> Odds:
    """A Stat Check, or a choice before it: by option, the die that is enough. `what` is checked, in words."""
    found = {option: check(int(need), int(lean), auto_fail).p(True) for option, need in needed.items()}
    return yes(whose(unit, "check"), "to pass", unit.id, ("passes", f"passes {what}".rstrip()), found)


def band_odds(unit: SpeediesUnit, what: str, goal: str, bands: Sequence[ToldT], plus: int = 0) -> Odds:
    """A d20 of a unit, and so much more, in one of the listed tables."""
    return outcomes(whose(unit, what), goal, unit.id, one_die(D20, lambda face: row(bands, int(face) + plus).told))


def fall_odds(unit: SpeediesUnit, inches: int) -> Odds:
    """CL3: what a fall does."""

    def read(face: int) -> Told:
        found = landing(unit, face + height_of(inches))
        status = found.status if found.hurt else unit.status
        if found.buffered:
            return f"{status}_and_wounded", f"{status} and a Wound less"
        return ("falls" if status == OUT else status), status

    return outcomes(whose(unit, "fall"), "what becomes of it", unit.id, one_die(D20, int).map(read))


def income_odds(side: Warband, dice: int) -> Odds:
    """A2: the gold that a warband earns."""
    gold = summed(dice, one_die(D20, int)).map(lambda total: total + INCOME.base)
    return side_by_side(whose(side, "income"), "gold", {None: [Cell("gold", side.id, "gold", gold)]})


def draw_odds(unit: SpeediesUnit) -> Odds:
    """M11: the d20 of a hero's draw."""
    found = one_die(D20, lambda face: row(IMPROVEMENTS, int(face)))
    told = found.map(lambda drawn: ("redrawn", "drawn again") if drawn.closed(unit) else drawn.told)
    return outcomes(whose(unit, "improvement"), "this draw", unit.id, told)


def stat_odds(unit: SpeediesUnit, needed: Mapping[Given, int]) -> Odds:
    """M11: the check of a stat; by option, the most that its die may show."""
    return _gaining(unit, {option: _learns(most) for option, most in needed.items()})


def card_odds(unit: SpeediesUnit) -> Odds:
    """M11: the card that a hero has drawn: whether it improves by it, as it must where no check follows."""
    found = {drawn.id: _gained(unit, drawn) for drawn in IMPROVEMENTS if not drawn.closed(unit)}
    return _gaining(unit, found, LIKELIER)


def attempt_odds(options: Mapping[str, Any], unit: SpeediesUnit) -> Odds | None:
    """A6: whether to pay for another attempt. What is closed is drawn again.

    None where the players draw cards: nobody knows the deck.
    """
    if options["improvement_by"] == "card":
        return None
    faces = one_die(D20, lambda face: row(IMPROVEMENTS, int(face))).fractions()
    again = sum((p for drawn, p in faces.items() if drawn.closed(unit)), Fraction())
    gained = sum((p * _gained(unit, drawn) for drawn, p in faces.items() if not drawn.closed(unit)), Fraction())
    found = {False: Fraction(), True: sum((gained * again**n for n in range(MOST_REDRAWS)), Fraction())}
    return _gaining(unit, found, LIKELIER)


def _gained(unit: SpeediesUnit, drawn: Improvement) -> Fraction:
    """The chance that a result improves something: that of the likelier stat where it is checked."""
    return max(_learns(getattr(unit, field) or 0) for field in drawn.fields) if drawn.by < 0 else Fraction(1)


def _learns(number: int) -> Fraction:
    """The chance that a stat improves that needs a d20 of its own number or less."""
    return one_die(D20, int).where(lambda face: face <= number)


def _gaining(unit: SpeediesUnit, found: Mapping[Given, Fraction], *assumes: str) -> Odds:
    return yes(whose(unit, "improvement"), "to improve", unit.id, ("gains", "improves"), found, assumes)

"""Odds of improvements: what a draw brings, and whether a stat improves (M11, A6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from companion.engine.dice import D20
from companion.engine.odds import Chance, Heading, Odds
from companion.engine.wording import possessive
from companion.odds.chances import one_die
from companion.rules.speedies.catalog import IMPROVEMENTS, Improvement, row
from companion.rules.speedies.odds.checks import table_odds
from companion.rules.speedies.units import SpeediesUnit

Closed = Callable[[SpeediesUnit, Improvement], bool]
GAINS = "gains"
LIKELIER = "the likelier stat is chosen"


def improves(unit: SpeediesUnit, field: str) -> Fraction:
    """The chance that a stat improves that needs a d20 of its own number or less."""
    return one_die(D20, int).where(lambda face: face <= (getattr(unit, field) or 0))


def draw_odds(unit: SpeediesUnit, closed: Closed) -> Odds:
    """The d20 of a hero's draw."""

    def read(face: int) -> tuple[str, str]:
        drawn = row(IMPROVEMENTS, face)
        return (drawn.id, drawn.label) if not closed(unit, drawn) else ("redrawn", "drawn again")

    return table_odds(f"{possessive(unit.name)} improvement", "this draw", unit.id, read)


def card_odds(unit: SpeediesUnit, closed: Closed) -> Odds:
    """The card that a hero has drawn: whether it improves by it, as it must where no check follows."""
    open_ = [drawn for drawn in IMPROVEMENTS if not closed(unit, drawn)]
    return _gaining(unit, [(drawn.id, _gained(unit, drawn)) for drawn in open_], LIKELIER)


def improvement_check_odds(unit: SpeediesUnit, needed: int) -> Odds:
    """The check of one stat."""
    p = one_die(D20, int).where(lambda face: face <= needed)
    return _gaining(unit, [("", p)])


def stat_odds(unit: SpeediesUnit, fields: Iterable[str]) -> Odds:
    """Which of two stats to improve."""
    return _gaining(unit, [(field, improves(unit, field)) for field in fields])


def attempt_odds(options: Mapping[str, Any], unit: SpeediesUnit, closed: Closed, redraws: int) -> Odds | None:
    """Whether to pay for another attempt. What is closed is drawn again, up to `redraws` times in all.

    None where the players draw cards: nobody knows the deck.
    """
    if options["improvement_by"] == "card":
        return None
    faces = one_die(D20, lambda face: row(IMPROVEMENTS, int(face)))
    gained, again = Fraction(0), Fraction(0)
    for drawn, weight in faces:
        p = Fraction(weight, faces.total)
        if closed(unit, drawn):
            again += p
        else:
            gained += p * _gained(unit, drawn)
    found = sum((gained * again**n for n in range(redraws)), Fraction(0))
    return _gaining(unit, [("no", Fraction(0)), ("yes", found)], LIKELIER)


def _gained(unit: SpeediesUnit, drawn: Improvement) -> Fraction:
    """The chance that a result improves something: that of the likelier stat where it is checked."""
    return max(improves(unit, field) for field in drawn.fields) if drawn.by < 0 else Fraction(1)


def _gaining(unit: SpeediesUnit, chances: Iterable[tuple[str, Fraction]], *assumes: str) -> Odds:
    rows = tuple(Chance(option, GAINS, p, unit.id) for option, p in chances)
    of = f"{possessive(unit.name)} improvement"
    return Odds(of, "to improve", rows, (Heading(GAINS, unit.id, "improves"),), assumes)

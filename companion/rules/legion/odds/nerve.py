"""Odds outside attacks: the rally roll, the tie for priority, an order token drawn blindly."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.dice import Die
from companion.engine.odds import Chance, Heading, Odds
from companion.engine.wording import possessive, verb
from companion.odds.chances import one_die, summed
from companion.odds.side_by_side import numbers, outcomes
from companion.rules.legion.dice import DEFENCE
from companion.rules.legion.units import LegionUnit

At = Callable[[LegionUnit, int], bool]
"""Whether something holds of a unit with so much suppression."""


def rally_odds(unit: LegionUnit, colour: str, dice: int, suppressed: At, panics: At) -> Odds:
    """The rally: how much suppression goes, and whether the unit is suppressed or panics then."""
    held = unit.suppression
    gone = summed(dice, one_die(DEFENCE[colour], lambda face: int(face != "blank"))).map(lambda good: min(good, held))
    rows = [
        *numbers(None, "removed", gone, unit.id),
        Chance(None, "suppressed", gone.where(lambda number: suppressed(unit, held - number)), unit.id),
        Chance(None, "panics", gone.where(lambda number: panics(unit, held - number)), unit.id),
    ]
    columns = (
        Heading("removed", unit.id, "suppression removed"),
        Heading("suppressed", unit.id, "suppressed after it"),
        Heading("panics", unit.id, "panics"),
    )
    assumes = ("no commander lends courage",)
    return Odds(f"{possessive(unit.name)} rally", "to lose suppression", tuple(rows), columns, assumes)


def tie_odds(first: str, second: str, title: Callable[[str], str]) -> Odds:
    """A tie for priority: a block gives it to the side that rolls."""
    wins = one_die(DEFENCE["red"], str).p("block")
    rows = (Chance(None, "wins", wins, first), Chance(None, "wins", 1 - wins, second))
    columns = tuple(
        Heading("wins", side, f"{{}} {verb(title(side), 'has')} priority", title(side)) for side in (first, second)
    )
    return Odds("Priority", "to go first", rows, columns)


def draw_odds(side: str, ranks: Sequence[str]) -> Odds:
    """An order token from the pool: the chance of each rank."""
    drawn = one_die(Die("order token", tuple(ranks)), lambda rank: (str(rank), str(rank).replace("_", " ")))
    return outcomes("Order pool", "the token drawn", side, drawn)

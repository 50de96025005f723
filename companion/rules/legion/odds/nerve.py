"""Odds outside attacks: the rally roll, the tie for priority, an order token drawn blindly."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.dice import Die
from companion.engine.odds import Odds
from companion.engine.wording import possessive, verb
from companion.odds.chances import one_die, summed
from companion.odds.side_by_side import Cell, outcomes, side_by_side
from companion.rules.legion.dice import DEFENCE, RALLIES
from companion.rules.legion.units import LegionUnit, may_panic, suppressed


def rally_odds(unit: LegionUnit, colour: str, dice: int) -> Odds:
    """The rally: how much suppression goes, and whether the unit is suppressed or panics then."""
    held = unit.suppression
    gone = summed(dice, one_die(DEFENCE[colour], lambda face: int(face in RALLIES))).map(lambda good: min(good, held))
    cells = [
        Cell("removed", unit.id, "suppression removed", gone),
        Cell("suppressed", unit.id, "suppressed after it", gone.where(lambda n: suppressed(unit, held - n))),
        Cell("panics", unit.id, "panics", gone.where(lambda n: may_panic(unit, held - n))),
    ]
    title, assumes = f"{possessive(unit.name)} rally", ("no commander lends courage",)
    return side_by_side(title, "to lose suppression", {None: cells}, assumes)


def tie_odds(first: str, second: str, title: Callable[[str], str]) -> Odds:
    """A tie for priority: a block gives it to the side that rolls."""
    wins = one_die(DEFENCE["red"], str).p("block")
    cells = [
        Cell("wins", side, f"{{}} {verb(title(side), 'has')} priority", p, title(side))
        for side, p in ((first, wins), (second, 1 - wins))
    ]
    return side_by_side("Priority", "to go first", {None: cells})


def draw_odds(side: str, ranks: Sequence[str]) -> Odds:
    """An order token from the pool: the chance of each rank."""
    drawn = one_die(Die("order token", tuple(ranks)), lambda rank: (str(rank), str(rank).replace("_", " ")))
    return outcomes("Order pool", "the token drawn", side, drawn)

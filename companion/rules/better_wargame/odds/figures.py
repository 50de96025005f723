"""What an attack comes to for one target, as rows: hits, Wounds, models lost, and what hangs on them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from companion.engine.odds import Chance, Odds
from companion.engine.wording import does
from companion.odds.chances import Chances
from companion.odds.side_by_side import columns, numbers
from companion.rules.better_wargame.attack.numbers import Options
from companion.rules.better_wargame.odds.deaths import Deaths
from companion.rules.better_wargame.odds.dice import passes_test
from companion.rules.better_wargame.units import WargameUnit

GOAL = "models that the target loses"
BACK = "back"
"""The measure of models that are lost to an enemy that strikes back."""

ALONE = "nothing else strikes the target in this phase"


class Figures(NamedTuple):
    """The chances for one target; None where it is no longer open how many hits or Wounds there are."""

    target: WargameUnit
    lost: Deaths
    hits: Chances[int] | None = None
    wounds: Chances[int] | None = None

    @property
    def mean(self) -> Fraction:
        """How many models it loses on average."""
        return self.lost.number.mean(lambda lost: lost)


def breaks(unit: WargameUnit, lost: Chances[int]) -> Fraction:
    """The chance that a unit is eligible for a Break Test after these losses and fails it (P13)."""
    holds = passes_test(unit.leadership)
    fails = (1 - holds) ** 2 if unit.break_reroll else 1 - holds

    def tests(dead: int) -> bool:
        left = unit.models - dead
        return left > 0 and unit.casualties + dead > 0 and left * 2 < unit.start_models

    return lost.where(tests) * fails


def rows_of(options: Options, phase: str, found: Figures, option: str = "") -> list[Chance]:
    """The rows of one target for one option."""
    unit, lost = found.target, found.lost.number
    rows = []
    for measure, number in (("hits", found.hits), ("wounds", found.wounds)):
        if number is not None:
            rows += numbers(option, measure, number, unit.id)
    rows += numbers(option, "dealt", lost, unit.id)
    rows.append(Chance(option, "falls", lost.where(lambda dead: dead >= unit.models), unit.id))
    rows.append(Chance(option, "breaks", breaks(unit, lost), unit.id))
    if found.wounds is not None and not unit.suppressed and (phase != "melee" or options["melee_wounds_suppress"]):
        enough = found.wounds.where(lambda taken: unit.wounds + taken >= unit.at_phase_start)
        rows.append(Chance(option, "overwhelmed", enough, unit.id))
    return rows


def texts(unit: WargameUnit) -> dict[str, str]:
    """The words over the columns of a unit, by measure."""
    name = unit.name
    return {
        "hits": f"hits on {name}",
        "wounds": f"Wounds on {name}, before saves",
        "dealt": f"models that {does(name, 'loses')}",
        "falls": f"{does(name, 'is')} wiped out",
        "breaks": f"{does(name, 'breaks in its')} Break Test",
        "overwhelmed": f"{does(name, 'takes Wounds for all its')} models",
        BACK: f"models that {does(name, 'kills')} in return",
    }


def as_odds(
    of: str,
    options: Options,
    phase: str,
    found: Sequence[tuple[str, Sequence[Figures]]],
    assumes: Sequence[str] = (),
    *,
    best: bool = False,
) -> Odds:
    """The options with what each comes to, in order; `best`: the one that costs most models is named."""
    rows = [row for option, each in found for one in each for row in rows_of(options, phase, one, option)]
    targets = [one.target for _, each in found for one in each]
    worths = {option: sum((one.mean for one in each), Fraction(0)) for option, each in found}
    top = max(worths, key=worths.__getitem__)
    left_out = max(one.lost.left_out for _, each in found for one in each)
    return Odds(
        of,
        GOAL,
        tuple(rows),
        columns(targets, texts, rows),
        (*assumes, ALONE),
        value=worths[top] if best or len(found) == 1 else None,
        safest=top if best else "",
        guarantees=tuple(worths.items()) if best else (),
        exact=not left_out,
        error=float(left_out) if left_out else None,
    )

"""What an attack comes to for one target, as rows: hits, Wounds, models lost, and what hangs on them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from companion.engine.odds import Chance, Heading, Odds, of_numbers
from companion.engine.wording import verb
from companion.odds.chances import Chances
from companion.rules.better_wargame.attack.numbers import Options
from companion.rules.better_wargame.odds.deaths import Deaths
from companion.rules.better_wargame.odds.dice import passes_test
from companion.rules.better_wargame.units import WargameUnit

GOAL = "models that the target loses"
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
            rows += of_numbers(option, measure, number.fractions().items(), unit.id)
    rows += of_numbers(option, "dealt", lost.fractions().items(), unit.id)
    rows.append(Chance(option, "falls", lost.where(lambda dead: dead >= unit.models), unit.id))
    rows.append(Chance(option, "breaks", breaks(unit, lost), unit.id))
    if found.wounds is not None and not unit.suppressed and (phase != "melee" or options["melee_wounds_suppress"]):
        enough = found.wounds.where(lambda taken: unit.wounds + taken >= unit.at_phase_start)
        rows.append(Chance(option, "overwhelmed", enough, unit.id))
    return rows


def said_of(unit: WargameUnit, text: str) -> str:
    """What a column tells of a unit: `{}` is its name, of `[loses/lose]` the form that fits a name of one or many."""
    return re.sub(r"\[(.*?)/(.*?)\]", lambda forms: verb(unit.name, forms[1], forms[2]), text).format(unit.name)


def headings(targets: Sequence[WargameUnit], rows: Sequence[Chance]) -> tuple[Heading, ...]:
    """The columns of these rows, target by target."""
    known = {(row.measure, row.of) for row in rows}
    words = {
        "hits": "hits on {}",
        "wounds": "Wounds on {}, before saves",
        "dealt": "models that {} [loses/lose]",
        "falls": "{} [is/are] wiped out",
        "breaks": "{} [breaks in its/break in their] Break Test",
        "overwhelmed": "{} [takes/take] Wounds for all [its/their] models",
    }
    return tuple(
        Heading(measure, unit.id, said_of(unit, text))
        for unit in targets
        for measure, text in words.items()
        if (measure, unit.id) in known
    )


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
    targets = list(dict.fromkeys(one.target for _, each in found for one in each))
    worths = {option: sum((one.mean for one in each), Fraction(0)) for option, each in found}
    top = max(worths, key=worths.__getitem__)
    left_out = max(one.lost.left_out for _, each in found for one in each)
    return Odds(
        of,
        GOAL,
        tuple(rows),
        headings(targets, rows),
        (*assumes, ALONE),
        value=worths[top] if best or len(found) == 1 else None,
        safest=top if best else "",
        guarantees=tuple(worths.items()) if best else (),
        exact=not left_out,
        error=float(left_out) if left_out else None,
    )

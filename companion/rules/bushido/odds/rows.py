"""The odds of an exchange as players see them: wounds, falls and Last Stands of both, and what is in view with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.engine.goals import GOALS, WOUNDS
from companion.engine.odds import Chance, Given, Heading, Odds, of_numbers
from companion.engine.wording import possessive, verb
from companion.odds.chances import Chances
from companion.rules.bushido.melee.fighters import Fighter
from companion.rules.bushido.melee.track import track_of
from companion.rules.bushido.odds.fight import Outcome
from companion.rules.bushido.odds.harm import Suffered, stays

LAST_STAND = "last_stand"
"""The measure of a fighter whose track is full and that stays in play until the End Phase."""

Measure = tuple[str, Fighter]
"""Wounds of a fighter: `dealt` or `taken` as whoever is asked counts them."""


def against(mine: Fighter, enemy: Fighter) -> tuple[Measure, Measure]:
    """The measures of a choice of `mine`: what it does to the enemy, and what it suffers."""
    return ("dealt", enemy), ("taken", mine)


def suffers(option: Given, measure: str, of: Chances[Suffered], who: Fighter) -> list[Chance]:
    """The rows of one fighter: its wounds, whether it falls, and where it may, whether it makes a Last Stand."""
    wounds = of.map(lambda to: to.wounds)
    falls = Chance(option, "falls", of.where(lambda to: to.falls), who.id)
    found = [*of_numbers(option, measure, wounds.fractions().items(), who.id), falls]
    stands = of.where(lambda to: to.stands)
    if stands or stays(track_of(who)):
        found.append(Chance(option, LAST_STAND, stands, who.id))
    return found


def rows_of(option: Given, outcome: Outcome, *of: Measure) -> list[Chance]:
    """The rows of one option: the wounds of these fighters, and who falls."""
    return [row for measure, who in of for row in suffers(option, measure, outcome[who.id], who)]


def _columns(rows: Sequence[Chance], *of: tuple[str, Fighter]) -> tuple[Heading, ...]:
    """The columns of these rows: the wounds of each fighter by this measure, and its fall or Last Stand."""
    stand = {row.of for row in rows if row.measure == LAST_STAND}
    heal = {row.of for row in rows if row.value is not None and row.value < 0 and row.p}
    found = []
    for measure, who in of:
        net = "net " if who.id in heal else ""
        found.append(Heading(measure, who.id, f"{net}wounds on {{}}", who.name))
        found.append(Heading("falls", who.id, f"{{}} {verb(who.name, 'falls')}", who.name))
        if who.id in stand:
            found.append(Heading(LAST_STAND, who.id, "{} Last Stand", possessive(who.name)))
    return tuple(found)


def shown(
    title: str,
    rows: Sequence[Chance],
    *of: Measure,
    goal: str = GOALS[WOUNDS],
    first: Sequence[str] = (),
    assumed: Sequence[str] = (),
    beside: Sequence[str] = (),
    error: float | None = None,
    **best: Any,
) -> Odds:
    """The odds with these rows. `first` and `assumed` are what they take for granted, before and after what a Last
    Stand is; `beside` is what of it has to be in view. `error`: rolls were drawn. `best`: fields of a choice."""
    stand = ("Last Stands last to the End Phase",) if any(row.measure == LAST_STAND for row in rows) else ()
    if error is not None:
        rows = [replace(row, p=float(row.p)) for row in rows]
    return Odds(
        title,
        goal,
        tuple(rows),
        _columns(rows, *of),
        (*first, *stand, *assumed),
        beside=(*beside, *stand),
        exact=error is None,
        error=error,
        **best,
    )


def compared(title: str, mine: Fighter, enemy: Fighter, outcomes: Mapping[Given, Outcome], **more: Any) -> Odds:
    """The options of a fighter side by side, the best by wounds; `more` as `shown` has it."""
    worth = {}
    for option, outcome in outcomes.items():
        dealt, taken = (outcome[who.id].mean(lambda to: to.wounds) for who in (enemy, mine))
        worth[option] = dealt - taken
    best = max(worth, key=worth.__getitem__)
    of, guarantees = against(mine, enemy), tuple(worth.items())
    rows = [row for option, outcome in outcomes.items() for row in rows_of(option, outcome, *of)]
    return shown(title, rows, *of, value=worth[best], safest=best, guarantees=guarantees, **more)

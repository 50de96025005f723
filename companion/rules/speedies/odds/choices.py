"""Odds before dice fall: whom to strike and with what, who strikes first, whom to shoot at (M2 to M6, R1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from companion.engine.odds import Odds
from companion.rules.speedies import engagement
from companion.rules.speedies.melee.arms import attack_lines, weapons_of
from companion.rules.speedies.odds.blows import shot_fates, volley_fates
from companion.rules.speedies.odds.plans import Attack, best_plan, first_plans
from companion.rules.speedies.odds.rows import Prospect, compared, whose, worth_in_all
from companion.rules.speedies.skills import of
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit

MOST = "the attacks left go where they do most"
EACH = "each strikes with all attacks, where they do most"
NO_COVER = "no cover"


def target_odds(table: SpeediesTable, unit: SpeediesUnit, declared: Sequence[Attack], left: int) -> Odds:
    """M5: whom to strike, with the weapon that does best. Each option has what all attacks come to together."""
    found: dict[str, Sequence[Prospect]] = {}
    for target in engagement.targets(table, unit):
        plans = first_plans(table, unit, target.id, declared, left)
        if plans:
            found[target.id] = max(plans.values(), key=worth_in_all)
    best = ["with the weapon that does best"] if len(weapons_of(unit)) > 1 else []
    return _together(unit, found, left, *best)


def weapon_odds(
    table: SpeediesTable, unit: SpeediesUnit, target: SpeediesUnit, declared: Sequence[Attack], left: int
) -> Odds:
    """M5: which weapon strikes this target. Each option has what all attacks come to together."""
    plans = first_plans(table, unit, target.id, declared, left)
    found = {kind.name: plan for kind, plan in plans.items()}
    return _together(unit, found, left)


def _together(unit: SpeediesUnit, found: Mapping[str, Sequence[Prospect]], left: int, *more: str) -> Odds:
    """The odds of all attacks of a unit, of which so many are left to declare, this one too."""
    rest = [MOST] if left > 1 else []
    assumes = [*rest, *more]
    several = any(len(plan) > 1 for plan in found.values())
    if several and unit.type == "hero":
        assumes.append("no improvement between two volleys")
    if several and any(when == "first_turn" for when, _ in of(unit).advantage):
        assumes.append("Advantage as it is now")
    return replace(compared(whose(unit, "attacks"), found, *assumes), beside=tuple(rest))


def next_target_odds(
    table: SpeediesTable, unit: SpeediesUnit, waiting: Iterable[str], declared: Sequence[Attack]
) -> Odds:
    """M6: what the volley on each target that is left comes to now."""
    found: dict[str, Sequence[Prospect]] = {}
    for of_ in waiting:
        target = table.units[of_]
        weapons = [weapon for of, weapon in declared if of == of_]
        if target.alive:
            found[of_] = [(target, volley_fates(table, unit, target, weapons))]
    return compared(whose(unit, "volleys"), found)


def striker_odds(table: SpeediesTable, units: Iterable[str]) -> Odds | None:
    """M4: what each of these units does with all its attacks, if it strikes now."""
    return _striking(table, units, "Who strikes first")


def combat_odds(table: SpeediesTable, units: Iterable[str]) -> Odds | None:
    """M2: what each of these units does once it strikes. None is the best: each names its combat."""
    return _striking(table, units, "Which combat next", "who strikes first in a combat is found out there", best=False)


def _striking(table: SpeediesTable, units: Iterable[str], title: str, *assumes: str, best: bool = True) -> Odds | None:
    found: dict[str, Sequence[Prospect]] = {}
    for of_ in units:
        unit = table.units[of_]
        attacks = max(0, sum(line.value for line in attack_lines(unit)))
        plan = best_plan(table, unit, [], attacks) if unit.standing else None
        if plan is not None:
            found[of_] = plan
    if not found:
        return None
    again = any(of(table.units[of_]).attack_after_kill for of_ in found)
    more = ["no attack more after a kill"] if again else []
    return compared(title, found, "as the table stands now", *assumes, EACH, *more, best=best)


def shot_target_odds(table: SpeediesTable, shooter: SpeediesUnit) -> Odds:
    """R1: whom to shoot at."""
    found = {
        target.id: [(target, shot_fates(table, shooter, target, False))]
        for target in engagement.opponents(table, shooter)
        if not engagement.engaged(table, target)
    }
    return compared(whose(shooter, "shot"), found, NO_COVER)

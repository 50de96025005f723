"""Odds before dice fall: whom to strike and with what, who strikes first, whom to shoot at (M2 to M6, R1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.engine.odds import Odds
from companion.rules.speedies import engagement
from companion.rules.speedies.melee.arms import attack_lines, weapons_of
from companion.rules.speedies.odds.blows import shot_fates, volley_fates
from companion.rules.speedies.odds.rows import Prospect, compared, rank, whose
from companion.rules.speedies.skills import of
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit, Weapon

SAME_WAY = "all attacks left strike the same target"
NO_COVER = "no cover"


def rest(kinds: Sequence[Weapon], used: Sequence[Weapon], left: int, first: Weapon) -> list[Weapon] | None:
    """The weapons of the attacks left: all with this one, but the last with those that must strike too.

    None where this one may not strike now.
    """
    due = [weapon for weapon in kinds if weapon not in used]
    if first not in due and 0 < len(due) == left:
        return None
    last = [weapon for weapon in due if weapon is not first][: max(0, left - 1)]
    return [first] * (left - len(last)) + last


def target_odds(
    table: SpeediesTable,
    unit: SpeediesUnit,
    declared: Sequence[tuple[str, Weapon]],
    left: int,
) -> Odds:
    """M5: whom to strike. Each target gets all attacks left, with the weapon that does best."""
    kinds = weapons_of(unit)
    used = [weapon for _, weapon in declared]
    found: dict[str, Prospect] = {}
    for target in engagement.targets(table, unit):
        had = [weapon for of, weapon in declared if of == target.id]
        ways = [way for kind in kinds if (way := rest(kinds, used, left, kind)) is not None]
        prospects = [volley_fates(table, unit, target, [*had, *way]) for way in ways]
        if prospects:
            found[target.id] = target, max(prospects, key=rank)
    assumes = [SAME_WAY] if left > 1 else []
    if len(kinds) > 1:
        assumes.append("with the weapon that does best")
    return compared(whose(unit, "attacks"), found, *assumes)


def weapon_odds(
    table: SpeediesTable,
    unit: SpeediesUnit,
    target: SpeediesUnit,
    declared: Sequence[tuple[str, Weapon]],
    left: int,
) -> Odds:
    """M5: which weapon strikes this target."""
    kinds = weapons_of(unit)
    used = [weapon for _, weapon in declared]
    had = [weapon for of, weapon in declared if of == target.id]
    found: dict[str, Prospect] = {}
    for kind in kinds:
        way = rest(kinds, used, left, kind)
        if way is not None:
            found[kind.name] = target, volley_fates(table, unit, target, [*had, *way])
    alike = "all attacks left strike the same target with this weapon, but for one with another that must strike too"
    return compared(whose(unit, "attacks"), found, *([alike] if left > 1 else []))


def next_target_odds(
    table: SpeediesTable, unit: SpeediesUnit, waiting: Iterable[str], declared: Sequence[tuple[str, Weapon]]
) -> Odds:
    """M6: what the volley on each target that is left comes to now."""
    found: dict[str, Prospect] = {}
    for of_ in waiting:
        target = table.units[of_]
        weapons = [weapon for of, weapon in declared if of == of_]
        if target.alive:
            found[of_] = target, volley_fates(table, unit, target, weapons)
    return compared(whose(unit, "volleys"), found)


def striker_odds(table: SpeediesTable, units: Iterable[str]) -> Odds | None:
    """M4: what each of these units does to its best target, if it strikes now."""
    return _striking(table, units, "Who strikes first")


def combat_odds(table: SpeediesTable, units: Iterable[str]) -> Odds | None:
    """M2: what each of these units does to its best target once it strikes. None is the best: each names its combat."""
    return _striking(table, units, "Which combat next", "who strikes first in a combat is found out there", best=False)


def _striking(table: SpeediesTable, units: Iterable[str], title: str, *assumes: str, best: bool = True) -> Odds | None:
    found: dict[str, Prospect] = {}
    for of_ in units:
        unit = table.units[of_]
        prospects = _best(table, unit) if unit.standing else []
        if prospects:
            found[of_] = max(prospects, key=lambda prospect: rank(prospect[1]))
    if not found:
        return None
    again = any(of(table.units[of_]).attack_after_kill for of_ in found)
    more = ["no attack more after a kill"] if again else []
    each = "each strikes one enemy, the best one, with all attacks"
    return compared(title, found, "as the table stands now", *assumes, each, *more, best=best)


def _best(table: SpeediesTable, unit: SpeediesUnit) -> list[Prospect]:
    attacks = max(0, sum(line.value for line in attack_lines(unit)))
    kinds = weapons_of(unit)
    ways = [way for kind in kinds if (way := rest(kinds, [], attacks, kind))]
    targets = engagement.targets(table, unit)
    return [(target, volley_fates(table, unit, target, way)) for target in targets for way in ways]


def shot_target_odds(table: SpeediesTable, shooter: SpeediesUnit) -> Odds:
    """R1: whom to shoot at."""
    found: dict[str, Prospect] = {
        target.id: (target, shot_fates(table, shooter, target, False))
        for target in engagement.opponents(table, shooter)
        if not engagement.engaged(table, target)
    }
    return compared(whose(shooter, "shot"), found, NO_COVER)

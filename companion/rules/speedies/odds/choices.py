"""Odds before dice fall: whom to strike and with what, who strikes, whom to shoot at or Engage (M4 to M6, R1, E5).

All attacks of a unit count together: those that are declared, and those left where they do most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations_with_replacement
from operator import itemgetter

from companion.engine.odds import Odds, TooLarge
from companion.engine.state.changes import added_up
from companion.odds.chances import Chances
from companion.odds.remembered import remembered
from companion.odds.side_by_side import Cell, Worth, side_by_side, together
from companion.rules.speedies import engagement
from companion.rules.speedies.melee.hits import SHOT
from companion.rules.speedies.melee.needs import MISSILE, attack_lines, differ, due_now, weapons_of
from companion.rules.speedies.morale import best_lender, is_tested, testers
from companion.rules.speedies.odds.checks import check, own_lean, whose
from companion.rules.speedies.odds.rows import NOTHING, Fate, Prospect, compared, worth_in_all, worth_of
from companion.rules.speedies.odds.volley import Volley
from companion.rules.speedies.skills import of
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit, Weapon

Attack = tuple[str, Weapon]
"""A declared attack: the id of its target, and the weapon."""

Plan = Sequence[Prospect]
"""What becomes of everybody whom the attacks of a unit strike."""

MOST = "the attacks left go where they do most"
EACH = "each strikes with all attacks, where they do most"
NO_COVER = "no cover"
BEST_WEAPON = "with the weapon that does best"

MOST_VOLLEYS = 150
"""More kinds of volleys than anybody works out while the players wait."""


class Plans:
    """Ways to spread the attacks of a unit over targets. Volleys on different targets are independent of each other."""

    def __init__(self, table: SpeediesTable, unit: SpeediesUnit) -> None:
        self._table, self._unit, self._kinds = table, unit, weapons_of(unit)
        self.able = [target.id for target in engagement.targets(table, unit)]

    def best(self, declared: Sequence[Attack], left: int) -> Plan | None:
        """These attacks, and those left where they do most, both weapons used; None if there is nobody to strike.

        Raises TooLarge for more ways than are worked out.
        """
        struck = [self._table.units[of_] for of_ in dict.fromkeys([*self.able, *map(itemgetter(0), declared)])]
        struck = [target for target in struck if target.alive]
        if len(self._ways(left)) * len(struck) > MOST_VOLLEYS:
            raise TooLarge
        unused = frozenset(self._kinds).difference(map(itemgetter(1), declared))
        best = self._rest(tuple(struck), tuple(declared), left, unused if len(unused) <= left else frozenset())
        return best[1] if best is not None and best[1] else None

    @remembered
    def _rest(
        self, struck: tuple[SpeediesUnit, ...], declared: tuple[Attack, ...], left: int, due: frozenset[Weapon]
    ) -> tuple[Worth, Plan] | None:
        """The best against these targets with so many attacks left, of which one each is with the weapons due."""
        if not struck:
            return None if left or due else (NOTHING, ())
        (target, *others), found = struck, []
        had = tuple(weapon for of_, weapon in declared if of_ == target.id)
        for more in self._ways(left) if target.id in self.able else [()]:
            after = self._rest(tuple(others), declared, left - len(more), due.difference(more))
            if after is not None and (had or more):
                prospect = target, self._fates(target)((*had, *more))
                after = together([worth_of(*prospect), after[0]]), (prospect, *after[1])
            if after is not None:
                found.append(after)
        return max(found, key=itemgetter(0), default=None)

    @remembered
    def _fates(self, target: SpeediesUnit) -> Callable[[Sequence[Weapon]], Chances[Fate]]:
        """What volleys of this unit on a target come to."""
        return Volley(self._table.options, self._unit, target, self._kinds).fates(self._table)

    @remembered
    def _ways(self, most: int) -> list[tuple[Weapon, ...]]:
        """Which weapons up to so many attacks may be with, fewer attacks first."""
        return [way for attacks in range(most + 1) for way in combinations_with_replacement(self._kinds, attacks)]

    def with_next(self, target: str, declared: Sequence[Attack], left: int) -> dict[str, Plan]:
        """By weapon: what all attacks come to if the next of those left strikes this target with it."""
        due = due_now(self._kinds, [weapon for _, weapon in declared], left)
        plans = {kind.name: self.best([*declared, (target, kind)], left - 1) for kind in due or self._kinds}
        return {name: plan for name, plan in plans.items() if plan is not None}


def target_odds(table: SpeediesTable, unit: SpeediesUnit, declared: Sequence[Attack], left: int) -> Odds:
    """M5: whom to strike, with the weapon that does best. Each option has what all attacks come to together."""
    plans = Plans(table, unit)
    each = {target: plans.with_next(target, declared, left).values() for target in plans.able}
    found = {target: max(of_, key=worth_in_all) for target, of_ in each.items() if of_}
    return _together(unit, found, left, *([BEST_WEAPON] if differ(weapons_of(unit)) else []))


def weapon_odds(
    table: SpeediesTable, unit: SpeediesUnit, target: SpeediesUnit, declared: Sequence[Attack], left: int
) -> Odds:
    """M5: which weapon strikes this target. Each option has what all attacks come to together."""
    return _together(unit, Plans(table, unit).with_next(target.id, declared, left), left)


def _together(unit: SpeediesUnit, found: Mapping[str, Plan], left: int, *more: str) -> Odds:
    """The odds of all attacks of a unit, of which so many are left to declare, this one too."""
    rest = (MOST,) if left > 1 else ()
    assumes = [*rest, *more]
    several = any(len(plan) > 1 for plan in found.values())
    if several and unit.type == "hero":
        assumes.append("no improvement between two volleys")
    if several and any(when == "first_turn" for when, _ in of(unit).advantage):
        assumes.append("Advantage as it is now")
    return compared(whose(unit, "attacks"), found, *assumes, beside=rest)


def next_target_odds(
    table: SpeediesTable, unit: SpeediesUnit, waiting: Iterable[str], declared: Sequence[Attack]
) -> Odds:
    """M6: what the volley on each target that is left comes to now."""
    found: dict[str, Plan] = {}
    for target in map(table.units.__getitem__, waiting):
        if target.alive:
            weapons = [weapon for of_, weapon in declared if of_ == target.id]
            found[target.id] = [(target, Volley(table.options, unit, target, weapons).fates(table)(weapons))]
    return compared(whose(unit, "volleys"), found)


def striker_odds(table: SpeediesTable, units: Iterable[str]) -> Odds | None:
    """M4: what each of these units does with all its attacks, if it strikes now."""
    found: dict[str, Plan] = {}
    for unit in map(table.units.__getitem__, units):
        attacks = max(0, added_up(attack_lines(unit)))
        plan = Plans(table, unit).best([], attacks) if unit.standing else None
        if plan is not None:
            found[unit.id] = plan
    again = any(of(table.units[of_]).attack_after_kill for of_ in found)
    more = ["no attack more after a kill"] if again else []
    return compared("Who strikes first", found, "as the table stands now", EACH, *more) if found else None


def shot_target_odds(table: SpeediesTable, shooter: SpeediesUnit) -> Odds:
    """R1: whom to shoot at."""
    free = [unit for unit in table.foes(shooter) if not engagement.engaged(table, unit)]
    shot = [MISSILE]
    found = {of_.id: [(of_, Volley(table.options, shooter, of_, shot, SHOT).fates(table)(shot))] for of_ in free}
    return compared(whose(shooter, "shot"), found, NO_COVER)


def fear_odds(table: SpeediesTable, engager: SpeediesUnit, met: Iterable[SpeediesUnit]) -> Odds | None:
    """E5: whom to Engage, by who fails a check against Fear. None where nobody would have to take one."""
    tested = [(target.id, unit) for target in met for unit in testers(engager, [target]) if is_tested(unit)]
    if not tested:
        return None
    auto_fail: int = table.options["auto_fail_max"]
    fails = {unit.id: check(unit.morale, own_lean(unit), auto_fail).p(False) for _, unit in tested}
    cells: dict[str, list[Cell]] = {}
    for of_, unit in tested:
        cells.setdefault(of_, []).append(Cell("staggered", unit.id, "staggered by Fear", fails[unit.id], unit.name))
    lent = any(best_lender(table, unit) is not None for _, unit in tested)
    assumes = ("it reaches this one, and touches no other", *(("no friend lends Morale",) if lent else ()))
    return side_by_side(whose(engager, "Engage"), "to stand firm", cells, assumes)

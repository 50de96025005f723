"""Odds at the rolls of a volley or a shot: the checks, Defence, which hit is only a Wound, one more injury die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.odds import Odds
from companion.odds.chances import Chances
from companion.odds.side_by_side import numbers
from companion.rules.speedies.melee.hits import Hit, injury_value
from companion.rules.speedies.melee.needs import MISSILE
from companion.rules.speedies.odds.blows import Attacks, Guard, Landed, guard, number_of_hits, pools, shot_guard, struck
from companion.rules.speedies.odds.rows import fate_odds, whose
from companion.rules.speedies.odds.wounding import Grade, Wounding
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit, Weapon

Needs = Mapping[Weapon, int]


def melee_check_odds(
    table: SpeediesTable,
    attacker: SpeediesUnit,
    target: SpeediesUnit,
    weapons: Sequence[Weapon],
    needs: Needs,
    lean: int,
) -> Odds:
    """M7: the Melee Checks of a volley."""
    auto_fail: int = table.options["auto_fail_max"]
    attacks = tuple((weapon, int(needs[weapon]), int(lean), auto_fail) for weapon in weapons)
    wounding = Wounding.by(table.options, attacker, target, weapons)
    return _striking(attacker, target, attacks, guard(table.options, attacker, target, list(needs)), wounding)


def ranged_check_odds(
    table: SpeediesTable, shooter: SpeediesUnit, target: SpeediesUnit, cover: bool, need: int, lean: int
) -> Odds:
    """R2: the Ranged Check of a shot."""
    attacks = ((MISSILE, int(need), int(lean), table.options["auto_fail_max"]),)
    wounding = Wounding.by(table.options, shooter, target, [MISSILE], "ranged")
    return _striking(shooter, target, attacks, shot_guard(table.options, shooter, target, cover), wounding)


def _striking(
    attacker: SpeediesUnit, target: SpeediesUnit, attacks: Attacks, defence: Guard, wounding: Wounding
) -> Odds:
    hits = numbers("", "hits", number_of_hits(attacks), attacker.id)
    what = "shot" if wounding.mode == "ranged" else "volley"
    return fate_odds(whose(attacker, what), target, struck(attacks, defence, wounding), *hits, by=attacker.id)


def defence_odds(
    table: SpeediesTable,
    attacker: SpeediesUnit,
    target: SpeediesUnit,
    hits: Sequence[Hit],
    past: Sequence[Hit],
    needs: Needs,
    lean: int,
    mode: str = "",
) -> Odds:
    """M8 and R3: the Defence Checks against these hits; those `past` are not stopped in any case."""
    wounding = Wounding.by(table.options, attacker, target, [hit.weapon for hit in (*hits, *past)], mode)
    auto_fail: int = table.options["auto_fail_max"]
    defence = Guard(tuple((weapon, int(need)) for weapon, need in needs.items()), int(lean), int(lean), 21, auto_fail)
    attacks: list[Chances[Landed]] = [Chances.certain((hit,)) for hit in hits]
    found = pools(attacks, defence, wounding).map(
        lambda pool: wounding.more(pool, [wounding.grade(hit) for hit in past])
    )
    return fate_odds(whose(target, "Defence"), target, wounding.fates(found))


def wound_only_odds(
    table: SpeediesTable, attacker: SpeediesUnit, target: SpeediesUnit, hits: Sequence[Hit], losing: int, mode: str
) -> Odds:
    """M9: which hits are only Wounds; `losing` are still to be taken out of these."""
    wounding = Wounding.by(table.options, attacker, target, [hit.weapon for hit in hits], mode)
    return fate_odds(whose(target, "injury"), target, wounding.fates(Chances.certain(wounding.of_hits(hits)), losing))


def injury_die_odds(table: SpeediesTable, attacker: SpeediesUnit, target: SpeediesUnit, best: Hit) -> Odds:
    """M10: one more die for the injury."""
    wounding = Wounding.by(table.options, attacker, target, [best.weapon])
    grade = Grade(injury_value(best, wounding.own, wounding.resist), best.weapon.injury)
    return fate_odds(whose(target, "injury"), target, wounding.injured(1, grade))

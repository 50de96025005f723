"""All attacks of one unit on one target: from Melee or Ranged Checks over Defence to what becomes of it (M7 to M10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import comb, lcm

from companion.engine.odds import TooLarge
from companion.engine.state.changes import Line
from companion.odds.chances import Chances, added, mixed
from companion.rules.speedies.catalog import two_handed
from companion.rules.speedies.melee.hits import Hit, hits_of
from companion.rules.speedies.melee.needs import (
    MISSILE,
    attack_reasons,
    defence_lines,
    defence_reasons,
    defenceless,
    hindered_by,
    melee_lines,
    pierce_lines,
    shot_lines,
)
from companion.rules.speedies.odds.checks import check_die, lean_number, own_lean
from companion.rules.speedies.odds.wounding import Fate, Grade, Pool, Wounding
from companion.rules.speedies.skills import of
from companion.rules.speedies.stat_check_dice import passes
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit, Weapon

Landed = tuple[Hit, ...]
"""The hits of one attack: none, one, or two for a critical."""

Attacks = tuple[tuple[Weapon, int, int, int], ...]
"""By attack: the weapon, the die that it needs, the lean of its dice, and the natural dice that always fail."""


@dataclass(frozen=True)
class Guard:
    """How a target stops hits: what its Defence Check needs by weapon, and the lean of its dice.

    `hindered` is the lean against hits of which one at least comes from a weapon that hinders Defence. Hits with a
    natural `past` or more are never stopped; `none`: no hit is.
    """

    needs: tuple[tuple[Weapon, int], ...]
    lean: int
    hindered: int
    past: int
    auto_fail: int
    none: bool = False

    def holds(self, hit: Hit, hindered: bool) -> Chances[bool]:
        """Whether one hit is stopped."""
        if self.none or hit.die >= self.past:
            return Chances.certain(False)
        need = dict(self.needs)[hit.weapon]
        lean = self.hindered if hindered else self.lean
        return check_die(lean).map(lambda die: passes(die, need, self.auto_fail))

    def hinders(self, hits: Landed) -> bool:
        """Whether these hits are to be stopped, and one of them hinders all."""
        return self.lean != self.hindered and any(hit.die < self.past and two_handed(hit.weapon) for hit in hits)


def guard(options: Mapping[str, int], attacker: SpeediesUnit, target: SpeediesUnit, weapons: Sequence[Weapon]) -> Guard:
    """The Defence of a target in melee, as the table stands now."""
    own = _sum(defence_lines(target))
    needs = tuple((weapon, own + _sum(pierce_lines(attacker, weapon))) for weapon in weapons)
    lean = lean_number(*defence_reasons(target))
    hindered = lean_number(*defence_reasons(target, hindered_by(attacker, weapons)))
    skills = of(attacker)
    return Guard(needs, lean, hindered, skills.no_defence_from, options["auto_fail_max"], defenceless(target))


def shot_guard(options: Mapping[str, int], attacker: SpeediesUnit, target: SpeediesUnit, cover: bool) -> Guard:
    """The Defence of a target against a shot."""
    needs = ((MISSILE, _sum(defence_lines(target)) + _sum(shot_lines(attacker, cover))),)
    lean = lean_number(*defence_reasons(target))
    return Guard(needs, lean, lean, 21, options["auto_fail_max"], defenceless(target))


MOST_POOLS = 400
"""More kinds of pools than anybody works out while the players wait."""


@lru_cache(maxsize=512)
def landed(weapon: Weapon, need: int, lean: int, auto_fail: int) -> Chances[Landed]:
    """The hits of one attack."""
    return check_die(lean).map(lambda die: tuple(hits_of([die], [passes(die, need, auto_fail)], [weapon])))


def number_of_hits(attacks: Attacks) -> Chances[int]:
    """How many hits these attacks make, a critical counted twice."""
    return added(landed(*attack).map(len) for attack in attacks)


@lru_cache(maxsize=256)
def struck(attacks: Attacks, defence: Guard, wounding: Wounding) -> Chances[Fate]:
    """What these attacks come to.

    Raises TooLarge where it would keep the players waiting: many attacks with two weapons, several Wounds and a die to
    come.
    """
    kinds = [landed(*attack) for attack in attacks]
    grades = {wounding.grade(hit) for kind in kinds for hits, _ in kind for hit in hits}
    if comb(len(grades) + wounding.left, wounding.left) * len(attacks) > MOST_POOLS:
        raise TooLarge
    return wounding.fates(pools(kinds, defence, wounding))


def pools(attacks: Sequence[Chances[Landed]], defence: Guard, wounding: Wounding) -> Chances[Pool]:
    """The hits that are not stopped. Whether Defence is hindered is known only from all hits, so both are played."""
    if defence.lean == defence.hindered:
        return _pools(attacks, defence, wounding, False).map(lambda found: found[1])
    found: list[tuple[int, Chances[Pool]]] = []
    both = [_pools(attacks, defence, wounding, hindered) for hindered in (False, True)]
    common = lcm(*(part.total for part in both))
    for hindered, part in zip((False, True), both, strict=True):
        holding = {pool: weight for (flag, pool), weight in part if flag == hindered}
        if holding:
            chances = Chances(holding)
            found.append((chances.total * (common // part.total), chances))
    return mixed(found)


def _pools(
    attacks: Sequence[Chances[Landed]], defence: Guard, wounding: Wounding, hindered: bool
) -> Chances[tuple[bool, Pool]]:
    """The pools if Defence is hindered or not, each with whether a hit hinders it."""
    known: Chances[tuple[bool, Pool]] = Chances.certain((False, Pool()))
    before: Chances[Landed] | None = None
    graded: Chances[tuple[bool, tuple[Grade, ...]]] = Chances.certain((False, ()))
    for attack in attacks:
        if attack is not before:
            read = attack.then(lambda hits: _failing(hits, defence, hindered))
            graded = read.map(lambda one: (one[0], tuple(map(wounding.grade, one[1]))))
            before = attack
        known = known.with_(graded, lambda so_far, one: (so_far[0] or one[0], wounding.more(so_far[1], one[1])))
    return known


def _failing(hits: Landed, defence: Guard, hindered: bool) -> Chances[tuple[bool, Landed]]:
    """Which hits of one attack are not stopped, and whether one of them hinders Defence."""
    known: Chances[Landed] = Chances.certain(())
    for hit in hits:
        failed = defence.holds(hit, hindered).map(partial(_unless, hit))
        known = known.with_(failed, lambda one, two: (*one, *two))
    flag = defence.hinders(hits)
    return known.map(lambda failed: (flag, failed))


def _unless(hit: Hit, holds: bool) -> Landed:
    return () if holds else (hit,)


def volley_fates(
    table: SpeediesTable, attacker: SpeediesUnit, target: SpeediesUnit, weapons: Sequence[Weapon]
) -> Chances[Fate]:
    """What a volley in melee comes to, nothing rolled yet, as the table stands now."""
    options = table.options
    wounding = Wounding.by(options, attacker, target, weapons)
    if wounding.mode == "stunned":
        return Chances.certain(wounding.stunned(len(weapons)))
    lean = lean_number(*attack_reasons(table, attacker, target))
    kinds = list(dict.fromkeys(weapons))
    needs = {weapon: _sum(melee_lines(attacker, weapon)) for weapon in kinds}
    attacks = tuple((weapon, needs[weapon], lean, options["auto_fail_max"]) for weapon in weapons)
    return struck(attacks, guard(options, attacker, target, kinds), wounding)


def shot_fates(table: SpeediesTable, shooter: SpeediesUnit, target: SpeediesUnit, cover: bool) -> Chances[Fate]:
    """What a shot comes to, nothing rolled yet."""
    assert shooter.ranged is not None
    options = table.options
    wounding = Wounding.by(options, shooter, target, [MISSILE], "ranged")
    attacks = ((MISSILE, shooter.ranged, own_lean(shooter), options["auto_fail_max"]),)
    return struck(attacks, shot_guard(options, shooter, target, cover), wounding)


def _sum(lines: Sequence[Line]) -> int:
    return sum(line.value for line in lines)

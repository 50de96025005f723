"""What the dice of a volley mean: pure functions from faces to hits, stopped hits, Wounds and injuries (M7 to M10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from companion.rules.speedies.catalog import INJURY, row
from companion.rules.speedies.conditions import HELPLESS, worse
from companion.rules.speedies.skills import of
from companion.rules.speedies.stat_check_dice import NATURAL
from companion.rules.speedies.units import SpeediesUnit, Weapon

CRITICAL = 2
"""Hits of a natural 20."""

SHOT: Final = "ranged"
"""The mode of a shot in its report."""


class Hit(NamedTuple):
    """One hit: its natural die and the weapon that struck."""

    die: int
    weapon: Weapon


def hits_of(dice: Sequence[int], passed: Sequence[bool], weapons: Sequence[Weapon]) -> list[Hit]:
    """M7: the hits of these kept dice, in declared order. A natural 20 is a critical: two hits."""
    hits = []
    for die, hit, weapon in zip(dice, passed, weapons, strict=True):
        if hit:
            hits += [Hit(die, weapon)] * (CRITICAL if die == NATURAL else 1)
    return hits


def band_of(die: int, count: int) -> int | None:
    """M9: which of `count` hits a d20 picks, from 0, in equal bands; None if it is to be rolled again.

    Of more than 20 hits, which no stat line can score, one of the first 20 is picked.
    """
    width = max(1, 20 // count)
    place = (die - 1) // width
    return place if place < count else None


Follows = Literal["nothing", "wounds", "out", "injury"]
"""What failed Defences lead to."""


def mode_of(target: SpeediesUnit) -> str:
    """How a volley in melee is fought against a target: `dazed`, `stunned` or `normal`."""
    return target.status if target.helpless else "normal"


def no_defence_from(attacker: SpeediesUnit, mode: str) -> int:
    """M8: the natural die from which on no hit is stopped, by a skill in melee; 21 without one."""
    return 21 if mode == SHOT else of(attacker).no_defence_from


def follows(failed: int, wounds: int, mode: str, *, buffer: bool) -> Follows:
    """M9: what so many failed Defences do to a target with so many Wounds; each attack on the stunned is one.

    Wounds go first, but for the helpless only by the option `buffer`; then the helpless are out.
    """
    if not failed:
        return "nothing"
    if failed < max(1, wounds) and (mode not in HELPLESS or buffer):
        return "wounds"
    return "out" if mode in HELPLESS else "injury"


class Force(NamedTuple):
    """M10: what counts for an injury beside the hit: the unit's Injury, what the target resists, and the skill that
    adds a die, if there is one."""

    injury: int
    resist: int
    skill: str


def force_of(attacker: SpeediesUnit, target: SpeediesUnit, mode: str) -> Force:
    """M10: what counts beside the hits of this attacker."""
    resist = target.injury_resist + of(target).injury_resist
    if mode == SHOT:
        return Force(attacker.ranged_injury, resist, "")
    return Force(attacker.injury, resist, of(attacker).injury_die)


def injury_value(hit: Hit, force: Force) -> int:
    """M10: natural die, unit and weapon Injury, less what the target resists. Melee modifiers do not count."""
    return hit.die + force.injury + hit.weapon.injury - force.resist


def worst(pool: Sequence[Hit]) -> Hit:
    """M10: the hit with the best injury value; the first of equals."""
    return max(pool, key=lambda hit: hit.die + hit.weapon.injury)


def injury_status(value: int) -> str:
    """M10: what an injury value does. Under 1 is dazed, over 20 incapacitated."""
    return row(INJURY, value).status


def is_ignored(target: SpeediesUnit, meant: str, mode: str) -> bool:
    """M10: whether an injury that means this status changes none: a shot at the helpless only worsens."""
    return mode == SHOT and target.helpless and not worse(meant, target.status)

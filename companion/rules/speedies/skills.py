"""What a unit's skills and scars add up to. One that is not listed is a reminder, never an error."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cache
from types import MappingProxyType
from typing import Final

from companion.engine.frozen import frozen
from companion.rules.speedies.catalog import SCARS, SKILLS, Grant, Skill
from companion.rules.speedies.conditions import STATUSES
from companion.rules.speedies.units import Game, SpeediesUnit

TRAITS = {**SKILLS, **SCARS}
"""Skills and scars by name: both work the same way."""
REMINDED_AT: Final = "M5"
"""When players are reminded of a skill that is not listed: as its unit acts."""


@frozen
class Effects:
    """What some skills add up to. Each effect keeps the names of the skills behind it where players see them.

    `advantage` are pairs of circumstance and skill; `reminders` are pairs of step and sentence.
    """

    injury_resist: int = 0
    grants: tuple[Grant, ...] = ()
    advantage: tuple[tuple[str, str], ...] = ()
    hinders_defence: str = ""
    no_defence_from: int = 21
    no_defence_by: str = ""
    doubles_pair: str = ""
    attack_after_kill: int = 0
    attack_after_kill_by: str = ""
    injury_die: str = ""
    becomes: Mapping[str, str] = field(default_factory=dict)
    lends_morale: int = 0
    lends_morale_by: str = ""
    stance_by: str = ""
    jump_attack: bool = False
    reminders: tuple[tuple[str, str], ...] = ()


_NOTHING = Skill("", REMINDED_AT, "")


@cache
def effects(skills: tuple[str, ...]) -> Effects:
    """The sum of these skills. Worked out once for each list of names."""
    known = [TRAITS[s] for s in skills if s in TRAITS]
    # Nothing stands for those that nobody has.
    no_defence = min((_NOTHING, *known), key=lambda s: s.no_defence_from)
    lender = max((_NOTHING, *known), key=lambda s: s.lends_morale)
    return Effects(
        injury_resist=sum(s.injury_resist for s in known),
        grants=tuple(g for s in known for g in s.grants),
        advantage=tuple((s.advantage_when, s.name) for s in known if s.advantage_when),
        hinders_defence=_first(known, lambda s: bool(s.hinders_defence)),
        no_defence_from=no_defence.no_defence_from,
        no_defence_by=no_defence.name,
        doubles_pair=_first(known, lambda s: s.pair == "double"),
        attack_after_kill=sum(s.attack_after_kill for s in known),
        attack_after_kill_by=", ".join(s.name for s in known if s.attack_after_kill),
        injury_die=_first(known, lambda s: s.injury_die),
        becomes=MappingProxyType({k: v for s in known for k, v in s.becomes.items()}),
        lends_morale=lender.lends_morale,
        lends_morale_by=lender.name,
        stance_by=_first(known, lambda s: s.stance),
        jump_attack=any(s.jump_attack for s in known),
        reminders=tuple(_reminder(s) for s in skills if s not in TRAITS or not TRAITS[s].has_effect),
    )


def _first(known: Sequence[Skill], has: Callable[[Skill], bool]) -> str:
    """The first of these that has an effect; empty if none has."""
    return next((skill.name for skill in known if has(skill)), "")


def _reminder(name: str) -> tuple[str, str]:
    if name not in TRAITS:
        return REMINDED_AT, f"{name}: as its card says."
    return TRAITS[name].step, f"{name}: {TRAITS[name].sentence}"


def of(unit: SpeediesUnit) -> Effects:
    """What the skills and scars of this unit add up to."""
    return effects((*unit.skills, *unit.scars) if unit.scars else unit.skills)


def has_flag(unit: SpeediesUnit, name: Grant) -> bool:
    """Whether a unit has this yes/no field, by its stat line or by a skill."""
    return bool(getattr(unit, name)) or name in of(unit).grants


def resulting_status(unit: SpeediesUnit, status: str) -> str:
    """The status that a result means on this unit: the Undead are dazed at most, Pit Fighters staggered, and so on."""
    becomes = of(unit).becomes
    for _ in STATUSES:
        if status == "stunned" and has_flag(unit, "no_stun"):
            status = "dazed"
        elif status in becomes:
            status = becomes[status]
        else:
            break
    return status


def remind(game: Game, unit: SpeediesUnit) -> None:
    """Notes the skills of a unit that players apply themselves at the current step."""
    for step, sentence in of(unit).reminders:
        if step == game.step:
            game.note(f"Remember {unit.name}'s skill. {sentence}", unit=unit.id, reminder=sentence)

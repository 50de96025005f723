"""Skills as data: what the ones that a unit has add up to. A skill that is not listed is a reminder, never an error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any

from companion.rules.speedies.data import entries
from companion.rules.speedies.units import STATUSES, Fighter

FLAGS = ("no_stun", "coup_de_grace", "causes_fear")
KEYS: Mapping[str, type] = {
    "name": str,
    "hook": str,
    "text": str,
    "injury_resist": int,
    "grants": list,
    "advantage_when": str,
    "hinders_defence": str,
    "no_defence_from": int,
    "pair": str,
    "attack_after_kill": int,
    "injury_die": bool,
    "becomes": dict,
    "lends_morale": int,
}
WORDS = {"advantage_when": ("engaged", "first_turn", "pack"), "hinders_defence": ("two_handed",), "pair": ("double",)}


def _checked() -> Mapping[str, Mapping[str, Any]]:
    made = {}
    for entry in entries("skills.toml", "skill", KEYS, ("name", "hook", "text")):
        where = f"skills.toml: skill {entry['name']}"
        for key, words in WORDS.items():
            if entry.get(key, words[0]) not in words:
                raise ValueError(f"{where}: {key} cannot be {entry[key]!r}")
        for granted in entry.get("grants", []):
            if granted not in FLAGS:
                raise ValueError(f"{where}: grants cannot be {granted!r}")
        for status in [s for pair in entry.get("becomes", {}).items() for s in pair]:
            if status not in STATUSES:
                raise ValueError(f"{where}: becomes names no status {status!r}")
        made[entry["name"]] = MappingProxyType(entry)
    return MappingProxyType(made)


SKILLS = _checked()


@dataclass(frozen=True, slots=True)
class Effects:
    """What a unit's skills add up to. Each effect keeps the names of the skills behind it where players see them."""

    injury_resist: int = 0
    grants: tuple[str, ...] = ()
    advantage: tuple[tuple[str, str], ...] = ()
    hinders_defence: str = ""
    no_defence_from: int = 21
    doubles_pair: bool = False
    attack_after_kill: int = 0
    injury_die: str = ""
    becomes: Mapping[str, str] = field(default_factory=dict)
    lends_morale: int = 0
    reminders: tuple[str, ...] = ()


@cache
def effects(skills: tuple[str, ...]) -> Effects:
    """The sum of these skills. Worked out once for each list of names."""
    known = [SKILLS[s] for s in skills if s in SKILLS]
    return Effects(
        injury_resist=sum(s.get("injury_resist", 0) for s in known),
        grants=tuple(g for s in known for g in s.get("grants", ())),
        advantage=tuple((s["advantage_when"], s["name"]) for s in known if "advantage_when" in s),
        hinders_defence=next((s["name"] for s in known if "hinders_defence" in s), ""),
        no_defence_from=min((s["no_defence_from"] for s in known if "no_defence_from" in s), default=21),
        doubles_pair=any(s.get("pair") == "double" for s in known),
        attack_after_kill=sum(s.get("attack_after_kill", 0) for s in known),
        injury_die=next((s["name"] for s in known if s.get("injury_die")), ""),
        becomes=MappingProxyType({k: v for s in known for k, v in s.get("becomes", {}).items()}),
        lends_morale=max((s.get("lends_morale", 0) for s in known), default=0),
        reminders=tuple(_reminder(s) for s in skills if s not in SKILLS or _bare(SKILLS[s])),
    )


def _bare(skill: Mapping[str, Any]) -> bool:
    return not set(skill) - {"name", "hook", "text"}


def _reminder(name: str) -> str:
    return f"{name}: {SKILLS[name]['text']}" if name in SKILLS else f"{name}: as its card says"


def of(unit: Fighter) -> Effects:
    """What the skills of this unit add up to."""
    return effects(unit.skills)


def has_flag(unit: Fighter, name: str) -> bool:
    """Whether a unit has this yes/no field, by its stat line or by a skill."""
    return bool(getattr(unit, name)) or name in of(unit).grants


def settled_status(unit: Fighter, status: str) -> str:
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

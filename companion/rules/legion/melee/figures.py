"""One attack pool while it is resolved: its dice and tokens so far, and which keyword effects count now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from companion.engine.dice import Face
from companion.engine.state.changes import Line
from companion.rules.legion.catalog import Effects, KeywordEffect
from companion.rules.legion.melee.pool import Pool
from companion.rules.legion.units import OWN, LegionUnit


@dataclass(slots=True)
class Attack:
    """Working figures of one pool. Hits and crits come with the lines that explain them.

    `options`: those of the table. `piercer`: the keyword that lifts immunity to Pierce, where it was used.
    """

    attacker: LegionUnit
    defender: LegionUnit
    pool: Pool
    attacking: Effects
    defending: Effects
    attacker_engaged: bool
    defender_engaged: bool
    options: Mapping[str, Any]
    piercer: str = ""
    colours: list[str] = field(default_factory=list)
    faces: list[Face] = field(default_factory=list)
    aim_spent: int = 0
    pierce_for_aim: list[Line] = field(default_factory=list)
    dodge_spent: int = 0
    hits: int = 0
    crits: int = 0
    blanks: int = 0
    hit_lines: list[Line] = field(default_factory=list)
    crit_lines: list[Line] = field(default_factory=list)
    pierce: int = 0
    wounds: int = 0
    gained: dict[str, dict[str, int]] = field(default_factory=dict)
    result: dict[str, Any] = field(default_factory=dict)

    def add_hits(self, label: str, count: int, step: str) -> None:
        """So many hits more (or fewer), why, and at which step."""
        if count:
            self.hits += count
            self.hit_lines.append(Line(label, count, rule(step)))

    def add_crits(self, label: str, count: int, step: str) -> None:
        """So many crits more (or fewer), why, and at which step."""
        if count:
            self.crits += count
            self.crit_lines.append(Line(label, count, rule(step)))

    def upgrade(self, label: str, count: int, step: str) -> None:
        """So many hits become crits."""
        self.add_hits(label, -count, step)
        self.add_crits(label, count, step)

    def attack(self, do: str) -> list[KeywordEffect]:
        """The attacker's effects of this kind that count now."""
        return [held for held in self.attacking.get(do, ()) if self.counts(held, self.attacker)]

    def defence(self, do: str) -> list[KeywordEffect]:
        """The defender's effects of this kind that count now."""
        return [held for held in self.defending.get(do, ()) if self.counts(held, self.defender)]

    def counts(self, held: KeywordEffect, own: LegionUnit) -> bool:
        """Whether its option is on and all its conditions hold for the unit that has it."""
        if held.effect.option and not self.options[held.effect.option]:
            return False
        return all(
            CONDITION[word](self, own) if word in CONDITION else OWN[word](own, held) for word in held.effect.when
        )

    def gain(self, unit: LegionUnit, token: str, count: int) -> None:
        """Notes tokens for the outcome."""
        if count:
            tokens = self.gained.setdefault(unit.id, {})
            tokens[token] = tokens.get(token, 0) + count


def rule(step: str) -> str:
    """How a line of reasons names a step of the attack."""
    return f"Attack, step {step}"


def total(held: Sequence[KeywordEffect]) -> int:
    """The printed numbers of several effects, added up; a keyword without number counts 1."""
    return sum(1 if h.x is None else h.x for h in held)


CONDITION: Mapping[str, Callable[[Attack, LegionUnit], bool]] = MappingProxyType(
    {
        "engaged": lambda attack, own: attack.attacker_engaged if own is attack.attacker else attack.defender_engaged,
        "aim_spent": lambda attack, own: attack.aim_spent > 0,
        "dodge_spent": lambda attack, own: attack.dodge_spent > 0,
        "target_armoured": lambda attack, own: "cancel_hits" in attack.defending,
        "target_force": lambda attack, own: attack.defender.force_icon,
        "chart_empty": lambda attack, own: own.attack_surge is None,
        "blank_shown": lambda attack, own: attack.blanks > 0,
        "wounds_dealt": lambda attack, own: attack.wounds > 0,
    }
)
"""Conditions of an effect that depend on the attack. The others are those of the unit itself (`units.OWN`)."""

"""One attack pool while it is resolved: its dice and tokens so far, and which keyword effects hold now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from companion.engine.dice import Face
from companion.engine.state.changes import Line
from companion.rules.legion.keywords import Effects, Held
from companion.rules.legion.pool import Pool
from companion.rules.legion.units import LegionUnit


@dataclass(slots=True)
class Blow:
    """Working figures of one pool. Hits and crits come with the lines that explain them."""

    attacker: LegionUnit
    defender: LegionUnit
    pool: Pool
    attacking: Effects
    defending: Effects
    attacker_engaged: bool
    defender_engaged: bool
    makashi: bool = False
    colours: list[str] = field(default_factory=list)
    faces: list[Face] = field(default_factory=list)
    aim_spent: int = 0
    lethal: int = 0
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

    def add_hits(self, label: str, count: int, rule: str) -> None:
        """So many hits more (or fewer), and why."""
        if count:
            self.hits += count
            self.hit_lines.append(Line(label, count, rule))

    def add_crits(self, label: str, count: int, rule: str) -> None:
        """So many crits more (or fewer), and why."""
        if count:
            self.crits += count
            self.crit_lines.append(Line(label, count, rule))

    def upgrade(self, label: str, count: int, rule: str) -> None:
        """Hits that become crits."""
        self.add_hits(label, -count, rule)
        self.add_crits(label, count, rule)

    def attack(self, do: str) -> list[Held]:
        """The attacker's effects of this kind whose conditions hold now."""
        return [h for h in self.attacking.get(do, ()) if self._holds(h, self.attacker)]

    def defence(self, do: str) -> list[Held]:
        """The defender's effects of this kind whose conditions hold now."""
        return [h for h in self.defending.get(do, ()) if self._holds(h, self.defender)]

    def _holds(self, held: Held, own: LegionUnit) -> bool:
        return all(CONDITION[word](self, own) for word in held.effect.when)

    def gain(self, unit: LegionUnit, token: str, count: int) -> None:
        """Notes tokens for the outcome."""
        if count:
            tokens = self.gained.setdefault(unit.id, {})
            tokens[token] = tokens.get(token, 0) + count


def total(held: list[Held]) -> int:
    """The printed numbers of several effects, added up; a keyword without number counts 1."""
    return sum(1 if h.x is None else h.x for h in held)


CONDITION: Mapping[str, Callable[[Blow, LegionUnit], bool]] = MappingProxyType(
    {
        "wounded": lambda blow, own: own.hurt > 0,
        "engaged": lambda blow, own: blow.attacker_engaged if own is blow.attacker else blow.defender_engaged,
        "aim_spent": lambda blow, own: blow.aim_spent > 0,
        "dodge_spent": lambda blow, own: blow.dodge_spent > 0,
        "target_armoured": lambda blow, own: "cancel_hits" in blow.defending,
        "target_force": lambda blow, own: blow.defender.force_icon,
        "chart_empty": lambda blow, own: own.attack_surge is None,
        "blank_shown": lambda blow, own: blow.blanks > 0,
        "wounds_dealt": lambda blow, own: blow.wounds > 0,
    }
)
"""Conditions that an effect of an attack may name."""

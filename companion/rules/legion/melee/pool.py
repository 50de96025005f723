"""Attack pools (attack steps 1 to 3): which mini uses which melee weapon against whom, and what is left to use."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules.legion.catalog import Effects, canonical, effects_of
from companion.rules.legion.dice import COLOURS
from companion.rules.legion.records import Mini, Weapon
from companion.rules.legion.units import LegionUnit

Chosen = dict[str, list[str]]
"""Mini id to the names of the weapons it uses."""


@dataclass(slots=True)
class Pool:
    """One pool: against whom, and which mini uses which weapons."""

    defender: LegionUnit
    chosen: Chosen

    def uses(self, unit: LegionUnit) -> list[tuple[Weapon, int]]:
        """Each weapon profile in it, with how many minis use it."""
        found = []
        for weapon in unit.weapons:
            users = sum(weapon.name in names and weapon.usable_by(mini) for mini, names in self.chosen.items())
            if users and weapon.melee:
                found.append((weapon, users))
        return found

    def dice(self, unit: LegionUnit) -> dict[str, list[tuple[str, int, int]]]:
        """By colour: each weapon by its name, how many use it, and how many dice they add."""
        lines: dict[str, list[tuple[str, int, int]]] = {}
        for weapon, users in self.uses(unit):
            for colour in COLOURS:
                if weapon.dice.get(colour):
                    lines.setdefault(colour, []).append((weapon.name, users, users * weapon.dice[colour]))
        return lines

    def effects(self, unit: LegionUnit) -> Effects:
        """What the attacker's keywords do for this pool: its own, and those of its weapons added up mini by mini.

        One without a number counts 1.
        """
        numbers: dict[str, int | bool] = dict(unit.effective_keywords)
        for weapon, users in self.uses(unit):
            for printed, number in weapon.keywords.items():
                name = canonical(printed)
                numbers[name] = int(numbers.get(name, 0)) + users * int(number)
        return effects_of(tuple(numbers.items()))


@dataclass(slots=True)
class Arms:
    """What the minis of an attacker have left to use: same-named weapons go into one pool, each mini its few."""

    unit: LegionUnit
    used: dict[str, int] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)

    limit: int = field(init=False)
    """Weapons a mini may use in one attack: 1, or more by keyword."""

    def __post_init__(self) -> None:
        self.limit = max([1, *(more.x or 1 for more in self.unit.having("weapons"))])

    def left(self) -> dict[str, list[str]]:
        """By mini that can still fight: the weapon names it may still use."""
        return {
            mini.id: names
            for mini in self.unit.living
            if not mini.noncombatant and self.room(mini.id) > 0 and (names := self._of(mini))
        }

    def room(self, mini: str) -> int:
        """How many more weapons this mini may use."""
        return self.limit - self.used.get(mini, 0)

    def _of(self, mini: Mini) -> list[str]:
        usable = [w.name for w in self.unit.weapons if w.melee and w.usable_by(mini.id) and w.name not in self.names]
        return list(dict.fromkeys(usable))

    def take(self, chosen: Chosen) -> None:
        """Marks what a pool has taken."""
        for mini, names in chosen.items():
            self.used[mini] = self.used.get(mini, 0) + len(names)
            self.names += [n for n in names if n not in self.names]

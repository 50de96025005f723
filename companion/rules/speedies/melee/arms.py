"""How often a unit strikes, and with what it may strike (M5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.engine.state.changes import Line
from companion.rules.speedies.catalog import two_handed
from companion.rules.speedies.skills import of
from companion.rules.speedies.units import SpeediesUnit, Weapon

BARE_HANDS = Weapon("bare hands")
NATURAL = Weapon("natural weapons")


def attack_lines(unit: SpeediesUnit) -> list[Line]:
    """M5: how often a unit strikes, with reasons. Two of the same weapon count as two weapons."""
    lines = [Line("Atk", unit.attacks, "Attacks")]
    if unit.bonus_attacks:
        lines.append(Line("bonus", unit.bonus_attacks, "Attacks"))
    lines += [Line(weapon.name, weapon.attacks, "Attacks") for weapon in unit.weapons if weapon.attacks]
    if len(unit.weapons) == 2:
        doubled = of(unit).doubles_pair
        extra = unit.attacks if doubled else 1
        lines.append(Line(f"two weapons ({doubled})" if doubled else "two weapons", extra, "Attacks"))
    return lines


def weapons_of(unit: SpeediesUnit) -> Sequence[Weapon]:
    """What it may strike with, each kind once: its weapons, else what nature gave it."""
    if len(unit.weapons) > 1:
        return list(dict.fromkeys(unit.weapons))
    return unit.weapons or (NATURAL if unit.natural_weapons else BARE_HANDS,)


def differ(kinds: Sequence[Weapon]) -> bool:
    """Whether it matters which of these strikes: by more than names, and the attacks that all have by them anyway."""
    return len({(replace(weapon, name="", attacks=0), two_handed(weapon)) for weapon in kinds}) > 1


def due_now(kinds: Sequence[Weapon], used: Sequence[Weapon], left: int) -> list[Weapon]:
    """The weapons that alone may strike next: those not used yet, where all attacks left are needed for them."""
    unused = [weapon for weapon in kinds if weapon not in used]
    return unused if len(unused) == left else []

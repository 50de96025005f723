"""What the bounds of single fields cannot say of a table: weapons that do not go together, a phase that is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.wording import does
from companion.rules.speedies.catalog import GEAR, two_handed
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit, Weapon


def faults(table: SpeediesTable) -> Sequence[tuple[str, str, str]]:
    """Everything wrong with a table, as (of, field, reason)."""
    found = [(unit.id, field, reason) for unit in table.units.values() for field, reason in unit_faults(unit)]
    if table.phase not in [phase.id for phase in table.spec.phases]:
        found.append(("table", "phase", f"there is no phase {table.phase!r}"))
    if table.active is not None and table.active not in table.sides:
        found.append(("table", "active", f"there is no side {table.active!r}"))
    if len({table.alliance(s) for s in table.sides}) < 2:
        found.append(("table", "sides", "all sides are of one alliance"))
    return found


def unit_faults(unit: SpeediesUnit) -> Iterator[tuple[str, str]]:
    """What is wrong with one unit, as (field, reason)."""
    for reason in weapon_faults(unit.name, unit.weapons):
        yield "weapons", reason
    named = [s.name for s in unit.spells]
    for spell in dict.fromkeys(n for n in named if named.count(n) > 1):
        yield "spells", f"{spell!r} stands there twice"


def weapon_faults(name: str, weapons: Sequence[Weapon]) -> Iterator[str]:
    """Why a unit of this name cannot fight with these weapons."""
    if len(weapons) > 2:
        yield f"{does(name, 'has')} {len(weapons)} weapons: two at most"
    if len(weapons) == 2:
        for weapon in weapons:
            if two_handed(weapon):
                yield f"{does(weapon.name, 'needs')} both hands"
            elif weapon.name in GEAR and not GEAR[weapon.name].pair:
                yield f"{does(weapon.name, 'is')} never one of a pair"
        one, two = weapons
        if one.name == two.name and one != two:
            yield f"two weapons of one name {one.name!r} with different numbers"

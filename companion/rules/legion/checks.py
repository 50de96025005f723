"""What the bounds of single fields cannot say: checks across units, minis, weapons and contacts."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.legion.dice import COLOURS
from companion.rules.legion.units import LegionTable, LegionUnit


def faults(table: LegionTable) -> Sequence[tuple[str, str, str]]:
    """Every fault as (unit, field, reason)."""
    found: list[tuple[str, str, str]] = []
    if len(table.sides) != 2:
        found.append(("table", "sides", "Legion is played by two sides"))
    elif len({table.alliance(of) for of in table.sides}) == 1:
        found.append(("table", "sides", "the two sides are enemies, never of one alliance"))
    for unit in table.units.values():
        if unit.side not in table.sides:
            found.append((unit.id, "side", f"there is no side {unit.side!r}"))
        found += [(unit.id, "weapons", reason) for reason in _weapons(unit)]
        if not unit.trooper and unit.courage is not None:
            found.append((unit.id, "courage", "vehicles have no courage"))
    minis = [m.id for unit in table.units.values() for m in unit.minis]
    for a, b in sorted(table.contacts):
        if a not in minis or b not in minis:
            found.append(("table", "contacts", f"{a} and {b}: contacts are between minis"))
    return found


def _weapons(unit: LegionUnit) -> list[str]:
    minis = [m.id for m in unit.minis]
    reasons = []
    for weapon in unit.weapons:
        reasons += [f"{weapon.name}: no attack die {c!r}" for c in weapon.dice if c not in COLOURS]
        reasons += [f"{weapon.name}: {m!r} is no mini of this unit" for m in weapon.minis if m not in minis]
        if weapon.range not in ("melee", "ranged", "both"):
            reasons.append(f"{weapon.name}: the range is melee, ranged or both")
    return reasons

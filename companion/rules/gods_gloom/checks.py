"""What the bounds of single fields cannot say of a table: its players, pools and written traits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.errors import InvalidValue
from companion.rules.gods_gloom.traits import malformed
from companion.rules.gods_gloom.units import GloomTable, GloomUnit, pool_of


def faults(table: GloomTable) -> Sequence[tuple[str, str, str]]:
    """Everything wrong, as (of, field, reason in words)."""
    found: list[tuple[str, str, str]] = []
    if len(table.sides) != 2:
        found.append(("table", "sides", "God's Gloom is played by two players"))
    for unit in table.units.values():
        if unit.side not in table.sides:
            found.append((unit.id, "side", f"there is no player {unit.side!r}"))
        found += [(unit.id, field, reason) for field, reason in _printed(unit)]
        found += [(unit.id, "traits", reason) for reason in map(malformed, unit.traits) if reason]
    return found


def _printed(unit: GloomUnit) -> Iterator[tuple[str, str]]:
    for field in ("offence", "defence"):
        try:
            pool_of(getattr(unit, field))
        except InvalidValue as fault:
            yield field, fault.message

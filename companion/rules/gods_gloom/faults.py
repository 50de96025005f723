"""What the bounds of single fields cannot say of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.rules.gods_gloom.traits import malformed
from companion.rules.gods_gloom.units import GloomTable, GloomUnit, Pool

MOST_DICE = 20


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
        pool = getattr(unit, field)
        if not isinstance(pool, Pool):
            yield field, "needs red and blue dice"
            continue
        for key in ("red", "blue", "auto_hits", "auto_blocks"):
            value = getattr(pool, key)
            if type(value) is not int or not 0 <= value <= MOST_DICE:
                yield f"{field}.{key}", f"is a whole number from 0 to {MOST_DICE}, not {value!r}"

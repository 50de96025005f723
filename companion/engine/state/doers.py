"""Who did it, where players say so in their own words: `hit by Ann`."""

from __future__ import annotations

from typing import Final

from companion.engine.state.table import AnyTable

DOERS: Final = ("by", "of", "from")
"""What is before the name: `hit by Ann`, `curse of Dark Wolf`, `injury 14 from Fang`."""


def doer_named(table: AnyTable, why: str, of: str) -> str:
    """The unit whose name ends a reason that players gave for a change to `of`; empty if none does.

    If several do, the longest name counts, and of two of one name the first that is another. Nobody does anything
    to itself.
    """
    owner = table.owner_of(of)
    if owner is None or not why:
        return ""
    ends = [unit for unit in table.units.values() if why.endswith(tuple(f"{word} {unit.name}" for word in DOERS))]
    longest = max((len(unit.name) for unit in ends), default=0)
    return next((unit.id for unit in ends if len(unit.name) == longest and unit is not owner), "")

"""The sample units as templates, from samples.toml."""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.engine.data import read_data
from companion.engine.state.declarations import specs
from companion.rules.legion.units import LegionUnit, Mini, Weapon

PACKAGE, FILE = "companion.rules.legion", "samples.toml"


@cache
def _entries() -> dict[str, dict[str, Any]]:
    data = read_data(PACKAGE, FILE)
    known = [*specs(LegionUnit), "wounds"]
    for of, entry in data.items():
        for key in entry:
            if key not in known:
                raise ValueError(f"{FILE}: {of}: unknown key {key!r}")
    return data


def names() -> list[str]:
    """The ids of the sample units."""
    return list(_entries())


def templates() -> list[LegionUnit]:
    """Every sample unit, for new games to copy."""
    return [sample(of, "blue") for of in names()]


def sample(of: str, side: str, *, id: str = "", minis: int = 0, **fields: Any) -> LegionUnit:
    """A new unit made from a sample, for a side. `id`, `minis` (how many) and any field may differ from the sample.

    Raises KeyError where there is no such sample, ValueError where the file is wrong.
    """
    entry = {**_entries()[of], **fields}
    count, wounds = minis or entry.pop("minis"), entry.pop("wounds")
    entry.pop("minis", None)
    weapons = tuple(w if isinstance(w, Weapon) else Weapon(**w) for w in entry.pop("weapons", ()))
    unit = LegionUnit(
        id=id or of, side=side, weapons=weapons, minis=tuple(Mini(threshold=wounds) for _ in range(count)), **entry
    )
    for name, reason in unit.faults():
        raise ValueError(f"{FILE}: {of}: {name}: {reason}")
    return unit

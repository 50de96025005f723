"""The sample units, from `data/samples.toml`."""

from __future__ import annotations

from typing import Any

from companion.engine.data import read_data
from companion.engine.state.declarations import specs
from companion.rules.legion.catalog import PACKAGE
from companion.rules.legion.records import Mini, Weapon
from companion.rules.legion.units import LegionUnit

FILE = "samples.toml"


def names() -> list[str]:
    """The ids of the sample units."""
    return list(read_data(PACKAGE, f"data/{FILE}"))


def sample(of: str, side: str, *, id: str = "", minis: int = 0, **fields: Any) -> LegionUnit:
    """A new unit made from a sample, for a side. `id`, `minis` (how many) and any field may differ from the sample.

    Raises KeyError if there is no such sample, ValueError if the file is wrong.
    """
    entry = {**read_data(PACKAGE, f"data/{FILE}")[of], **fields}
    for key in entry:
        if key not in (*specs(LegionUnit), "wounds"):
            raise ValueError(f"data/{FILE}: {of}: unknown key {key!r}")
    count, wounds = minis or entry["minis"], entry.pop("wounds")
    entry["minis"] = tuple(Mini(threshold=wounds) for _ in range(count))
    entry["weapons"] = tuple(w if isinstance(w, Weapon) else Weapon(**w) for w in entry.get("weapons", ()))
    unit = LegionUnit(id=id or of, side=side, **entry)
    for name, reason in unit.faults():
        raise ValueError(f"data/{FILE}: {of}: {name}: {reason}")
    return unit

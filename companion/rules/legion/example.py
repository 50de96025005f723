"""The sample units of `data/samples.toml`, and a table to open and play, of two small forces at close quarters."""

from __future__ import annotations

from typing import Any

from companion.engine.data import read_data, unit_of_entry
from companion.engine.ruleset import Ruleset
from companion.engine.state.paths import pair_key
from companion.rules.legion.catalog import PACKAGE
from companion.rules.legion.records import Mini
from companion.rules.legion.units import LegionSide, LegionTable, LegionUnit

FILE = "samples.toml"


def names() -> list[str]:
    """The ids of the sample units."""
    return list(read_data(PACKAGE, f"data/{FILE}"))


def sample(of: str, side: str, *, id: str = "", minis: int = 0, **fields: Any) -> LegionUnit:
    """A new unit made from a sample, for a side. `id`, `minis` (how many) and any field may differ from the sample.

    Raises KeyError if there is no such sample, ValueError if the file is wrong.
    """
    entry = dict(read_data(PACKAGE, f"data/{FILE}")[of])
    count, wounds = entry.pop("minis"), fields.pop("wounds", entry.pop("wounds"))
    fresh = tuple(Mini(threshold=wounds) for _ in range(minis or count))
    return unit_of_entry(f"data/{FILE}: {of}", entry, LegionUnit, id or of, side=side, minis=fresh, **fields)


CONTACTS = (("luke.1", "bikes.2"), ("rebels.1", "storm.1"), ("rebels.2", "storm.2"), ("boba.1", "wook.1"))


def example(ruleset: Ruleset) -> LegionTable:
    """Luke fights the speeder bikes, Rebel Troopers the Stormtroopers, Wookiees Boba Fett; Han and Vader stand by."""
    units = [
        sample("luke", "blue"),
        sample("han", "blue"),
        sample("rebels", "blue"),
        sample("wook", "blue"),
        sample("vader", "red"),
        sample("boba", "red"),
        sample("storm", "red"),
        sample("bikes", "red"),
    ]
    return LegionTable(
        spec=ruleset,
        name="Skirmish at the moisture farm",
        units={u.id: u for u in units},
        sides={
            "blue": LegionSide(id="blue", name="Mara", colour="blue"),
            "red": LegionSide(id="red", name="Anselm", colour="red"),
        },
        contacts={pair_key(a, b): {} for a, b in CONTACTS},
    )


def templates() -> list[LegionUnit]:
    """Every sample unit, for new games to copy."""
    return [sample(of, "blue") for of in names()]

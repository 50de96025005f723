"""A table to open and play: two small forces of sample units, already at close quarters."""

from __future__ import annotations

from companion.engine.ruleset import Ruleset
from companion.engine.state.paths import pair_key
from companion.rules.legion.samples import names, sample
from companion.rules.legion.units import LegionSide, LegionTable, LegionUnit

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

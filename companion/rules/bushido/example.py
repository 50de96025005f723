"""Bridge at Kagu: a small game to open and play at once, from data/models.toml."""

from __future__ import annotations

from companion.engine.data import read_data, unit_of_entry
from companion.engine.ruleset import Ruleset
from companion.engine.state.paths import pair_key
from companion.rules.bushido.catalog import PACKAGE
from companion.rules.bushido.units import BushidoSide, BushidoTable, BushidoUnit

CONTACTS = (("aya", "chiyo"), ("hiro", "oda"), ("kenko", "oda"))
FILE = "data/models.toml"


def example(ruleset: Ruleset) -> BushidoTable:
    """Aya fights Chiyo, Hiro and Kenko fight Oda; before the first turn."""
    units = [
        unit_of_entry(f"{PACKAGE}/{FILE}, entry {entry['id']!r}", entry, BushidoUnit, entry["id"])
        for entry in read_data(PACKAGE, FILE)["model"]
    ]
    sides = [BushidoSide(id="red", name="Ito", colour="red"), BushidoSide(id="blue", name="Sora", colour="blue")]
    return BushidoTable(
        spec=ruleset,
        name="Bridge at Kagu",
        units={unit.id: unit for unit in units},
        sides={side.id: side for side in sides},
        contacts={pair_key(a, b): {} for a, b in CONTACTS},
    )

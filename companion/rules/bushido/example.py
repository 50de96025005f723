"""Bridge at Kagu: a small game to open and play at once, from data/models.toml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.data import read_data, record
from companion.engine.ruleset import Ruleset
from companion.engine.state.declarations import specs
from companion.engine.state.paths import pair_key
from companion.rules.bushido.catalog import PACKAGE
from companion.rules.bushido.records import Feat, Trait, Weapon
from companion.rules.bushido.units import BushidoSide, BushidoTable, BushidoUnit

CONTACTS = (("aya", "chiyo"), ("hiro", "oda"), ("kenko", "oda"))
FILE = "data/models.toml"


def model(entry: Mapping[str, Any]) -> BushidoUnit:
    """One model of the file. Raises ValueError naming file, model and key if the entry is wrong."""
    where = f"{PACKAGE}/{FILE}, entry {entry.get('id', '?')!r}"
    unknown = next((key for key in entry if key not in specs(BushidoUnit)), None)
    if unknown is not None:
        raise ValueError(f"{where}: unknown key {unknown!r}")
    fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    for key, kind in (("traits", Trait), ("weapons", Weapon), ("ki_feats", Feat)):
        fields[key] = tuple(record(f"{where}: {key}", each, kind) for each in entry.get(key, ()))
    made = BushidoUnit(**fields)
    for field, reason in made.faults():
        raise ValueError(f"{where}: {field}: {reason}")
    return made


def example(ruleset: Ruleset) -> BushidoTable:
    """Aya fights Chiyo, Hiro and Kenko fight Oda; before the first turn."""
    units = [model(entry) for entry in read_data(PACKAGE, FILE)["model"]]
    sides = [BushidoSide(id="red", name="Ito", colour="red"), BushidoSide(id="blue", name="Sora", colour="blue")]
    return BushidoTable(
        spec=ruleset,
        name="Bridge at Kagu",
        units={unit.id: unit for unit in units},
        sides={side.id: side for side in sides},
        contacts={pair_key(a, b): {} for a, b in CONTACTS},
    )

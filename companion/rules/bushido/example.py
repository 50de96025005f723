"""Bridge at Kagu: a small game to open and play at once, from data/models.toml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from companion.engine.data import read_data
from companion.engine.ruleset import Ruleset
from companion.engine.state.declarations import specs
from companion.engine.state.entity import Record
from companion.engine.state.paths import pair_key
from companion.rules.bushido.catalog import PACKAGE
from companion.rules.bushido.records import Effect, Feat, Special, Trait, Weapon
from companion.rules.bushido.units import BushidoSide, BushidoTable, BushidoUnit

CONTACTS = (("aya", "chiyo"), ("hiro", "oda"), ("kenko", "oda"))
FILE = "data/models.toml"
R = TypeVar("R", bound=Record)


def _records(made: type[R], entries: list[dict[str, Any]], **inner: type[Any]) -> tuple[R, ...]:
    """Records from their entries; `inner` names the keys that hold records themselves. Raises TypeError."""
    found = []
    for entry in entries:
        values: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in entry.items()}
        values |= {key: _records(kind, entry[key]) for key, kind in inner.items() if key in entry}
        found.append(made(**values))
    return tuple(found)


def model(entry: Mapping[str, Any]) -> BushidoUnit:
    """One model of the file. Raises ValueError naming file, model and key if the entry is wrong."""
    of = entry.get("id", "?")
    unknown = next((key for key in entry if key not in specs(BushidoUnit)), None)
    if unknown is not None:
        raise ValueError(f"{PACKAGE}/{FILE}, entry {of!r}: unknown key {unknown!r}")
    fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    try:
        fields["traits"] = _records(Trait, entry.get("traits", []))
        fields["weapons"] = _records(Weapon, entry.get("weapons", []), traits=Trait, specials=Special)
        fields["ki_feats"] = _records(Feat, entry.get("ki_feats", []), effects=Effect)
        made = BushidoUnit(**fields)
    except TypeError as fault:
        raise ValueError(f"{PACKAGE}/{FILE}, entry {of!r}: {fault}") from fault
    for field, reason in made.faults():
        raise ValueError(f"{PACKAGE}/{FILE}, entry {of!r}: {field}: {reason}")
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

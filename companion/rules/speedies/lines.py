"""The sample stat lines, and units made of them and of listed gear."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.engine.data import read_data
from companion.rules.speedies.data import GEAR, PACKAGE
from companion.rules.speedies.units import Fighter, Weapon


@dataclass(frozen=True, slots=True)
class StatLine:
    """The fields of a sample unit, its weapons as records and a printed dash as none."""

    fields: Mapping[str, Any]


def arm(*names: str) -> tuple[Weapon, ...]:
    """Weapons by their listed names. Raises ValueError for a name that is not listed."""
    for name in names:
        if name not in GEAR:
            raise ValueError(f"gear.toml lists no weapon {name!r}")
    return tuple(GEAR[name].weapon for name in names)


def _read() -> Mapping[str, StatLine]:
    made = {}
    for key, entry in read_data(PACKAGE, "lines.toml").items():
        fields: dict[str, Any] = {k: None if v == "-" else v for k, v in entry.items()}
        for name in fields:
            if name not in Fighter.__dataclass_fields__:
                raise ValueError(f"lines.toml: {key}: unknown field {name!r}")
        fields["weapons"] = arm(*fields.get("weapons", ()))
        fields["skills"] = tuple(fields.get("skills", ()))
        made[key] = StatLine(MappingProxyType(fields))
    return MappingProxyType(made)


LINES = _read()


def unit(line: str, of: str, name: str, side: str, **changes: Any) -> Fighter:
    """A unit of a sample line under its own id and name, with fields changed."""
    return Fighter(**{**LINES[line].fields, "id": of, "name": name, "side": side, **changes})

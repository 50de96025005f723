"""The tables of the game, read once from the TOML files beside this module and checked entry by entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from companion.engine.data import read_data
from companion.rules.speedies.units import STATUSES, Weapon

PACKAGE = "companion.rules.speedies"


@dataclass(frozen=True, slots=True)
class Gear:
    """A melee weapon as listed: its modifiers, the hands it fills, whether it may be one of two, its extra attacks."""

    weapon: Weapon
    hands: int
    pair: bool
    attacks: int


@dataclass(frozen=True, slots=True)
class Band:
    """A row of a d20 table that ends at `to`."""

    to: int
    row: Mapping[str, Any]


def entries(file: str, kind: str, keys: Mapping[str, type], required: tuple[str, ...]) -> list[dict[str, Any]]:
    """The entries of one kind. Raises ValueError naming file, entry and key where one is wrong."""
    found = read_data(PACKAGE, file).get(kind, [])
    for place, entry in enumerate(found, 1):
        where = f"{file}: {kind} {entry.get('name', entry.get('id', place))}"
        for key, value in entry.items():
            if key not in keys:
                raise ValueError(f"{where}: unknown key {key!r}")
            if not isinstance(value, keys[key]):
                raise ValueError(f"{where}: {key} cannot be {value!r}")
        for key in required:
            if key not in entry:
                raise ValueError(f"{where}: {key} is missing")
    return list(found)


def _bands(kind: str, **keys: type) -> tuple[Band, ...]:
    rows = entries("tables.toml", kind, {"to": int, **keys}, ("to", *keys))
    for before, after in pairwise(rows):
        if after["to"] <= before["to"]:
            raise ValueError(f"tables.toml: {kind} to {after['to']} stands after {before['to']}")
    for row in rows:
        if "status" in row and row["status"] not in STATUSES:
            raise ValueError(f"tables.toml: {kind} to {row['to']}: unknown status {row['status']!r}")
    return tuple(Band(row["to"], MappingProxyType(row)) for row in rows)


def read(bands: tuple[Band, ...], value: int) -> Mapping[str, Any]:
    """The row for this result; the last row takes everything above."""
    return next((b.row for b in bands if value <= b.to), bands[-1].row)


def _gear() -> Mapping[str, Gear]:
    keys = {"name": str, "melee": int, "injury": int, "pierce": int, "hands": int, "pair": bool, "attacks": int}
    made = {}
    for entry in entries("gear.toml", "weapon", keys, ("name",)):
        hands = entry.get("hands", 1)
        weapon = Weapon(entry["name"], entry.get("melee", 0), entry.get("injury", 0), entry.get("pierce", 0))
        made[weapon.name] = Gear(weapon, hands, entry.get("pair", hands == 1), entry.get("attacks", 0))
    return MappingProxyType(made)


GEAR = _gear()
ARMOUR = tuple(entries("gear.toml", "armour", {"name": str, "defence_bonus": int}, ("name", "defence_bonus")))
INJURY = _bands("injury", status=str)
FALL = _bands("fall", status=str)
OUT_OF_SIGHT = _bands("out_of_sight", halves=int)
IMPROVEMENT = _bands("improvement", id=str, label=str, fields=list, by=int)
HERO_SCAR = _bands("hero_scar", text=str)
HENCHMAN_SCAR = _bands("henchman_scar", text=str)
PROMOTION = tuple(entries("tables.toml", "promotion", {"cards": int, "text": str}, ("cards", "text")))
AFTER_BATTLE = tuple(e["text"] for e in entries("tables.toml", "after_battle", {"text": str}, ("text",)))
RULINGS = tuple(
    entries(
        "rulings.toml",
        "ruling",
        {"question": str, "ruling": str, "why": str, "option": str},
        ("question", "ruling", "why"),
    )
)


def two_handed(weapon: Weapon) -> bool:
    """Whether a listed weapon fills both hands; one that is not listed does not."""
    return weapon.name in GEAR and GEAR[weapon.name].hands == 2

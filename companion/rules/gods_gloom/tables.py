"""The small tables in tables.toml, checked when loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.data import read_data

FILE = "tables.toml"


@dataclass(frozen=True, slots=True)
class Formation:
    """A tactical formation (TFP): what it gives its player's unit or takes from the other, and what it beats."""

    id: str
    name: str
    text: str
    red: int
    blue: int
    morale: int
    beats: str


def load_formations(data: Mapping[str, Any]) -> dict[str, Formation]:
    """The formations in the data of tables.toml. Raises ValueError naming file and entry where one is wrong."""
    found: dict[str, Formation] = {}
    for of, entry in data.items():
        for key in entry:
            if key not in ("name", "text", "red", "blue", "morale", "beats"):
                raise ValueError(f"{FILE}: [formations.{of}] has an unknown key {key!r}")
        if entry.get("beats") not in data:
            raise ValueError(f"{FILE}: [formations.{of}] beats {entry.get('beats')!r}, which is no formation")
        found[of] = Formation(
            of,
            entry["name"],
            entry["text"],
            entry.get("red", 0),
            entry.get("blue", 0),
            entry.get("morale", 0),
            entry["beats"],
        )
    return found


TABLES = read_data("companion.rules.gods_gloom", FILE)
FORMATIONS = load_formations(TABLES["formations"])

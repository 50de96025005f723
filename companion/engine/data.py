"""Tables and traits that players can read: TOML files in a ruleset's own folder, read once when the game is loaded."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def read_data(package: str, name: str) -> dict[str, Any]:
    """The TOML file `name` in the folder of `package`. Raises ValueError naming file and line where it is broken."""
    text = files(package).joinpath(name).read_text(encoding="utf-8")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise ValueError(f"{package}/{name}: {fault}") from fault

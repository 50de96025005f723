"""Tables and traits that players can read: TOML files in a ruleset's own folder, read once when the game is loaded."""

from __future__ import annotations

import pkgutil
import tomllib
from functools import cache
from typing import Any


@cache
def read_data(package: str, name: str) -> dict[str, Any]:
    """The TOML file `name` in the folder of `package`, read once: every caller gets the same tables.

    Raises ValueError naming file and line where it is broken, FileNotFoundError if it is not there.
    """
    # Not by importlib.resources: `companion` opens a game 4 ms earlier without it.
    data = pkgutil.get_data(package, name)
    if data is None:
        raise FileNotFoundError(f"{package}/{name}")
    try:
        return tomllib.loads(data.decode())
    except tomllib.TOMLDecodeError as fault:
        raise ValueError(f"{package}/{name}: {fault}") from fault

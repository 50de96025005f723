"""Tables and traits that players can read: TOML files in a ruleset's own folder, read once when the game is loaded.

An entry is read into a record, whose fields say what it may hold.
"""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from companion.engine.errors import InvalidValue
from companion.engine.state.joining import record_values
from companion.engine.state.shapes import Misfit, builder
from companion.engine.state.table import Unit

R = TypeVar("R")
U = TypeVar("U", bound=Unit)


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


def record(where: str, entry: object, of: type[R]) -> R:
    """An entry of a data file as a record, checked by the types of its fields.

    They are plain, words of a `Literal`, records, or tuples and mappings of those; of a tuple a single value may stand
    alone. Raises ValueError that names `where`, the key, and of words those that are known.
    """
    try:
        made: R = builder(of, lone=True)(entry)  # type: ignore[arg-type]  # a class can be hashed
        return made
    except Misfit as wrong:
        at = f"{': '.join(wrong.keys)} " if wrong.keys else ""
        raise ValueError(f"{where}: {at}{wrong.what}") from None


def unit_of_entry(where: str, entry: Mapping[str, object], of: type[U], id: str, **fields: Any) -> U:
    """An entry of a data file as a unit, whose fields are its keys; `fields` are set besides, or instead.

    Raises ValueError that names `where` and the field that is unknown or cannot be so.
    """
    try:
        made = of(**{**record_values(of, "a unit", id, entry), **fields, "id": id})
    except InvalidValue as wrong:
        raise ValueError(f"{where}: {wrong.message}") from None
    for field, reason in made.faults():
        raise ValueError(f"{where}: {field}: {reason}")
    return made

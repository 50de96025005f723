"""Tables and traits that players can read: TOML files in a ruleset's own folder, read once when the game is loaded.

An entry is read into a record, whose fields say what it may hold.
"""

from __future__ import annotations

import dataclasses
import pkgutil
import tomllib
import typing
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, TypeVar

R = TypeVar("R")


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
    if not isinstance(entry, Mapping):
        raise ValueError(f"{where} cannot be {entry!r}")
    known, hints = {field.name: field for field in dataclasses.fields(of)}, _hints(of)  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for key, value in entry.items():
        if key not in known:
            raise ValueError(f"{where}: unknown key {key!r} (known: {', '.join(known)})")
        values[key] = _value(f"{where}: {key}", value, hints[key])
    for key, field in known.items():
        needed = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        if needed and key not in values:
            raise ValueError(f"{where}: {key} is missing")
    return of(**values)


@cache
def _hints(of: type) -> dict[str, Any]:
    return typing.get_type_hints(of)


def _value(where: str, value: object, hint: Any) -> object:
    """A value of a data file as this type has it."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint):
        return record(where, value, typing.cast(type, hint))
    if origin is tuple:
        return tuple([_value(where, each, args[0]) for each in (value if isinstance(value, list) else [value])])
    if origin is Literal:
        if not any(value == word and type(value) is type(word) for word in args):
            raise ValueError(f"{where} cannot be {value!r} (known: {', '.join(map(str, args))})")
    elif args and isinstance(value, Mapping):
        return MappingProxyType({_value(where, k, args[0]): _value(where, v, args[1]) for k, v in value.items()})
    elif type(value) not in (hint, *args):
        raise ValueError(f"{where} cannot be {value!r}")
    return value

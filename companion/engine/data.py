"""Tables and traits that players can read: TOML files in a ruleset's own folder, read once when the game is loaded.

An entry is read into a record, whose fields say what it may hold.
"""

from __future__ import annotations

import dataclasses
import pkgutil
import tomllib
import typing
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType, NoneType, UnionType
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


class _Wrong(ValueError):
    """What is wrong with an entry, and under which keys of it."""

    def __init__(self, what: str, keys: tuple[str, ...] = ()) -> None:
        self.what, self.keys = what, keys


def record(where: str, entry: object, of: type[R]) -> R:
    """An entry of a data file as a record, checked by the types of its fields.

    They are plain, words of a `Literal`, records, or tuples and mappings of those; of a tuple a single value may stand
    alone. Raises ValueError that names `where`, the key, and of words those that are known.
    """
    try:
        return _made(entry, of)
    except _Wrong as wrong:
        at = f"{': '.join(wrong.keys)} " if wrong.keys else ""
        raise ValueError(f"{where}: {at}{wrong.what}") from None


def _made(entry: object, of: type[R]) -> R:
    if not isinstance(entry, Mapping):
        raise _cannot_be(entry)
    readers, needed = _fields(of)  # type: ignore[arg-type]  # a class can be hashed
    values: dict[str, Any] = {}
    for key, value in entry.items():
        if key not in readers:
            raise _Wrong(f"unknown key {key!r} (known: {', '.join(readers)})")
        try:
            values[key] = readers[key](value)
        except _Wrong as wrong:
            raise _Wrong(wrong.what, (key, *wrong.keys)) from None
    for key in needed:
        if key not in values:
            raise _Wrong("is missing", (key,))
    return of(**values)


_Reader = Callable[[object], object]
"""Takes a value of a file and returns it as a field has it. Raises _Wrong."""


@cache
def _fields(of: type) -> tuple[dict[str, _Reader], list[str]]:
    """How each field of a record is read, and those that must be there."""
    hints, fields = typing.get_type_hints(of), dataclasses.fields(of)
    free = [f.name for f in fields if (f.default, f.default_factory) != (dataclasses.MISSING, dataclasses.MISSING)]
    return {f.name: _reader(hints[f.name]) for f in fields}, [f.name for f in fields if f.name not in free]


def _reader(hint: Any) -> _Reader:
    """How a value of this type is read."""
    origin, args = typing.get_origin(hint), [each for each in typing.get_args(hint) if each is not NoneType]
    if dataclasses.is_dataclass(hint):
        return lambda value: _made(value, typing.cast(type, hint))
    if origin is Literal:
        # A list: what stands in a file may have no hash.
        known = [(type(word), word) for word in args]
        return lambda value: value if (type(value), value) in known else _refused(value, args)
    if origin is None:
        return lambda value: value if type(value) is hint else _refused(value)
    each = [_reader(arg) for arg in args if arg is not Ellipsis]
    if origin is tuple:
        return lambda value: tuple([each[0](one) for one in (value if isinstance(value, list) else [value])])
    if origin in (typing.Union, UnionType):
        # The last of several says what is wrong.
        return lambda value: (each[0] if len(each) == 1 or type(value) is args[0] else each[-1])(value)
    return lambda value: _mapping(value, *each)


def _mapping(value: object, key: _Reader, item: _Reader) -> object:
    if not isinstance(value, Mapping):
        raise _cannot_be(value)
    return MappingProxyType({key(k): item(v) for k, v in value.items()})


def _refused(value: object, known: Iterable[object] = ()) -> object:
    raise _cannot_be(value, known)


def _cannot_be(value: object, known: Iterable[object] = ()) -> _Wrong:
    words = ", ".join(map(str, known))
    return _Wrong(f"cannot be {value!r}" + (f" (known: {words})" if words else ""))

"""From plain TOML data to the values that units hold, and what is wrong with it on the way.

Pydantic checks the shape, strictly: `"5"` is no number and a record has no keys but its own. It reads JSON rather than
Python here, because strictly a Python list is no tuple, and TOML knows lists only. Bounds are not its business.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

from companion.engine.answers import freeze
from companion.store.format.toml import inline

Path = tuple[str | int, ...]
Wrong = tuple[Path, str]
_SIMPLE = (int, str, bool)
_NUMBER, _LIST, _TABLE = "this is a whole number", "this is a list in [ ]", "this is a table in { }"
_WORDS = {
    "int_type": _NUMBER,
    "int_from_float": _NUMBER,
    "bool_type": "this is true or false",
    "string_type": "this is text in quotes",
    "tuple_type": _LIST,
    "list_type": _LIST,
    "dict_type": _TABLE,
    "mapping_type": _TABLE,
    "dataclass_type": _TABLE,
    "missing": "this must be there",
    "float_type": "this is a number",
}


def deserialize(hint: Any, raw: Any) -> tuple[Any, list[Wrong]]:
    """The value of this type, and everything wrong with it by place (then the value is no use)."""
    if hint in _SIMPLE and type(raw) is hint:
        return raw, []
    wrong = list(_strangers(hint, raw, ()))
    value: Any = None
    try:
        value = freeze(_adapter(hint).validate_json(json.dumps(_decode_null(hint, raw), default=str)))
    except ValidationError as fault:
        wrong += [_told(e["type"], e["loc"], e["msg"], e["input"], raw) for e in fault.errors(include_url=False)]
    return value, wrong


@functools.cache
def _adapter(hint: Any) -> TypeAdapter[Any]:
    own = dataclasses.is_dataclass(hint) or typing.is_typeddict(hint)
    return TypeAdapter(hint) if own else TypeAdapter(hint, config=ConfigDict(strict=True))


@functools.cache
def _fields(record: type) -> Mapping[str, Any]:
    hints = typing.get_type_hints(record)
    return {f.name: hints[f.name] for f in dataclasses.fields(record)}


def _members(hint: Any) -> tuple[Any, bool]:
    """The type without its None, and whether it had one. A union of several stays as it is."""
    if typing.get_origin(hint) not in (typing.Union, types.UnionType):
        return hint, False
    held = [a for a in typing.get_args(hint) if a is not types.NoneType]
    return (held[0] if len(held) == 1 else hint), len(held) < len(typing.get_args(hint))


def _inside(hint: Any, raw: Any) -> Iterator[tuple[str | int, Any, Any]]:
    """The parts of a container with the type that each should have."""
    hint, _ = _members(hint)
    origin, args = typing.get_origin(hint) or hint, typing.get_args(hint)
    if isinstance(raw, Mapping):
        if dataclasses.is_dataclass(origin):
            known = _fields(typing.cast(type, origin))
            yield from ((k, known.get(k), v) for k, v in raw.items())
        elif len(args) == 2:
            yield from ((k, args[1], v) for k, v in raw.items())
        else:
            yield from ((k, Any, v) for k, v in raw.items())
    elif isinstance(raw, Sequence) and not isinstance(raw, str):
        several = len(args) > 1 and args[1] is not Ellipsis
        for place, value in enumerate(raw):
            yield place, (args[min(place, len(args) - 1)] if several else args[0] if args else Any), value


def _strangers(hint: Any, raw: Any, at: Path) -> Iterator[Wrong]:
    """Keys that a record does not have. Left to pass, a mistyped one would mean the default."""
    held, _ = _members(hint)
    for name, inner, value in _inside(hint, raw):
        if inner is None and dataclasses.is_dataclass(held):
            known = ", ".join(_fields(typing.cast(type, held)))
            yield (*at, name), f"there is no such key here (known: {known})"
        else:
            yield from _strangers(inner, value, (*at, name))


def _decode_null(hint: Any, raw: Any) -> Any:
    """Printed dashes as nothing, where the type allows nothing."""
    if raw == "-" and _members(hint)[1]:
        return None
    if isinstance(raw, Mapping):
        return {k: _decode_null(inner, v) for k, inner, v in _inside(hint, raw)}
    if isinstance(raw, (list, tuple)):
        return [_decode_null(inner, v) for _, inner, v in _inside(hint, raw)]
    return raw


def _told(kind: str, loc: Path, message: str, got: Any, raw: Any) -> Wrong:
    """One complaint in our words; of its place, only what stands in the file (unions add names of their branches)."""
    at: list[str | int] = []
    for part in loc:
        inside = dict(_inside_any(raw))
        if part in inside:
            raw = inside[part]
        elif kind != "missing" or part != loc[-1]:
            continue
        at.append(part)
    reason = _WORDS.get(kind, message[:1].lower() + message[1:])
    return tuple(at), reason if kind == "missing" else f"{reason}, not {inline(got)}"


def _inside_any(raw: Any) -> Iterator[tuple[str | int, Any]]:
    return ((place, value) for place, _, value in _inside(Any, raw))

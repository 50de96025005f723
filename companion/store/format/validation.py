"""Validates plain TOML data against a type by pydantic, strictly, and says what is wrong in plain words.

Strictly: `"5"` is no number, and a record has no keys but its own. Values are read as JSON rather than as Python,
because strictly a Python list is no tuple, and TOML knows lists only. Bounds are not its business. Importing it imports
pydantic.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import typing
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

from companion.engine.answers import freeze
from companion.engine.state.shapes import Path, Problem, members, record_fields
from companion.store.format.faults import FLAG, LIST, MISSING, NUMBER, TABLE, TEXT, UNKNOWN
from companion.store.format.toml import NULL, inline

_WORDS = {
    "int_type": NUMBER,
    "int_from_float": NUMBER,
    "bool_type": FLAG,
    "string_type": TEXT,
    "tuple_type": LIST,
    "list_type": LIST,
    "dict_type": TABLE,
    "mapping_type": TABLE,
    "dataclass_type": TABLE,
    "missing": MISSING,
    "float_type": "this is a number",
}


def validate(hint: Any, raw: Any) -> tuple[Any, list[Problem]]:
    """The value of this type, and every problem with it (then the value is of no use)."""
    wrong = list(_unknown_keys(hint, raw, ()))
    value: Any = None
    try:
        value = freeze(_adapter(hint).validate_json(json.dumps(_decode_null(hint, raw), default=str)))
    except ValidationError as fault:
        wrong += [problem_of(e["type"], e["loc"], e["msg"], e["input"], raw) for e in fault.errors(include_url=False)]
    return value, wrong


@functools.cache
def _adapter(hint: Any) -> TypeAdapter[Any]:
    own = dataclasses.is_dataclass(hint) or typing.is_typeddict(hint)
    return TypeAdapter(hint) if own else TypeAdapter(hint, config=ConfigDict(strict=True))


def _inside(hint: Any, raw: Any) -> Iterator[tuple[str | int, Any, Any]]:
    """The parts of a container with the type that each should have."""
    hint, _ = members(hint)
    origin, args = typing.get_origin(hint) or hint, typing.get_args(hint)
    if isinstance(raw, Mapping):
        if dataclasses.is_dataclass(origin):
            known = record_fields(typing.cast(type, origin))
            yield from ((k, known.get(k), v) for k, v in raw.items())
        elif len(args) == 2:
            yield from ((k, args[1], v) for k, v in raw.items())
        else:
            yield from ((k, Any, v) for k, v in raw.items())
    elif isinstance(raw, Sequence) and not isinstance(raw, str):
        several = len(args) > 1 and args[1] is not Ellipsis
        for place, value in enumerate(raw):
            yield place, (args[min(place, len(args) - 1)] if several else args[0] if args else Any), value


def _unknown_keys(hint: Any, raw: Any, at: Path) -> Iterator[Problem]:
    """Keys that a record does not have. Left to pass, a mistyped one would mean the default."""
    kind, _ = members(hint)
    for name, inner, value in _inside(hint, raw):
        if inner is None and dataclasses.is_dataclass(kind):
            known = ", ".join(record_fields(typing.cast(type, kind)))
            yield (*at, name), f"{UNKNOWN} (known: {known})"
        else:
            yield from _unknown_keys(inner, value, (*at, name))


def _decode_null(hint: Any, raw: Any) -> Any:
    """Printed dashes as nothing, if the type allows nothing."""
    if raw == NULL and members(hint)[1]:
        return None
    if isinstance(raw, Mapping):
        return {k: _decode_null(inner, v) for k, inner, v in _inside(hint, raw)}
    if isinstance(raw, (list, tuple)):
        return [_decode_null(inner, v) for _, inner, v in _inside(hint, raw)]
    return raw


def problem_of(kind: str, loc: Path, message: str, got: Any, raw: Any) -> Problem:
    """An error of pydantic in our words; of its place, only what is in the file: unions add their branches."""
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

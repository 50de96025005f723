"""From plain TOML data to the values that units hold, with every fault and its path."""

from __future__ import annotations

import dataclasses
import functools
import json
import types
import typing
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final

from companion.engine.answers import freeze
from companion.engine.frozen import frozen
from companion.engine.state.shapes import NULL, SCALARS, Misfit, Path, Problem, builder, members, record_fields
from companion.store.format.toml import inline

if TYPE_CHECKING:
    from pydantic import TypeAdapter


NUMBER: Final = "this is a whole number"
FLAG: Final = "this is true or false"
TEXT: Final = "this is text in quotes"
LIST: Final = "this is a list in [ ]"
TABLE: Final = "this is a table in { }"
MISSING: Final = "this must be there"
UNKNOWN: Final = "there is no such key here"
_WORDS: Final = {int: NUMBER, bool: FLAG, str: TEXT}


@frozen
class Shape:
    """A table with the types of its keys, of which only those of `needed` must be there."""

    keys: Mapping[str, Any]
    needed: tuple[str, ...] = ()


@functools.cache
def shape_of(record: type) -> Shape:
    """A dataclass as a table: what has a default, or may be nothing, need not be there."""
    hints = record_fields(record)
    without = (f.name for f in dataclasses.fields(record) if f.default is f.default_factory is dataclasses.MISSING)
    return Shape(hints, tuple(n for n in without if hints[n] is not Any and not members(hints[n])[1]))


@functools.cache
def _parts(hint: Any) -> tuple[Any, bool, Any, tuple[Any, ...]]:
    """A type without its None, whether it had one, what it is made of and with what."""
    kind, optional = members(hint)
    return kind, optional, typing.get_origin(kind) or kind, typing.get_args(kind)


def faults(hint: Any, raw: object, at: Path = ()) -> Iterator[Problem]:
    """Everything that keeps `raw` from being of this type, or of this shape."""
    if isinstance(hint, Shape):
        yield from _table(hint, raw, at)
        return
    kind, optional, origin, args = _parts(hint)
    if kind is Any or (optional and raw == NULL):
        return
    if dataclasses.is_dataclass(kind):
        yield from _table(shape_of(typing.cast(type, kind)), raw, at)
    elif kind in SCALARS:
        if type(raw) is not kind:
            yield at, _not(_WORDS[kind], raw)
    elif origin is Annotated:
        if type(raw) is not args[0]:
            yield from faults(args[0], raw, at)
        elif typing.cast(int, raw) < args[1]:
            yield at, _not(f"this is {args[1]} or more", raw)
    elif origin is typing.Literal:
        if raw not in args:
            yield at, _not("this is one of " + ", ".join(map(inline, args)), raw)
    elif origin in (typing.Union, types.UnionType):
        # None fits: the member that got furthest is the one that was meant.
        tried = [list(faults(member, raw, at)) for member in args if member is not types.NoneType]
        if all(tried):
            yield from max(tried, key=lambda found: len(found[0][0]))
    elif origin is tuple:
        yield from _items(args, raw, at)
    elif isinstance(origin, type) and issubclass(origin, Mapping):
        if not isinstance(raw, dict):
            yield at, _not(TABLE, raw)
        for key, value in raw.items() if isinstance(raw, dict) and len(args) == 2 else ():
            yield from faults(args[1], value, (*at, key))


def _items(kinds: tuple[Any, ...], raw: object, at: Path) -> Iterator[Problem]:
    if not isinstance(raw, list):
        yield at, _not(LIST, raw)
        return
    for place, value in enumerate(raw):
        kind = kinds[0] if kinds[1:] == (Ellipsis,) else next(iter(kinds[place:]), Any)
        yield from faults(kind, value, (*at, place))


def _table(shape: Shape, raw: object, at: Path) -> Iterator[Problem]:
    if not isinstance(raw, dict):
        yield at, _not(TABLE, raw)
        return
    for key, value in raw.items():
        # The first comparison is all that most values need.
        if type(value) is (hint := shape.keys.get(key)) or hint is Any:
            continue
        if hint is None:
            yield (*at, key), f"{UNKNOWN} (known: {', '.join(shape.keys)})"
        else:
            yield from faults(hint, value, (*at, key))
    yield from (((*at, key), MISSING) for key in shape.needed if key not in raw)


def _not(reason: str, raw: object) -> str:
    return f"{reason}, not {inline(raw)}"


def deserialize(hint: Any, raw: Any, *, trusted: bool = False) -> tuple[Any, list[Problem]]:
    """The value of this type, and every problem with it (then the value is of no use).

    What Companion wrote and nobody changed is `trusted`: it is built at once, and looked at only if that fails.
    """
    if hint in SCALARS and type(raw) is hint:
        return raw, []
    if not trusted and (wrong := list(faults(hint, raw))):
        return None, wrong
    try:
        return builder(hint)(raw), []
    except Misfit:
        return deserialize(hint, raw) if trusted else _converted(hint, raw)


def _converted(hint: Any, raw: Any) -> tuple[Any, list[Problem]]:
    """The same of a type whose values are built in no one way, as pydantic reads it."""
    # Here and not above: hardly a file pays for the import.
    from pydantic import ValidationError

    try:
        return freeze(_adapter(hint).validate_json(json.dumps(raw, default=str))), []
    except ValidationError as fault:
        return None, [
            (e["loc"], f"{e['msg'][:1].lower()}{e['msg'][1:]}, not {inline(e['input'])}") for e in fault.errors()
        ]


@functools.cache
def _adapter(hint: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(hint)

"""What a type hint says of plain TOML data, and values built from it if the data fits exactly."""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

from companion.engine.frozen import freeze

NULL = "-"
"""TOML has no null: this text stands for it, as a dash does on a printed card."""

Path = tuple[str | int, ...]
Problem = tuple[Path, str]
"""Where in a value something is wrong, and why."""

Build = Callable[[Any], Any]
SCALARS = (int, str, bool)
Count = Annotated[int, 0]
"""A whole number of at least 0."""
Number = Annotated[int, 1]
"""A whole number of at least 1."""


class Misfit(Exception):
    """This value is not exactly what its type says, or the type is none that is built here: what, under which keys."""

    def __init__(self, what: str, keys: tuple[str, ...] = ()) -> None:
        self.what, self.keys = what, keys


def _cannot_be(value: object, known: Iterable[object] = ()) -> Misfit:
    words = ", ".join(map(str, known))
    return Misfit(f"cannot be {value!r}" + (f" (known: {words})" if words else ""))


def members(hint: object) -> tuple[object, bool]:
    """The type without its None, and whether it had one. A union of several stays as it is."""
    if typing.get_origin(hint) not in (typing.Union, types.UnionType):
        return hint, False
    kinds = [a for a in typing.get_args(hint) if a is not types.NoneType]
    return (kinds[0] if len(kinds) == 1 else hint), len(kinds) < len(typing.get_args(hint))


@functools.cache
def record_fields(record: type) -> Mapping[str, object]:
    """The fields of a dataclass with their types."""
    hints = typing.get_type_hints(record, include_extras=True)
    return {f.name: hints[f.name] for f in dataclasses.fields(record)}


@functools.cache
def builder(hint: object, lone: bool = False) -> Build:
    """What builds a value of this type from plain data. It raises Misfit for any other value.

    With `lone` a single value may stand alone for a tuple of one.
    """
    kind, optional = members(hint)
    if optional:
        build = _one_of(kind, lone) if kind is hint else builder(kind, lone)
        return lambda raw: None if raw == NULL else build(raw)
    if kind in SCALARS:
        return functools.partial(_scalar, kind)
    if kind is Any:
        return freeze
    origin, args = typing.get_origin(kind) or kind, typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return _one_of(kind, lone)
    if origin is Annotated:
        return functools.partial(_at_least, *args)
    if origin is typing.Literal:
        return functools.partial(_literal, args)
    if origin is tuple and args:
        return _tuple(args, lone)
    if isinstance(origin, type) and issubclass(origin, Mapping) and len(args) == 2 and builder(args[0]) is not _misfit:
        return functools.partial(_mapping, builder(args[0]), builder(args[1], lone))
    if isinstance(origin, type) and dataclasses.is_dataclass(origin):
        return _record(origin, lone)
    return _misfit


def _misfit(raw: object) -> object:
    raise _cannot_be(raw)


def _scalar(kind: type, raw: object) -> object:
    if type(raw) is not kind:
        raise _cannot_be(raw)
    return raw


def _at_least(kind: type, least: int, raw: Any) -> object:
    if _scalar(kind, raw) < least:  # type: ignore[operator]  # a number
        raise _cannot_be(raw)
    return raw


def _literal(words: tuple[object, ...], raw: object) -> object:
    if not any(raw == word and type(raw) is type(word) for word in words):
        raise _cannot_be(raw, words)
    return raw


def _mapping(key: Build, value: Build, raw: object) -> object:
    if not isinstance(raw, dict):
        raise _cannot_be(raw)
    return {key(k): value(v) for k, v in raw.items()}


def _tuple(args: tuple[object, ...], lone: bool) -> Build:
    if args[-1] is Ellipsis:
        build = builder(args[0], lone)

        def any_length(raw: object) -> Any:
            if not isinstance(raw, list):
                if not lone:
                    raise _cannot_be(raw)
                raw = [raw]
            return tuple(map(build, raw))

        return any_length
    builds = [builder(arg, lone) for arg in args]

    def fixed(raw: object) -> Any:
        if not isinstance(raw, list) or len(raw) != len(builds):
            raise _cannot_be(raw)
        return tuple(build(value) for build, value in zip(builds, raw, strict=True))

    return fixed


def _one_of(union: object, lone: bool) -> Build:
    """The first member that fits. Members that could be mistaken for each other are left to pydantic."""
    kinds = [a for a in typing.get_args(union) if a is not types.NoneType]
    if any(kind not in SCALARS and typing.get_origin(kind) is not typing.Literal for kind in kinds[1:]):
        return _misfit
    *others, last = [builder(kind, lone) for kind in kinds]

    def first(raw: object) -> Any:
        for build in others:
            try:
                return build(raw)
            except Misfit:
                continue
        # What is wrong is said by the last.
        return last(raw)

    return first


def _record(record: type, lone: bool) -> Build:
    made: dict[str, Build] = {}
    free = (dataclasses.MISSING, dataclasses.MISSING)
    needed = [f.name for f in dataclasses.fields(record) if (f.default, f.default_factory) == free]

    def build(raw: object) -> Any:
        if not isinstance(raw, dict):
            raise _cannot_be(raw)
        if not made:
            # Not before: a record may hold records of its own type.
            made.update({name: builder(hint, lone) for name, hint in record_fields(record).items()})
        values = {}
        for key, value in raw.items():
            if key not in made:
                raise Misfit(f"unknown key {key!r} (known: {', '.join(made)})")
            try:
                values[key] = made[key](value)
            except Misfit as wrong:
                raise Misfit(wrong.what, (key, *wrong.keys)) from None
        for key in needed:
            if key not in values:
                raise Misfit("is missing", (key,))
        try:
            return record(**values)
        except (TypeError, ValueError) as fault:
            raise Misfit(str(fault)) from fault

    return build

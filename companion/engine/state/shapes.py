"""What a type hint says of plain TOML data, and values built from it without pydantic if the data fits exactly."""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Callable, Mapping
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
    """This value is not exactly what its type says, or the type is none that is built here."""


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
def builder(hint: object) -> Build:
    """What builds a value of this type from plain data. It raises Misfit for any other value."""
    kind, optional = members(hint)
    if optional:
        build = _one_of(kind) if kind is hint else builder(kind)
        return lambda raw: None if raw == NULL else build(raw)
    if kind in SCALARS:
        return functools.partial(_scalar, kind)
    if kind is Any:
        return freeze
    origin, args = typing.get_origin(kind) or kind, typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return _one_of(kind)
    if origin is Annotated:
        return functools.partial(_at_least, *args)
    if origin is typing.Literal:
        return functools.partial(_literal, args)
    if origin is tuple and args:
        return _tuple(args)
    if isinstance(origin, type) and issubclass(origin, Mapping) and len(args) == 2 and args[0] is str:
        return functools.partial(_mapping, builder(args[1]))
    if isinstance(origin, type) and dataclasses.is_dataclass(origin):
        return _record(origin)
    return _misfit


def _misfit(raw: object) -> object:
    raise Misfit


def _scalar(kind: type, raw: object) -> object:
    if type(raw) is not kind:
        raise Misfit
    return raw


def _at_least(kind: type, least: int, raw: Any) -> object:
    if _scalar(kind, raw) != raw or raw < least:
        raise Misfit
    return raw


def _literal(words: tuple[object, ...], raw: object) -> object:
    if not any(raw == word and type(raw) is type(word) for word in words):
        raise Misfit
    return raw


def _mapping(build: Build, raw: object) -> object:
    if not isinstance(raw, dict):
        raise Misfit
    return {key: build(value) for key, value in raw.items()}


def _tuple(args: tuple[object, ...]) -> Build:
    if args[-1] is Ellipsis:
        build = builder(args[0])

        def any_length(raw: object) -> Any:
            if not isinstance(raw, list):
                raise Misfit
            return tuple(map(build, raw))

        return any_length
    builds = [builder(arg) for arg in args]

    def fixed(raw: object) -> Any:
        if not isinstance(raw, list) or len(raw) != len(builds):
            raise Misfit
        return tuple(build(value) for build, value in zip(builds, raw, strict=True))

    return fixed


def _one_of(union: object) -> Build:
    """The first member that fits. Members that could be mistaken for each other are left to pydantic."""
    kinds = [a for a in typing.get_args(union) if a is not types.NoneType]
    if any(kind not in SCALARS for kind in kinds[1:]):
        return _misfit
    builds = [builder(kind) for kind in kinds]

    def first(raw: object) -> Any:
        for build in builds:
            try:
                return build(raw)
            except Misfit:
                continue
        raise Misfit

    return first


def _record(record: type) -> Build:
    made: dict[str, Build] = {}

    def build(raw: object) -> Any:
        if not isinstance(raw, dict):
            raise Misfit
        if not made:
            # Not before: a record may hold records of its own type.
            made.update({name: builder(hint) for name, hint in record_fields(record).items()})
        try:
            return record(**{name: made[name](value) for name, value in raw.items()})
        except (KeyError, TypeError, ValueError) as fault:
            raise Misfit from fault

    return build

"""What a type hint says of a value, or of plain TOML data for one: it is built, or everything is said that is wrong."""

from __future__ import annotations

import dataclasses
import datetime
import functools
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Final

NULL = "-"
"""TOML has no null: this text stands for it, as a dash does on a printed card."""

Path = tuple[str | int, ...]
Problem = tuple[Path, str]
"""Where in a value something is wrong, and why."""
Fault = tuple[Path, str, tuple[object, ...]]
"""The same, with what stands there: nothing where that is said already."""

Build = Callable[[Any], Any]
Count = Annotated[int, 0]
"""A whole number of at least 0."""
Number = Annotated[int, 1]
"""A whole number of at least 1."""

_WORDS: Final[Mapping[object, str]] = {
    int: "this is a whole number",
    float: "this is a number",
    bool: "this is true or false",
    str: "this is text in quotes",
}
_LIST: Final = "this is a list in [ ]"
_TABLE: Final = "this is a table in { }"
_MISSING: Final = "this must be there"
_SHORT: Final = "field required"
_UNKNOWN: Final = "there is no such key here"


class Misfit(Exception):
    """This value is not exactly what its type says: what of it is no such thing, under which keys, and all `faults`."""

    def __init__(self, what: str, keys: tuple[str, ...], faults: Sequence[Fault]) -> None:
        self.what, self.keys, self.faults = what, keys, faults

    def under(self, place: str | int, *keys: str) -> Misfit:
        """The same of something that this value stands in."""
        return Misfit(self.what, (*keys, *self.keys), [((place, *path), why, raw) for path, why, raw in self.faults])


def _together(wrong: Sequence[Misfit]) -> Misfit:
    return Misfit(wrong[0].what, wrong[0].keys, [fault for one in wrong for fault in one.faults])


def _cannot_be(value: object, why: str, known: Iterable[object] = ()) -> Misfit:
    words = ", ".join(map(str, known))
    what = f"cannot be {value!r}" + (f" (known: {words})" if words else "")
    return Misfit(what, (), [((), why, (value,))])


def without_none(hint: object) -> tuple[object, bool]:
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


def needed_of(record: type) -> list[str]:
    """The fields of a dataclass that have no default."""
    free = (dataclasses.MISSING, dataclasses.MISSING)
    return [f.name for f in dataclasses.fields(record) if (f.default, f.default_factory) == free]


def set_fields(record: Any) -> dict[str, Any]:
    """The fields of a dataclass that are not at their defaults, by name; one without a default always is none."""
    made = {}
    for item in dataclasses.fields(record):
        value = getattr(record, item.name)
        default = item.default if item.default_factory is dataclasses.MISSING else item.default_factory()
        if value != default or isinstance(value, bool) != isinstance(default, bool):
            made[item.name] = value
    return made


@functools.cache
def builder(hint: object, lone: bool = False) -> Build:
    """What builds a value of this type from plain data, or from what is one already. It raises Misfit for any other.

    With `lone` a single value may stand alone for a tuple of one.
    """
    kind, optional = without_none(hint)
    if optional:
        build = _one_of(kind, lone) if kind is hint else builder(kind, lone)
        return lambda raw: None if raw == NULL else build(raw)
    if kind is Any:
        return _anything
    origin, args = typing.get_origin(kind) or kind, typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return _one_of(kind, lone)
    if origin is Annotated:
        return functools.partial(_at_least, *args)
    if origin is typing.Literal:
        return functools.partial(_literal, args)
    if origin is tuple or origin is list:
        items = args or (Any,)
        return _tuple((*items, ...) if origin is list or not args else items, lone)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(args, lone)
    if isinstance(origin, type) and dataclasses.is_dataclass(origin):
        return _record(origin, lone)
    return functools.partial(_scalar, origin)


def _anything(raw: Any) -> object:
    """What players and programs write as JSON too, frozen: TOML has days and times besides."""
    if isinstance(raw, (datetime.date, datetime.time)):
        raise _cannot_be(raw, "this is text, a number, true or false, a list or a table")
    if isinstance(raw, dict):
        return _each(raw.items(), lambda _: _anything)
    if type(raw) in (list, tuple):
        return tuple(_each(enumerate(raw), lambda _: _anything).values())
    return raw


def _scalar(kind: object, raw: object) -> object:
    if kind is float and type(raw) is int:
        return float(raw)
    # True and False are no whole numbers.
    kin = type(raw) is not bool and isinstance(kind, type) and isinstance(raw, kind)
    if not kin and type(raw) is not kind:
        raise _cannot_be(raw, _WORDS.get(kind) or f"this is a {getattr(kind, '__name__', kind)}")
    return raw


def _at_least(kind: type, least: int, raw: Any) -> object:
    if _scalar(kind, raw) < least:  # type: ignore[operator]  # a number
        raise _cannot_be(raw, f"this is {least} or more")
    return raw


def _literal(words: tuple[object, ...], raw: object) -> object:
    if not any(raw == word and type(raw) is type(word) for word in words):
        raise _cannot_be(raw, f"this is one of {', '.join(map(_quoted, words))}", words)
    return raw


def _quoted(word: object) -> str:
    return f'"{word}"' if isinstance(word, str) else str(word)


def _mapping(args: Sequence[object], lone: bool) -> Build:
    key, value = args or (str, Any)
    # Keys are texts in TOML: of those that may be numbers each is one that reads so.
    numbers = int in (key, *typing.get_args(key))
    of_key, build = builder(key), builder(value, lone)

    def made(raw: object) -> Any:
        if not isinstance(raw, Mapping):
            raise _cannot_be(raw, _TABLE)
        found = _each(raw.items(), lambda _: build)
        return {of_key(int(of) if numbers and str(of).isdecimal() else of): each for of, each in found.items()}

    return made


def _each(raw: Iterable[tuple[Any, object]], build_of: Callable[[Any], Build]) -> dict[Any, Any]:
    """The values at these places, each built by what is for its place. Raises Misfit with all that is wrong."""
    found, wrong = {}, list[Misfit]()
    for place, value in raw:
        try:
            found[place] = build_of(place)(value)
        except Misfit as one:
            wrong.append(one.under(place))
    if wrong:
        raise _together(wrong)
    return found


def _tuple(args: tuple[object, ...], lone: bool) -> Build:
    if args[-1] is Ellipsis:
        build = builder(args[0], lone)

        def any_length(raw: object) -> Any:
            if not isinstance(raw, (list, tuple)):
                if not lone:
                    raise _cannot_be(raw, _LIST)
                raw = [raw]
            return tuple(_each(enumerate(raw), lambda _: build).values())

        return any_length
    builds = [builder(arg, lone) for arg in args]

    def fixed(raw: object) -> Any:
        if not isinstance(raw, (list, tuple)):
            raise _cannot_be(raw, _LIST)
        found = _each(enumerate(raw), lambda place: builds[place] if place < len(builds) else _anything)
        if len(found) < len(builds):
            raise _cannot_be(raw, _SHORT).under(len(found))
        if len(found) > len(builds):
            raise _cannot_be(raw, f"this has {len(builds)} items")
        return tuple(found.values())

    return fixed


def _one_of(union: object, lone: bool) -> Build:
    """The first member that fits."""
    builds = [builder(kind, lone) for kind in typing.get_args(union) if kind is not types.NoneType]

    def first(raw: object) -> Any:
        wrong = list[Misfit]()
        for build in builds:
            try:
                return build(raw)
            except Misfit as one:
                # Its traceback knows this list, and all that is built meanwhile.
                wrong.append(one.with_traceback(None))
        # The member that got furthest is the one that was meant.
        meant = max(wrong, key=lambda one: len(one.faults[0][0]))
        raise Misfit(wrong[-1].what, wrong[-1].keys, meant.faults)

    return first


def table(hints: Callable[[], Mapping[str, object]], needed: Sequence[str] = (), lone: bool = False) -> Build:
    """What builds a table with keys of these types, of which those of `needed` must be there.

    `hints` is asked for when the first is built: a record may hold records of its own type.
    """
    made: dict[str, Build] = {}
    wanted: dict[str, Misfit] = {}

    def build(raw: object) -> Any:
        if not isinstance(raw, Mapping):
            raise _cannot_be(raw, _TABLE)
        if not made:
            known = hints()
            made.update({name: builder(hint, lone) for name, hint in known.items()})
            # What may be anything, or nothing, is not missed in a file.
            free = [name for name in needed if known[name] is Any or without_none(known[name])[1]]
            wanted.update(
                {name: Misfit("is missing", (name,), [((name,), _MISSING, ())] * (name not in free)) for name in needed}
            )
        values, wrong = {}, list[Misfit]()
        for key, value in raw.items():
            if key not in made:
                listed = f"(known: {', '.join(made)})"
                wrong.append(Misfit(f"unknown key {key!r} {listed}", (), [((key,), f"{_UNKNOWN} {listed}", ())]))
                continue
            try:
                values[key] = made[key](value)
            except Misfit as one:
                wrong.append(one.under(key, key))
        wrong += [wanted[key] for key in needed if key not in raw]
        if wrong:
            raise _together(wrong)
        return values

    return build


def _record(record: type, lone: bool) -> Build:
    fields = table(functools.partial(record_fields, record), needed_of(record), lone)

    def build(raw: object) -> Any:
        if isinstance(raw, record):
            return raw
        values = fields(raw)
        try:
            return record(**values)
        except (TypeError, ValueError) as fault:
            raise Misfit(str(fault), (), [((), str(fault), (raw,))]) from fault

    return build

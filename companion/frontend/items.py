"""Lists of a unit as players edit them: words, words with numbers, and printed records such as weapons.

A record (a weapon, a spell, a mini) is edited field by field; a word or an entry of a table of names is typed in one
go: `Scout`, `Armor 2`. In a record, lists of words and tables are typed too: `Scout, Armor 2`.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from functools import partial
from typing import Any, Literal, NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.state.declarations import FieldSpec
from companion.engine.state.entity import Record
from companion.engine.wording import value_words
from companion.frontend.entry_texts import NOTHING, Explained, completed, doubt_of, names_like
from companion.frontend.form import EMPTY, NAMELESS, Choice, Field, Fixed, Flag, Number, Put, Text, right
from companion.frontend.saying.sentences import refusal
from companion.frontend.typed import is_whole, whole

ItemKind = Literal["words", "entries", "records", "record", ""]
"""What a list holds: words, entries of a table of names, records; or one record; empty if it is no list."""


def kind_of_list(hint: Any) -> tuple[ItemKind, type]:
    """What a field of this type holds, and the type of one item."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is tuple and args and args[0] in (str, int):
        return "words", args[0]
    if origin is tuple and args and _is_record(args[0]):
        return "records", args[0]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return "entries", dict
    return ("record", hint) if _is_record(hint) else ("", object)


def _is_record(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Record)


def words_of_item(item: Any) -> str:
    """An item as a row shows it: `Katana +1: Sweep Attack`, `Armor 2`, `Scout`."""
    if isinstance(item, tuple):
        name, value = item
        return name if value is True else f"{name} {value_words(value)}"
    label = item.printed if isinstance(item, Record) else None
    label = label or getattr(item, "label", None)
    name = str(getattr(item, "name", ""))
    return str(label) if label else value_words(item, nothing="") or name


def items_of(value: Any) -> list[Any]:
    """The items of a list; those of a table are pairs of name and value."""
    return list(value.items()) if isinstance(value, Mapping) else list(value or ())


def with_items(value: Any, items: list[Any]) -> Any:
    """A list of the same kind with these items."""
    return dict(items) if isinstance(value, Mapping) else tuple(items)


def read_item(kind: ItemKind, of: type, text: str) -> Any:
    """A typed item. Raises InvalidInput if it is empty, or no number if one is wanted."""
    if not text.strip():
        raise InvalidInput("something must be typed")
    if kind != "entries":
        return whole(text) if of is int else text.strip()
    name, _, number = text.strip().rpartition(" ")
    return (name, whole(number)) if name and is_whole(number) else (text.strip(), True)


class Member(NamedTuple):
    """One field of a record: its name, its type without None, and whether it may be empty."""

    name: str
    hint: Any
    optional: bool


def without_none(hint: Any) -> Any:
    """The type of a value that is there."""
    parts = typing.get_args(hint)
    return next(part for part in parts if part is not type(None)) if type(None) in parts else hint


def members(record: type) -> list[Member]:
    """The fields of a record in the order declared."""
    hints = typing.get_type_hints(record)
    names = [one.name for one in dataclasses.fields(record)]
    return [Member(name, hint := without_none(hints[name]), hint is not hints[name]) for name in names]


def record_fields(record: Record, put: Put = right, of: str = "", known: Explained = NOTHING) -> list[Field]:
    """The fields of a record as a form has them, by their names; `put` takes each new state of the record.

    It is an item of the list `of`; what the tables have `known` is told while names are typed.
    """
    found = [_field(record, member, put) for member in members(type(record))]
    for field in found:
        list_ = of if field.key == "name" else str(field.key)
        field.like = partial(_like, list_, known)
        if isinstance(field, Text):
            field.doubt, field.whole = partial(_doubt, list_, known), partial(_whole, list_, known)
    return found


def _like(of: str, known: Explained, typed: str) -> str:
    return names_like(of, typed.rpartition(",")[2], known)


def _doubt(of: str, known: Explained, typed: str) -> str:
    """What is said of the first of these words that no table has."""
    return next((doubt for word in typed.split(",") if (doubt := doubt_of(of, word, known))), "")


def _whole(of: str, known: Explained, typed: str) -> str:
    """With the last word as it goes on."""
    before, comma, last = typed.rpartition(",")
    found = completed(of, last, known)
    return typed if found == last else f"{before}{comma}{' ' if comma else ''}{found}"


def _field(record: Record, member: Member, put: Put) -> Field:
    name, hint, optional = member
    value = getattr(record, name)

    def replaced(other: Any) -> str | None:
        try:
            made = dataclasses.replace(record, **{name: other})
        except InvalidInput as fault:
            return refusal(fault)
        return put(made)

    common: dict[str, Any] = {"key": name, "label": name.replace("_", " "), "value": value, "put": replaced}
    if typing.get_origin(hint) is Literal:
        words = [(one, str(one)) for one in typing.get_args(hint)]
        return Choice(options=[(None, "-"), *words] if optional else words, **common)
    if hint is bool:
        return Flag(**common)
    if hint is int:
        return Number(optional=optional, **common)
    if hint is not str and not kind_of_list(hint)[0]:
        return Fixed(reason="this is set in the roster file", shown=_typed(value), **common)
    needed = NAMELESS if name == "name" else ""
    return Text(reads=partial(_read_member, member), needed=needed, as_typed=_member_words(value), **common)


def _read_member(member: Member, typed: str) -> Any:
    """The typed text or list of a record. Raises InvalidInput with what is allowed."""
    if member.optional and typed.casefold() in EMPTY:
        return None
    if member.hint is str:
        return typed
    kind, of = kind_of_list(member.hint)
    parts = [part for part in typed.split(",") if part.strip()]
    if kind == "entries":
        only_numbers = typing.get_args(member.hint)[-1:] == (int,)
        pairs = [read_item(kind, of, part) for part in parts]
        if only_numbers and any(value is True for _, value in pairs):
            raise InvalidInput("each with its number: black 2, white 1")
        return dict(pairs)
    if kind == "words":
        return tuple(read_item(kind, of, part) for part in parts)
    return tuple(_short_record(of, part.strip()) for part in parts)


def new_record(record: type[Record]) -> Any:
    """A record with nothing in it but its defaults: no name, and 0 if a number is wanted."""
    missing: dict[str, Any] = {}
    for one, member in zip(dataclasses.fields(record), members(record), strict=True):
        if one.default is dataclasses.MISSING and one.default_factory is dataclasses.MISSING:
            missing[one.name] = None if member.optional else member.hint() if member.hint in (int, str, bool) else ()
    return record(**missing)


def _short_record(record: type, text: str) -> Any:
    """A record inside a record: its name, and its first number if it has one: `Powerful Attack 2`."""
    name, _, number = text.rpartition(" ")
    numbers = [member.name for member in members(record) if member.hint is int]
    if name and numbers and is_whole(number):
        return dataclasses.replace(new_record(record), name=name, **{numbers[0]: whole(number)})
    return dataclasses.replace(new_record(record), name=text)


def _member_words(value: Any) -> str:
    """A text or list of a record as it could be typed."""
    if value is None:
        return "-"
    return ", ".join(map(_typed, items_of(value))) if isinstance(value, (tuple, Mapping)) else str(value)


def _typed(item: Any) -> str:
    if isinstance(item, Record):
        numbers = [getattr(item, member.name) for member in members(type(item)) if member.hint is int]
        return (
            f"{getattr(item, 'name', '')} {numbers[0]}"
            if numbers and numbers[0] is not None
            else str(getattr(item, "name", ""))
        )
    return words_of_item(item)


def list_of(spec: FieldSpec) -> tuple[ItemKind, type]:
    """What the list of a declared field holds."""
    return kind_of_list(spec.type)

"""Weapons, traits and other lists of a unit as typed words: one more, one less, or other numbers of one."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.state.entity import Entity
from companion.frontend.items import (
    items_of,
    list_of,
    new_record,
    read_item,
    record_fields,
    with_items,
    words_of_item,
)
from companion.frontend.naming import meant
from companion.frontend.numbers import is_whole

LISTS = "+NAME adds or changes one, -NAME takes one off; a weapon's fields as strength=2; quotes hold words together"


def is_list(entity: Entity, path: str) -> bool:
    """Whether this field is a list of words, entries or records, to be changed one by one."""
    spec = entity.specs().get(path)
    return spec is not None and list_of(spec)[0] in ("words", "entries", "records")


def with_item(entity: Entity, path: str, typed: Sequence[str]) -> tuple[Any, str]:
    """The list with what `+NAME` or `-NAME` adds, changes or takes off, and the reason behind it.

    Raises InvalidInput where nothing is named so, and for a field that a record has not.
    """
    kind, of = list_of(entity.specs()[path])
    value = entity.get(path)
    items = items_of(value)
    sign, name, rest = typed[0][:1], typed[0][1:].strip(), list(typed[1:])
    if not name:
        raise InvalidInput("what is added or taken off?", hint=LISTS)
    if sign == "+" and rest and is_whole(rest[0]):
        # No reason begins with a number: it is that of the keyword.
        if kind == "records":
            raise InvalidInput(f"which number of {name} is {rest[0]}?", hint=LISTS)
        if kind == "entries":
            name = f"{name} {rest.pop(0)}"
    if sign != "+":
        at = _place(items, name)
        del items[at]
        return with_items(value, items), " ".join(rest)
    if kind != "records":
        made = read_item(kind, of, name)
        if kind == "entries":
            return {**value, made[0]: made[1]}, " ".join(rest)
        return with_items(value, [*items, made]), " ".join(rest)
    old = next((at for at, item in enumerate(items) if _name(item).casefold() == name.casefold()), None)
    record = items[old] if old is not None else dataclasses.replace(new_record(of), name=name)
    while rest and "=" in rest[0]:
        field, _, text = rest.pop(0).partition("=")
        fields = record_fields(record)
        found = next((one for one in fields if field.casefold() in (one.key, one.label)), None)
        if found is None:
            raise InvalidInput(f"{name} has no {field!r}", hint=", ".join(str(one.key) for one in fields))
        record = dataclasses.replace(record, **{str(found.key): found.read(text)})
    if old is None:
        items.append(record)
    else:
        items[old] = record
    return with_items(value, items), " ".join(rest)


def _name(item: Any) -> str:
    return str(getattr(item, "name", "")) or words_of_item(item)


def _place(items: Sequence[Any], name: str) -> int:
    found = meant({at: (_name(item), words_of_item(item)) for at, item in enumerate(items)}, name)
    if len(found) == 1:
        return found[0]
    there = ", ".join(map(words_of_item, items)) or "nothing"
    raise InvalidInput(f"{name!r} may mean several" if found else f"there is no {name!r}", hint=f"there is: {there}")

"""The fields of units and records as players edit them, and the lists among them: words, names with numbers, records.

Which fields there are follows from their declarations; what players type for one is in `grammar.py`.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from companion.engine.state.declarations import FieldSpec
from companion.engine.state.entity import Record
from companion.engine.state.shapes import needed_of, record_fields, without_none
from companion.engine.wording import singular, value_words
from companion.frontend.saying.sentences import spaced

ItemKind = Literal["words", "entries", "records", "record", ""]
"""What a list holds: words, entries of a table of names, records; or one record; empty if it is no list."""


@cache
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


class Member(NamedTuple):
    """One field of a unit or of a record: its type without None, whether it may be empty, and how players call it.

    `words` are those that its value may be, `of` what its list is of or else the record in it.
    """

    name: str
    hint: Any
    optional: bool
    labels: tuple[str, ...]
    words: Mapping[str, object]
    spec: FieldSpec | None = None

    @property
    def kind(self) -> ItemKind:
        return kind_of_list(self.hint)[0]

    @property
    def of(self) -> type:
        return kind_of_list(self.hint)[1]

    @property
    def what(self) -> str:
        """What one of its items is called."""
        return singular(self.labels[0])

    @property
    def empty(self) -> Any:
        """Its list, or record, with nothing in it."""
        return new_record(self.of) if self.kind == "record" else {} if self.kind == "entries" else ()

    def name_of(self, item: Any) -> str:
        """What an item of its list is called."""
        if isinstance(item, tuple):
            return str(item[0])
        if isinstance(item, Record):
            return str(getattr(item, "name", ""))
        return str(self.spec.called(item) if self.spec is not None else item)

    @property
    def only_numbers(self) -> bool:
        """Whether each entry of its table has a number."""
        return typing.get_args(self.hint)[-1:] == (int,)


def member_of(spec: FieldSpec) -> Member:
    """A declared field."""
    labels = (spec.label.casefold(), spaced(spec.name))
    words = {spec.worded(one).casefold(): one for one in spec.choices}
    return Member(spec.name, without_none(spec.type)[0], spec.optional, labels, words, spec)


def _members(record: type) -> Sequence[Member]:
    found = []
    for name, declared in record_fields(record).items():
        hint, optional = without_none(declared)
        words = typing.get_args(hint) if typing.get_origin(hint) is Literal else ()
        known = {str(word).casefold(): word for word in words}
        found.append(Member(name, hint, optional, (spaced(name),), known))
    return found


# Not as a decorator: to mypy the type of a record is nothing that `cache` could hash.
members: Final[Callable[[type], Sequence[Member]]] = cache(_members)
"""The fields of a record in the order declared."""


def first_number(record: type) -> str:
    """The field that a number behind the name of such a record is for; empty if it has none."""
    return next((member.name for member in members(record) if member.hint is int), "")


def new_record(record: type[Record], **values: object) -> Any:
    """A record with these values, else its defaults: no name, and 0 if a number is wanted."""
    needed = needed_of(record)
    for member in members(record):
        if member.name in needed:
            empty = None if member.optional else member.hint() if member.hint in (int, str, bool) else ()
            values.setdefault(member.name, empty)
    return record(**values)

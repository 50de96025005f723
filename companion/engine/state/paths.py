"""The dotted paths that changes and adjustments name fields by: fields, contacts and options.

`health` is a field, `states.prone` a key in a map field, `contacts.a/b` the contact of two ids, `options.NAME` an
option of the table, `units.3/ID` a unit that joins or leaves. No other file takes such a path apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

Flags = Mapping[str, Any]
"""The flags of one contact: `a_…` of its first end, `b_…` of its second, anything else of both."""

Pair = tuple[str, str]
"""The ids of two units or models in contact, in `pair_key` order."""

_CONTACTS = "contacts."
_OPTIONS = "options."
_UNITS = "units."


class UnitPlace(NamedTuple):
    """Where in the list of units one stands that joins or leaves, and its id."""

    at: int
    of: str


def unit_path(at: int, of: str) -> str:
    """The path of a unit that joins or leaves the table."""
    return f"{_UNITS}{at}/{of}"


def unit_of(path: str) -> UnitPlace | None:
    """The unit that joins or leaves by a change at this path; None where the path names none."""
    at, _, of = path[len(_UNITS) :].partition("/") if path.startswith(_UNITS) else ("", "", "")
    return UnitPlace(int(at), of) if of and at.isdecimal() else None


def split_path(path: str) -> tuple[str, str]:
    """The field and the key inside it; the key is empty where the path names the whole field."""
    name, _, key = path.partition(".")
    return name, key


def pair_key(a: str, b: str) -> Pair:
    """The one order in which a contact of two ids is kept."""
    return (a, b) if a <= b else (b, a)


def ordered_flags(a: str, b: str, flags: Flags) -> dict[str, Any]:
    """Flags of the contact (a, b) in `pair_key` order: `a_…` and `b_…` change places when the ids do."""
    if a <= b:
        return dict(flags)
    swap = {"a_": "b_", "b_": "a_"}
    return {swap.get(k[:2], k[:2]) + k[2:]: v for k, v in flags.items()}


def contact_path(a: str, b: str) -> str:
    """The path of the contact of two ids, whichever comes first."""
    first, second = pair_key(a, b)
    return f"{_CONTACTS}{first}/{second}"


def contact_of(path: str) -> Pair | None:
    """The two ids of a contact's path as written there; None where the path names no contact."""
    if not path.startswith(_CONTACTS):
        return None
    a, _, b = path[len(_CONTACTS) :].partition("/")
    return a, b


def option_path(name: str) -> str:
    """The path of an option of the table."""
    return _OPTIONS + name


def option_of(path: str) -> str | None:
    """The name of the option that this path names; None where it names none."""
    return path[len(_OPTIONS) :] if path.startswith(_OPTIONS) else None

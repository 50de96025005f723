"""The dotted paths that changes and adjustments name fields by: fields, contacts and options.

`health` is a field, `states.prone` a key in a map field, `contacts.a/b` the contact of two ids, `options.NAME` an
option of the table, `units.3/ID` a unit that joins or leaves, `minis.2/ID` of a unit a mini that does. No other file
takes such a path apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Flags = Mapping[str, object]
"""The flags of one contact: `a_…` of its first end, `b_…` of its second, anything else of both."""

Pair = tuple[str, str]
"""The ids of two units or models in contact, in `pair_key` order."""

_CONTACTS = "contacts."
_OPTIONS = "options."
_UNITS = "units."
_MINIS = "minis."

ROUND = ("table", "round")
"""What changes, and its field, where a round ends and the next begins."""

HEADCOUNT = "minis.count"
"""The number of models of a unit, in a game that does not tell them apart: some join or leave by a change of it."""


class UnitPlace(NamedTuple):
    """Where in its list a unit or mini stands that joins or leaves, and its id."""

    at: int
    of: str


def unit_path(at: int, of: str) -> str:
    return f"{_UNITS}{at}/{of}"


def unit_of(path: str) -> UnitPlace | None:
    """The unit that joins or leaves by a change at this path; None if the path names none."""
    return _place(_UNITS, path)


def mini_path(at: int, of: str) -> str:
    return f"{_MINIS}{at}/{of}"


def mini_of(path: str) -> UnitPlace | None:
    """The mini that joins or leaves its unit by a change at this path; None if the path names none."""
    return _place(_MINIS, path)


def _place(head: str, path: str) -> UnitPlace | None:
    at, _, of = path[len(head) :].partition("/") if path.startswith(head) else ("", "", "")
    return UnitPlace(int(at), of) if of and at.isdecimal() else None


def mini_number(unit: str, mini: str) -> str:
    """`3` of the mini `ann.3` of the unit `ann`; the whole id where it does not begin with that of its unit."""
    return mini.removeprefix(unit).lstrip(".")


def joins(of: str, path: str) -> bool:
    """Whether by a change of this thing at this path a unit or mini joins or leaves."""
    return unit_of(path) is not None if of == "table" else path == HEADCOUNT or mini_of(path) is not None


def split_path(path: str) -> tuple[str, str]:
    """The field and the key inside it; the key is empty if the path names the whole field."""
    name, _, key = path.partition(".")
    return name, key


def is_nested(path: str) -> bool:
    return "." in path


def pair_key(a: str, b: str) -> Pair:
    return (a, b) if a <= b else (b, a)


def ordered_flags(a: str, b: str, flags: Flags) -> dict[str, object]:
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
    """The two ids of a contact's path as written there; None if the path names no contact."""
    if not path.startswith(_CONTACTS):
        return None
    a, _, b = path[len(_CONTACTS) :].partition("/")
    return a, b


def option_path(name: str) -> str:
    return _OPTIONS + name


def option_of(path: str) -> str | None:
    """The name of the option that this path names; None if it names none."""
    return path[len(_OPTIONS) :] if path.startswith(_OPTIONS) else None

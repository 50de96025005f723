"""Making a table: units copied from templates and rosters, each with a name and an id of its own."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import count
from typing import Any, Final, TypeVar

from companion.engine.errors import InvalidValue
from companion.engine.ruleset import Ruleset
from companion.engine.state.entity import Record
from companion.engine.state.table import AnyTable, Model, Side, Unit
from companion.engine.wording import does

NOT_IDS: Final = frozenset(("table", "pass", "none", "no_room", "terrain", "lapse", "draw", "drawn", "unrecorded"))
"""Words that stand beside the ids of units and sides in answers: one of these would be two answers in one."""

U = TypeVar("U", bound=Unit)


def new_table(
    ruleset: Ruleset,
    sides: Sequence[Side],
    units_of: Mapping[str, Sequence[Unit]],
    options: Mapping[str, Any] | None = None,
    name: str = "",
    first: str = "",
) -> AnyTable:
    """A new table of these sides, with copies of the units given for each; the originals stay as they are.

    `first` is the side that has the first turn, if the game leaves that to its players. Units of the same name are told
    apart (Speeder A, Speeder B), whichever side they fight for. Raises InvalidValue for an option that is not there or
    cannot be so, and for a side without units.
    """
    for side in sides:
        if not units_of.get(side.id):
            raise InvalidValue(f"{does(side.name, 'has')} no units")
    listed = [(side.id, unit) for side in sides for unit in units_of[side.id]]
    names = names_apart([unit.name for _, unit in listed])
    taken = {side.id for side in sides}
    units = []
    for (side_id, unit), own in zip(listed, names, strict=True):
        kept = own == unit.name and free_id(unit.id, taken) == unit.id
        of = unit.id if kept else free_id(id_of(own), taken)
        taken.add(of)
        units.append(copied(unit, of, own, side_id))
    chosen = {key: ruleset.checked_option(key, value) for key, value in (options or {}).items()}
    begins = {"active": first} if first else {}
    return ruleset.table(units, [dataclasses.replace(side) for side in sides], options=chosen, name=name, **begins)


def names_apart(names: Iterable[str]) -> list[str]:
    """The names in their order; those that are there more than once get a letter: A, B, … Z, then AA."""
    listed = list(names)
    many = Counter(name.casefold() for name in listed)
    taken = {name for name, number in many.items() if number == 1}
    found = []
    for name in listed:
        own = name
        if many[name.casefold()] > 1:
            own = lettered(name, taken)
            taken.add(own.casefold())
        found.append(own)
    return found


def copied(unit: U, of: str, name: str, side: str) -> U:
    """A unit of the same profile under another id, name and side. Its minis get ids to match."""
    fresh = {
        model.id: of + model.id.removeprefix(unit.id) if model.id.startswith(unit.id) else f"{of}.{number}"
        for number, model in enumerate(unit.miniatures, 1)
    }
    values = {f.name: _renamed(getattr(unit, f.name), fresh) for f in dataclasses.fields(unit) if f.init}
    return type(unit)(**{**values, "id": of, "name": name, "side": side})


def _renamed(value: object, fresh: Mapping[str, str]) -> Any:
    """A field's value for the copy: minis copied, and their ids changed wherever the unit's records name them."""
    if isinstance(value, Model):
        return dataclasses.replace(value, id=fresh.get(value.id, value.id))
    if isinstance(value, Record):
        changed = {f.name: _renamed(getattr(value, f.name), fresh) for f in dataclasses.fields(value) if f.init}
        return type(value)(**changed)
    if type(value) is tuple:
        return tuple(_renamed(item, fresh) for item in value)
    if isinstance(value, Mapping):
        return {key: _renamed(item, fresh) for key, item in value.items()}
    return fresh.get(value, value) if isinstance(value, str) else value


def lettered(name: str, taken: Container[str]) -> str:
    """The name with the first free letter behind it: A, B, … Z, then AA. `taken` holds names in small letters."""
    return next(own for number in count(1) if (own := f"{name} {_letters(number)}").casefold() not in taken)


def _letters(number: int) -> str:
    word = ""
    while number:
        number, place = divmod(number - 1, 26)
        word = chr(ord("A") + place) + word
    return word


def id_of(name: str) -> str:
    """An id for any name: its letters and digits in small letters, `_` between the words."""
    return re.sub(r"\W+", "_", name.casefold()).strip("_") or "unit"


def free_id(of: str, taken: Container[str]) -> str:
    """The id itself, or with the first free number behind it: `speeder`, `speeder_2`; never one of `NOT_IDS`."""
    number = 1
    while (found := of if number == 1 else f"{of}_{number}") in taken or found in NOT_IDS:
        number += 1
    return found

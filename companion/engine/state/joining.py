"""Units that join a game under way or leave it. A change of the table's units holds the whole unit as plain data.

The path says where in the list it stands (`units.3/speeder`), so that undo puts back the very same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.engine.errors import InvalidValue
from companion.engine.frozen import freeze
from companion.engine.state.changes import Change
from companion.engine.state.paths import UnitPlace, mini_of, unit_of, unit_path
from companion.engine.state.records import record_values
from companion.engine.state.table import AnyTable, Model, Unit
from companion.engine.wording import does


def unit_record(unit: Unit) -> Mapping[str, object]:
    """A unit as plain data: its fields that differ from their defaults, as files have them."""
    record: Mapping[str, object] = freeze(unit.dump())
    return record


def unit_of_record(unit_type: type[Any], of: str, record: Mapping[str, object]) -> Unit:
    """The unit that a record describes. Raises InvalidValue if a field is unknown or cannot be so."""
    made: Unit = unit_type(id=of, **record_values(unit_type, "a unit", of, record))
    return made


def gone_ids(changes: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """The ids of all units and minis that join or leave by these changes, as plain data."""
    for change in changes:
        field = str(change.get("field"))
        place = unit_of(field) if change.get("of") == "table" else mini_of(field)
        if place is not None:
            yield place.of
            yield from _ids_in(change.get("before") or change.get("after"))


def _ids_in(record: object) -> Iterator[str]:
    for value in record.values() if isinstance(record, Mapping) else ():
        for item in value if isinstance(value, (list, tuple)) else ():
            if isinstance(item, Mapping) and isinstance(item.get("id"), str):
                yield item["id"]


def joined(table: AnyTable, place: UnitPlace, value: object, why: str, step: str) -> Change:
    """The change by which a unit joins, or with None leaves. Raises InvalidValue if it cannot."""
    if value is None:
        return _leaving(table, place.of, why, step)
    if not isinstance(value, Mapping):
        raise InvalidValue("a unit joins as a table of its fields")
    unit = unit_of_record(table.spec.unit_type, place.of, value)
    if unit.side not in table.sides:
        raise InvalidValue(f"there is no side {unit.side!r}", hint="sides: " + ", ".join(table.sides))
    names = {other.name.casefold() for other in table.units.values()}
    if unit.name.casefold() in names:
        raise InvalidValue(f"there is a unit called {unit.name} already", hint="give it another name")
    members: tuple[Unit | Model, ...] = (unit, *unit.miniatures)
    for one in members:
        if table.is_id(one.id):
            raise InvalidValue(f"{one.id!r} is on the table already", hint="give it another id")
        for _, fault in one.faults():
            raise InvalidValue(fault)
    path = unit_path(len(table.units), place.of)
    return Change("table", path, None, unit_record(unit), why, step)


def _leaving(table: AnyTable, of: str, why: str, step: str) -> Change:
    unit = table.unit(of)
    ids = {of, *(mini.id for mini in unit.miniatures)}
    touching = next((pair for pair in table.contacts if ids & set(pair)), None)
    if touching is not None:
        other = next(table.title(end) for end in touching if end not in ids)
        raise InvalidValue(f"{does(unit.name, 'is')} in contact with {other}", hint="end that first")
    check_not_alone(table, unit)
    return Change("table", unit_path(list(table.units).index(of), of), unit_record(unit), None, why, step)


def check_not_alone(table: AnyTable, unit: Unit) -> None:
    """Raises InvalidValue if its side has no other unit."""
    if sum(other.side == unit.side for other in table.units.values()) == 1:
        raise InvalidValue(f"{does(unit.name, 'is')} the only unit of {table.title(unit.side)}")


def put_unit(table: AnyTable, place: UnitPlace, value: Mapping[str, object] | None) -> None:
    """Puts a unit at its place in the list, or takes it off with None."""
    units = list(table.units.items())
    if value is None:
        units = [(of, unit) for of, unit in units if of != place.of]
    else:
        units.insert(place.at, (place.of, unit_of_record(table.spec.unit_type, place.of, value)))
    table.units.clear()
    table.units.update(units)
    table.reindex()

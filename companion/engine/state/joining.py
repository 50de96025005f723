"""Units that join a game under way or leave it. A change of the table's units holds the whole unit as plain data.

The path says where in the list it stands (`units.3/speeder`), so that undo puts back the very same order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.errors import InvalidValue
from companion.engine.frozen import freeze
from companion.engine.state.changes import Change
from companion.engine.state.declarations import specs
from companion.engine.state.paths import UnitPlace, unit_path
from companion.engine.state.shapes import Misfit, builder
from companion.engine.state.table import Entity, Model, Table, Unit


def unit_record(unit: Unit) -> Mapping[str, Any]:
    """A unit as plain data: its fields that differ from their defaults, as files have them."""
    record: Mapping[str, Any] = freeze(unit.dump())
    return record


def unit_of_record(unit_type: type[Any], of: str, record: Mapping[str, Any]) -> Unit:
    """The unit that a record describes. Raises InvalidValue where a field is unknown or cannot be so."""
    known = _hints(unit_type)
    values: dict[str, Any] = {}
    for name, raw in record.items():
        if name == "id":
            continue
        if name not in known:
            raise InvalidValue(f"a unit has no {name!r}", hint="fields: " + ", ".join(known))
        try:
            values[name] = builder(known[name])(_listed(raw))
        except Misfit:
            raise InvalidValue(f"{name} of {of} cannot be {raw!r}") from None
    made: Unit = unit_type(id=of, **values)
    return made


def _hints(unit_type: type[Any]) -> Mapping[str, Any]:
    return {name: spec.type for name, spec in specs(unit_type).items()}


def _listed(value: Any) -> Any:
    """Frozen data as files give it: tuples as lists."""
    if isinstance(value, tuple):
        return [_listed(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _listed(item) for key, item in value.items()}
    return value


def built(entity: Entity, path: str, value: object) -> object:
    """A list of records as plain data, as a log has it, made into those records; any other value as it is."""
    spec = entity.specs().get(path)
    if spec is None or spec.kind not in ("list", "other") or not isinstance(value, (tuple, list, Mapping)):
        return value
    try:
        return builder(spec.type)(_listed(value))
    except Misfit:
        return value


def joined(table: Table[Any, Any], place: UnitPlace, value: object, why: str, step: str) -> Change:
    """The change by which a unit joins, or with None leaves. Raises InvalidValue where it cannot."""
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


def _leaving(table: Table[Any, Any], of: str, why: str, step: str) -> Change:
    unit = table.unit(of)
    ids = {of, *(mini.id for mini in unit.miniatures)}
    touching = next((pair for pair in table.contacts if ids & set(pair)), None)
    if touching is not None:
        other = next(table.title(end) for end in touching if end not in ids)
        raise InvalidValue(f"{unit.name} is in contact with {other}", hint="end that first")
    if sum(other.side == unit.side for other in table.units.values()) == 1:
        raise InvalidValue(f"{unit.name} is the only unit of {table.title(unit.side)}")
    return Change("table", unit_path(list(table.units).index(of), of), unit_record(unit), None, why, step)


def put_unit(table: Table[Any, Any], place: UnitPlace, value: Mapping[str, Any] | None) -> None:
    """Puts a unit at its place in the list, or takes it off with None."""
    units = list(table.units.items())
    if value is None:
        units = [(of, unit) for of, unit in units if of != place.of]
    else:
        units.insert(place.at, (place.of, unit_of_record(table.spec.unit_type, place.of, value)))
    table.units.clear()
    table.units.update(units)
    table.reindex()

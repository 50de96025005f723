"""Units and minis that join a game under way or leave it: made of plain data, whose they are, what they are called."""

from __future__ import annotations

import typing
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.engine.errors import InvalidValue
from companion.engine.frozen import freeze
from companion.engine.state.changes import Change
from companion.engine.state.contacts import touching
from companion.engine.state.declarations import FieldSpec, specs
from companion.engine.state.entity import Entity
from companion.engine.state.paths import HEADCOUNT, UnitPlace, mini_of, mini_path, unit_of, unit_path
from companion.engine.state.shapes import Misfit, builder
from companion.engine.state.table import AnyTable, Model, Side, Unit
from companion.engine.values import is_whole
from companion.engine.wording import does


def record_values(kind: type[object], what: str, of: str, record: Mapping[str, object]) -> dict[str, object]:
    """The fields of a record, without its id. Raises InvalidValue if one is unknown or cannot be so."""
    known = {name: spec.type for name, spec in specs(kind).items()}
    values: dict[str, Any] = {}
    for name, raw in record.items():
        if name == "id":
            continue
        if name not in known:
            raise InvalidValue(f"{what} has no {name!r}", hint="fields: " + ", ".join(known))
        try:
            values[name] = builder(known[name])(raw)
        except Misfit:
            raise InvalidValue(f"{name} of {of} cannot be {raw!r}") from None
    return values


def model_types(unit_type: type[object]) -> Iterator[type[Model]]:
    for spec in specs(unit_type).values():
        for of in typing.get_args(spec.type):
            if isinstance(of, type) and issubclass(of, Model):
                yield of


def past_spec(unit_type: type[object], name: str) -> FieldSpec | None:
    """The declaration of a field of the units of a game, or of their models if a unit has none of this name."""
    return next((specs(owner)[name] for owner in (unit_type, *model_types(unit_type)) if name in specs(owner)), None)


def fresh_mini(unit: Unit, of: str) -> Model:
    """A mini with the profile of the last one of the unit, unhurt, and with nothing that is so of that one alone."""
    last = unit.miniatures[-1]
    fresh = {spec.name: spec.default for spec in last.specs().values() if spec.adjust}
    made = replace(last, **{**fresh, "id": of})
    made.derive()
    return made


def next_mini_id(unit: Unit, table: AnyTable | None = None) -> str:
    """The id of one more mini: numbered after all that the unit has or had."""
    numbers = [mini.id.rpartition(".")[2] for mini in unit.miniatures]
    number = max((int(n) for n in numbers if n.isdecimal()), default=len(numbers)) + 1
    while table is not None and table.known(f"{unit.id}.{number}") is not None:
        number += 1
    return f"{unit.id}.{number}"


def mini_of_record(unit_type: type[object], of: str, record: Mapping[str, object]) -> Model:
    """The mini that a record describes. Raises InvalidValue if a field is unknown or cannot be so."""
    kind = next(model_types(unit_type), None)
    if kind is None:
        raise InvalidValue("the units of this game have no minis of their own")
    return kind(id=of, **record_values(kind, "a mini", of, record))


def held_in(unit: Unit) -> str:
    return next(name for name in unit.specs() if getattr(unit, name) is unit.miniatures)


def mini_joins(table: AnyTable, unit: Unit, place: UnitPlace, value: object, why: str, step: str) -> Change:
    """The change by which a mini joins its unit, or with None leaves it. Raises InvalidValue if it cannot."""
    minis = unit.miniatures
    if not minis:
        raise InvalidValue(*_no_minis(unit))
    if value is None:
        at = next((at for at, mini in enumerate(minis) if mini.id == place.of), None)
        if at is None:
            raise InvalidValue(
                f"{does(unit.name, 'has')} no mini {place.of!r}", hint=", ".join(mini.id for mini in minis)
            )
        _check_leaves(table, unit, minis[at])
        return Change(unit.id, mini_path(at, place.of), freeze(minis[at].as_record()), None, why, step)
    if not isinstance(value, Mapping):
        raise InvalidValue("a mini joins as a table of its fields")
    if not place.of.startswith(f"{unit.id}.") or not place.of.removeprefix(f"{unit.id}.").isdecimal():
        raise InvalidValue(f"{place.of!r} is no mini of {unit.name}", hint=f"like {next_mini_id(unit, table)}")
    if table.is_id(place.of):
        raise InvalidValue(f"{place.of!r} is on the table already", hint=f"the next is {next_mini_id(unit, table)}")
    made = mini_of_record(table.spec.unit_type, place.of, value)
    for _, fault in made.faults():
        raise InvalidValue(fault)
    return Change(unit.id, mini_path(len(minis), place.of), None, freeze(made.as_record()), why, step)


def _check_leaves(table: AnyTable, unit: Unit, mini: Model) -> None:
    name = table.title(mini.id)
    touched = [table.title(of) for of in touching(table, mini.id)]
    if touched:
        raise InvalidValue(f"{does(name, 'is')} in contact with {' and '.join(touched)}", hint="end that first")
    if len(unit.miniatures) == 1:
        raise InvalidValue(f"{does(unit.name, 'has')} no other mini", hint="the unit leaves as a whole")
    if unit.alive and mini.alive and sum(other.alive for other in unit.miniatures) == 1:
        raise InvalidValue(f"{does(name, 'is')} the last of {unit.name} that stands", hint="the unit leaves as a whole")


def _no_minis(unit: Unit) -> tuple[str, str]:
    return f"{does(unit.name, 'is')} a single thing on the table", "units join and leave as a whole"


def heads(unit: Unit) -> int:
    """How many models a unit has, in a game that only counts them. Raises InvalidValue in any other."""
    if not unit.counts_models:
        if unit.miniatures:
            raise InvalidValue(f"the minis of {unit.name} have names", hint=f"one at a time: {mini_path(0, 'ID')}")
        raise InvalidValue(*_no_minis(unit))
    found: int = unit.get(HEADCOUNT)
    return found


def headcount(unit: Unit, value: object, why: str, step: str) -> Change:
    """The change by which models join or leave a unit that only counts them. Raises InvalidValue if they cannot."""
    before = heads(unit)
    if not is_whole(value):
        raise InvalidValue(f"the number of models is a whole number, not {value!r}")
    if value < 1:
        raise InvalidValue(f"{does(unit.name, 'keeps')} one model at least", hint="the unit leaves as a whole")
    for name in unit.counts_models:
        after = unit.checked(name, getattr(unit, name) + value - before)
        for spec in unit.specs().values():
            if spec.hi == name and spec.name not in unit.counts_models and getattr(unit, spec.name) > after:
                raise InvalidValue(f"{spec.label} is {getattr(unit, spec.name)} now", hint=f"change {spec.name} first")
    return Change(unit.id, HEADCOUNT, before, value, why, step)


def put_mini(table: AnyTable, unit: Unit, place: UnitPlace, value: Mapping[str, object] | None) -> None:
    """Puts a mini at its place in its unit, or takes it off with None."""
    minis = list(unit.miniatures)
    name = held_in(unit)
    if value is None:
        minis = [mini for mini in minis if mini.id != place.of]
    else:
        minis.insert(place.at, mini_of_record(table.spec.unit_type, place.of, value))
    unit.put(name, tuple(minis))
    table.reindex()


def put_heads(unit: Unit, before: int, after: int) -> None:
    """As many models more or less, of those there are and of those it started with."""
    for name in unit.counts_models:
        unit.put(name, getattr(unit, name) + after - before)


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
    pair = next((pair for pair in table.contacts if ids & set(pair)), None)
    if pair is not None:
        other = next(table.title(end) for end in pair if end not in ids)
        raise InvalidValue(f"{does(unit.name, 'is')} in contact with {other}", hint="end that first")
    check_not_alone(table, unit)
    return Change("table", unit_path(list(table.units).index(of), of), unit_record(unit), None, why, step)


def check_not_alone(table: AnyTable, unit: Unit) -> None:
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


def check_belonging(table: AnyTable, entity: Entity, path: str, value: object) -> None:
    """A unit keeps a name that is its own; a change of sides leaves no friends in contact, and no side without units.

    Raises InvalidValue. A file with friends in contact, if the game forbids it, would not open again.
    """
    if isinstance(entity, (Unit, Side)) and path == "name":
        if not str(value).strip():
            raise InvalidValue("it needs a name")
        others = [unit.name.casefold() for unit in table.units.values() if unit is not entity]
        if isinstance(entity, Unit) and str(value).strip().casefold() in others:
            raise InvalidValue(f"there is a unit called {value} already", hint="give it another name")
    if isinstance(entity, Unit) and path == "side" and value != entity.side:
        check_not_alone(table, entity)
        _check_contacts(table, {}, {entity.id: str(value)})
    if isinstance(entity, Side) and path == "alliance":
        _check_contacts(table, {entity.id: str(value)}, {})


def _check_contacts(table: AnyTable, alliances: Mapping[str, str], sides: Mapping[str, str]) -> None:
    """Raises InvalidValue if friends would touch with these units on other sides, or sides in other alliances."""
    if table.spec.friends_touch:
        return

    def fights_for(unit: Unit) -> str:
        side = sides.get(unit.id, unit.side)
        return alliances.get(side, table.sides[side].alliance) or side

    for a, b in table.contacts:
        one, two = table.owner(a), table.owner(b)
        if fights_for(one) == fights_for(two):
            raise InvalidValue(f"{does(table.title(a), 'is')} in contact with {table.title(b)}", hint="end that first")

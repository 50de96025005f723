"""Minis that join or leave a unit of a game under way: late ones, and those that were put there by mistake.

They are no casualties: a mini that leaves never fell. A game that tells minis apart has a path for each
(`minis.3/squad.4`, its fields as plain data), one that only counts models has `minis.count`, their number.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.engine.errors import InvalidValue
from companion.engine.frozen import freeze
from companion.engine.state.changes import Change
from companion.engine.state.declarations import FieldSpec, specs
from companion.engine.state.paths import HEADCOUNT, UnitPlace, mini_path
from companion.engine.state.records import record_values
from companion.engine.state.table import AnyTable, Model, Unit
from companion.engine.values import is_whole
from companion.engine.wording import does


def model_types(unit_type: type[object]) -> Iterator[type[Model]]:
    """The types of model that the units of a game hold."""
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
    """The field that holds the minis of a unit."""
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
    touched = [table.title(b if a == mini.id else a) for a, b in table.contacts if mini.id in (a, b)]
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

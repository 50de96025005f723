"""Changes in place: those of a journal, and manual adjustments with the checks that they need."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from companion.engine.errors import InvalidValue
from companion.engine.state.changes import Change
from companion.engine.state.contacts import checked_contact, put_contact
from companion.engine.state.entity import Entity
from companion.engine.state.joining import (
    check_belonging,
    headcount,
    joined,
    mini_joins,
    put_heads,
    put_mini,
    put_unit,
)
from companion.engine.state.paths import (
    HEADCOUNT,
    contact_of,
    contact_path,
    is_nested,
    mini_of,
    option_of,
    pair_key,
    unit_of,
)
from companion.engine.state.table import OVER, AnyTable, Unit

DOERS: Final = ("by", "of", "from")
"""What is before the name: `hit by Ann`, `curse of Dark Wolf`, `injury 14 from Fang`."""


def doer_named(table: AnyTable, why: str, of: str) -> str:
    """The unit whose name ends a reason that players gave for a change to `of`; empty if none does.

    If several do, the longest name counts, and of two of one name the first that is another. Nobody does anything
    to itself.
    """
    owner = table.owner_of(of)
    if owner is None or not why:
        return ""
    ends = [unit for unit in table.units.values() if why.endswith(tuple(f"{word} {unit.name}" for word in DOERS))]
    longest = max((len(unit.name) for unit in ends), default=0)
    return next((unit.id for unit in ends if len(unit.name) == longest and unit is not owner), "")


def adjusted(table: AnyTable, of: str, path: str, value: object, why: str, step: str = "") -> Change:
    """The change that an adjustment asks for, checked against its declaration; raises InvalidInput in words."""
    change = _asked_for(table, of, path, value, why, step)
    change.by_hand, change.by = True, doer_named(table, why, of)
    return change


def _asked_for(table: AnyTable, of: str, path: str, value: object, why: str, step: str) -> Change:
    pair = contact_of(path) if of == "table" else None
    if pair is not None:
        a, b = pair
        flags = checked_contact(table, a, b, value)
        before = table.contacts.get(pair_key(a, b))
        return Change(
            "table", contact_path(a, b), before, None if flags is None else {**(before or {}), **flags}, why, step
        )
    joins = unit_of(path) if of == "table" else None
    if joins is not None:
        return joined(table, joins, value, why, step)
    option = option_of(path) if of == "table" else None
    if option is not None:
        value = table.spec.checked_option(option, value)
    entity = table.find(of)
    mini = mini_of(path)
    if isinstance(entity, Unit) and mini is not None:
        change = mini_joins(table, entity, mini, value, why, step)
        _check_table(table, change)
        return change
    if isinstance(entity, Unit) and path == HEADCOUNT:
        return headcount(entity, value, why, step)
    if isinstance(entity, Unit) and entity.miniatures and getattr(entity, path, None) is entity.miniatures:
        # A change of the list would hold the minis themselves, and they go on changing.
        raise InvalidValue("the minis of a unit join and leave one at a time", hint="on its card, or with mini")
    after = entity.checked(path, value)
    _check_name(table, entity, path, after)
    _check_bounded(entity, path, after)
    return Change(of, path, entity.get(path), after, why, step)


def newly_adjusted(table: AnyTable, of: str, path: str, value: object, why: str) -> Change:
    """As `adjusted`, of what players ask for now: what a log has from before is taken as it was taken then."""
    made = adjusted(table, of, path, value, why)
    check_belonging(table, table.find(of), path, made.after)
    return made


def _check_name(table: AnyTable, entity: Entity, path: str, value: object) -> None:
    """Fields of every game that name something: a side, a phase. An id is what everything else is found by."""
    known: list[Any] | None = None
    if path.endswith("."):
        raise InvalidValue(f"there is no field {path!r} here", hint=f"perhaps {path[:-1]}")
    if path == "id":
        raise InvalidValue("an id is never changed", hint="change the name")
    if entity is table and path == "options":
        raise InvalidValue("options are set one at a time", hint="options.NAME")
    if isinstance(entity, Unit) and path == "side":
        known = list(table.sides)
    elif entity is table and path in ("active", "over_winner"):
        known = [None, *table.sides]
    elif entity is table and path == "phase":
        known = [*(phase.id for phase in table.spec.phases), OVER]
    if known is not None and value not in known:
        raise InvalidValue(
            f"{path.replace('_', ' ')} cannot be {value!r}",
            hint="one of: " + ", ".join("none" if k is None else k for k in dict.fromkeys(known)),
        )


def _check_table(table: AnyTable, change: Change) -> None:
    """What a mini that comes or goes would leave wrong: a weapon that nobody carries, a unit without leader."""
    wrong = set(_faults(table))
    apply(table, change)
    try:
        found = [why for why in _faults(table) if why not in wrong]
    finally:
        revert(table, change)
    if found:
        raise InvalidValue(found[0], hint="change that first")


def _faults(table: AnyTable) -> Iterator[str]:
    for unit in table.units.values():
        yield from (f"{unit.name}: {why}" for _, why in unit.faults())
    yield from (f"{table.title(of)}: {why}" for of, _, why in table.spec.faults(table))


def _check_bounded(entity: Entity, path: str, value: object) -> None:
    """A highest or lowest number never passes the value that it bounds: nothing could change that value any more."""
    for spec in entity.specs().values():
        current = getattr(entity, spec.name)
        if spec.kind != "int" or current is None or value is None:
            continue
        if (spec.hi == path and current > value) or (spec.lo == path and current < value):
            raise InvalidValue(f"{spec.label} is {current} now", hint=f"bring that to {value} first")


def apply(table: AnyTable, change: Change) -> None:
    """Writes the `after` of a change in place: replay, redo and reading a file all end here."""
    _write(table, change.of, change.field, change.before, change.after)


def revert(table: AnyTable, change: Change) -> None:
    """Writes the `before` of a change in place: undo ends here."""
    _write(table, change.of, change.field, change.after, change.before)


def _write(table: AnyTable, of: str, path: str, before: Any, after: Any) -> None:
    if of == "table":
        pair = contact_of(path)
        if pair is not None:
            put_contact(table, pair, after)
            return
        unit = unit_of(path)
        if unit is not None:
            put_unit(table, unit, after)
            return
    entity = table.find(of)
    if isinstance(entity, Unit) and path.startswith("minis."):
        mini = mini_of(path)
        if mini is not None:
            put_mini(table, entity, mini, after)
            return
        if path == HEADCOUNT:
            put_heads(entity, before, after)
            return
    if after is None and not is_nested(path) and not entity.specs()[path].optional:
        after = entity.fresh(path)
    entity.put(path, tuple(after) if isinstance(after, list) else after)

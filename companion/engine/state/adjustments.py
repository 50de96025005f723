"""Changes in place: those of a journal, and manual adjustments with the checks that they need."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from companion.engine.errors import InvalidValue
from companion.engine.state.changes import Change
from companion.engine.state.contacts import checked_contact, put_contact
from companion.engine.state.joining import built, joined, put_unit
from companion.engine.state.paths import contact_of, contact_path, option_of, pair_key, unit_of
from companion.engine.state.table import Entity, Table, Unit


def adjusted(table: Table[Any, Any], of: str, path: str, value: object, why: str, step: str) -> Change:
    """The change that an adjustment asks for, checked against its declaration; raises InvalidInput in words."""
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
    after = entity.checked(path, built(entity, path, value))
    _check_name(table, entity, path, after)
    _check_bounded(entity, path, after)
    return Change(of, path, entity.get(path), after, why, step)


def _check_name(table: Table[Any, Any], entity: Entity, path: str, value: object) -> None:
    """Fields of every game that name something: a side, a phase. An id is what everything else is found by."""
    known: list[Any] | None = None
    if path.endswith("."):
        raise InvalidValue(f"there is no field {path!r} here", hint=f"perhaps {path[:-1]}")
    if path == "id":
        raise InvalidValue("an id is never changed", hint="change the name")
    if entity is table and path == "options":
        raise InvalidValue("options are set one at a time", hint="options.NAME")
    if isinstance(entity, Unit) and entity.miniatures and getattr(entity, path, None) is entity.miniatures:
        # A change of the list would hold the minis themselves, and they go on changing.
        raise InvalidValue("the minis of a unit stay its minis", hint="take one out of play by its own fields")
    if isinstance(entity, Unit) and path == "side":
        known = list(table.sides)
    elif entity is table and path in ("active", "over_winner"):
        known = [None, *table.sides]
    elif entity is table and path == "phase":
        known = [*(phase.id for phase in table.spec.phases), "over"]
    if known is not None and value not in known:
        raise InvalidValue(
            f"{path.replace('_', ' ')} cannot be {value!r}", hint="one of: " + ", ".join(str(k) for k in known)
        )


def _check_bounded(entity: Entity, path: str, value: object) -> None:
    """A highest or lowest number never passes the value that it bounds: nothing could change that value any more."""
    for spec in entity.specs().values():
        current = getattr(entity, spec.name)
        if spec.kind != "int" or current is None or value is None:
            continue
        if (spec.hi == path and current > value) or (spec.lo == path and current < value):
            raise InvalidValue(f"{spec.label} is {current} now", hint=f"change {spec.name} first")


@contextlib.contextmanager
def rewound(table: Table[Any, Any], changes: Sequence[Change]) -> Iterator[None]:
    """The table as it was before these changes, oldest first, for as long as somebody looks at it."""
    for change in reversed(changes):
        apply(table, change.inverse())
    try:
        yield
    finally:
        for change in changes:
            apply(table, change)


def apply(table: Table[Any, Any], change: Change) -> None:
    """Writes the `after` of a change in place: replay, undo and reading a file all end here."""
    pair = contact_of(change.field) if change.of == "table" else None
    if pair is not None:
        put_contact(table, pair, change.after)
        return
    unit = unit_of(change.field) if change.of == "table" else None
    if unit is not None:
        put_unit(table, unit, change.after)
        return
    entity = table.find(change.of)
    after = change.after
    if after is None and "." not in change.field and not entity.specs()[change.field].optional:
        after = entity.fresh(change.field)
    entity.put(change.field, tuple(after) if isinstance(after, list) else after)

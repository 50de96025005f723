"""Changes by the players' hands, checked: what a field may hold, and that what is named is there."""

from __future__ import annotations

from typing import Any

from companion.engine.changes import Change
from companion.engine.contacts import checked_contact
from companion.engine.errors import BadValue
from companion.engine.table import Entity, Table, Unit, contact_field, pair_key


def adjusted(table: Table[Any, Any], of: str, path: str, value: Any, why: str, step: str) -> Change:
    """The change that an adjustment asks for, checked against its declaration; raises Refused in words."""
    if of == "table" and path.startswith("contacts."):
        a, _, b = path[9:].partition("/")
        flags = checked_contact(table, a, b, value)
        before = table.contacts.get(pair_key(a, b))
        return Change(
            "table", contact_field(a, b), before, None if flags is None else {**(before or {}), **flags}, why, step
        )
    if of == "table" and path.startswith("options."):
        value = table.ruleset.checked_option(path[8:], value)
    entity = table.find(of)
    after = entity.checked(path, value)
    _check_name(table, entity, path, after)
    _check_bounded(entity, path, after)
    return Change(of, path, entity.get(path), after, why, step)


def _check_name(table: Table[Any, Any], entity: Entity, path: str, value: Any) -> None:
    """Fields of every game that name something: a side, a phase. An id is what everything else is found by."""
    known: list[Any] | None = None
    if path.endswith("."):
        raise BadValue(f"there is no field {path!r} here", hint=f"perhaps {path[:-1]}")
    if path == "id":
        raise BadValue("an id is never changed", hint="change the name")
    if entity is table and path == "options":
        raise BadValue("options are set one at a time", hint="options.NAME")
    if isinstance(entity, Unit) and path == "side":
        known = list(table.sides)
    elif entity is table and path in ("active", "over_winner"):
        known = [None, *table.sides]
    elif entity is table and path == "phase":
        known = [*(phase.id for phase in table.ruleset.phases), "over"]
    if known is not None and value not in known:
        raise BadValue(
            f"{path.replace('_', ' ')} cannot be {value!r}", hint="one of: " + ", ".join(str(k) for k in known)
        )


def _check_bounded(entity: Entity, path: str, value: Any) -> None:
    """A highest or lowest number never passes the value that it bounds: nothing could change that value any more."""
    for spec in entity.specs().values():
        held = getattr(entity, spec.name)
        if spec.kind != "int" or held is None or value is None:
            continue
        if (spec.said.hi == path and held > value) or (spec.said.lo == path and held < value):
            raise BadValue(f"{spec.label} is {held} now", hint=f"change {spec.name} first")

"""Plain data, as a log or a program gives it, made into the values that fields of units and minis hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.errors import InvalidValue
from companion.engine.state.declarations import specs
from companion.engine.state.entity import Entity
from companion.engine.state.shapes import Misfit, builder


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
            values[name] = builder(known[name])(_listed(raw))
        except Misfit:
            raise InvalidValue(f"{name} of {of} cannot be {raw!r}") from None
    return values


def built(entity: Entity, path: str, value: object) -> object:
    """A list of records as plain data, as a log has it, made into those records; any other value as it is."""
    spec = entity.specs().get(path)
    if spec is None or spec.kind not in ("list", "other") or not isinstance(value, (tuple, list, Mapping)):
        return value
    try:
        return builder(spec.type)(_listed(value))
    except Misfit:
        return value


def _listed(value: object) -> object:
    """Frozen data as files give it: tuples as lists."""
    if isinstance(value, tuple):
        return [_listed(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _listed(item) for key, item in value.items()}
    return value

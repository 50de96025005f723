"""A second table with the same state of play, to look at while the first goes on."""

from __future__ import annotations

from copy import copy
from typing import Any, TypeVar

from companion.engine.state.table import Model, Table, Unit

TableT = TypeVar("TableT", bound=Table[Any, Any])


def copied(table: TableT) -> TableT:
    """A table that changes on its own. Printed records, which never change, are shared."""
    made = copy(table)
    made.units = {of: _copied_unit(unit) for of, unit in table.units.items()}
    made.sides = {of: copy(side) for of, side in table.sides.items()}
    made.contacts = dict(table.contacts)
    made.reindex()
    return made


def _copied_unit(unit: Unit) -> Unit:
    made = copy(unit)
    for name in unit.specs():
        value = getattr(unit, name)
        if isinstance(value, tuple) and any(isinstance(item, Model) for item in value):
            setattr(made, name, tuple(copy(item) if isinstance(item, Model) else item for item in value))
    return made

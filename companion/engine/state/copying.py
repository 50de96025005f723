"""A second table with the same state of play, to look at or to try on while the first goes on."""

from __future__ import annotations

from copy import copy
from typing import TypeVar

from companion.engine.state.entity import Entity
from companion.engine.state.table import AnyTable, Model

EntityT = TypeVar("EntityT", bound=Entity)
TableT = TypeVar("TableT", bound=AnyTable)


def table_copy(table: TableT) -> TableT:
    """A table with units, models and sides of its own. Records are shared: nobody changes one in place."""
    made = _entity_copy(table)
    made.units = {of: _entity_copy(unit) for of, unit in table.units.items()}
    made.sides = {of: _entity_copy(side) for of, side in table.sides.items()}
    made.reindex()
    return made


def _entity_copy(entity: EntityT) -> EntityT:
    made = copy(entity)
    for name, value in vars(made).items():
        if isinstance(value, dict):
            setattr(made, name, dict(value))
        elif isinstance(value, tuple) and value and isinstance(value[0], Model):
            setattr(made, name, tuple(_entity_copy(model) for model in value))
    return made

"""A copy of an open procedure, table and all, on which anything may be tried while the real one stands."""

from __future__ import annotations

from copy import copy
from typing import Any, TypeVar

from companion.engine.run import Run
from companion.engine.state.adjustments import apply
from companion.engine.state.changes import Change
from companion.engine.state.table import Entity, Model, Table

EntityT = TypeVar("EntityT", bound=Entity)


def table_copy(table: Table[Any, Any]) -> Table[Any, Any]:
    """The same table, with units, models and sides of its own. Records are shared: nobody changes one in place."""
    found = _entity_copy(table)
    found.units = {of: _entity_copy(unit) for of, unit in table.units.items()}
    found.sides = {of: _entity_copy(side) for of, side in table.sides.items()}
    found.reindex()
    return found


def run_copy(run: Run) -> Run:
    """The same procedure on a copy of its table, where it stands now. What is sealed there is sealed here too."""
    table = table_copy(run.table)
    for event in reversed(run.context.events):
        if isinstance(event, Change):
            apply(table, event.inverse())
    made = Run(table, run.procedure, run.args, run.most_requests)
    made.begin(run.inputs)
    return made


def _entity_copy(entity: EntityT) -> EntityT:
    made = copy(entity)
    for name, value in vars(made).items():
        if isinstance(value, dict):
            setattr(made, name, dict(value))
        elif isinstance(value, tuple) and value and isinstance(value[0], Model):
            setattr(made, name, tuple(_entity_copy(model) for model in value))
    return made

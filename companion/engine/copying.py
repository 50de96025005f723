"""A copy of an open procedure, table and all, on which anything may be tried while the real one stands."""

from __future__ import annotations

from companion.engine.run import Run
from companion.engine.state.adjustments import revert
from companion.engine.state.changes import Change
from companion.engine.state.copying import table_copy


def run_copy(run: Run) -> Run:
    """The same procedure on a copy of its table, where it stands now. What is sealed there is sealed here too."""
    table = table_copy(run.table)
    for event in reversed(run.context.events):
        if isinstance(event, Change):
            revert(table, event)
    made = Run(table, run.procedure, run.args, run.most_requests)
    made.begin(run.inputs)
    return made

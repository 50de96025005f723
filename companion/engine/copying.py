"""A copy of an open procedure, table and all, on which anything may be tried while the real one stands."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.inputs import TakenInput
from companion.engine.run import Run
from companion.engine.state.adjustments import revert
from companion.engine.state.changes import Change
from companion.engine.state.copying import table_copy
from companion.engine.state.table import AnyTable


def run_copy(run: Run) -> Run:
    """The same procedure on a copy of its table, where it stands now. What is sealed there is sealed here too."""
    table = table_copy(run.table)
    for event in reversed(run.context.events):
        if isinstance(event, Change):
            revert(table, event)
    return _begun(run, table, run.inputs)


def from_start(run: Run, inputs: Sequence[TakenInput]) -> Run:
    """The same procedure of a copy begun anew on the same table, with these inputs; `run` is of no use any more."""
    run.revert()
    return _begun(run, run.table, inputs)


def _begun(run: Run, table: AnyTable, inputs: Sequence[TakenInput]) -> Run:
    made = Run(table, run.procedure, run.args, run.most_requests)
    made.begin(inputs)
    return made

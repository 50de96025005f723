"""The states of data/states.toml as the conditions that a unit declares."""

from __future__ import annotations

from companion.engine.state.entity import Condition
from companion.rules.bushido.catalog import STATES
from companion.rules.bushido.vocabulary import StateEntry


def _condition(state: StateEntry) -> Condition:
    items = int if state.items == "number" else None
    return Condition(state.id, state.label, state.field, state.holds, state.text, state.ends, items)


CONDITIONS: tuple[Condition, ...] = tuple(_condition(state) for state in STATES.values() if state.field)

LABELS: dict[str, str] = {state.id: state.label for state in STATES.values()}
LIST_STATES: tuple[str, ...] = tuple(state.id for state in STATES.values() if state.holds == "list")
DUE_STATES: tuple[str, ...] = tuple(
    state.id for state in sorted(STATES.values(), key=lambda state: state.due) if state.due
)
"""States whose markers wound in the End Phase, in its order."""

"""What may be started is found by looking at each unit a few times, however many there are. Looks are counted."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.engine.registry import find
from companion.engine.session import Session
from companion.engine.state.table import AnyTable, table_copy
from companion.rules.bushido.turn import order
from companion.rules.gods_gloom import engagement
from tests.examples import present

UNITS = 60


def crowd(game: str) -> AnyTable:
    """The example of a game with so many units more, each a copy of one of its own."""
    example = present(find(game).example)
    table = example()
    while len(table.units) < UNITS:
        for unit in table_copy(table).units.values():
            unit.id = f"{unit.id}-{len(table.units)}"
            table.units[unit.id] = unit
    table.reindex()
    return table


@pytest.mark.parametrize(
    ("game", "module", "name", "phase"),
    [("gods-gloom", engagement, "adjacent", "activation"), ("bushido", order, "powers", "main")],
)
def test_the_actions_of_a_crowd(game: str, module: Any, name: str, phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(crowd(game))
    session.table.phase = phase
    look: Callable[..., Any] = getattr(module, name)
    looks = [0]

    def counted(*args: Any) -> Any:
        looks[0] += 1
        return look(*args)

    monkeypatch.setattr(module, name, counted)
    session.actions()
    assert looks[0] <= 3 * len(session.table.units)

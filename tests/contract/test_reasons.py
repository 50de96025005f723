"""Each number comes with its reason and its rule, in all five games."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.engine.context import Context
from companion.engine.registry import BUILT_IN, find
from companion.engine.session import Session
from companion.engine.state.changes import Event, Note, Tally
from companion.engine.state.results import Result
from companion.testing.playing import step_random

GAMES = sorted(BUILT_IN)
INPUTS = 400


def played(game: str, seed: int) -> Iterator[tuple[Session, list[Event]]]:
    """A random battle of the example, after every input, and its aftermath."""
    example = find(game).example
    assert example is not None
    table = example()
    for side in table.sides.values():
        side.put("owes_aftermath", True)
    session, rng = Session(table, rng=Random(seed)), Random(seed)
    for _ in range(INPUTS):
        if session.run is None and not any(action.open for action in session.actions()):
            return
        yield session, step_random(session, rng)


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_has_a_label_and_a_rule_and_every_bound_too(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lacking: set[str] = set()
    count = Context.tally

    def counted(context: Any, key: str, lines: Any, **more: Any) -> Tally:
        for bound, rule in (("lo", "low_rule"), ("hi", "high_rule")):
            if more.get(bound) is not None and not more.get(rule):
                lacking.add(f"{key}: {rule}")
        made = count(context, key, lines, **more)
        lacking.update(f"{key}: {line}" for line in made.lines if not (line.label and line.rule))
        return made

    monkeypatch.setattr(Context, "tally", counted)
    for _ in played(game, 0):
        pass
    assert lacking == set()


@pytest.mark.parametrize("game", GAMES)
def test_what_stands_alone_begins_with_a_capital(game: str) -> None:
    """No name of an example is spelled small."""
    told = [event.text for _, events in played(game, 0) for event in events if isinstance(event, (Note, Result))]
    assert [text for text in told if text[:1].islower()] == []

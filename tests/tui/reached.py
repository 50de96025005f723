"""A game at a moment that a test wants: random play from fixed seeds until it has come."""

from collections.abc import Callable
from random import Random

from companion.engine.session import Session
from companion.testing import step_random
from tests.examples import table_of
from tests.tui.fakes import MemoryOpened

_SEEDS, _INPUTS = 60, 700


def reached(game: str, wanted: Callable[[Session], bool]) -> MemoryOpened:
    """The ready game of these rules, played on with random answers until `wanted` holds."""
    for seed in range(_SEEDS):
        opened, rng = MemoryOpened(table_of(game), seed=seed), Random(seed)
        session = opened.session
        for _ in range(_INPUTS):
            if wanted(session):
                return opened
            if session.run is None and not any(action.open for action in session.actions()):
                break
            step_random(session, rng)
    raise AssertionError("it never came")

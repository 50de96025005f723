"""A game at a moment that a test wants: random play from fixed seeds until it has come."""

from collections.abc import Callable
from random import Random

from companion.engine.session import Session
from companion.testing.playing import side_of
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
            request = session.request
            if session.run is not None and request is not None:
                session.answer(request.random(rng), side_of(request))
                continue
            free = [action for action in session.actions() if action.open]
            if not free:
                break
            action = rng.choice(free)
            values = [option.value for option in action.values if option.why_not is None]
            session.start(action.name, {action.param: rng.choice(values)} if action.param else {})
    raise AssertionError("it never came")

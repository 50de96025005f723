"""What odds are worked out with is freed as soon as it is done with: nothing of it waits for the collector."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from weakref import ref

import pytest

from companion.engine.registry import BUILT_IN, find
from companion.engine.session import Session
from companion.play.random_player import RandomPlayer
from tests.examples import present
from tests.searching import one_in


@contextmanager
def left_to_the_collector() -> Iterator[list[str]]:
    """The kinds of things of odds that only the collector frees, once this is over."""
    found: list[str] = []
    gc.collect()
    # What the tests before left is no garbage, and to walk through it again and again takes seconds.
    gc.freeze()
    resting = not gc.isenabled()
    gc.disable()
    try:
        yield found
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        # Importing a class that is frozen leaves the one that it was made of.
        homes = {_home(thing) for thing in gc.garbage if not isinstance(thing, type)}
        found += sorted(f"{where}.{name}" for where, name in homes if "odds" in where.split("."))
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        if not resting:
            gc.enable()
        gc.collect()


def _home(thing: object) -> tuple[str, str]:
    """The module of a function, or of the class of anything else, and the name."""
    named = thing if hasattr(thing, "__qualname__") else type(thing)
    return str(getattr(named, "__module__", "")), str(getattr(named, "__qualname__", ""))


def looked_at(game: str) -> Session:
    """A game in which somebody looks at the odds of every kind of request once."""
    seen: set[str] = set()

    def look(session: Session) -> None:
        request = session.request
        if request is not None and request.has_odds and request.name not in seen:
            seen.add(request.name)
            session.odds()

    example = present(find(game).example)
    session, player = Session(example(), rng=Random(1)), RandomPlayer(Random(1))
    player.play(session, most_inputs=600, most_procedures=40, each=look)
    assert len(seen) >= 5
    return session


@pytest.mark.parametrize("game", one_in(3, BUILT_IN))
def test_nothing_of_odds_waits_for_the_collector_or_keeps_the_game(game: str) -> None:
    with left_to_the_collector() as found:
        session = looked_at(game)
    assert found == []
    table = ref(session.table)
    del session
    gc.collect()
    assert table() is None

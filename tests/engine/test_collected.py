"""What a session held is freed with it: in a circle it would wait for the collector, which holds up play."""

import gc
from collections.abc import Iterator
from random import Random
from weakref import ref

import pytest

from benchmarks.melees import SCENES, table
from companion.engine.session import Session
from companion.play.random_player import RandomPlayer


@pytest.fixture(autouse=True)
def _no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("game", SCENES)
def test_a_melee_is_freed_once_another_session_has_its_table_and_leaves_nothing_to_the_collector(game: str) -> None:
    player, scene = RandomPlayer(Random(1)), SCENES[game]
    for seed in range(10):
        held = table(game)
        session = Session(held, rng=Random(seed))
        session.start(scene.action, scene.with_)
        assert session.run is not None
        context = ref(session.run.context)
        while session.run is not None:
            player.step(session)
        session = Session(held)
        assert context() is None, f"seed {seed}: something of the melee holds what holds it"

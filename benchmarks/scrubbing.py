"""Going back and forth through the past of a battle, and making that past."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from companion.engine.past import Past
from companion.engine.registry import find
from companion.engine.session import Session
from companion.play.random_player import RandomPlayer

CHANGES = 600
"""So many changes are gone through."""


def battle(game: str, changes: int) -> Session:
    """A random battle of at least so many changes."""
    example = find(game).example
    assert example is not None
    for seed in range(100):
        session, player = Session(example(), rng=Random(seed)), RandomPlayer(Random(seed))
        while session.run is not None or session.table.over is None:
            player.step(session)
            if sum(len(entry.changes()) for entry in session.entries) >= changes:
                return session
    raise RuntimeError(f"no battle of {game} has {changes} changes")


def report() -> Iterator[tuple[str, str, str]]:
    """A battle gone through line by line to its beginning and back, and what opening its past costs."""
    session = battle("better-wargame", CHANGES)
    began = time.perf_counter()
    past = Past(session)
    opened = time.perf_counter() - began
    took = []
    for _ in range(20):
        began = time.perf_counter()
        for place in range(past.now, -1, -1):
            past.go(place)
        for place in range(past.now + 1):
            past.go(place)
        took.append(time.perf_counter() - began)
    yield f"{CHANGES} changes forth and back, {past.now} lines one by one", f"{min(took) * 1000:.2f} ms", "own: ≤ 5 ms"
    yield "opening that past", f"{opened * 1000:.2f} ms", "own: ≤ 100 ms"

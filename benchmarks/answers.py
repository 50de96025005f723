"""What one answer costs, from key to journal on disk and next request known, and whether that stays flat.

Pieces of the reference run in turn with what is measured: their median is what a piece takes on this machine now.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

from benchmarks.reference import at_most, figure, timed
from companion.engine.registry import find
from companion.engine.run import Run
from companion.engine.session import Session
from companion.play.random_player import RandomPlayer

T = TypeVar("T")


class Timed(NamedTuple):
    """Seconds that each run took, and seconds of a piece of the reference beside them."""

    took: list[float]
    piece: float


def without_fsync(act: Callable[[], T]) -> T:
    """Runs with the disk's own fsync taken out."""
    real = os.fsync
    os.fsync = lambda fd: None
    try:
        return act()
    finally:
        os.fsync = real


PIECE_EVERY = 20
"""After so many inputs comes a piece of the reference."""


def answers(game: str, count: int) -> Timed:
    """Each of `count` inputs of random play, journal included, the disk's own fsync not."""
    from companion.store.manage import create_session
    from companion.store.opening import open_session

    def play() -> Timed:
        took: list[float] = []
        pieces: list[float] = []
        with tempfile.TemporaryDirectory() as folder:
            example = find(game).example
            assert example is not None
            opened = open_session(create_session(example(), Path(folder), "benchmark"), rng=Random(1))
            player = RandomPlayer(Random(1))
            while len(took) < count:
                session = opened.session
                if session.table.over is not None and session.run is None:
                    opened.close()
                    opened = open_session(create_session(example(), Path(folder), f"again {len(took)}"), rng=Random(1))
                    continue
                began = time.perf_counter()
                player.step(session)
                took.append(time.perf_counter() - began)
                if len(took) % PIECE_EVERY == 0:
                    pieces.append(timed())
            opened.close()
        return Timed(took, statistics.median(pieces))

    return without_fsync(play)


def undo(inputs: int) -> Timed:
    """One input undone, again and again, in a procedure of so many inputs."""
    session = Session(_long(inputs), rng=Random(2))
    session.start("count", {})
    for _ in range(inputs):
        session.answer(1)
    took, pieces = [], []
    for _ in range(50):
        began = time.process_time()
        session.undo()
        took.append(time.process_time() - began)
        session.redo()
        pieces.append(timed())
    return Timed(took, statistics.median(pieces))


def replay(inputs: int) -> Timed:
    """A procedure of so many inputs replayed from its start, a few times."""
    session = Session(_long(inputs), rng=Random(2))
    session.start("count", {})
    for _ in range(inputs):
        session.answer(1)
    run = session.run
    assert run is not None
    took, pieces = [], []
    for _ in range(9):
        again = Run(_long(inputs), run.procedure, {})
        began = time.process_time()
        again.begin(run.inputs)
        took.append(time.process_time() - began)
        pieces += [timed() for _ in range(5)]
    return Timed(took, statistics.median(pieces))


def report() -> Iterator[tuple[str, str, str]]:
    """An answer: what it costs and whether it stays flat."""
    took, a_piece = answers("bushido", 10_000)
    early, late = statistics.median(took[10:510]), statistics.median(took[-500:])
    yield "an answer, key to journal and next request, median", figure(statistics.median(took), a_piece), at_most(0.5)
    yield "an answer, 99th of 100", figure(sorted(took)[int(len(took) * 0.99)], a_piece), at_most(2)
    yield "the last 500 of 10,000 answers against the first", f"{late / early:.2f}×", "≤ 1.2×"


def undo_report() -> Iterator[tuple[str, str, str]]:
    """Undo in a short and a long procedure, and replaying a thousand inputs."""
    for what, measured, most in (
        ("undo one input in a procedure of 30", undo(30), 0.3),
        ("undo one input in a procedure of 200", undo(200), 2),
        ("replay of 1,000 inputs", replay(1000), 12),
    ):
        yield what, figure(statistics.median(measured.took), measured.piece), at_most(most)


def _long(inputs: int) -> Any:
    from benchmarks.counting import table

    return table(inputs + 1)

"""What one answer costs, from key to journal on disk and next request known, and whether that stays flat."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.registry import find
from companion.engine.run import Run
from companion.engine.session import Session
from companion.play.random_player import RandomPlayer


def without_fsync(act: Any) -> Any:
    """Runs with the disk's own fsync taken out."""
    real = os.fsync
    os.fsync = lambda fd: None
    try:
        return act()
    finally:
        os.fsync = real


def answers(game: str, count: int) -> list[float]:
    """Seconds each of `count` inputs of random play took, journal included, the disk's own fsync not."""
    from companion.store import create_session, open_session

    def play() -> list[float]:
        took: list[float] = []
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
            opened.close()
        return took

    return list(without_fsync(play))


def undo(inputs: int) -> float:
    """Seconds to undo one input in a procedure of so many inputs (median of many)."""
    session = Session(_long(inputs), rng=Random(2))
    session.start("count", {})
    for _ in range(inputs):
        session.answer(1)
    took = []
    for _ in range(50):
        began = time.perf_counter()
        session.undo()
        took.append(time.perf_counter() - began)
        session.redo()
    return statistics.median(took)


def replay(inputs: int) -> float:
    """Seconds to replay a procedure of so many inputs from its start."""
    session = Session(_long(inputs), rng=Random(2))
    session.start("count", {})
    for _ in range(inputs):
        session.answer(1)
    run = session.run
    assert run is not None
    again = Run(_long(inputs), run.procedure, {}, run.most_requests)
    began = time.perf_counter()
    again.begin(run.inputs)
    return time.perf_counter() - began


def report() -> Iterator[tuple[str, str, str]]:
    """An answer: what it costs and whether it stays flat; the end of a procedure; the readable file behind."""
    took = answers("bushido", 10_000)
    early, late = statistics.median(took[10:510]), statistics.median(took[-500:])
    yield "an answer, key to journal and next request, median", f"{statistics.median(took) * 1000:.2f} ms", "≤ 2 ms"
    yield "an answer, 99th of 100", f"{sorted(took)[int(len(took) * 0.99)] * 1000:.2f} ms", "≤ 2 ms"
    yield "the last 500 of 10,000 answers against the first", f"{late / early:.2f}×", "≤ 1.2×"


def undo_report() -> Iterator[tuple[str, str, str]]:
    """Undo in a short and a long procedure, and replaying a thousand inputs."""
    yield "undo one input in a procedure of 30", f"{undo(30) * 1000:.2f} ms", "≤ 1 ms"
    yield "undo one input in a procedure of 200", f"{undo(200) * 1000:.2f} ms", "≤ 5 ms"
    yield "replay of 1,000 inputs", f"{replay(1000) * 1000:.1f} ms", "≤ 100 ms"


def _long(inputs: int) -> Any:
    from benchmarks.counting import table

    return table(inputs + 1)

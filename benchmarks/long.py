"""What a long game costs to open, and a folder of many games to list."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.answers import without_fsync
from companion.engine.registry import find

FEW, ADJUSTMENTS = 50, 300
"""Every adjustment plays its procedure again: thousands of them would take minutes today."""
SESSIONS = 1000


def _example() -> Any:
    example = find("bushido").example
    assert example is not None
    return example()


def opening(adjustments: int) -> float:
    """Seconds to open a session that was left in the middle of a procedure, with so many adjustments in it."""
    from companion.play.random_player import RandomPlayer
    from companion.store import create_session, open_session

    with tempfile.TemporaryDirectory() as folder:
        file = create_session(_example(), Path(folder), "long")
        opened = open_session(file, rng=Random(1))
        session, player = opened.session, RandomPlayer(Random(1))
        while session.run is None:
            player.step(session)
        unit = next(iter(session.table.units))
        for number in range(adjustments):
            session.adjust(unit, "name", f"Name {number}")
        opened.close()
        began = time.perf_counter()
        open_session(file, read_only=True)
        return time.perf_counter() - began


def listing(count: int) -> float:
    """Seconds to list so many sessions."""
    from companion.store import create_session, summaries

    with tempfile.TemporaryDirectory() as folder:
        made = create_session(_example(), Path(folder), "one").read_bytes()
        for number in range(1, count):
            (Path(folder) / f"one-{number}.toml").write_bytes(made)
        began = time.perf_counter()
        found = summaries(Path(folder))
        assert len(found) == count
        return time.perf_counter() - began


def report() -> Iterator[tuple[str, str, str]]:
    """Opening after few adjustments and after many in one procedure; a thousand sessions in a list."""
    few, many = without_fsync(lambda: opening(FEW)), without_fsync(lambda: opening(ADJUSTMENTS))
    yield (
        f"opening with {ADJUSTMENTS:,} adjustments in one procedure",
        f"{many:.2f} s ({many / few:.0f}×)",
        "≤ 0.05 s, ≤ 6×",
    )
    yield f"{SESSIONS:,} sessions listed", f"{listing(SESSIONS):.2f} s", "≤ 0.3 s"

"""The app in a pseudo-terminal against a bare Textual hello: first frame and memory."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.terminal import painted_in_turn, ratio
from companion.engine.registry import find
from companion.engine.session import Session
from companion.play.random_player import RandomPlayer
from companion.store.manage import create_session
from companion.store.opening import open_session

RUNS = 9
GAME = "speedies"


def start() -> Iterator[tuple[str, str, str]]:
    """Cold start to the first painted frame with warm files, the same with a long session, and peak memory."""
    with tempfile.TemporaryDirectory() as folder:
        long = played(Path(folder), units=60, inputs=1000)
        app = ("-m", "companion", "--saves", folder)
        programs: dict[str, tuple[str, ...]] = {
            "hello": ("ready", "-m", "benchmarks.hello"),
            "home": ("Companion", *app),
            "list": ("A long war", *app),
            "session": ("c shows why", *app, str(long)),
        }
        runs = painted_in_turn(programs, RUNS)
    bare = [run.seconds for run in runs["hello"]]
    memory = statistics.median(run.megabytes for run in runs["hello"])
    yield "first frame (Home) against a bare Textual hello", ratio([r.seconds for r in runs["home"]], bare), "≤ 1.3×"
    yield "Home with its list of sessions", ratio([r.seconds for r in runs["list"]], bare), "≤ 1.5×"
    yield (
        "the same with 60 units and 1,000 inputs opened",
        ratio([r.seconds for r in runs["session"]], bare),
        "≤ 2.2×",
    )
    for name, most in (("home", "≤ 1.2×"), ("session", "≤ 1.6×")):
        peak = statistics.median(run.megabytes for run in runs[name])
        yield f"peak memory ({name})", f"{peak / memory:.2f}×  ({peak:.0f} MB against {memory:.0f} MB)", most


def played(folder: Path, units: int, inputs: int) -> Path:
    """The file of a session with so many units and at least so many inputs, at rest in the middle of a battle."""
    rules = find(GAME)
    assert rules.example is not None
    example: Any = rules.example()
    templates = list(example.units.values())
    for number in range(units - len(templates)):
        like = copy(templates[number % len(templates)])
        like.id, like.name = f"{like.id}{number}", f"{like.name} {number}"
        example.units[like.id] = like
    example.reindex()
    example.name = "A long war"
    file = create_session(example, folder, "A long war")
    opened = open_session(file, rng=Random(1))
    player = RandomPlayer(Random(1))
    session: Session = opened.session
    given = _fight_on(session)
    while given < inputs or session.run is not None:
        player.step(session)
        given += 1
        if session.run is None:
            given += _fight_on(session)
    opened.close()
    return file


def _fight_on(session: Session) -> int:
    """Manual adjustments that keep a battle from its end, as players make them; returns how many."""
    table: Any = session.table
    wanted: list[tuple[str, str, object]] = [("table", "options.turns", 99)]
    wanted += [(side, "rout_threshold", 20) for side in table.sides]
    if table.over is not None:
        wanted += [("table", "phase", session.ruleset.phases[0].id), ("table", "over_winner", None)]
        wanted += [("table", "over_why", "")]
    if table.over is not None or any(side.units_lost > 9 for side in table.sides.values()):
        wanted += [
            (side, name, value) for side in table.sides for name, value in (("units_lost", 0), ("routed", False))
        ]
        wanted += [(unit.id, "status", "ok") for unit in table.units.values()]
        wanted += [(unit.id, "fled", False) for unit in table.units.values()]
    return sum(len(session.adjust(*one)) for one in wanted)

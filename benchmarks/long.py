"""What a long game costs: answers, files, its opening; a procedure full of adjustments, a long list, a crowd."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.answers import without_fsync
from benchmarks.reference import timed
from companion.engine.errors import InvalidInput
from companion.engine.registry import find
from companion.engine.session import Session
from companion.engine.state.changes import Change, checksum
from companion.engine.state.table import AnyTable, Side, Unit, table_copy
from companion.play.random_player import RandomPlayer
from companion.store.files import read_log
from companion.store.folders import history_dir, log_file
from companion.store.format.wal_file import encode_log
from companion.store.manage import create_session
from companion.store.opening import open_session

INPUTS, ADJUSTMENTS, SESSIONS, UNITS = 10_000, 3_000, 1_000, 204
WINDOW = 500
"""So many inputs at the beginning and at the end are compared."""


def _example(game: str = "bushido") -> AnyTable:
    example = find(game).example
    assert example is not None
    return example()


def ninety_fifth(took: list[float]) -> float:
    """What 95 of 100 do not exceed."""
    return sorted(took)[int(len(took) * 0.95)]


def pieces(took: Sequence[tuple[float, float]]) -> float:
    """What 95 of 100 inputs do not exceed, in pieces of the reference that ran in turn with them."""
    return ninety_fifth([input_ for input_, _ in took]) / median(piece for _, piece in took)


def long_game(folder: Path, inputs: int) -> tuple[Path, list[tuple[float, float]]]:
    """One session of so many inputs, every other one at rest an adjustment; seconds of each, and of a piece after it.

    Of the processor, and of the thread that answers: another writes the file at rests, and how the two share the
    processor is chance. Between the first and the last input the machine may become another, which the pieces tell.
    Whenever the game is over, adjustments set everything back: it goes on in the same journal.
    """
    file = create_session(_example(), folder, "long")
    opened = open_session(file, rng=Random(1))
    session, player, took = opened.session, RandomPlayer(Random(1)), list[tuple[float, float]]()
    start = table_copy(session.table)
    units = list(session.table.units)
    while len(took) < inputs:
        if session.run is None and (session.table.over is not None or not any(a.open for a in session.actions())):
            _set_back(session, start)
        if session.run is None:
            began = time.thread_time()
            session.adjust(units[len(took) % len(units)], "name", f"Name {len(took)}")
            took.append((time.thread_time() - began, timed()))
        began = time.thread_time()
        player.step(session)
        took.append((time.thread_time() - began, timed()))
    while session.run is not None:
        player.step(session)
    opened.close()
    return file, took


def _set_back(session: Session, start: AnyTable) -> None:
    """Every field of every unit, side and the table as it was. One that bounds another may take a second time."""
    for a, b in list(session.table.contacts):
        session.disconnect(a, b)
    holders: list[AnyTable | Unit | Side] = [*start.units.values(), *start.sides.values(), *start.units.values(), start]
    for entity in holders:
        of = "table" if entity is start else entity.id
        for name in entity.specs():
            if name not in ("id", "name", "options"):
                with contextlib.suppress(InvalidInput):
                    session.adjust(of, name, getattr(entity, name))


def adjusted_game(folder: Path, adjustments: int) -> Path:
    """A session that was left in the middle of a procedure, with so many adjustments in it."""
    file = create_session(_example(), folder, "adjusted")
    opened = open_session(file, rng=Random(1))
    session, player = opened.session, RandomPlayer(Random(1))
    while session.run is None:
        player.step(session)
    unit = next(iter(session.table.units))
    session.adjust(unit, "name", "Name 0")
    crc = session.state_crc
    opened.close()
    log = read_log(file)
    assert log is not None
    *records, last = log.records
    # Written, not played: each would play the procedure again, with all that were made before it.
    for number in range(1, adjustments):
        records.append(last | {"value": f"Name {number - 1}", "state_crc": crc})
        crc = checksum([Change(unit, "name", f"Name {number - 1}", f"Name {number}", "", "")], crc)
    records.append(last | {"value": f"Name {adjustments - 1}", "state_crc": crc})
    log_file(file).write_bytes(encode_log(log.header, records)[0])
    return file


def many_sessions(folder: Path, count: int) -> None:
    """So many sessions in one folder."""
    made = create_session(_example(), folder, "one").read_bytes()
    for number in range(1, count):
        (folder / f"one-{number}.toml").write_bytes(made)


def crowd(units: int) -> AnyTable:
    """The example with so many units, each a copy of one of its own."""
    table = _example("better-wargame")
    while len(table.units) < units:
        for unit in list(table_copy(table).units.values())[: units - len(table.units)]:
            unit.id = f"{unit.id}-{len(table.units)}"
            table.units[unit.id] = unit
    table.reindex()
    return table


def crowded_answers(folder: Path, inputs: int) -> list[float]:
    """Seconds that each input took with a crowd on the table."""
    opened = open_session(create_session(crowd(UNITS), folder, "crowd"), rng=Random(1))
    session, player, took = opened.session, RandomPlayer(Random(1)), list[float]()
    while len(took) < inputs and (session.run is not None or session.table.over is None):
        began = time.perf_counter()
        player.step(session)
        took.append(time.perf_counter() - began)
    opened.close()
    return took


def beside_textual(*words: str) -> str:
    """What a Python process with these arguments takes from start to end, and how often it could import Textual.

    The best of five, in turns. The ratio is of processor time, which a busy machine spoils least. Modules are compiled,
    as in an installed Companion.
    """
    best = {"it": (float("inf"),) * 2, "textual": (float("inf"),) * 2}
    commands = {"it": words, "textual": ("-c", "import textual")}
    with tempfile.TemporaryDirectory() as compiled:
        env = os.environ | {"PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
        for _ in range(6):
            for name, command in commands.items():
                began, before = time.perf_counter(), os.times()
                subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL, env=env)
                after, took = os.times(), time.perf_counter() - began
                worked = after.children_user + after.children_system - before.children_user - before.children_system
                best[name] = min(best[name][0], took), min(best[name][1], worked)
    return f"{best['it'][0]:.2f} s ({best['it'][1] / best['textual'][1]:.1f}× import textual)"


def opening(file: Path) -> str:
    """What a process takes to open this session and end."""
    code = "import sys; from pathlib import Path; from companion.store.opening import open_session as o; "
    code += "o(Path(sys.argv[1]))"
    return beside_textual("-c", code, str(file))


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def report() -> Iterator[tuple[str, str, str]]:
    """Answers at both ends of a long game, its files, and what whole processes take beside a bare import of Textual."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        file, took = without_fsync(lambda: long_game(folder, INPUTS))
        first, last = pieces(took[:WINDOW]), pieces(took[-WINDOW:])
        yield f"p95 of the last {WINDOW} of {INPUTS:,} inputs against the first", f"{last / first:.2f}×", "≤ 1.2×"
        file_size, kept = os.path.getsize(file), _size(history_dir(file))
        yield (
            "backup generations of that game",
            f"{kept / 1e6:.0f} MB ({kept / file_size:.1f}× its file)",
            "own: ≤ 17 MB",
        )
        yield f"opening {INPUTS:,} inputs, whole process", opening(file), "≤ 0.5 s"
        adjusted = without_fsync(lambda: adjusted_game(folder, ADJUSTMENTS))
        yield f"opening {ADJUSTMENTS:,} adjustments in one procedure", opening(adjusted), "≤ 0.5 s"
    with tempfile.TemporaryDirectory() as made:
        many_sessions(Path(made), SESSIONS)
        listed = beside_textual("-m", "companion", "list", "--saves", made)
        yield f"{SESSIONS:,} sessions listed, whole process", listed, "≤ 0.5 s"
    with tempfile.TemporaryDirectory() as made:
        crowded = without_fsync(lambda: crowded_answers(Path(made), 1_000))
        yield f"p95 of an answer with {UNITS} units", f"{ninety_fifth(crowded) * 1000:.1f} ms", "own: ≤ 10 ms"

"""What a shared table costs: an input until both seats have it, joining a long game with a crowd, memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.long import crowd, ninety_fifth
from companion.seats.lines import RATE, address_of
from companion.seats.seat import Seat
from companion.store.manage import create_session
from companion.store.opening import open_session

UNITS, INPUTS, ASKED = 60, 1_000, 500


def report() -> Iterator[tuple[str, str, str]]:
    """One row each."""
    with tempfile.TemporaryDirectory() as name:
        file = create_session(crowd(UNITS), Path(name), "crowd")
        opened = open_session(file)
        units, sides = list(opened.session.table.units), list(opened.session.table.sides)
        for number in range(INPUTS):
            opened.session.adjust(units[number % len(units)], "notes", f"note {number}")
        opened.close()
        owner = subprocess.Popen([sys.executable, "-m", "companion", "serve", str(file)], stdout=subprocess.DEVNULL)
        try:
            while not address_of(file).is_file():
                time.sleep(0.01)
            yield from _rows(file, units, sides, owner.pid)
        finally:
            owner.send_signal(signal.SIGKILL)
            owner.wait()


def _rows(file: Path, units: list[str], sides: list[str], owner: int) -> Iterator[tuple[str, str, str]]:
    before = _memory(os.getpid())
    began = time.perf_counter()
    red = Seat(address_of(file), sides[0])
    joined = time.perf_counter() - began
    held = _memory(os.getpid()) - before
    blue = Seat(address_of(file), sides[-1])
    own, both = [], []
    for number in range(ASKED):
        # More lines a second than anybody plays end the connection.
        time.sleep(2 / RATE)
        began = time.perf_counter()
        red.session.adjust(units[number % len(units)], "notes", f"asked {number}")
        own.append(time.perf_counter() - began)
        while blue.records < red.records:
            _ = blue.follow(1)
        both.append(time.perf_counter() - began)
    what = "an input until {}"
    yield what.format("its seat has it"), _told(own), "own: 10 ms"
    yield what.format("both seats have it"), _told(both), "100 ms median"
    yield f"joining, {UNITS} units, {INPUTS} inputs", f"{joined * 1000:.0f} ms", "1,000 ms"
    yield "memory of the owner, of a replica", f"{_memory(owner):.0f} MiB, {held:.1f} MiB", "own: 60, 20 MiB"
    for seat in (red, blue):
        seat.close()


def _told(took: list[float]) -> str:
    return f"{median(took) * 1000:.2f} ms, 95 %: {ninety_fifth(took) * 1000:.2f} ms"


def _memory(process: int) -> float:
    """MiB that a process has in memory; 0 where the system does not say."""
    status = Path(f"/proc/{process}/status")
    rows = status.read_text().splitlines() if status.is_file() else []
    return sum(int(row.split()[1]) / 1024 for row in rows if row.startswith("VmRSS"))

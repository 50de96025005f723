"""A key to its repaint in a pseudo-terminal: at the table with many units, in the guide with stage and cards."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.reference import piece
from benchmarks.screens import played
from benchmarks.terminal import Program
from companion.engine.registry import find
from companion.store.manage import create_session
from companion.store.opening import open_session
from companion.tui.app import CompanionApp
from companion.tui.base_screen import BaseScreen
from companion.tui.screens.guide import GuideScreen
from companion.tui.screens.home import HomeScreen
from companion.tui.screens.table import TableScreen
from tools.scenes import play_to

KEYS = 60
"""How many keys are pressed for a row."""

BUDGET = 0.016
MOST_WIDGETS = 150
DOWN, UP, RIGHT = b"\x1b[B", b"\x1b[A", b"\x1b[C"


class Scene(NamedTuple):
    """Where keys are pressed: the request of a melee, or the table, and the keys that lead there and are measured."""

    what: str
    request: str
    seen: str
    before: Sequence[bytes]
    keys: Sequence[bytes]
    sizes: Sequence[tuple[int, int]]


SCENES = (
    Scene("cursor, 60 units", "", "c shows why", (), (DOWN, UP), ((100, 30), (140, 45))),
    Scene("a unit changed, 60 units", "", "c shows why", (UP, UP, b"-"), (b"+", b"-"), ((100, 30), (140, 45))),
    Scene("split, stage and cards", "split", "SPLIT", (b"v",), (b"1", b"\x7f"), ((80, 24), (140, 45))),
    Scene("dice, stage and cards", "roll", "app rolls", (), (b"4", b"\x7f"), ((80, 24), (140, 45))),
)


def report() -> Iterator[tuple[str, str, str]]:
    """For each scene the median and the 95th of 100 keys, against the reference; processor time likewise, and frames.

    On a machine that has other things to do, only the processor time tells.
    """
    for scene in SCENES:
        for size in scene.sizes:
            keys = _pressed(scene, size)
            name = f"{scene.what}, {size[0]}x{size[1]}: "
            yield (
                f"{name}key to repaint, median and p95",
                _words(keys.took, keys.reference),
                f"≤ {BUDGET * 1000:.0f} ms",
            )
            yield f"{name}of it on the processor", _words(keys.worked, keys.reference_worked), ""
            yield f"{name}frames a key", f"{keys.frames:.2f}", "1"
    yield from asyncio.run(_widgets())


class Keys(NamedTuple):
    """Seconds from each key to the end of its first frame, and of processor time in them; so many frames a key.

    The reference is a median of the same run.
    """

    took: Sequence[float]
    reference: float
    worked: Sequence[float]
    reference_worked: float
    frames: float


def _words(seconds: Sequence[float], reference: float) -> str:
    low, high = statistics.median(seconds), sorted(seconds)[int(len(seconds) * 0.95)]
    ratios = f"{low / reference:.0f} and {high / reference:.0f} × reference"
    return f"{low * 1000:.1f} and {high * 1000:.1f} ms  ({ratios})"


def _pressed(scene: Scene, size: tuple[int, int]) -> Keys:
    with tempfile.TemporaryDirectory() as folder:
        file = _melee(Path(folder), scene.request) if scene.request else played(Path(folder), units=60, inputs=10)
        program = Program("-m", "companion", "--saves", folder, str(file), size=size)
        took: list[float] = []
        worked: list[float] = []
        reference: list[tuple[float, float]] = []
        frames = 0
        try:
            program.wait_for(scene.seen)
            program.settle()
            program.offer_synchronised()
            for key in scene.before:
                program.type(key)
                program.settle()
            for turn in range(KEYS):
                before = program.worked()
                program.type(scene.keys[turn % len(scene.keys)])
                took.append(program.first_frame())
                worked.append(program.worked() - before)
                program.settle()
                frames += program.frames()
                began, busy = time.perf_counter(), time.process_time()
                piece()
                reference.append((time.perf_counter() - began, time.process_time() - busy))
        finally:
            program.end()
    seconds, on_processor = (statistics.median(each) for each in zip(*reference, strict=True))
    return Keys(took, seconds, worked, on_processor, frames / KEYS)


async def _widgets() -> Iterator[tuple[str, str, str]]:
    """How many widgets the main screens have."""
    with tempfile.TemporaryDirectory() as folder:
        files: dict[type[BaseScreen[None]], Path | None] = {
            HomeScreen: None,
            TableScreen: played(Path(folder), units=60, inputs=10),
            GuideScreen: _melee(Path(folder), "split"),
        }
        return iter([await _counted(Path(folder), screen, file) for screen, file in files.items()])


async def _counted(folder: Path, screen: type[BaseScreen[None]], file: Path | None) -> tuple[str, str, str]:
    app = CompanionApp(folder, file)
    async with app.run_test(size=(140, 45)) as pilot:
        while not isinstance(app.screen, screen) or not app.screen.is_mounted:
            await pilot.pause(0.01)
        await pilot.pause()
        many = len([*app.screen.walk_children()])
        app.close_session()
    return f"widgets of {screen.heading}, 140x45", str(many), f"≤ {MOST_WIDGETS}"


def _melee(folder: Path, request: str) -> Path:
    """The file of a melee of Bushido that waits for this kind of request."""
    rules = find("bushido")
    assert rules.example is not None
    file = create_session(rules.example(), folder, "A melee")
    opened = open_session(file, rng=Random(1))
    came = play_to(opened.session, (("melee", "hiro+oda"),), request, lambda _: True)
    opened.close()
    assert came, f"no {request} came"
    return file

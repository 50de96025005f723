"""What all tests share: laws are checked by what they find, never by how long a busy machine took to find it."""

import gc
import io
import os
import random
import secrets
import signal
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from companion.engine import session
from companion.store.snapshot import SnapshotWriter

settings.register_profile("searching", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", settings.get_profile("searching"), derandomize=True)
# A landing stops at what it broke, not at what a lucky draw found: `--hypothesis-profile=searching` draws anew.
settings.load_profile("same")

# What is imported and collected stays: nothing of it is garbage.
gc.disable()

# A shell that begins this in the background has it ignore Ctrl+C, and so would every program that a test begins.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Every rest is written at once: what may go wrong with the file, goes wrong as often as it can.
SnapshotWriter.pause = 0


@pytest.fixture(autouse=True, scope="session")
def _nobody_pulls_the_plug() -> Iterator[None]:
    """A test that ends a program leaves the system running, which has what was written: no test waits for a drive."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", os.fstat)
        yield


@pytest.fixture(autouse=True)
def _luck_is_the_same(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that the app rolls and names that the store draws are those of the test, the same at each run."""
    if request.config.getoption("--hypothesis-profile") == "searching":
        return
    drawn = random.Random(request.node.nodeid)
    random.seed(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_hex", lambda size=8: drawn.randbytes(size).hex())
    monkeypatch.setattr(session, "Random", lambda: random.Random(drawn.random()))


@pytest.fixture
def nobody_at_the_keyboard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A command line that nobody can answer, with a folder of saves of its own."""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setenv("COMPANION_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A user who has no home, as in a container that knows no users."""
    pwd = pytest.importorskip("pwd")

    def nobody(_: object) -> None:
        raise KeyError

    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "COMPANION_SAVES", "COMPANION_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    for asked in ("getpwuid", "getpwnam"):
        monkeypatch.setattr(pwd, asked, nobody)
    monkeypatch.chdir(tmp_path)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a screen's test that is tried in several sizes one is tried at every run, of other tests another.

    Golden frames are compared, and drawn anew, in every size.
    """
    tried: dict[str, dict[object, list[pytest.Item]]] = {}
    for item in items:
        size = item.callspec.params.get("size") if hasattr(item, "callspec") else None
        usual = item.get_closest_marker("search") is None and not item.path.stem.endswith("frames")
        if isinstance(size, tuple) and usual:
            tried.setdefault(item.nodeid.partition("[")[0], {}).setdefault(size, []).append(item)
    for test, sizes in tried.items():
        chosen = crc32(test.encode()) % len(sizes)
        for place, alike in enumerate(sizes.values()):
            for item in alike if place != chosen else ():
                item.add_marker("search")


def pytest_collection_finish() -> None:
    """Python walks through all that was imported and collected again and again: a sixth of the suite's time."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 50)

"""Streams that are closed or full: every command ends in a sentence and with the right status."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.store import ready_dir
from tests.searching import one_in
from tests.waiting import PATIENCE

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")

GAME = "bushido-second-turn"
COMMANDS = ("list", "check FILE", "report FILE", "play FILE --plain", "play FILE --json")


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """A folder with a game in the middle of a procedure."""
    for file in ready_dir().glob(f"{GAME}*"):
        shutil.copy(file, tmp_path)
    return tmp_path


def run(saves: Path, command: str, streams: str) -> subprocess.CompletedProcess[str]:
    words = command.replace("FILE", str(saves / f"{GAME}.toml"))
    env = {**os.environ, "COMPANION_SAVES": str(saves)}
    line = f'"$0" -m companion {words} < /dev/null {streams}'
    return subprocess.run(["sh", "-c", line, sys.executable], env=env, capture_output=True, text=True, timeout=PATIENCE)


@pytest.mark.parametrize("command", one_in(4, COMMANDS))
def test_a_full_disk_and_closed_streams_end_in_a_sentence(saves: Path, command: str) -> None:
    before = {file.name: file.read_bytes() for file in saves.glob("*.toml")}
    for streams, statuses in (
        ("> /dev/full", (1, 2)),
        (">&-", (1,)),
        ("> /dev/full 2> /dev/full", (1, 2)),
        ("<&- >&- 2>&-", (1,)),
    ):
        ended = run(saves, command, streams)
        assert "Traceback" not in ended.stderr, streams
        assert "Exception ignored" not in ended.stderr, streams
        assert ended.returncode in statuses, (streams, ended.stderr)
        if streams in ("> /dev/full", ">&-"):
            assert ended.stderr.startswith("companion: "), streams
    assert {file.name: file.read_bytes() for file in saves.glob("*.toml")} == before


def test_the_app_without_a_terminal_says_so(saves: Path) -> None:
    for streams in (">&-", "<&-"):
        ended = run(saves, "", streams)
        assert ended.returncode == 2
        assert "the app needs a terminal" in ended.stderr

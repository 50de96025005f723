"""The program as others start it: its imports, its pipes, closed and full streams, and whole games over its lines."""

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import companion
from companion.cli import main
from companion.store.folders import ready_dir
from companion.store.opening import open_session
from tests.play.bot import move
from tests.play.talking import CLOSING
from tests.searching import one_in
from tests.waiting import PATIENCE


def session(tmp_path: Path, game: str = "bushido", name: str = "At the bridge") -> Path:
    assert main(["new", "--game", game, "--name", name, "--saves", str(tmp_path)]) == 0
    return next(file for file in tmp_path.glob("*.toml") if f'name = "{name}"' in file.read_text())


@pytest.fixture(autouse=True)
def nobody_at_the_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)


def shell(*words: str, said: str = "", **kept: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        input=said,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        encoding="utf-8",
        **kept,
    )


def test_start_up_imports_neither_the_screen_nor_what_files_need() -> None:
    code = (
        "import sys\nfrom companion.cli import main\ntry: main(['--version'])\nexcept SystemExit: pass\n"
        "heavy = {'textual', 'rich', 'pydantic', 'filelock', 'tomllib', 'tomli_w', 'platformdirs'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    assert shell("-c", code).stdout == f"companion {companion.__version__}\n[]\n"


def test_the_ready_example_of_bushido_is_played_to_its_end_by_a_bot(tmp_path: Path) -> None:
    file = session(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-m", "companion", "play", str(file), "--json", "--seed", "7"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None

        def heard() -> dict[str, Any]:
            assert program.stdout is not None
            for line in program.stdout:
                message: dict[str, Any] = json.loads(line)
                if message["type"] in CLOSING:
                    return message
            raise AssertionError("the program fell silent")

        rng, latest = Random(7), heard()
        last = latest
        while latest["type"] != "bye":
            last = latest
            program.stdin.write(json.dumps(move(latest, rng)) + "\n")
            program.stdin.flush()
            latest = heard()
            assert latest["type"] in ("prompt", "rest", "bye"), latest
        assert latest == {"type": "bye", "saved": True, "file": str(file)}
        assert last["over"] is not None
        assert program.wait(timeout=PATIENCE) == 0
    assert main(["check", str(file)]) == 0


def test_equal_seeds_roll_equal_dice_and_a_session_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(name: str) -> list[Any]:
        file = session(tmp_path, "gods-gloom", name)
        _ = capsys.readouterr()
        bot, out, said = Random(3), list[Any](), ""
        # It is begun anew each time a bot has thought of its next line.
        for _ in range(4):
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(said.encode())))
            assert main(["play", str(file), "--json", "--seed", "5"]) == 0
            told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
            latest = [m for m in told if m["type"] in ("prompt", "rest")][-1]
            out += [m for m in told if m["type"] not in ("hello", "bye")]
            said = json.dumps(move(latest, bot)) + "\n"
        return out

    assert half("one") == half("two")


def test_a_second_program_reads_and_does_not_write(tmp_path: Path) -> None:
    file = session(tmp_path)
    opened = open_session(file)
    said = '{"do": "undo"}\n{"do": "state"}\n{"do": "quit"}\n'
    done = shell("-m", "companion", "play", str(file), "--json", said=said)
    opened.close()
    hello, rest, refused, state, bye = map(json.loads, done.stdout.splitlines())
    assert (hello["read_only"], "undo" in hello["can"], rest["type"]) == (True, False, "rest")
    assert (refused["type"], state["type"], bye["type"], done.returncode) == ("error", "state", "bye", 0)


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    done = shell(
        "-c",
        "import subprocess, sys\n"
        "words = [sys.executable, '-m', 'companion', 'rules', 'speedies']\n"
        "p = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)\n"
        "p.stdout.close()\nprint(p.wait(), p.stderr.read())",
    )
    assert done.stdout == "141 b''\n"


needs_a_full_device = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")

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


@needs_a_full_device
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


@needs_a_full_device
def test_the_app_without_a_terminal_says_so(saves: Path) -> None:
    for streams in (">&-", "<&-"):
        ended = run(saves, "", streams)
        assert ended.returncode == 2
        assert "the app needs a terminal" in ended.stderr

"""`companion report`: what it prints and writes, and what it refuses."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.store.folders import ready_dir
from tests.test_cli import run as command

Capture = pytest.CaptureFixture[str]


def run(*words: str) -> int:
    return command("report", *words)


READY = ready_dir() / "gods-gloom-ford.toml"


def test_markdown_goes_to_the_terminal(capsys: Capture) -> None:
    assert run(str(READY)) == 0
    assert capsys.readouterr().out.startswith("# Dusk at the ford\n\nGod's Gloom. Rhea against Boris, round 1.\n")


def test_both_kinds_are_written_and_the_session_is_only_read(tmp_path: Path, capsys: Capture) -> None:
    before = {file.name: file.read_bytes() for file in READY.parent.glob("*.toml")}
    for flag, name, start in (("--html", "a.html", "<!DOCTYPE html>"), ("--markdown", "a.md", "# Dusk")):
        assert run(str(READY), flag, str(tmp_path / name)) == 0
        assert capsys.readouterr().out.strip() == str(tmp_path / name)
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)
    assert {file.name: file.read_bytes() for file in READY.parent.glob("*.toml")} == before


def test_other_processes_write_the_same_bytes(tmp_path: Path) -> None:
    made = []
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.html"
        words = [sys.executable, "-m", "companion", "report", str(READY), "--html", str(out)]
        subprocess.run(words, check=True, env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)})
        made.append(out.read_bytes())
    assert made[0] == made[1]


def test_refusals_are_said_and_write_nothing(tmp_path: Path, capsys: Capture) -> None:
    assert run(str(tmp_path / "nothing.toml")) == 2
    assert "there is no file" in capsys.readouterr().err
    assert run(str(READY), "--html", str(tmp_path / "session.toml")) == 2
    assert "would be taken for a session" in capsys.readouterr().err
    assert run(str(READY), "--html", str(tmp_path / "no" / "such" / "a.html")) == 2
    assert "cannot be written" in capsys.readouterr().err
    broken = tmp_path / "broken.toml"
    broken.write_text("what is this")
    assert run(str(broken)) == 2
    assert "broken.toml" in capsys.readouterr().err
    assert run() == 2
    assert run(str(READY), "--html", "a", "--markdown", "b") == 2
    assert sorted(file.name for file in tmp_path.iterdir()) == ["broken.toml"]

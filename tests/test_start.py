"""start.py, which a fresh clone is begun with."""

import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

import start
from tests.waiting import PATIENCE


@pytest.mark.parametrize(("codes", "status"), [([0, 0, 0, 0, 0], 0), ([0, 1, 0, 0, 0], 1), ([0, 0, -9, 0, 0], 1)])
def test_a_check_that_fails_or_is_killed_fails_all_of_them(
    monkeypatch: pytest.MonkeyPatch, codes: list[int], status: int
) -> None:
    left = list(codes)
    monkeypatch.setattr(start, "install", lambda group="": None)
    monkeypatch.setattr(subprocess, "call", lambda *_, **__: left.pop(0))
    assert start.main(["lint"]) == status
    assert left == [], "every check runs, whatever came of the one before"


def test_modules_of_the_folder_that_it_is_called_from_are_not_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The commands of a start, each with another last word, in a folder full of modules of these names."""
    folder, ran = tmp_path / "downloads", tmp_path / "ran"
    folder.mkdir()
    for name in ("companion", "pip", "compileall", "tomllib", "textual", "platformdirs"):
        (folder / f"{name}.py").write_text(f"open({str(ran)!r}, 'a').write('{name}')\n")
    commands: list[list[str]] = []

    def called(command: list[Any], **_: Any) -> int:
        commands.append([sys.executable if str(word) == str(start.PYTHON) else str(word) for word in command])
        return 0

    monkeypatch.setattr(start, "HOME", tmp_path)
    monkeypatch.setattr(venv, "create", lambda *_, **__: None)
    monkeypatch.setattr(subprocess, "call", called)
    monkeypatch.setattr(os, "execv", lambda _, words: sys.exit(called(words)))
    monkeypatch.setenv("COMPANION_SAVES", str(tmp_path))
    with pytest.raises(SystemExit):
        sys.exit(start.main(["--version"]))
    modules = []
    for command in commands:
        at = command.index("-m")
        modules.append(command[at + 1])
        done = subprocess.run(
            [*command[: at + 2], "--help"], cwd=folder, capture_output=True, text=True, timeout=PATIENCE
        )
        assert done.returncode == 0, done.stderr
    assert modules == ["pip", "compileall", "companion"]
    assert not ran.exists()

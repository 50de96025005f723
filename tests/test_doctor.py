"""`companion doctor`: what decides how the app looks and where games are kept, and nobody's name."""

import io
import shutil
from collections.abc import Mapping
from os import terminal_size
from pathlib import Path
from typing import Any

import pytest

from companion.play import doctor

GOOD = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


class Terminal(io.TextIOWrapper):
    """An output that players look at."""

    def isatty(self) -> bool:
        return True


def terminal(encoding: str = "utf-8") -> Terminal:
    return Terminal(io.BytesIO(), encoding=encoding)


def advice(saves: Path, environment: Mapping[str, str] = GOOD, encoding: str = "utf-8") -> dict[str, str]:
    found = doctor.findings(saves, environment, terminal(encoding))
    return {one.what: one.advice for one in found if one.advice}


@pytest.fixture(autouse=True)
def somebody_at_the_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", terminal())


def test_where_all_is_well_nothing_is_to_be_done(tmp_path: Path) -> None:
    assert advice(tmp_path) == {}
    fine, lines = doctor.lines(tmp_path / "not" / "yet", GOOD, terminal())
    assert fine
    assert lines[-1].startswith("All is well.")
    assert not (tmp_path / "not").exists()


@pytest.mark.parametrize(
    ("what", "told", "more"),
    [
        ("terminal", "play FILE --plain", {"environment": {"TERM": "dumb"}}),
        ("terminal", "play FILE --plain", {"environment": {"TERM": ""}}),
        ("signs", "UTF-8", {"encoding": "latin-1"}),
        ("games", "--saves DIR", {}),
    ],
)
def test_what_is_wrong_is_said_with_the_way_out(what: str, told: str, more: dict[str, Any], tmp_path: Path) -> None:
    """A terminal that cannot draw, an encoding without our signs, a file where the games would be kept."""
    taken = tmp_path / "a file"
    taken.touch()
    assert told in advice(taken if what == "games" else tmp_path, **more)[what]


@pytest.mark.parametrize(("columns", "rows", "small"), [(45, 20, False), (44, 20, True), (45, 19, True)])
def test_a_window_is_too_small_below_45_by_20(
    columns: int, rows: int, small: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: terminal_size((columns, rows)))
    assert ("size" in advice(tmp_path)) == small


@pytest.mark.parametrize(
    ("environment", "colours"),
    [
        (GOOD, "all (truecolor)"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "linux"}, "16"),
        ({**GOOD, "NO_COLOR": "1"}, "none, as NO_COLOR says"),
    ],
)
def test_colours_are_told_as_the_terminal_names_them(environment: dict[str, str], colours: str, tmp_path: Path) -> None:
    found = {one.what: one.found for one in doctor.findings(tmp_path, environment, terminal())}
    assert found["colours"] == colours


def test_a_report_names_neither_the_user_nor_a_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "rhea"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "rhea"))
    saves = tmp_path / "rhea" / "saves"
    saves.mkdir(parents=True)
    (saves / "my-secret-duel.toml").touch()
    told = "\n".join(doctor.lines(saves, GOOD, terminal())[1])
    assert "1 files" in told
    assert "rhea" not in told
    assert "secret" not in told

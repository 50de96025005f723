"""Settings: kept as TOML, a broken file is a sentence and never lost, and keys are given without two meanings."""

import os
import tomllib
from pathlib import Path

import pytest

from companion.tui.commands import COMMANDS
from companion.tui.keymap import key_fault
from companion.tui.screens.settings import SettingsForm
from companion.tui.settings import Settings, read_settings, settings_file, write_settings
from tests.examples import present
from tests.searching import one_in
from tests.tui.fakes import app, comes_to, on_top, showing, shows
from tests.tui.mouse import tap
from tests.tui.player import misses, press, screen_text, sees, until

SIZES = [(60, 20), (80, 24), (100, 30), (140, 45)]


def test_settings_come_back_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "new" / "settings.toml"
    made = Settings(theme="light", big=True, keys={"undo": "z"}, rest={"other": {"deep": 1}})
    assert write_settings(made, file) is None
    assert read_settings(file) == (made, [])


def test_the_environment_says_where_they_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path))
    assert settings_file() == tmp_path / "settings.toml"
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "mine.toml"))
    assert settings_file() == tmp_path / "mine.toml"
    monkeypatch.delenv("COMPANION_CONFIG")
    found = present(settings_file())
    assert found.name == "settings.toml"


async def test_who_has_no_home_plays_all_the_same(homeless: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings_file() is None
    async with app(config=settings_file()).run_test(size=(80, 24)) as pilot:
        await press(pilot, "f12")
        assert pilot.app.is_running
    monkeypatch.setenv("COMPANION_CONFIG", "~/mine")
    assert settings_file() is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("theme = ", "is no TOML"),
        ('theme = "pink"', "theme cannot be 'pink': one of dark"),
        ('big = "yes"', "big is true or false"),
        ("keys = 3", "keys is a table"),
        ('[keys]\nfly = "z"', "no command 'fly'"),
        ("[keys]\nundo = 3", "the key of undo is a text"),
        ('[keys]\nundo = "w"', "w is “why” already"),
        ('[keys]\nundo = "enter"', "Enter does the same everywhere"),
        ('[keys]\nundo = "\\u001b]0;owned\\u0007"', "is no key"),
        ('[keys]\nundo = "a,b"', "is no key"),
        ("big = " + "[" * 5000 + "]" * 5000, "too deep"),
        ("other = " + "[" * 200 + "]" * 200, "too deep"),
        ("a." * 5000 + "b = 1", "too deep"),
        ("big = " + "1" * 5000, "is no TOML"),
    ],
)
def test_what_is_wrong_is_a_sentence_and_the_default_stands(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text)
    found, faults = read_settings(file)
    assert words in "; ".join(faults)
    assert found == Settings()


@pytest.mark.skipif(os.name == "nt", reason="pipes of Unix")
def test_settings_that_are_a_pipe_are_waited_for_by_nobody(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    os.mkfifo(file)
    found, faults = read_settings(file)
    assert "this is no plain file" in "; ".join(faults)
    assert found == Settings()


def test_a_key_that_was_given_away_is_free() -> None:
    undo, why = COMMANDS["undo"], COMMANDS["why"]
    assert key_fault(undo, "w", {}) != ""
    assert key_fault(undo, "w", {why.id: "Z"}) == ""
    assert key_fault(why, "u", {undo.id: "z"}) == ""


async def test_a_broken_file_is_said_and_kept_beside(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('theme = "pink"\n')
    running = app(config=file)
    async with running.run_test(size=(80, 24), notifications=True) as pilot:
        await sees(pilot, "theme cannot be")
        await press(pilot, "f12")
        kept = tmp_path / "settings.broken-1.toml"
        await until(pilot, kept.exists)
        assert kept.read_text() == 'theme = "pink"\n'
        await until(pilot, lambda: read_settings(file) == (running.settings, []))


@pytest.mark.parametrize("size", one_in(2, zip(SIZES)))
async def test_colours_and_keys_are_set_on_screen_and_kept(tmp_path: Path, size: tuple[int, int]) -> None:
    file = tmp_path / "settings.toml"
    running = app(config=file)
    async with running.run_test(size=size) as pilot:
        await press(pilot, "S")
        await sees(pilot, "Settings", "automatic")
        await press(pilot, "down", "down", "enter")
        await until(pilot, lambda: running.theme == "light")
        on_top(pilot, SettingsForm).lines.mark(COMMANDS["undo"])
        await press(pilot, "enter", "w")
        await sees(pilot, "w is “why” already")
        await press(pilot, "enter", "z")
        await sees(pilot, "z is “undo” from now on")
        await until(pilot, lambda: file.exists() and tomllib.loads(file.read_text()).get("keys") == {"undo": "z"})
        await press(pilot, "enter", "escape", "delete")
        assert running.settings.keys == {}
        assert "…" not in screen_text(running)
    again = app(config=file)
    async with again.run_test(size=size):
        assert again.theme == "light"


async def test_while_a_key_is_asked_for_no_other_is_offered(tmp_path: Path) -> None:
    """The foot said that a question mark helps, which became the key."""
    async with app(config=tmp_path / "settings.toml").run_test(size=(80, 24)) as pilot:
        await press(pilot, "S")
        await sees(pilot, "The colours that are chosen", "? help")
        await misses(pilot, "Enter set")
        await press(pilot, "down")
        await sees(pilot, "These colours", "Enter set", "? help")
        on_top(pilot, SettingsForm).lines.mark(COMMANDS["undo"])
        await press(pilot, "enter")
        await sees(pilot, "Press the key for “undo”", "Esc back")
        await misses(pilot, "? help")


async def test_settings_are_set_by_mouse_alone_and_the_mark_stands_beside_them() -> None:
    """They open from the table and from a melee too."""
    async with showing(size=(100, 30)) as (pilot, _):
        running = pilot.app
        await press(pilot, "S")
        await sees(pilot, "contrast")
        await tap(pilot, "highest contrast")
        await until(pilot, lambda: running.theme == "contrast")
        await sees(pilot, "▸ contrast    the highest contrast   ✓ chosen")
        await press(pilot, *["down"] * 3)
        await sees(pilot, "big mode         ▸ off  games open")
        await press(pilot, "escape", "enter", "enter")
        await comes_to(pilot, "ask")
        await press(pilot, "S")
        assert shows(running.screen, SettingsForm)

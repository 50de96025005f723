"""The form of a new game: names, colours, units, rosters, options, and what stands in the way of a start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from companion import store
from companion.engine import registry
from companion.tui.screens.new_game import Line, NewGameScreen
from tests.tui.fakes import app, misses, press, sees, until


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of games; the duel is the one game there is."""
    monkeypatch.setattr(registry, "BUILT_IN", {"duel": "tests.games.duel:DUEL"})
    monkeypatch.setattr(store, "ready_dir", lambda: tmp_path / "ready", raising=False)
    return tmp_path


async def form(pilot: Pilot[Any], saves: Path, game: str = "1") -> NewGameScreen:
    """The form with its game chosen."""
    screen = NewGameScreen(saves)
    await pilot.app.push_screen(screen)
    await sees(pilot, "Which game?")
    await press(pilot, game)
    await sees(pilot, "▶ Start the game")
    return screen


def mark(screen: NewGameScreen, *key: str | int) -> None:
    """Puts the mark on a line of the form."""
    line = next(r.value for r in screen.lines.rows if isinstance(r.value, Line) and r.value.key[: len(key)] == key)
    screen.lines.mark(line)


async def chosen(pilot: Pilot[Any], screen: NewGameScreen, *key: str | int, keys: tuple[str, ...] = ()) -> None:
    """Enter on a line of the form, then these keys."""
    mark(screen, *key)
    await press(pilot, "enter", *keys)


async def test_no_game_chosen_closes_the_form(saves: Path) -> None:
    async with app(saves).run_test(size=(80, 24)) as pilot:
        screen = NewGameScreen(saves)
        await pilot.app.push_screen(screen)
        await sees(pilot, "Which game?")
        await press(pilot, "escape")
        await until(pilot, lambda: pilot.app.screen is not screen)


async def test_names_colours_and_units_are_set_line_by_line(saves: Path) -> None:
    async with app(saves).run_test(size=(80, 40)) as pilot:
        screen = await form(pilot, saves)
        assert screen.setup is not None
        await chosen(pilot, screen, "name", keys=(*["backspace"] * 30, *"Duel", "enter"))
        await chosen(pilot, screen, "player", 0, keys=(*["backspace"] * 9, *"Zed", "enter"))
        await chosen(pilot, screen, "colour", 1, keys=("3",))
        assert (screen.setup.name, screen.setup.players[0].name) == ("Duel", "Zed")
        assert screen.setup.players[1].colour == "green"
        await chosen(pilot, screen, "start")
        await sees(pilot, "✗ Zed has no units; Boris has no units")
        await chosen(pilot, screen, "add", 0, keys=("1",))
        await sees(pilot, "Ann is added")
        mark(screen, "unit", 0)
        await press(pilot, "d")
        await sees(pilot, "Ann A", "Ann B")
        await press(pilot, "delete")
        await misses(pilot, "Ann B")
        await chosen(pilot, screen, "unit", 0, keys=("enter", *["backspace"] * 9, *"Eve", "enter", "escape"))
        await sees(pilot, "Eve")
        await chosen(pilot, screen, "game", keys=("1",))
        assert screen.setup.players[0].units == []


async def test_a_roster_is_kept_and_used_again(saves: Path) -> None:
    async with app(saves).run_test(size=(80, 40)) as pilot:
        screen = await form(pilot, saves)
        await chosen(pilot, screen, "add", 0, keys=("1",))
        mark(screen, "player", 0)
        await press(pilot, "ctrl+s", *["backspace"] * 9, *"Con", "enter")
        await sees(pilot, "Con is kept as")
        assert [r.name for r in store.list_rosters(saves)] == ["Con"]
    async with app(saves).run_test(size=(80, 40)) as pilot:
        screen = await form(pilot, saves)
        await chosen(pilot, screen, "roster", 1, keys=("1",))
        await until(pilot, lambda: screen.setup is not None and len(screen.setup.players[1].units) == 1)


async def test_a_broken_roster_is_a_sentence(saves: Path) -> None:
    async with app(saves).run_test(size=(80, 40)) as pilot:
        screen = await form(pilot, saves)
        await chosen(pilot, screen, "add", 0, keys=("1",))
        mark(screen, "player", 0)
        await press(pilot, "ctrl+s", "enter")
        await sees(pilot, "is kept as")
    file = store.list_rosters(saves)[0].file
    async with app(saves).run_test(size=(80, 40)) as pilot:
        screen = await form(pilot, saves)
        file.write_text("ruleset = ")
        await chosen(pilot, screen, "roster", 1, keys=("1",))
        await sees(pilot, "✗")


async def test_options_are_chosen_or_typed_within_their_bounds(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(100, 60)) as pilot:
        screen = await form(pilot, tmp_path, "1")
        assert screen.setup is not None
        for option in screen.setup.asked():
            now = screen.setup.options[option.name]
            await chosen(pilot, screen, "option", option.name)
            if option.choices or isinstance(option.default, bool):
                await press(pilot, "2")
            else:
                await press(pilot, *["backspace"] * 5, *"²", "enter")
                await sees(pilot, "✗")
                await press(pilot, "backspace", *str(option.lo), "enter")
                assert screen.setup.options[option.name] == option.lo
            assert type(screen.setup.options[option.name]) is type(now)


async def test_a_game_that_cannot_be_written_says_so(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> Any:
        raise OSError("the disk is full")

    monkeypatch.setattr(store, "create_session", full, raising=False)
    async with app(saves).run_test(size=(80, 40)) as pilot:
        screen = await form(pilot, saves)
        for side in (0, 1):
            await chosen(pilot, screen, "add", side, keys=("1",))
        await chosen(pilot, screen, "start")
        await sees(pilot, "it could not be written: the disk is full")

"""Terminals from one column up; panels fold below 80 columns; the number of widgets does not grow with the armies."""

from pathlib import Path

import pytest

from companion.tui.app import CompanionApp
from companion.tui.themes import CYCLE
from tests.examples import request_of
from tests.games.duel import Fighter, example
from tests.tui.fakes import MemoryOpened, comes_to, misses, press, screen_text, sees, showing, until
from tests.tui.scenes import at

TO_THE_ROLL = ("enter", "enter", "enter", "enter", "2", "1", "enter", "1", "2", "enter")


@pytest.mark.parametrize("size", [(1, 1), (20, 5), (300, 100)])
async def test_no_size_crashes_and_nothing_is_lost(size: tuple[int, int]) -> None:
    async with showing(size=size) as (pilot, opened):
        await press(pilot, *TO_THE_ROLL, "6", "5")
        assert request_of(opened.session).kind == "roll"
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        await sees(pilot, "▐6▌▐5▌")
        await press(pilot, "1", "2", "enter")
        assert request_of(opened.session).title == "Bob [/ strikes Ann"


async def test_too_small_is_said_and_play_goes_on_when_it_grows() -> None:
    async with showing(size=(30, 10)) as (pilot, _):
        await sees(pilot, "Too small")
        await pilot.resize_terminal(40, 20)
        await pilot.pause()
        await misses(pilot, "Too small")
        await press(pilot, "enter")
        await sees(pilot, "which?")


async def test_nothing_of_the_screen_below_shows_beside_the_notice(tmp_path: Path) -> None:
    words = "Too small: at least 36 columns and 14 lines, please. Nothing is lost."
    async with CompanionApp(tmp_path).run_test(size=(60, 20)) as pilot:
        await sees(pilot, "READY TO PLAY")
        await pilot.resize_terminal(40, 12)
        await sees(pilot, "Too small")
        await until(pilot, lambda: " ".join(screen_text(pilot.app).split()) == words)


async def test_below_60_columns_the_sides_stand_one_below_the_other() -> None:
    async with showing(size=(40, 20)) as (pilot, _):
        await sees(pilot, "RHEA", "Ann", "BORIS", "Bob [/")
        await press(pilot, "1", "enter", "enter", "enter")
        await comes_to(pilot, "ask")
        await sees(pilot, "◆ ANN", "■ BOB [/", "RHEA: split Ann's dice", "in secret")


async def test_sixty_units_need_no_more_widgets() -> None:
    table = example()
    for number in range(57):
        unit = Fighter(id=f"f{number}", name=f"Fighter {number}", side="red" if number % 2 else "blue")
        table.units[unit.id] = unit
    table.reindex()
    async with showing(MemoryOpened(table), size=(140, 45)) as (pilot, _):
        assert len(list(pilot.app.screen.walk_children())) <= 40


async def test_every_theme_shows_the_sides_by_sign_and_name() -> None:
    async with showing() as (pilot, _):
        seen = set()
        for _ in CYCLE:
            await press(pilot, "f12")
            seen.add(pilot.app.theme)
            await sees(pilot, "◆ RHEA")
            await sees(pilot, "■ BORIS")
        assert len(seen) == len(CYCLE)


async def test_a_terminal_that_changes_its_size_while_a_key_works_is_painted_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was laid out in the other size while nothing was painted is asked for once the key has done its work."""
    async with showing() as (pilot, _):
        running = pilot.app
        assert isinstance(running, CompanionApp)
        asked: list[object] = []
        monkeypatch.setattr(running.screen, "refresh", lambda *regions, **_: asked.append(regions))
        with running.keys.one_frame():
            await pilot.pause()
        assert asked == []
        with running.keys.one_frame():
            await pilot.resize_terminal(100, 30)
            await until(pilot, lambda: running.screen.size == (100, 30))
            asked.clear()
        assert asked == [()]


@pytest.mark.parametrize("key", ["pagedown", "pageup", "down", "up"])
async def test_the_menu_takes_its_keys_in_a_window_of_one_cell(key: str) -> None:
    async with showing() as (pilot, _):
        await press(pilot, "ctrl+p")
        await sees(pilot, "See the table and change a unit", "Esc back")
        await press(pilot, "down")
        await pilot.resize_terminal(1, 1)
        await press(pilot, key)
        await pilot.resize_terminal(80, 24)
        await sees(pilot, "See the table and change a unit")


async def test_answers_stay_in_view_when_the_terminal_gets_smaller() -> None:
    async with showing(at("speedies", "melee_phase", {}, "attack_order"), size=(100, 30)) as (pilot, _):
        await sees(pilot, "1. Brigitta", "2  The bigger Agility")
        await pilot.resize_terminal(80, 24)
        await press(pilot)
        await sees(pilot, "1  Go on", "2  The bigger Agility")
        await pilot.resize_terminal(100, 30)
        await sees(pilot, "1. Brigitta", "2  The bigger Agility")

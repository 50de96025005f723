"""Terminals from one column up; panels fold below 80 columns; the number of widgets does not grow with the armies."""

from __future__ import annotations

import pytest

from tests.games.duel import Fighter, example
from tests.tui.fakes import MemoryOpened, app, press, screen_text, sit, stage

TO_THE_ROLL = (
    "enter",
    "enter",
    "enter",
    "enter",
    "space",
    "2",
    "1",
    "enter",
    "space",
    "1",
    "2",
    "enter",
    "space",
    "space",
)


@pytest.mark.parametrize("size", [(1, 1), (1, 24), (20, 5), (40, 20), (300, 100)])
async def test_no_size_crashes_and_nothing_is_lost(size: tuple[int, int]) -> None:
    async with app().run_test(size=size) as pilot:
        held = await sit(pilot)
        await press(pilot, *TO_THE_ROLL, "6", "5")
        assert held.session.request is not None
        assert held.session.request.kind == "roll"
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "│ 6 ││ 5 │" in screen_text(pilot.app)
        await press(pilot, "1", "2", "enter")
        assert held.session.request.title == "Bob [/ strikes Ann"


async def test_too_small_is_said_and_play_goes_on_when_it_grows() -> None:
    async with app().run_test(size=(30, 10)) as pilot:
        await sit(pilot)
        assert "Too small" in screen_text(pilot.app)
        await pilot.resize_terminal(40, 20)
        await pilot.pause()
        assert "Too small" not in screen_text(pilot.app)
        await press(pilot, "enter")
        assert "which?" in screen_text(pilot.app)


async def test_one_panel_at_a_time_below_80_columns() -> None:
    async with app().run_test(size=(40, 20)) as pilot:
        await sit(pilot)
        assert "Ann" in screen_text(pilot.app)
        assert "Boris" not in screen_text(pilot.app)
        await press(pilot, "f6")
        assert "Boris" in screen_text(pilot.app)
        await press(pilot, "1", "enter", "enter", "enter", "f6")
        assert "▶ B Split in secret" in screen_text(pilot.app)
        assert stage(pilot) == "curtain"


async def test_sixty_units_need_no_more_widgets() -> None:
    table = example()
    for number in range(57):
        unit = Fighter(id=f"f{number}", name=f"Fighter {number}", side="red" if number % 2 else "blue")
        table.units[unit.id] = unit
    table.reindex()
    async with app().run_test(size=(140, 45)) as pilot:
        await sit(pilot, MemoryOpened(table))
        assert len(list(pilot.app.screen.walk_children())) <= 40


async def test_every_theme_shows_the_sides_by_sign_and_name() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await sit(pilot)
        seen = set()
        for _ in range(5):
            await press(pilot, "f12")
            seen.add(pilot.app.theme)
            assert "◆ Rhea" in screen_text(pilot.app)
            assert "● Boris" in screen_text(pilot.app)
        assert len(seen) == 5


@pytest.mark.parametrize(
    ("no_color", "system", "theme"),
    [
        (True, "truecolor", "ansi-dark"),
        (False, "standard", "ansi-dark"),
        (False, None, "ansi-dark"),
        (False, "truecolor", "companion-dark"),
        (False, "256", "companion-dark"),
    ],
)
def test_few_colours_are_left_to_the_terminal(no_color: bool, system: str | None, theme: str) -> None:
    from companion.tui.themes import first_theme

    assert first_theme(no_color, system) == theme

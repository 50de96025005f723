"""A grid on the screen: by keys, by mouse, in the smallest terminal."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from companion.engine.answers import plain_answer
from companion.engine.requests import Grid
from companion.tui.screens.guide import GuideScreen
from companion.tui.widgets.filling import GridBody
from tests.games.roll_call import example
from tests.tui.fakes import MemoryOpened, app, comes_to, press, screen_text, sees, show
from tests.tui.test_games import grid_keys, typed


async def asked(pilot: Pilot[Any]) -> MemoryOpened:
    opened = await show(pilot, MemoryOpened(example()))
    screen: Any = pilot.app.screen
    await screen.begin("call", {"side": "red"})
    await comes_to(pilot, "ask")
    await sees(pilot, "what did each do?")
    return opened


def body(pilot: Pilot[Any]) -> GridBody:
    screen = pilot.app.screen
    assert isinstance(screen, GuideScreen)
    assert screen.panel is not None
    found = screen.panel.answer_body
    assert isinstance(found, GridBody)
    return found


def given(opened: MemoryOpened) -> Any:
    return plain_answer(opened.session.entries[-1].answers[0].value)["rows"]


async def at(pilot: Pilot[Any], text: str) -> tuple[int, int]:
    """Where a text stands on the screen."""
    await sees(pilot, text)
    lines = screen_text(pilot.app).splitlines()
    y = next(y for y, line in enumerate(lines) if text in line)
    return lines[y].index(text), y


async def test_cells_are_typed_and_what_is_blank_stays() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        opened = await asked(pilot)
        await sees(pilot, "Ann, kills: 0 to 9 (nobody fells more). Blank stays; enter is done.")
        await press(pilot, "2", "enter", "down", "right", "y", "up", "shift+tab", *typed("1"), "enter", "enter")
        await comes_to(pilot, "end")
        assert given(opened) == {"ann": {"kills": 2}, "ann2": {"kills": 1}, "bob": {"hurt": True}}


async def test_a_wrong_value_is_explained_beside_it_and_stays_typed() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        opened = await asked(pilot)
        await press(pilot, *typed("12"), "down")
        await sees(pilot, "Ann, kills: 12 is out of bounds")
        assert body(pilot).entry.value == "12"
        await press(pilot, "enter")
        await sees(pilot, "Ann, kills: 12 is out of bounds")
        await press(pilot, "backspace", "enter", "enter")
        await comes_to(pilot, "end")
        assert given(opened) == {"ann": {"kills": 1}}


async def test_undo_brings_back_what_was_typed() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        opened = await asked(pilot)
        await press(pilot, "3", "enter", "enter")
        await comes_to(pilot, "end")
        await press(pilot, "ctrl+z")
        await comes_to(pilot, "ask")
        await sees(pilot, "0→3")
        await press(pilot, "enter")
        await comes_to(pilot, "end")
        assert given(opened) == {"ann": {"kills": 3}}


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45)])
async def test_cells_are_counted_and_turned_over_by_mouse_alone(size: tuple[int, int]) -> None:
    async with app().run_test(size=size) as pilot:
        opened = await asked(pilot)
        x, y = await at(pilot, "‹0")
        plus = (x + 1 + screen_text(pilot.app).splitlines()[y][x + 1 :].index("›"), y)
        await pilot.click(offset=plus)
        await sees(pilot, "0→1")
        await pilot.click(offset=plus)
        await sees(pilot, "0→2")
        x, y = await at(pilot, "Bob; [/")
        await pilot.click(offset=(screen_text(pilot.app).splitlines()[y].index("no"), y))
        await sees(pilot, "Bob; [/, hurt: y or n")
        x, y = await at(pilot, "‹no")
        await pilot.click(offset=(x, y))
        await sees(pilot, "no→yes")
        await pilot.click(offset=await at(pilot, "take"))
        await comes_to(pilot, "end")
        assert given(opened) == {"ann": {"kills": 2}, "bob": {"hurt": True}}


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (140, 45)])
async def test_every_cell_can_be_reached_by_keys_in_every_size(size: tuple[int, int]) -> None:
    async with app().run_test(size=size) as pilot:
        opened = await asked(pilot)
        request = opened.session.request
        assert isinstance(request, Grid)
        wanted = request.random(Random(size[0]))
        await press(pilot, *grid_keys(request, wanted["rows"]), "enter")
        await comes_to(pilot, "end")
        assert given(opened) == plain_answer(request.check(wanted))["rows"]


async def test_columns_that_do_not_fit_come_into_view_with_the_cell() -> None:
    async with app().run_test(size=(60, 20)) as pilot:
        await asked(pilot)
        await press(pilot, "right", "right", "right")
        await sees(pilot, "Last words", "Ann, last words: a few words")


async def test_a_closed_cell_says_why() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await asked(pilot)
        await press(pilot, "down", "down", "down", "right")
        await sees(pilot, "Cid, hurt: he cannot be hurt")
        await press(pilot, "y", "enter")
        await sees(pilot, "✗ Cid, hurt: he cannot be hurt")

"""A grid on the screen: by keys, by mouse, in the smallest terminal."""

from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from companion.engine.answers import plain_answer
from companion.engine.requests import Column, Grid, GridRow
from companion.tui.screens.guide import GuideScreen
from companion.tui.widgets.filling import GridBody
from tests.examples import present
from tests.games.roll_call import example
from tests.tui.fakes import MemoryOpened, app, comes_to, on_top, show, showing
from tests.tui.mouse import alone, click, tap
from tests.tui.player import place, press, resize, rows_of, screen_text, sees, until
from tests.tui.test_games import grid_keys


async def asked(pilot: Pilot[Any]) -> MemoryOpened:
    opened = await show(pilot, MemoryOpened(example()))
    screen: Any = pilot.app.screen
    await screen.starting.begin("call", {"side": "red"})
    await comes_to(pilot, "ask")
    await sees(pilot, "what did each do?")
    return opened


def body(pilot: Pilot[Any]) -> GridBody:
    screen = on_top(pilot, GuideScreen)
    found = present(screen.panel).answer_body
    assert isinstance(found, GridBody)
    return found


def given(opened: MemoryOpened) -> Any:
    return plain_answer(opened.session.entries[-1].answers[0].value)["rows"]


async def test_cells_are_typed_what_is_wrong_stays_typed_with_why_and_undo_brings_all_back() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        opened = await asked(pilot)
        await sees(pilot, "Ann, kills: 0 to 9 (nobody fells more). A blank stays as it is")
        assert place(pilot, "▌")[0] == place(pilot, "Bob")[0], "under the rows, and not under their mark"
        for key in ("down", "enter"):
            await press(pilot, *("12" if key == "down" else ""), key)
            await sees(pilot, "Ann, kills: 12 is out of bounds")
            assert body(pilot).entry.value == "12"
        await press(pilot, "backspace", "backspace", "2", "enter", "down", "right", "y")
        # What is written back to what it was is no difference.
        await press(pilot, "up", "shift+tab", "1", "enter", "3", "enter", "up", "0", "enter", "enter")
        wanted = {"ann": {"kills": 2}, "ann2": {"kills": 1}, "bob": {"hurt": True}}
        await comes_to(pilot, "table")
        assert given(opened) == wanted
        await press(pilot, "ctrl+z")
        await comes_to(pilot, "ask")
        await sees(pilot, "0→2")
        await press(pilot, "enter")
        await comes_to(pilot, "table")
        assert given(opened) == wanted


@pytest.mark.parametrize("size", [(60, 20), (140, 45)])
async def test_cells_are_counted_and_turned_over_by_mouse_alone(size: tuple[int, int]) -> None:
    async with app().run_test(size=size) as pilot:
        opened = await asked(pilot)
        x, y = place(pilot, "‹0")
        await click(pilot, x, y)
        for seen in ("0→1", "0→2"):
            await click(pilot, rows_of(pilot)[y].index("›", x), y)
            await sees(pilot, seen)
        await tap(pilot, "no", "Bob; [/")
        await sees(pilot, "Bob; [/, hurt: y or n")
        await tap(pilot, "‹", "‹no")
        await sees(pilot, "no→yes")
        await press(pilot, "left", "3")
        await tap(pilot, "take", "w why")
        await comes_to(pilot, "table")
        assert given(opened) == {"ann": {"kills": 2}, "bob": {"hurt": True, "kills": 3}}


@pytest.mark.parametrize("masked", [False, True])
async def test_a_grid_begins_where_something_may_be_written_counts_from_a_bound_and_shows_no_secret(
    masked: bool,
) -> None:
    columns = (Column("kills", "kills", lo=4, hi=9, why_lo="so many fell", why_hi="nobody fells more"),)
    rows = (GridRow("ann", "Ann", {}, {"kills": "she looks on"}), GridRow("bob", "Bob", {}), GridRow("cid", "Cid", {}))
    request = Grid("fallen", by="red", title="Who fell?", columns=columns, rows=rows)
    async with alone(GridBody(request, example(), masked=masked)) as pilot:
        await sees(pilot, "▸ Bob")
        await (press(pilot, "4") if masked else tap(pilot, "›", "Bob"))
        await press(pilot, "down", "7", "enter")
        shown = [row.strip("▸ ")[3:].strip(" ‹›") for row in rows_of(pilot) if row.strip("▸ ")[:4] in ("Bob ", "Cid ")]
        assert shown == (["•", "•"] if masked else ["*4", "*7"])


@pytest.mark.parametrize("size", [(60, 20), (140, 45)])
async def test_every_cell_can_be_reached_by_keys_in_every_size(size: tuple[int, int]) -> None:
    async with app().run_test(size=size) as pilot:
        opened = await asked(pilot)
        request = present(opened.session.request, Grid)
        wanted = request.random(Random(size[0]))
        await press(pilot, *grid_keys(request, wanted["rows"]), "enter")
        await comes_to(pilot, "table")
        assert given(opened) == plain_answer(request.check(wanted))["rows"]


async def test_columns_that_do_not_fit_come_into_view_with_the_cell_and_a_closed_one_says_why() -> None:
    async with app().run_test(size=(60, 20)) as pilot:
        await asked(pilot)
        await press(pilot, "right", "right", "right")
        await sees(pilot, "Last words", "Ann, last words: a few words")
        await press(pilot, "left", "left", "down", "down", "down")
        await sees(pilot, "Cid, hurt: he cannot be hurt")
        await press(pilot, "y", "enter")
        await sees(pilot, "✗ Cid, hurt: he cannot be hurt")


LONG = "Brigitta the Unflinching Halberdier"
CLAWS = "Claws that were forged below the mill"


async def test_no_name_value_or_hint_is_cut_and_every_row_comes_into_view() -> None:
    table = example()
    for unit in table.units.values():
        unit.name = f"{LONG} {unit.id}"
    table.unit("ann").words = CLAWS
    async with showing(MemoryOpened(table)) as (pilot, _):
        screen: Any = pilot.app.screen
        await screen.starting.begin("call", {"side": "red"})
        await sees(pilot, "what did each do?")
        for size in ((60, 20), (80, 24), (45, 50)):
            await resize(pilot, *size)
            for of in table.units:
                await sees(pilot, "▸ Brigitta")
                rows, (_, at) = rows_of(pilot), place(pilot, "▸ Brigitta")
                name = " ".join(row[3:].split("  ")[0].strip() for row in rows[at : at + 5])
                assert f"{LONG} {of}" in name or f"▸ {LONG} {of}" in rows[at]
                assert "…" not in "\n".join(rows)
                await press(pilot, "down")
            await press(pilot, *["up"] * 5, "right", "right")
            await until(pilot, lambda: "Enter takes all rows." in " ".join(screen_text(pilot.app).split()))
            assert "mood: 1 Glad, 2 Sad at heart. A blank stays" in " ".join(screen_text(pilot.app).split())
            await press(pilot, "right")
            shown = " ".join(screen_text(pilot.app).split())
            assert all(word in shown for word in CLAWS.split())
            await press(pilot, "left", "left", "left")

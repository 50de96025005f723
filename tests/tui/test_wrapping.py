"""What does not fit a line goes on under its words; what stands beside is not said again."""

import pytest
from textual.app import App

from companion.engine.requests import Cost, Option
from companion.frontend.saying.sentences import SHORT_HASH, commitment_short
from companion.tui.screens.asking import PickOne
from companion.tui.widgets.option_rows import option_rows
from tests.tui.fakes import MemoryOpened, app, press, screen_text, sees, showing, until
from tests.tui.scenes import answered, before_a_fall

LONG = "Standard: all the fighters of both sides stand where the last battle left them, wounds and all"


@pytest.mark.parametrize("size", [(45, 50), (60, 20)])
async def test_the_answers_of_a_small_question_go_on_under_their_words(size: tuple[int, int]) -> None:
    async with showing(size=size) as (pilot, _):
        running = pilot.app
        assert isinstance(running, App)
        await running.push_screen(PickOne("Which?", [("a", LONG), ("b", "Short")], "b"))
        await until(pilot, lambda: "2 Short" in screen_text(running), "the answers")
        rows = screen_text(running).splitlines()
        first = next(place for place, row in enumerate(rows) if "1 Standard" in row)
        column = rows[first].index("Standard")
        assert rows[first + 1][:column].strip() == ""
        assert rows[first + 1][column].strip()


@pytest.mark.parametrize("size", [(45, 50), (60, 20)])
async def test_what_a_procedure_came_to_goes_on_under_its_words(size: tuple[int, int]) -> None:
    async with showing(before_a_fall("legion"), size=size) as (pilot, _):
        await answered(pilot)
        await sees(pilot, "Back to the table")
        rows = screen_text(pilot.app).splitlines()
        place = next(at for at, row in enumerate(rows) if "Back to the table" in row)
        assert rows[place + 1].startswith("   ")
        place = next(at for at, row in enumerate(rows) if "Luke Skywalker deals 6" in row)
        assert rows[place + 1].startswith("   ")


async def test_no_condition_is_broken_while_a_row_is_free() -> None:
    async with showing(before_a_fall("better-wargame"), size=(45, 50)) as (pilot, _):
        await answered(pilot)
        await sees(pilot, "Suppressed,", "Out of play")


async def test_a_value_of_a_form_goes_on_under_itself() -> None:
    async with app().run_test(size=(45, 50)) as pilot:
        await sees(pilot, "READY TO PLAY")
        await press(pilot, "N", "enter")
        await sees(pilot, "units                the game's own\n                          units")


def test_what_an_option_costs_stands_once() -> None:
    table = MemoryOpened().session.table
    cost = Cost("ann", "ki", "Ki", 3, 1)
    options = [Option("willow", "Willow Step: Invented", None, cost=(cost,)), Option("no", "No feat")]
    text = " ".join(row.content.plain for row in option_rows(table, options))
    assert "1 of 3 Ki" in text
    assert text.count("Ki") == 1


def test_of_a_hash_as_much_is_shown_as_can_be_told_apart() -> None:
    commitment = "0123456789abcdef" * 4
    assert f"begins with {commitment[:SHORT_HASH]}." in commitment_short(commitment)
    assert commitment not in commitment_short(commitment)

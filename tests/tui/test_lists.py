"""Lists that show other rows: the row under the cursor is in view, and with the last one what stands below it."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.content import Content

from companion.tui.forms.form_screen import FormScreen
from companion.tui.screens.asking import PickOne
from companion.tui.screens.new_campaign import NewCampaignForm
from companion.tui.screens.new_game import NewGameForm
from companion.tui.sizes import by_touch
from companion.tui.widgets.form_list import FormList, cell_row
from companion.tui.widgets.lines import GUTTER, Cell, LineList, Row
from tests.tui.fakes import app, misses, press, screen_text, sees, showing
from tests.tui.mouse import alone


def rows(word: str, many: int = 30) -> list[Row]:
    return [Row(n, Content(f"{word} {n}")) for n in range(many)]


def foot(*texts: str) -> list[Row]:
    return [Row(None, Content(text), heading=True) for text in texts]


@pytest.mark.parametrize("place", [29, 11, 0])
async def test_a_list_that_shows_as_many_other_rows_keeps_its_cursor_in_view(place: int) -> None:
    lines = LineList(rows("old"))
    lines.styles.height = 6
    async with alone(lines, size=(60, 20)) as pilot:
        lines.focus()
        await press(pilot)
        lines.mark(15)
        await press(pilot)
        await sees(pilot, "▸ old 15")
        lines.show(rows("new"), place)
        await press(pilot)
        assert f"▸ new {place}\n" in screen_text(pilot.app)


async def test_what_is_marked_before_there_is_a_width_is_marked_when_there_is_one() -> None:
    """On a busy machine Home's files are read before its list was ever laid out."""
    lines = LineList()
    lines.built_by(lambda width: rows("row", 4), 2)
    async with alone(lines, size=(60, 20)) as pilot:
        await press(pilot)
        assert "▸ row 2" in screen_text(pilot.app)
        await press(pilot, "up")
        lines.rebuild()
        await press(pilot)
        assert "▸ row 1" in screen_text(pilot.app)


@pytest.mark.parametrize("more", [foot("who else?"), foot("", "who else?", "nobody")])
async def test_headings_below_the_last_row_are_seen_with_it(more: Sequence[Row]) -> None:
    lines = LineList([*foot("who?"), *rows("row"), *more])
    lines.styles.height = 6
    async with alone(lines, size=(60, 20)) as pilot:
        lines.focus()
        await press(pilot)
        await press(pilot, "end")
        assert "▸ row 29" in screen_text(pilot.app)
        assert more[-1].content.plain in screen_text(pilot.app)
        await press(pilot, "home")
        assert "who?" in screen_text(pilot.app)


@pytest.mark.parametrize("size", [(60, 20), (45, 50)])
async def test_an_answer_too_long_for_its_row_goes_on_below_its_own_words(size: tuple[int, int]) -> None:
    long = "the whole warband and all that it carries over the bridge in one night"
    async with showing(size=size) as (pilot, _):
        panel = PickOne("Which?", [(1, long), (2, "nobody")])
        await pilot.app.push_screen(panel)
        await sees(pilot, "▸ 1 the whole")
        drawn = screen_text(pilot.app).splitlines()
        first = next(n for n, line in enumerate(drawn) if "1 the whole" in line)
        column = drawn[first].index("the whole")
        assert drawn[first + 1][:column].strip() == ""
        assert drawn[first + 1][column] != " "
        shown = " ".join(line[column:].strip() for line in drawn[first : first + 2])
        assert shown == long
        assert "2 nobody" in drawn[first + (4 if by_touch(pilot.app.size) else 2)]


async def test_answers_that_are_folded_away_take_no_number() -> None:
    chosen: list[object] = []
    async with showing() as (pilot, _):
        options = [(n, f"unit {n}") for n in range(1, 6)]
        away = [(n, f"unit {n}", "it is not its turn") for n in (1, 2, 3)]
        await pilot.app.push_screen(PickOne("Which?", options, closed=[1, 2, 3], folded=away), chosen.append)
        await sees(pilot, "1 unit 4", "2 unit 5", "3 closed")
        await press(pilot, "1")
        assert chosen == [4]


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (45, 50)])
async def test_a_question_before_there_is_anything_else_stands_below_the_title(size: tuple[int, int]) -> None:
    async with app().run_test(size=size) as pilot:
        for screen, title in ((NewCampaignForm, "New campaign"), (NewGameForm, "New game")):
            await pilot.app.push_screen(FormScreen(screen(Path("no-such-folder"))))
            await sees(pilot, "Which game?", "Better Wargame")
            drawn = screen_text(pilot.app).splitlines()
            assert title in drawn[0]
            assert "Which game?" in drawn[2]
            await press(pilot, "escape")


async def test_the_row_of_the_game_marks_the_game_that_is_chosen() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        for screen in (NewCampaignForm, NewGameForm):
            await pilot.app.push_screen(FormScreen(screen(Path("no-such-folder"))))
            await sees(pilot, "Which game?")
            await press(pilot, "3")
            await misses(pilot, "Which game?")
            await press(pilot, "home", "enter")
            await sees(pilot, "Which game?")
            marked = [line for line in screen_text(pilot.app).splitlines() if "▸ 3" in line]
            assert marked, screen_text(pilot.app)
            await press(pilot, "escape", "escape")


@pytest.mark.parametrize("name", ["Ann", "龍の騎士団", "한국 of the 騎士団"])
async def test_the_cell_that_is_marked_is_marked_from_its_first_character_on(name: str) -> None:
    """A wide character takes two cells, and a place in a row is counted in cells."""
    texts = (name, "二番", "last")
    places = (6, 26, 36)
    cells = [Cell(text, Content(text), at) for text, at in zip(texts, places, strict=True)]
    form = FormList()
    async with alone(form, size=(60, 20)) as pilot:
        form.show([cell_row(Content("who"), *cells)])
        form.focus()
        await press(pilot)
        for place, text in zip(places, texts, strict=True):
            line = screen_text(pilot.app).splitlines()[0]
            before = line.partition(text)[0]
            assert cell_len(before) == place + GUTTER
            assert before.startswith("▸ ") if text == name else before.endswith("▸ ")
            filled = [part.text for part in form.render_line(0) if part.style is not None and part.style.reverse]
            assert filled == [text]
            await press(pilot, "right")


async def test_what_stands_behind_the_last_row_is_scrolled_to_by_keys() -> None:
    """As the assumptions of all odds: one row to choose, and more than a page of text."""
    rows = [Row("pick", Content("Pick one")), *(Row(None, Content(f"line {n}"), heading=True) for n in range(60))]
    for keys in (["end"], ["pagedown"] * 4, ["down"] * 60):
        lines = LineList(rows)
        async with alone(lines) as pilot:
            lines.focus()
            await press(pilot, *keys)
            await sees(pilot, "line 59")
            await press(pilot, *(["home"] if keys == ["end"] else [key.replace("down", "up") for key in keys]))
            await sees(pilot, "Pick one")

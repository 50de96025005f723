"""Lists and texts: the row under the cursor is in view, long lines go on under their words, sizes follow the text."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Offset
from textual.selection import Selection
from textual.widget import Widget

from companion.engine.seed import Seed
from companion.tui.forms.form_screen import FormScreen
from companion.tui.look.colours import CURSOR
from companion.tui.screens.asking import PickOne
from companion.tui.screens.new_campaign import NewCampaignForm
from companion.tui.screens.new_game import NewGameForm
from companion.tui.sizes import by_touch
from companion.tui.widgets.band import Band, TitleBand
from companion.tui.widgets.form_list import FormList, cell_row
from companion.tui.widgets.laid_rows import LaidRows
from companion.tui.widgets.lines import GUTTER, Cell, LineList, Row
from companion.tui.widgets.plain import PlainStatic
from tests.engine.duels import to_the_blow
from tests.examples import present, table_of
from tests.tui.fakes import MemoryOpened, app, show, showing
from tests.tui.mouse import alone
from tests.tui.player import goes_on_below, misses, place, press, resize, rows_of, screen_text, sees, until
from tests.tui.test_new_game import form


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


def test_rows_out_of_view_are_counted_whole_and_a_row_higher_than_the_view_begins_at_its_top() -> None:
    laid = LaidRows()
    laid.lay([1, 2, 1, 3], 40)
    assert [laid.seen(top, height) for top, height in ((0, 7), (1, 3), (2, 3))] == [None, (2, 3), (3, 4)]
    assert [laid.hidden(top, 3, range(4)) for top in (0, 1, 2)] == [(0, 2), (1, 1), (2, 1)]
    assert [laid.offset_for(4, end, top, 3) for end, top in ((7, 0), (9, 0), (7, 4), (7, 5))] == [4, 4, 4, 4]


async def test_the_digit_nought_is_the_tenth_row() -> None:
    lines = LineList([Row(n, Content(f"row {n}"), number=n) for n in range(1, 13)], numbered=True)
    async with alone(lines) as pilot:
        lines.focus()
        await press(pilot, "0")
        assert lines.value == 10


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
        drawn, (column, first) = rows_of(pilot), place(pilot, "the whole")
        assert goes_on_below(pilot, "the whole")
        assert " ".join(line[column:].strip() for line in drawn[first : first + 2]) == long
        assert "2 nobody" in drawn[first + (4 if by_touch(pilot.app.size) else 2)]


async def test_answers_that_are_folded_away_take_no_number() -> None:
    chosen: list[object] = []
    async with showing() as (pilot, _):
        options = [(n, f"unit {n}") for n in (4, 5)]
        away = [(f"unit {n}", "it is not its turn") for n in (1, 2, 3)]
        await pilot.app.push_screen(PickOne("Which?", options, folded=away), chosen.append)
        await sees(pilot, "1 unit 4", "2 unit 5", "3 closed")
        await press(pilot, "1")
        assert chosen == [4]


async def test_the_question_for_the_game_stands_below_the_title_and_its_row_marks_the_one_that_is_chosen() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        for screen, title in ((NewCampaignForm, "New campaign"), (NewGameForm, "New game")):
            await pilot.app.push_screen(FormScreen(screen(Path("no-such-folder"))))
            for size in ((60, 20), (45, 50), (80, 24)):
                await resize(pilot, *size)
                await sees(pilot, "Which game?", "Better Wargame")
                drawn = screen_text(pilot.app).splitlines()
                assert title in drawn[0]
                assert "Which game?" in drawn[2]
            await press(pilot, "3")
            await misses(pilot, "Which game?")
            await press(pilot, "home", "enter")
            await sees(pilot, "Which game?")
            assert "▸ 3" in screen_text(pilot.app)
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


ROWS = [Content("Anselm"), Content.styled("Berta", "bold"), Content("Cuno of the long beard")]


def drawn(text: PlainStatic) -> list[str]:
    return [strip.text.rstrip() for strip in text.render_lines(text.size.region)]


async def test_rows_and_one_text_are_the_same_and_a_row_too_long_wraps_and_takes_its_room() -> None:
    text = PlainStatic(ROWS)
    wrapped = ["Anselm", "Berta", "Cuno of the", "long beard"]
    async with alone(text, size=(30, 8)) as pilot:
        assert drawn(text) == ["Anselm", "Berta", "Cuno of the long beard"]
        assert text.shown.plain == "Anselm\nBerta\nCuno of the long beard"
        for shown, rows in (
            ("Anselm\nBerta\nDora", ["Anselm", "Berta", "Dora"]),
            ([], [""]),
            ([Content("a\nb")], ["a", "b"]),
        ):
            text.show(shown)
            await until(pilot, lambda rows=rows: drawn(text) == rows)  # type: ignore[misc]
        await resize(pilot, 12, 8)
        for shown, rows in (
            (ROWS, wrapped),
            ([*ROWS[:2], Content("Cuno")], ["Anselm", "Berta", "Cuno"]),
            (ROWS, wrapped),
        ):
            text.show(shown)
            await until(pilot, lambda rows=rows: drawn(text) == rows)  # type: ignore[misc]


async def test_what_is_selected_is_marked_and_read_from_its_rows() -> None:
    text = PlainStatic(ROWS)
    async with alone(text, size=(30, 6)) as pilot:
        plain, screen = text.render_lines(text.size.region), pilot.app.screen
        await pilot.mouse_down(offset=(1, 1))
        await pilot.hover(offset=(4, 2))
        await pilot.mouse_up(offset=(4, 2))
        await until(pilot, lambda: screen.selections == {text: Selection(Offset(1, 1), Offset(5, 2))})
        marked = text.render_lines(text.size.region)
        assert [a == b for a, b in zip(plain, marked, strict=True)] == [True, False, False]
        screen.clear_selection()
        await until(pilot, lambda: text.render_lines(text.size.region) == plain)


def fill(widget: Widget, rows: int) -> None:
    words = "word " * 14 * rows
    if isinstance(widget, LineList):
        widget.show([Row(n, Content(f"row {n}")) for n in range(rows)])
    elif isinstance(widget, Band):
        widget.say(words, "", "on red")
    elif isinstance(widget, TitleBand):
        widget.say(Content(words), colour="")
    elif isinstance(widget, PlainStatic):
        widget.show("\n".join(f"row {n}" for n in range(rows)))


@pytest.mark.parametrize("kind", [LineList, PlainStatic, Band, TitleBand])
async def test_a_layout_between_two_wishes_leaves_no_old_size(kind: type[Widget]) -> None:
    widget = kind()
    widget.styles.height = "auto"
    async with alone(widget) as pilot:
        fill(widget, 1)
        await press(pilot)
        small = widget.size.height
        fill(widget, 2)
        # As if something else on the screen had changed its size.
        pilot.app.screen._clear_arrangement_cache()
        pilot.app.screen._refresh_layout()
        fill(widget, 3)
        await until(pilot, lambda: widget.size.height >= small + 2)


async def test_long_help_goes_on_under_its_words() -> None:
    async with showing(size=(60, 24)) as (pilot, _):
        await press(pilot, "question_mark")
        await sees(pilot, "what the keys do now")
        assert goes_on_below(pilot, "The acting")


async def test_reasons_of_closed_actions_begin_in_one_column() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        opened = await show(pilot, MemoryOpened(table_of("bushido")))
        await press(pilot, "c")
        await sees(pilot, "What is closed now, and why")
        rows = screen_text(pilot.app).splitlines()
        why = [action.why_not for action in opened.session.actions() if action.why_not is not None]
        starts = {row.index(reason) for reason in why for row in rows if reason in row}
        assert len(why) > 1
        assert len(starts) == 1


async def test_options_of_a_game_stand_in_a_line_each_with_their_bounds_below() -> None:
    async with showing(size=(100, 30)) as (pilot, opened):
        await press(pilot, "G")
        await sees(pilot, "OPTIONS")
        for option in opened.session.ruleset.options:
            await sees(pilot, option.label[:1].upper() + option.label[1:])
        await misses(pilot, "[ ]")


async def test_the_marked_cell_of_a_form_is_filled(saves: Path) -> None:
    async with app(saves).run_test(size=(80, 24)) as pilot:
        screen = await form(pilot, saves)
        place = present(screen.lines.cursor)
        await press(pilot, "right")
        strip = screen.lines.paint.row(place, 78)[0]
        filled = "".join(s.text for s in strip if s.style is not None and s.style.reverse)
        assert filled == "+ line"
        assert "reverse" in CURSOR


async def test_the_cursor_of_a_list_is_reversed_where_there_are_no_colours() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        pilot.app.theme = "terminal"
        await show(pilot)
        panel = PickOne("Which?", [(1, "left"), (2, "right")])
        await pilot.app.push_screen(panel)
        await sees(pilot, "▸ 1 left")
        marked, other = (panel.lines.paint.row(place, 78)[0] for place in (0, 1))
        assert all(segment.style is not None and segment.style.reverse for segment in marked)
        assert not any(segment.style is not None and segment.style.reverse for segment in other)


async def test_a_word_for_the_dice_is_added_in_the_kit_until_the_app_has_rolled() -> None:
    async with showing() as (pilot, opened):
        opened.session.seed = Seed("0f" * 32)
        await press(pilot, "k")
        await sees(pilot, "APP DICE", "no word")
        await press(pilot, *["down"] * 5, "enter")
        await sees(pilot, "A word of Rhea for the app's dice")
        await press(pilot, *"wind", "enter")
        await sees(pilot, "wind")
        assert opened.session.table.sides["red"].dice_word == "wind"
        await press(pilot, "escape")
        to_the_blow(opened.session)
        opened.session.answer("roll")
        await press(pilot, "k")
        await sees(pilot, "VICTORY POINTS")
        await misses(pilot, "APP DICE")

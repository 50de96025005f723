"""What is read and not played: help, closed actions, luck, an empty log. Long lines go on under their words."""

from pathlib import Path

from companion.engine.seed import Seed
from companion.tui.look.colours import CURSOR
from companion.tui.screens.asking import PickOne
from tests.examples import table_of
from tests.play.test_luck import to_the_blow
from tests.tui.fakes import MemoryOpened, app, misses, press, screen_text, sees, show, showing
from tests.tui.test_new_game import form, saves

__all__ = ["saves"]


async def test_long_help_goes_on_under_its_words() -> None:
    async with showing(size=(60, 24)) as (pilot, _):
        await press(pilot, "question_mark")
        await sees(pilot, "what the keys do now")
        rows = screen_text(pilot.app).splitlines()
        at = next(y for y, row in enumerate(rows) if "The acting unit" in row)
        assert rows[at + 1].startswith(" " * rows[at].index("The acting"))


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
        place = screen.lines.cursor
        assert place is not None
        await press(pilot, "right")
        strip = screen.lines.paint.row(place, 78)[0]
        filled = "".join(s.text for s in strip if s.style is not None and s.style.reverse)
        assert filled == "+ line"
        assert "reverse" in CURSOR


async def test_the_cursor_of_a_list_is_reversed_where_there_are_no_colours() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        pilot.app.theme = "companion-terminal"
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

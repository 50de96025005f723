"""What is typed and set in forms and in secret, by mouse: the keys at the foot, the words that name them, the rows."""

from pathlib import Path

import pytest
from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.engine.log import lines
from companion.engine.requests import Plan, Split
from companion.tui.forms.form_screen import FormScreen
from companion.tui.forms.record_form import RecordForm
from companion.tui.look.key_row import Key, key_rows
from companion.tui.look.rows import at_most
from companion.tui.screens.asking import PickOne
from companion.tui.screens.contacts import MeleeScreen
from companion.tui.screens.unit_card import CardForm
from companion.tui.screens.unit_form import UnitForm
from companion.tui.widgets.splitting import SplitBody
from tests.examples import table_of
from tests.games.duel import example
from tests.tui.fakes import MemoryOpened, app, misses, on_top, press, screen_text, sees, showing, shows, until
from tests.tui.mouse import alone, command, tap, tap_meta
from tests.tui.reached import reached
from tests.tui.test_new_game import form, saves
from tests.tui.test_play import TO_THE_SPLIT

__all__ = ["saves"]


async def test_a_name_that_is_typed_is_taken_or_left_at_the_foot(saves: Path) -> None:
    async with app(saves).run_test(size=(80, 24)) as pilot:
        screen = await form(pilot, saves)
        await tap(pilot, "+ unit")
        await tap(pilot, "a blank unit")
        await sees(pilot, "New unit")
        await press(pilot, *"Gruk")
        await command(pilot, "accept")
        await sees(pilot, "Gruk", "Esc when it is right")
        await tap(pilot, "Gruk", "Name")
        await sees(pilot, "Enter sets it")
        await press(pilot, *"Other")
        await command(pilot, "back")
        await misses(pilot, "Other")
        assert on_top(pilot, UnitForm).unit.name == "Gruk"
        # The words that name a key do what it does.
        await tap(pilot, "Gruk", "Name")
        await press(pilot, *"Grim")
        await tap(pilot, "Enter sets it")
        await sees(pilot, "Grim")
        await tap(pilot, "Esc when it is right")
        await until(pilot, lambda: pilot.app.screen is screen.screen, "the form of the game")


async def test_a_weapon_that_was_only_looked_at_keeps_the_mark() -> None:
    async with showing(MemoryOpened(table_of("bushido")), size=(80, 40)) as (pilot, opened):
        assert pilot.app.screen is not None
        await pilot.app.push_screen(FormScreen(CardForm(pilot.app.controller, "oda")))  # type: ignore[attr-defined]
        await sees(pilot, "Tough (1)")
        await tap(pilot, "Tough (1)")
        await until(pilot, lambda: shows(pilot.app.screen, RecordForm), "the form of the trait")
        await command(pilot, "back")
        await sees(pilot, "▸                            Tough (1)")
        assert opened.session.undo_count == 0


def test_the_way_out_of_a_panel_is_never_left_out_at_the_foot() -> None:
    keys = [Key(name, name[0], "a long word") for name in ("accept", "undo", "more", "delete")]
    row = key_rows([*keys, Key("back", "Esc", "back"), Key("help", "?", "help")], 50)[0].plain
    assert row == "a a long word   u a long word   Esc back   ? help"


TWO_PLANS = [
    Plan("plain", "no special", 3, {"attack": (0, 3), "guard": (0, 3)}),
    Plan("sweep", "Sweep", 2, {"attack": (0, 2), "guard": (0, 2)}),
]


@pytest.mark.parametrize(
    ("taps", "wanted"),
    [
        ((("plan", 2), ("way", (1, 2))), {"plan": "plain", "parts": {"attack": 1, "guard": 2}}),
        ((("plan", 2),), None),
        ((("way", (2, 1)), ("plan", 2)), None),
        ((("way", (2, 1)),), {"plan": "plain", "parts": {"attack": 2, "guard": 1}}),
        ((("plan", 2), ("way", (3, 0)), ("plan", 1)), {"plan": "plain", "parts": {"attack": 3, "guard": 0}}),
    ],
)
async def test_a_split_in_secret_is_what_was_tapped_or_is_refused(
    taps: tuple[tuple[str, object], ...], wanted: object
) -> None:
    """A way is one of a plan: a special with fewer dice took all its dice for the attack."""
    request = Split("split", by="red", title="split", plans=TWO_PLANS)
    body = SplitBody(request, example(), masked=True)
    async with alone(body) as pilot:
        for key, value in taps:
            await tap_meta(pilot, key, value)
        if wanted is None:
            with pytest.raises(InvalidInput):
                body.answer()
        else:
            assert body.answer() == wanted
        assert screen_text(pilot.app).count("•") == (2 if taps == (("plan", 2),) else 6), "in the field and below it"


def test_lines_that_have_no_room_are_counted_and_none_is_cut() -> None:
    lines = [Content(text) for text in ("one", "two words and more", "three", "four")]
    assert [row.plain for row in at_most(lines, 10, 4)] == ["one", "two words", "  and more", "and 2 lines more"]
    assert [row.plain for row in at_most(lines, 10, 5)] == ["one", "two words", "  and more", "three", "four"]


async def test_what_is_asked_again_is_in_view_however_much_is_taken_back() -> None:
    """Long lines took the room of those below them: how many more there are, and what is asked then."""
    opened = reached("bushido", lambda s: sum(len(line.text) > 70 for line in lines(s)) > 6 and s.run is None)
    async with showing(opened) as (pilot, _):
        await press(pilot, "l", "home")
        for _ in range(3):
            await press(pilot, "down", "h")
            if not isinstance(pilot.app.screen, PickOne):
                continue
            await sees(pilot, "lines more")
            assert any(words in screen_text(pilot.app) for words in ("Asked again", "at rest", "been played yet"))
            await press(pilot, "escape")


async def test_words_that_name_a_key_are_tapped_as_the_key() -> None:
    async with showing() as (pilot, opened):
        opened.session.connect("ann", "bob")
        await press(pilot, "k", "escape")
        await tap(pilot, "m melees")
        await until(pilot, lambda: isinstance(pilot.app.screen, MeleeScreen), "the melees")
        await command(pilot, "back")
        opened.session.disconnect("ann", "bob")
        await press(pilot, *TO_THE_SPLIT)
        await tap(pilot, "v show ")
        await sees(pilot, "v hide ")
        await tap(pilot, "v hide ")
        await sees(pilot, "v show ")


async def test_the_menu_is_opened_and_left_and_every_row_of_it_has_a_name() -> None:
    async with showing() as (pilot, opened):
        opened.session.adjust("ann", "health", 2, why="a fall")
        table = pilot.app.screen
        await command(pilot, "past")
        past = pilot.app.screen
        await command(pilot, "menu")
        await sees(pilot, "Search", "earlier", "One line of the log back")
        assert screen_text(pilot.app).count("One line of the log back") == 1
        await tap_meta(pilot, "command", "back")
        await until(pilot, lambda: pilot.app.screen is past, "the past")
        await command(pilot, "back")
        await until(pilot, lambda: pilot.app.screen is table, "the table")

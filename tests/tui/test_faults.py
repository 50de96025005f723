"""What once crashed the app or lost a key."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from companion import store
from companion.engine import registry
from companion.engine.errors import InvalidInput
from companion.frontend.typed import whole
from companion.tui.base_screen import SessionChanged
from companion.tui.forms.form_screen import FormScreen
from companion.tui.screens.guide import GuideScreen
from companion.tui.screens.home import HomeScreen
from companion.tui.screens.table import TableScreen
from companion.tui.screens.unit_card import CardForm
from companion.tui.screens.unit_form import UnitForm
from tests.examples import run_of
from tests.games.duel import DUEL, example
from tests.searching import one_in
from tests.tui.fakes import MemoryOpened, app, comes_to, key_event, mode, press, sees, show, showing, typed_text, until
from tests.tui.test_play import TO_THE_SPLIT

ODD_NUMBERS = ("²", "--5", "٣", "5-", "1e3")


async def test_keys_typed_while_a_game_opens_arrive_on_its_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "BUILT_IN", {"duel": "tests.games.duel:DUEL"})
    monkeypatch.setattr(store, "ready_dir", lambda: tmp_path / "ready", raising=False)
    store.create_session(example(), tmp_path, "Duel")
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "Duel")
        await press(pilot, "enter", "1", "2", "1")
        await comes_to(pilot, "ask")
        await sees(pilot, "face each other")


async def test_keys_typed_before_the_first_screen_stands_reach_it() -> None:
    running = app()
    running.keys.put(key_event("n"))
    async with running.run_test(size=(80, 24)) as pilot:
        await sees(pilot, "New game")


async def test_a_thread_that_outlives_its_screen_has_nothing_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Screens leave an app that ends before their threads are cancelled."""
    running = app()
    async with running.run_test(size=(80, 24)):
        home = running.screen
        assert isinstance(home, HomeScreen)
    monkeypatch.setattr("companion.tui.base_screen.get_current_worker", lambda: SimpleNamespace(is_cancelled=False))
    with ThreadPoolExecutor() as threads:
        threads.submit(home.in_app, print).result()


async def test_the_look_around_reaches_screens_that_are_not_composed() -> None:
    controller_app = app()
    async with controller_app.run_test(size=(80, 24)) as pilot:
        await show(pilot)
        assert controller_app.controller is not None
        for screen in (TableScreen(controller_app.controller), GuideScreen(controller_app.controller)):
            screen.show_head()
            screen.post_message(SessionChanged())


@pytest.mark.parametrize("text", one_in(3, ODD_NUMBERS))
async def test_every_field_refuses_what_is_no_number(text: str) -> None:
    """The card and the form of a unit, a split, and a number that is overruled."""

    async def pasted(pilot: Pilot[Any], text: str) -> None:
        pilot.app.post_message(Paste(text))
        await until(pilot, lambda: typed_text(pilot) == text)
        await press(pilot, "enter")

    async with showing() as (pilot, game):
        card = CardForm(pilot.app.controller, "ann")  # type: ignore[attr-defined]
        for field, row in ((card, 0), (UnitForm(example().unit("ann")), 3)):
            await pilot.app.push_screen(FormScreen(field))
            await press(pilot, *["down"] * row, "enter", *["backspace"] * 3)
            await pasted(pilot, text)
            await sees(pilot, "is no whole number")
            await press(pilot, "escape", "escape")
        assert game.session.table.unit("ann").health == 3
        await press(pilot, *TO_THE_SPLIT)
        before = game.session.request
        await pasted(pilot, text)
        assert mode(pilot) == "ask"
        assert game.session.request is before
        await press(pilot, "w", "enter")
        await pasted(pilot, f"{text} because")
        await sees(pilot, "A whole number comes first")
        assert [int(t) for t in run_of(game.session).context.tallies.values()] == [3, 3]


async def test_actions_of_a_ruleset_that_fail_are_a_sentence() -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("no actions left")

    table = example()
    table.spec = replace(DUEL, actions=broken)
    async with showing(MemoryOpened(table), size=(80, 24), notifications=True) as (pilot, _):
        await sees(pilot, "no actions left", "Nothing can be started now")
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.app.screen.starting.begin("exchange", {"fighter": "ann"})
        await sees(pilot, "round 1")


async def test_a_keymap_gives_commands_other_keys(tmp_path: Path) -> None:
    config = tmp_path / "settings.toml"
    config.write_text('[keys]\nundo = "z"\nhelp = "H"\n')
    async with app(config=config).run_test(size=(80, 24)) as pilot:
        game = await show(pilot)
        game.session.adjust("ann", "health", 1)
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.app.screen.show_play()
        await sees(pilot, "z undo", "H help")
        await press(pilot, "u")
        assert game.session.undo_count == 1
        await press(pilot, "z")
        assert game.session.undo_count == 0
        await press(pilot, "H")
        await sees(pilot, "what the keys do now")


def test_a_number_of_too_many_digits_is_said_to_be_too_large_in_few_words() -> None:
    with pytest.raises(InvalidInput) as large:
        whole("7" * 200)
    assert str(large.value) == "77777777777777777777… is too large, with more than 15 digits"
    with pytest.raises(InvalidInput) as odd:
        whole("seven" * 40)
    assert str(odd.value) == "'sevensevensevenseven…' is no whole number"

"""Whatever fails, raises or comes at a bad moment: no key and no input is lost, and players read what became of it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.worker import WorkerError

from companion.engine import registry
from companion.engine.errors import InvalidInput
from companion.frontend.typed import whole
from companion.store.manage import create_session
from companion.store.opening import open_session
from companion.tui.app import CompanionApp
from companion.tui.background import in_background
from companion.tui.base_screen import SessionChanged
from companion.tui.controller import SessionController
from companion.tui.forms.form_screen import FormScreen
from companion.tui.keys import KeyQueue
from companion.tui.last_words import last_words
from companion.tui.screens.guide import GuideScreen
from companion.tui.screens.table import TableScreen
from companion.tui.screens.unit_card import CardForm
from companion.tui.screens.unit_form import UnitForm
from companion.tui.widgets.body import Body
from tests.examples import present
from tests.games.duel import DUEL, example
from tests.searching import one_in
from tests.store.helpers import picture, read_again
from tests.tui.fakes import TO_THE_SPLIT, MemoryOpened, app, comes_to, mode, show, showing
from tests.tui.player import key_event, press, sees, typed_text, until

ODD_NUMBERS = ("²", "--5", "٣", "5-", "1e3")


async def test_keys_typed_while_a_game_opens_arrive_on_its_screen(saves: Path) -> None:
    create_session(example(), saves, "Duel")
    async with app(saves).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "Duel")
        await press(pilot, "enter", "1", "2", "1")
        await comes_to(pilot, "ask")
        await sees(pilot, "face each other")


async def test_keys_typed_before_the_first_screen_stands_reach_it() -> None:
    running = app()
    running.keys.put(key_event("n"))
    async with running.run_test(size=(80, 24)) as pilot:
        await sees(pilot, "New game")


async def test_what_is_read_when_the_app_has_ended_is_shown_to_nobody() -> None:
    running, read, shown = app(), Event(), list[object]()
    async with running.run_test(size=(80, 24)):
        in_background(running.screen, "change", partial(read.wait, 60), shown.append, shown.append)
    read.set()
    await asyncio.sleep(0)
    assert shown == []


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
        assert [int(t) for t in present(game.session.run).context.tallies.values()] == [3, 3]


async def test_actions_of_a_ruleset_that_fail_are_a_sentence() -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("no actions left")

    table = example()
    table.spec = replace(DUEL, actions=broken)
    async with showing(MemoryOpened(table), size=(80, 24), notifications=True) as (pilot, _):
        await sees(pilot, "no actions left", "Nothing can be started now")
        await present(pilot.app.screen, TableScreen).starting.begin("exchange", {"fighter": "ann"})
        await sees(pilot, "round 1")


async def test_a_keymap_gives_commands_other_keys(tmp_path: Path) -> None:
    config = tmp_path / "settings.toml"
    config.write_text('[keys]\nundo = "z"\nhelp = "H"\n')
    async with app(config=config).run_test(size=(80, 24)) as pilot:
        game = await show(pilot)
        game.session.adjust("ann", "health", 1)
        await present(pilot.app.screen, TableScreen).show_play()
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


KEYS = ("1", "enter", "1", "enter", "space", "2", "1", "enter", "space", "1", "2", "enter", "enter", "enter")
PLACES: list[tuple[type, str, int]] = [
    (GuideScreen, "went_on", 3),
    (SessionController, "moment", 1),
    (Body, "submit", 2),
]
"""What raises, and after how many calls."""


class Broken(Exception):
    """What the screen raises."""


def breaking(real: Callable[..., Any], after: int) -> Callable[..., Any]:
    left = [after]

    def call(*args: Any, **more: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise Broken("the screen is broken")
        return real(*args, **more)

    return call


@pytest.mark.parametrize(("home", "name", "after"), PLACES, ids=[f"{home.__name__}.{name}" for home, name, _ in PLACES])
async def test_a_screen_that_raises_costs_no_input(
    home: type, name: str, after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "BUILT_IN", {"duel": "tests.games.duel:DUEL"})
    file = create_session(example(), tmp_path, "Duel")
    opened = open_session(file, rng=Random(1))
    running = app(tmp_path)

    async def play() -> None:
        async with running.run_test(size=(80, 24)) as pilot:
            await running.open_session(opened)
            await pilot.pause()
            for key in KEYS:
                await press(pilot, key)

    monkeypatch.setattr(home, name, breaking(getattr(home, name), after))
    with pytest.raises(Broken):
        await play()
    opened._recorder.snapshots.wait()  # type: ignore[union-attr]
    assert read_again(file) | {"sticky": None} == picture(opened.session) | {"sticky": None}
    words = running.last_words()
    assert "Broken: the screen is broken" in words
    assert f"Everything that was entered is saved in {file}" in words
    assert opened.close()


class Gone:
    """A screen that could not open: what is in its queue stays there, and it takes nothing more."""

    def __init__(self) -> None:
        self.asked = 0
        self.ancestors_with_self = (self,)

    @property
    def message_queue_size(self) -> int:
        """One message; asked too often in one go, nobody else could have gone on meanwhile."""
        self.asked += 1
        assert self.asked < 1000, "the app cannot end"
        return 1

    def post_message(self, message: object) -> bool:
        """Takes nothing."""
        return False


async def test_a_key_that_waits_for_a_screen_that_could_not_open_lets_the_app_end() -> None:
    """The app stood still and took more and more memory, where it was to say what became of the game."""
    waiting = asyncio.ensure_future(KeyQueue(SimpleNamespace(focused=Gone()), _nowhere)._settled())  # type: ignore[arg-type]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert waiting.cancel(), waiting.exception()
    with suppress(asyncio.CancelledError):
        await waiting


async def _nowhere(key: object) -> None:
    """Where a key goes that no app takes."""


def test_the_last_words_tell_no_values() -> None:
    """A traceback of Textual shows the values of every variable, a sealed plan among them."""

    def sealing(plan: str) -> None:
        raise Broken("the screen is broken")

    with pytest.raises(Broken) as caught:
        sealing(" ".join(["three", "in", "attack"]))
    words = last_words(caught.value, Path("duel.toml"))
    assert "three in attack" not in words
    assert words.endswith("To go on where you were: companion duel.toml\n")
    assert "saved" not in last_words(None, None)
    told = last_words(ValueError("a name\x1b]0;owned\x07"), Path("duel\x9b31m.toml"))
    assert "owned" in told
    assert all(line.isprintable() for line in told.split("\n"))


class Slow(MemoryOpened):
    """Its last write takes until the disk is `free`."""

    def __init__(self) -> None:
        super().__init__()
        self.free = Event()

    def close(self) -> bool:
        """Waits for the disk."""
        self.free.wait(60)
        return super().close()


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the app says."""
    found: list[str] = []
    monkeypatch.setattr(CompanionApp, "say", lambda _, text, *, bad=False: found.append(text))
    return found


async def test_to_leave_twice_says_what_is_still_written_and_ends_when_it_is(said: list[str]) -> None:
    running, opened = app(), Slow()
    async with running.run_test(size=(80, 24)) as pilot:
        await show(pilot, opened)
        running.leave_app()
        assert said == []
        running.leave_app()
        assert [text.partition(",")[0] for text in said] == ["Still writing memory.toml"]
        assert running.return_code is None
        opened.free.set()
        # The app ends from within it, and cancels what is left of it.
        with suppress(WorkerError):
            await running.workers.wait_for_complete([one for one in running.workers if one.group == "close"])
    assert opened.closed
    assert running.return_value == 0


async def test_who_leaves_a_third_time_goes_at_once_and_it_is_no_success(said: list[str]) -> None:
    running, opened = app(), Slow()
    async with running.run_test(size=(80, 24)) as pilot:
        await show(pilot, opened)
        for _ in range(3):
            running.leave_app()
    opened.free.set()
    assert len(said) == 1
    assert running.return_value == 1

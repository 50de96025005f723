"""Nothing on a screen differs by what is sealed or typed in secret, on a second screen that follows neither."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from companion.engine import registry
from companion.engine.context import Context
from companion.engine.procedure import procedure
from companion.engine.requests import Number
from companion.engine.requests.splits import Allotment
from companion.store.lock import BUSY
from companion.store.manage import create_session
from companion.store.opening import open_session
from companion.tui.app import CompanionApp
from companion.tui.commands import (
    BACK,
    CHANGE_GAME,
    HOME,
    LEAVE,
    OVERRULE,
    REDO,
    REPORT,
    ROLL,
    SHARE,
    TOUCH,
    UNDO,
    UNITS,
)
from companion.tui.screens.big import BigScreen
from companion.tui.screens.guide import GuideScreen
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.secrets import hand_over
from tests.examples import present
from tests.games.duel import Arena, example
from tests.games.everything import asking
from tests.games.odd import playing
from tests.tui.fakes import TO_THE_SPLIT, MemoryOpened, app, comes_to, on_top, show, showing
from tests.tui.player import misses, press, screen_text, sees, typed_text, until


def painted(running: CompanionApp) -> str:
    """The screen with its colours, as a picture."""
    return running.export_screenshot(simplify=True)


async def frames(pilot: Pilot[Any], first: str) -> list[str]:
    """Every frame from the first sealed answer to the second, the first being `first` dice in attack."""
    await show(pilot)
    running = present(pilot.app, CompanionApp)
    await press(pilot, *TO_THE_SPLIT, first, "enter")
    seen = [painted(running), screen_text(running)]
    panels = (key for panel in ("w", "l", "question_mark", "x", "a") for key in (panel, "escape"))
    for key in ("space", *panels, "1", "enter"):
        await press(pilot, key)
        seen += [painted(running), screen_text(running)]
    await press(pilot, "u")
    seen.append(screen_text(running))
    return seen


async def test_the_second_side_sees_the_same_whatever_the_first_has_sealed() -> None:
    shown = []
    for first in ("0", "3"):
        async with app().run_test(size=(80, 24)) as pilot:
            shown.append(await frames(pilot, first))
    for frame in zip(*shown, strict=True):
        assert len(set(frame)) == 1


async def test_what_is_typed_in_secret_does_not_show_until_it_is_peeked_at() -> None:
    shown = []
    for typed in ("1", "2"):
        async with showing() as (pilot, _):
            await press(pilot, *TO_THE_SPLIT, typed)
            shown.append(painted(present(pilot.app, CompanionApp)))
            await press(pilot, "v")
            await sees(pilot, f"{typed} ")
            await sees(pilot, "v hide")
    assert shown[0] == shown[1]


async def test_a_sealed_answer_stays_hidden_when_play_goes_on_later() -> None:
    async with showing() as (pilot, opened):
        await press(pilot, *TO_THE_SPLIT, "2", "enter")
        for way in (("escape", "enter"), ("escape", "escape")):
            await comes_to(pilot, "ask")
            await press(pilot, *way)
            if way[1] == "escape":
                await show(pilot, opened)
            await comes_to(pilot, "ask")
            await misses(pilot, "2 attack")
            await sees(pilot, "Boris")


async def test_a_digit_is_the_row_of_a_special_and_nothing_is_sealed_that_nobody_set() -> None:
    """What is said under dots is the same for every row."""
    shown = []
    session = asking(("specials", True))
    async with showing(MemoryOpened(session)) as (pilot, _):
        for typed in ("11", "21", "20"):
            await press(pilot, *typed)
            shown.append(painted(present(pilot.app, CompanionApp)))
            await press(pilot, "backspace", "backspace")
        assert len(set(shown)) == 1
        await press(pilot, "2")
        await sees(pilot, "special •. Then attack; the rest is guard.")
        await press(pilot, "enter")
        await sees(pilot, "✗ That split is not allowed, or not whole")
        await press(pilot, "1")
        await sees(pilot, "Enter seals special •, attack •; the rest is guard.")
        await press(pilot, "enter")
        assert present(session.run).answers[-1].value == Allotment("Feint", {"attack": 1, "guard": 1})


async def test_an_enter_that_comes_twice_seals_nothing_for_the_other_side() -> None:
    async with showing(MemoryOpened(playing(bid, started=False))) as (pilot, opened):
        # No key counts what nobody sees.
        await press(pilot, "1", "up")
        assert typed_text(pilot) == ""
        await press(pilot, "v", "up", "up", "v", "enter", "enter")
        await sees(pilot, "Nothing is typed: Enter again seals it so")
        assert opened.session.sealed == ["red"]
        await press(pilot, "enter")
        await sees(pilot, "◆ Rhea  2", "■ Boris  0", "again?")


@procedure("Bid")
async def bid(game: Context[Arena]) -> None:
    sides = ("red", "blue")
    slots = {side: Number("b", by=side, title="How much?", lo=0, hi=3) for side in sides}
    await game.secret("bid", title="Bid", slots=slots)
    await game.yes_no("y", by="red", title="again?")


def in_secret() -> MemoryOpened:
    """Ann and Bob face each other; red has sealed, blue is asked. It is read by another program."""
    game = MemoryOpened()
    game.session.start("exchange", {"fighter": "ann"})
    game.session.answer("bob")
    game.session.answer(True)
    game.session.answer({"plan": "plain", "parts": {"attack": 2, "guard": 1}}, "red")
    assert game.session.sealed == ["red"]
    game.session.read_only = BUSY
    game.read_only = True
    return game


@pytest.mark.parametrize("size", [(60, 20), (140, 45)])
async def test_it_shows_the_table_without_keys_and_follows(size: tuple[int, int]) -> None:
    async with showing(MemoryOpened(read_only=True), size=size) as (pilot, game):
        await sees(pilot, "read-only")
        assert not on_top(pilot, TableScreen).query_one("#keys").display
        newer = MemoryOpened().session
        newer.adjust("ann", "health", 1)
        newer.read_only = BUSY
        game.newer = newer
        await sees(pilot, "1 of 3")


async def test_nothing_secret_is_on_it() -> None:
    async with showing(in_secret(), size=(100, 30)) as (pilot, _):
        assert isinstance(pilot.app.screen, TableScreen)
        await sees(pilot, "in secret", "looks away")
        seen = [screen_text(pilot.app)]
        await press(pilot, "b")
        assert isinstance(pilot.app.screen, BigScreen)
        await sees(pilot, "in secret")
        seen.append(screen_text(pilot.app))
        assert "█" not in seen[-1]
        await press(pilot, "b", "enter")
        await until(pilot, lambda: not isinstance(pilot.app.screen, (TableScreen, BigScreen)), "the guide")
        seen.append(screen_text(pilot.app))
        await press(pilot, "l")
        await sees(pilot, "Rhea has sealed an answer")
        seen.append(screen_text(pilot.app))
        for text in seen:
            assert "2 attack" not in text
            assert "attack 2" not in text
            assert "2/1" not in text


async def test_a_reader_is_offered_nothing_that_writes() -> None:
    game = in_secret()
    async with showing(game, size=(100, 30)) as (pilot, _):
        table = on_top(pilot, TableScreen)
        next(iter(table.view.sides.values())).focus()
        await press(pilot)
        writes = {UNDO, REDO, TOUCH, CHANGE_GAME, UNITS, SHARE, LEAVE, OVERRULE, ROLL}
        assert [command.id for command in table.enabled() if command in writes] == []
        await press(pilot, "b", "b", "escape", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GuideScreen), "the guide")
        assert [command.id for command in on_top(pilot, GuideScreen).enabled() if command in writes] == []


async def test_from_a_unit_the_way_home_is_back_and_a_seat_writes_no_report() -> None:
    for at_seat in (False, True):
        game = MemoryOpened()
        game.at_seat = at_seat
        async with showing(game) as (pilot, _):
            table = on_top(pilot, TableScreen)
            assert (HOME in table.enabled(), REPORT in table.enabled()) == (True, not at_seat)
            next(iter(table.view.sides.values())).focus()
            await press(pilot)
            assert (HOME in table.enabled(), BACK in table.enabled()) == (False, True)


@procedure("Bid twice")
async def bid_twice(game: Context[Arena]) -> None:
    for name in ("first", "second"):
        slots = {side: Number(name, by=side, title=f"The {name}?", lo=0, hi=3) for side in ("red", "blue")}
        await game.secret(name, title="Bid", slots=slots)


async def test_a_screen_is_handed_over_for_one_secret_and_not_for_the_next() -> None:
    game = MemoryOpened(playing(bid_twice))
    game.at_seat, game.session.seated = True, frozenset(("red", "blue"))
    async with showing(game, (100, 30)) as (pilot, _):
        await comes_to(pilot, "watch")
        await press(pilot, "A")
        await comes_to(pilot, "ask")
        await press(pilot, "1", "enter", "2", "enter")
        await until(pilot, lambda: present(game.session.secret).name == "second")
        await comes_to(pilot, "watch")


@procedure("Bid alone")
async def bid_alone(game: Context[Arena]) -> None:
    slots = {side: Number("b", by=side, title="How much?", lo=0, hi=most) for side, most in (("red", 0), ("blue", 3))}
    await game.secret("bid", title="Bid", slots=slots)


def test_what_the_rules_seal_is_no_news_and_on_a_screen_of_ones_own_nothing_is_handed_over() -> None:
    assert hand_over(playing(bid_alone)) == []
    session = in_secret().session
    assert [len(hand_over(session)), session.seat] == [2, ""]
    session.seat = "blue"
    assert [row.plain for row in hand_over(session)] == ["◆ Rhea has sealed an answer."]


async def test_it_plays_on_when_it_is_asked_to_and_the_other_program_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "BUILT_IN", {"duel": "tests.games.duel:DUEL"})
    file = create_session(example(), tmp_path, "Duel")
    writer = open_session(file)
    writer.session.start("exchange", {"fighter": "ann"})
    async with app(tmp_path, file).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "read-only", "T  Play on here   once nothing is in the way any more")
        writer.session.adjust("ann", "health", 1)
        await sees(pilot, "●··  1 of 3")
        await press(pilot, "T")
        await sees(pilot, "It cannot be played here yet: another program has this session open")
        writer.close()
        await press(pilot, "T")
        await sees(pilot, "This game is played here from now on", "whom does Ann fight?", "Enter choose")
        assert pilot.app.screen.query_one("#keys").display
        assert open_session(file).read_only
        await press(pilot, "1")
        await sees(pilot, "face each other")
        await press(pilot, "escape")
        await sees(pilot, "saved")
        assert "Play on here" not in screen_text(pilot.app)

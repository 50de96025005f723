"""A side that the app plays at the same screen: it starts, decides and seals; people roll and say what they see."""

from random import Random

import pytest

from companion.engine.session import Session
from companion.frontend.app_player import Decision, SideByApp, moment
from companion.play.random_player import RandomPlayer
from companion.store.folders import ready_dir
from companion.store.restore import load
from companion.tui.screens.kit import KitForm
from companion.tui.side_by_app import PlayedByApp
from tests.tui.fakes import MemoryOpened, controller, on_top, show, showing
from tests.tui.player import misses, press, screen_text, sees, until

BOLD = SideByApp("Sora", "bold")


def bridge() -> MemoryOpened:
    file = ready_dir() / "bushido-bridge-at-kagu.toml"
    loaded = load(file, file.read_bytes().decode())
    return MemoryOpened(Session(loaded.table, loaded.entries))


async def test_it_seals_and_what_is_taken_back_or_rolled_is_for_people() -> None:
    opened = bridge()
    opened.session.start("melee", {"pair": "aya+chiyo"})
    async with showing(opened) as (pilot, _):
        pilot.app.play_by_app(BOLD)  # type: ignore[attr-defined]
        await sees(pilot, "Sora has sealed an answer", "ITO: split")
        assert "Hand over" not in screen_text(pilot.app)
        assert opened.session.sealed == ["blue"]
        await press(pilot, "u")
        await until(pilot, lambda: opened.session.redo_count == 1, "the undo")
        assert opened.session.sealed == []
        await press(pilot, "U")
        await sees(pilot, "Sora has sealed an answer")
        await press(pilot, "1", "2", "enter")
        await sees(pilot, "BOTH: roll all dice", "Chiyo")
        assert opened.session.decides
        by = controller(pilot).by_app
        assert isinstance(by, PlayedByApp)
        assert (by._may(True), by._may(False)) == (False, True), "nothing begins while somebody reads what came last"


async def test_the_kit_gives_a_side_to_the_app_in_each_temper_and_one_that_is_not_there_is_said() -> None:
    async with showing(bridge(), size=(100, 30)) as (pilot, _):
        await press(pilot, "k")
        await sees(pilot, "Who plays ■ Sora?")
        form = on_top(pilot, KitForm)
        for temper in ("careful", "steady", "bold"):
            form._next_player("blue")
            await sees(pilot, f"Who plays ■ Sora?   the app, {temper}", "Who plays ◆ Ito?   somebody at the table")
        form._next_player("blue")
        await misses(pilot, "the app,")
        await press(pilot, "escape")
        pilot.app.play_by_app(SideByApp("Nobody"))  # type: ignore[attr-defined]
        await sees(pilot, "the app can play no 'Nobody'")


async def test_what_it_thought_of_is_not_done_once_play_or_people_went_on(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = bridge()
    late = Decision(act=lambda session: session.adjust("aya", "notes", "late"))
    async with showing(opened) as (pilot, _):
        pilot.app.play_by_app(BOLD)  # type: ignore[attr-defined]
        by = controller(pilot).by_app
        assert isinstance(by, PlayedByApp)
        by._timer.stop()
        opened.session.start("melee", {"pair": "aya+chiyo"})
        await show(pilot, opened)
        assert (by._may(True), by._may(False)) == (False, False), "another opening of the game"
        by = PlayedByApp(pilot.app, controller(pilot), BOLD, by._may, by._acted, by._left)
        by._timer.stop()
        monkeypatch.setattr(by.player, "decide", lambda _: late)
        for stands, may, plays in ((False, True, True), (True, False, True), (True, True, False)):
            by._seen, by._may = moment(opened.session) if stands else None, lambda _, may=may: may  # type: ignore[misc]
            controller(pilot).by_app = by if plays else None
            await by._think(opened.session)
            assert opened.session.table.unit("aya").notes == ""
        controller(pilot).by_app, by._seen = by, moment(opened.session)
        await by._think(opened.session)
        assert opened.session.table.unit("aya").notes == "late"


async def test_it_begins_its_turn_says_what_it_wants_and_stops_when_people_play_again() -> None:
    opened = bridge()
    opened.session.start("starting_phase")
    while opened.session.run is not None:
        RandomPlayer(Random(1)).step(opened.session)
    opened.session.adjust("table", "active", "blue")
    for a, b in list(opened.session.table.contacts):
        opened.session.disconnect(a, b)
    before = opened.session.undo_count
    async with showing(opened) as (pilot, _):
        await press(pilot, "k")
        await sees(pilot, "Who plays ■ Sora?   somebody at the table")
        pilot.app.play_by_app(BOLD)  # type: ignore[attr-defined]
        await press(pilot, "escape")
        await until(pilot, lambda: opened.session.undo_count > before, "its activation")
        await sees(pilot, "Sora wants:")
        pilot.app.play_by_app(None)  # type: ignore[attr-defined]
        assert (opened.session.seat, opened.session.by_app) == ("", "")

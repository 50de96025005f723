"""A side that the app plays at the same screen: it starts, decides and seals; people roll and say what they see."""

from random import Random

from companion import store
from companion.engine.session import Session
from companion.frontend.app_player import SideByApp
from companion.play.random_player import RandomPlayer
from companion.store.restore import load
from companion.tui.screens.kit import KitForm
from tests.tui.fakes import MemoryOpened, on_top, showing
from tests.tui.player import misses, press, screen_text, sees, until

BOLD = SideByApp("Sora", "bold")


def bridge() -> MemoryOpened:
    file = store.ready_dir() / "bushido-bridge-at-kagu.toml"
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


async def test_the_kit_gives_a_side_to_the_app_in_each_temper_and_one_that_is_not_there_is_said() -> None:
    async with showing(bridge(), size=(100, 30)) as (pilot, _):
        await press(pilot, "k")
        await sees(pilot, "Who plays ■ Sora?")
        form = on_top(pilot, KitForm)
        for temper in ("careful", "steady", "bold"):
            form._next_player("blue")
            await sees(pilot, f"the app, {temper}")
        form._next_player("blue")
        await misses(pilot, "the app,")
        await press(pilot, "escape")
        pilot.app.play_by_app(SideByApp("Nobody"))  # type: ignore[attr-defined]
        await sees(pilot, "the app can play no 'Nobody'")


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

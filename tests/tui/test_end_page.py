"""The page at the end of a procedure: what it came to, whole, and nothing that is not so."""

from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from companion.engine import log
from companion.engine.session import Session
from companion.engine.state.changes import net
from companion.engine.state.table import Unit
from companion.play.random_player import RandomPlayer
from companion.testing import play_random
from companion.tui.controller import SessionController
from companion.tui.screens.guide_mode import mode_of
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.notices import ended as end_page
from tests.examples import table_of
from tests.play.aftermaths import ended, settle
from tests.tui.fakes import MemoryOpened, app, comes_to, on_top, show, showing
from tests.tui.mouse import tap
from tests.tui.player import misses, press, resize, sees
from tests.tui.scenes import reached

MOST = 80
"""Procedures of a random game that are looked at."""


async def settled(pilot: Pilot[Any], opened: MemoryOpened) -> None:
    """The end page of the aftermath of the first side, each question answered as it is offered."""
    opened.session.start("aftermath", {"side": next(iter(opened.session.table.sides))})
    await show(pilot, opened)
    while opened.session.run is not None:
        await press(pilot, "enter")
    await comes_to(pilot, "end")


def fallen(game: str, many: int) -> tuple[MemoryOpened, list[Unit]]:
    """A battle that is over, where so many units of the first side fell; and those units."""
    opened = MemoryOpened(ended(game, aftermath_losses="gone").table)
    table = opened.session.table
    side = next(iter(table.sides))
    lost = [unit for unit in table.units.values() if unit.side == side][:many]
    for unit in lost:
        for mini in unit.miniatures:
            mini.put("defeated", True)
        if not unit.miniatures:
            unit.put("in_play", False)
    return opened, lost


async def test_the_end_of_an_aftermath_names_every_unit_that_was_lost() -> None:
    opened, lost = fallen("legion", 2)
    async with app().run_test(size=(80, 24)) as pilot:
        await settled(pilot, opened)
        for size in ((60, 20), (80, 24), (100, 30)):
            await resize(pilot, *size)
            await sees(pilot, *(f"{unit.name} is lost for good" for unit in lost))
            await misses(pilot, "Nothing is different")
        await tap(pilot, f"{lost[0].name} is lost for good")
        await comes_to(pilot, "table")


async def test_what_a_screen_has_no_room_for_is_scrolled_to() -> None:
    opened, lost = fallen("bushido", 9)
    for number, unit in enumerate(lost):
        unit.put("name", f"{'Of the far and windy hills beyond the third river, ' * 4}Number{number + 1}")
    async with app().run_test(size=(60, 20)) as pilot:
        await settled(pilot, opened)
        await misses(pilot, f"Number{len(lost)}")
        await press(pilot, "end")
        await sees(pilot, f"Number{len(lost)}")


@pytest.mark.parametrize("game", ["bushido", "gods-gloom", "legion", "better-wargame", "speedies"])
def test_nothing_is_different_is_said_of_nothing_that_changed(game: str) -> None:
    session = Session(table_of(game), rng=Random(1))
    assert play_random(session, Random(1), most=9000, most_entries=4000)
    for entry in session.entries:
        rows = end_page(session.table, entry, log.summary(session, entry), "").drawn(200)
        page = "\n".join(row.plain for row in rows)
        assert ("Nothing is different" in page) <= (not net(entry.changes())), entry.title
        if any(change.field == "phase" for change in net(entry.changes())):
            assert log.summary(session, entry), entry.title


def test_what_a_purse_gains_is_told_once_after_the_second_aftermath_too() -> None:
    session = ended("speedies")
    for side in session.table.sides:
        settle(session, side)
        rows = end_page(session.table, session.entries[-1], log.summary(session, session.entries[-1]), "").drawn(80)
        assert sum("gold" in row.plain for row in rows) == 1, rows


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_what_a_last_roll_came_to_stands_on_the_table_large_where_rows_are_left(size: tuple[int, int]) -> None:
    async with showing(reached("bushido", _ended_with_wounds), size=size) as (pilot, opened):
        assert on_top(pilot, TableScreen).view.moment.display == (size[1] > 30)
        assert opened.session.last_result is not None
        await sees(pilot, opened.session.entries[-1].conclusion[-1].split(",")[0])


@pytest.mark.parametrize("game", ["bushido", "gods-gloom", "legion", "better-wargame", "speedies"])
def test_the_table_is_next_but_where_somebody_falls_or_the_battle_ends(game: str) -> None:
    opened, player = MemoryOpened(table_of(game), seed=2), RandomPlayer(Random(2))
    session, controller = opened.session, SessionController(opened)
    began = set[str]()
    while session.table.over is None and len(session.entries) < MOST:
        if session.run is None:
            began = {unit.id for unit in session.table.units.values() if unit.alive}
        player.step(session)
        if session.run is None and session.entries and session.table.over is None:
            controller.ended = session.entries[-1]
            fell = any(not session.table.units[of].alive for of in began)
            assert mode_of(controller) == "rest" or fell, controller.ended.title


def _ended_with_wounds(session: Session) -> bool:
    if session.run is not None or not session.entries or not session.entries[-1].conclusion:
        return False
    answers = [given for given in session.entries[-1].answers if given.how != "auto"]
    return bool(answers) and answers[-1].kind == "roll"

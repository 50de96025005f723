"""Long choices: what decides is in view or said to be out of it, and what is closed stands in one row."""

from functools import partial
from pathlib import Path
from random import Random

import pytest

from companion.engine.requests import Choose, Split
from companion.engine.session import Session
from companion.store.folders import ready_dir
from companion.store.manage import copy_session
from companion.store.opening import open_session
from companion.tui.screens.guide import GuideScreen
from companion.tui.widgets.chances import way_title
from companion.tui.widgets.choosing import ChooseBody
from companion.tui.widgets.split_view import choices_of
from tests.examples import present, table_of
from tests.tui.fakes import MemoryOpened, app, comes_to, controller, showing
from tests.tui.player import misses, press, resize, screen_text, sees
from tests.tui.scenes import reached
from tools.scenes import play_to


def pips(session: Session) -> bool:
    """Whether one of few is chosen where nobody fights."""
    request = session.request
    return isinstance(request, Choose) and request.name == "command_card"


@pytest.mark.parametrize("name", ["UAP.30.action", "UAP.30.move"])
async def test_an_enter_too_many_wastes_nothing(name: str) -> None:
    """The mark starts on the first open choice that does something."""
    opened = reached("gods-gloom", lambda s: s.request is not None and s.request.name == name)
    request = present(opened.session.request, Choose)
    async with showing(opened) as (pilot, _):
        await comes_to(pilot, "ask")
        body = present(pilot.app.screen, GuideScreen).query_one(ChooseBody)
        assert body.lines.value == next(option.value for option in request.open if option.value != "pass")


async def test_every_way_to_split_is_in_sight_where_they_stand_below_one_another(tmp_path: Path) -> None:
    file = copy_session(ready_dir() / "better-wargame-ruined-town.toml", tmp_path)
    store = open_session(file, rng=Random(1))
    assert play_to(store.session, (("melee_phase", ""),), "split", lambda s: True)
    store.close()
    async with app(tmp_path, file).run_test(size=(80, 24)) as pilot:
        for size in ((80, 24), (60, 20), (100, 30)):
            await resize(pilot, *size)
            await sees(pilot, *(f" {8 - n}/{n}" for n in range(9)), "Type First Squad; the rest is Second Squad.")


@pytest.mark.parametrize("ways", [3, 6])
async def test_a_split_of_three_parts_is_in_sight_with_its_field_on_the_smallest_screen(ways: int) -> None:
    """Its ways stood below one another, the last of them and the field below the end of the screen."""
    async with showing(reached("better-wargame", partial(may_be_split, ways)), size=(60, 20)) as (pilot, _):
        await press(pilot)
        request = present(controller(pilot).session.request, Split)
        await sees(pilot, *map(way_title, choices_of(request.plans[0])), "contact, reach  ▌", "the rest is behind.")


async def test_by_touch_choices_that_have_no_room_are_said_to_be_out_of_view() -> None:
    """Where odds came late, the list took the rows of the note that tells of what is out of view."""
    async with showing(reached("legion", many_actions), size=(45, 38)) as (pilot, _):
        await press(pilot)
        lines = pilot.app.screen.query_one(ChooseBody).lines
        assert lines.hidden() != (0, 0)
        await sees(pilot, "more ↓")


def may_be_split(ways: int, session: Session) -> bool:
    """Whether models are split into three parts in so many ways."""
    request = session.request
    if not isinstance(request, Split) or len(request.plans[0].allotments) != 3 or request.has_odds:
        return False
    return len(choices_of(request.plans[0])) == ways


def many_actions(session: Session) -> bool:
    """Whether one of more actions is chosen than a phone has room for."""
    request = session.request
    return isinstance(request, Choose) and request.name == "action" and len([*request.open]) > 8


async def test_on_a_high_screen_the_marked_choice_is_a_fill_of_three_rows_and_nothing_moves_with_it() -> None:
    async with showing(reached("legion", pips), size=(100, 30)) as (pilot, _):
        await press(pilot)
        lines = pilot.app.screen.query_one(ChooseBody).lines
        assert lines.spaced
        before = screen_text(pilot.app).replace("▸", " ")

        def filled() -> list[int]:
            look = lines.get_visual_style("lines--cursor").rich_style.bgcolor
            strips = [[*lines.render_line(y)] for y in range(lines.size.height)]
            return [y for y, strip in enumerate(strips) if strip[-1].style and strip[-1].style.bgcolor == look]

        rows = filled()
        assert len(rows) == 3
        await press(pilot, "down")
        assert len(filled()) == 3
        assert filled()[0] == rows[0] + 2
        assert screen_text(pilot.app).replace("▸", " ") == before
        await resize(pilot, 80, 24)
        assert not lines.spaced


async def test_no_rows_are_said_to_be_hidden_that_have_room() -> None:
    """What tells of one row more took three rows by touch, and so hid it after the screen had grown."""
    opened = MemoryOpened(table_of("gods-gloom"))
    assert play_to(opened.session, (("melee", "howlers"),), "choose", lambda s: "reroll" in present(s.request).title)
    async with showing(opened, size=(45, 37)) as (pilot, _):
        for size in ((45, 37), (60, 20), (80, 24)):
            for turned in (size, (45, 38)):
                await resize(pilot, *turned)
            await sees(pilot, "2  Reroll them all", "1 of 3 Command seals")
            await misses(pilot, "more ↓")

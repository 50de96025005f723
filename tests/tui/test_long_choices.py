"""Long choices: what decides is in view or said to be out of it, and what is closed stands in one row."""

from pathlib import Path
from random import Random

import pytest

from companion.engine.requests import Choose
from companion.engine.session import Session
from companion.store import copy_session, open_session, ready_dir
from companion.tui.screens.asking import PickOne
from companion.tui.screens.guide import GuideScreen
from companion.tui.screens.list_panel import ReadingPanel
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.choosing import ChooseBody
from tests.examples import request_of, table_of
from tests.tui.fakes import MemoryOpened, app, comes_to, misses, press, screen_text, sees, showing, until
from tests.tui.scenes import reached
from tools.scenes import play_to


def pips(session: Session) -> bool:
    """Whether one of few is chosen where nobody fights."""
    request = session.request
    return isinstance(request, Choose) and request.name == "command_card"


def many(session: Session) -> bool:
    """Whether one of many is chosen, most of them closed."""
    request = session.request
    return isinstance(request, Choose) and request.name == "action" and len(request.options) > len(request.open) + 5


async def test_closed_options_stand_in_one_row_and_take_no_number() -> None:
    opened = reached("bushido", many)
    request = opened.session.request
    assert isinstance(request, Choose)
    closed = next(option for option in request.options if option.why_not is not None)
    async with showing(opened) as (pilot, _):
        await press(pilot)
        shut = len(request.options) - len(request.open)
        await sees(pilot, f"{shut} closed  ")
        assert str(closed.why_not) not in screen_text(pilot.app)
        # A digit without a row answers nothing.
        if len(request.open) < 9:
            await press(pilot, str(len(request.open) + 1))
            assert opened.session.request is request
        await press(pilot, "c")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReadingPanel))
        await sees(pilot, closed.label)
        await press(pilot, "escape")
        # So does the row itself.
        await press(pilot, "end", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReadingPanel))
        await press(pilot, "escape")
        await press(pilot, "c", "escape", str(min(9, len(request.open))))
        await until(pilot, lambda: opened.session.request is not request)


async def test_a_ruling_may_take_what_is_closed() -> None:
    async with showing(reached("bushido", many)) as (pilot, _):
        await press(pilot, "O")
        await press(pilot, *"because", "enter")
        await sees(pilot, "A RULING")
        await misses(pilot, "c shows them")


async def test_whom_an_action_is_not_for_stands_in_one_row() -> None:
    """`Activate which?` does not list the other side."""

    def mostly_closed(session: Session) -> bool:
        return session.run is None and any(_folds(action) for action in session.actions() if action.open)

    opened = reached("bushido", mostly_closed)
    action = next(a for a in opened.session.actions() if a.open and _folds(a))
    closed = next(option for option in action.values if option.why_not is not None)
    async with showing(opened) as (pilot, _):
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        await screen.starting.ask(action.name, None)
        await until(pilot, lambda: isinstance(pilot.app.screen, PickOne))
        await sees(pilot, "closed  ")
        assert str(closed.why_not) not in screen_text(pilot.app)
        await press(pilot, "c")
        await sees(pilot, closed.label)
        await press(pilot, "escape")
        free = next(option for option in action.values if option.why_not is None)
        await press(pilot, str(list(action.values).index(free) + 1))
        await until(pilot, lambda: opened.session.run is not None or opened.session.entries)


def _folds(action: object) -> bool:
    values = action.values  # type: ignore[attr-defined]
    shut = sum(option.why_not is not None for option in values)
    return (
        shut >= 3
        and len(values) - shut > 1
        and list(values).index(next(option for option in values if option.why_not is None)) < 9
    )


@pytest.mark.parametrize("name", ["UAP.30.action", "UAP.30.move"])
async def test_an_enter_too_many_wastes_nothing(name: str) -> None:
    """The mark starts on the first open choice that does something."""
    opened = reached("gods-gloom", lambda s: s.request is not None and s.request.name == name)
    request = opened.session.request
    assert isinstance(request, Choose)
    async with showing(opened) as (pilot, _):
        await comes_to(pilot, "ask")
        assert isinstance(pilot.app.screen, GuideScreen)
        body = pilot.app.screen.query_one(ChooseBody)
        assert body.lines.value == next(option.value for option in request.open if option.value != "pass")


async def test_every_way_to_split_is_in_sight_where_they_stand_below_one_another(tmp_path: Path) -> None:
    file = copy_session(ready_dir() / "better-wargame-ruined-town.toml", tmp_path)
    store = open_session(file, rng=Random(1))
    assert play_to(store.session, (("melee_phase", ""),), "split", lambda s: True)
    store.close()
    async with app(tmp_path, file).run_test(size=(80, 24)) as pilot:
        for size in ((80, 24), (60, 20), (100, 30)):
            await pilot.resize_terminal(*size)
            await sees(pilot, *(f" {8 - n}/{n}" for n in range(9)), "Type First Squad; the rest is Second Squad.")


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
        await pilot.resize_terminal(80, 24)
        await press(pilot)
        assert not lines.spaced


async def test_no_rows_are_said_to_be_hidden_that_have_room() -> None:
    """What tells of one row more took three rows by touch, and so hid it after the screen had grown."""
    opened = MemoryOpened(table_of("gods-gloom"))
    assert play_to(opened.session, (("melee", "howlers"),), "choose", lambda s: "reroll" in request_of(s).title)
    async with showing(opened, size=(45, 37)) as (pilot, _):
        for size in ((45, 37), (60, 20), (80, 24)):
            for turned in (size, (45, 38)):
                await pilot.resize_terminal(*turned)
                await press(pilot)
            await sees(pilot, "2  Reroll them all", "1 of 3 Command seals")
            await misses(pilot, "more ↓")

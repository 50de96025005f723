"""Big mode: what is to be reached, and what it is worth, at every size; names and gaps give way first."""

import pytest

from companion.engine.dice import D6, D20, Dice
from companion.engine.requests import Roll
from companion.frontend.pixels import pixels
from companion.tui.screens.big import BigScreen, _dice
from tests.examples import table_of
from tests.tui.fakes import MemoryOpened, press, screen_text, sees, showing, until
from tests.tui.test_said_once import at
from tools.scenes import first_answer


async def big(opened: MemoryOpened, size: tuple[int, int], odds: str) -> list[str]:
    """The rows of big mode at the standing request, opened once the guide knows these odds."""
    async with showing(opened, size=size) as (pilot, _):
        await sees(pilot, odds)
        await press(pilot, "b")
        await until(pilot, lambda: isinstance(pilot.app.screen, BigScreen), "big mode")
        await sees(pilot, "b back")
        return screen_text(pilot.app).splitlines()


def letters(number: str) -> str:
    """The middle row of a number in letters three rows high."""
    drawn = pixels(number)
    assert drawn is not None
    return drawn[1].strip()


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (45, 50)])
async def test_the_number_to_reach_is_never_left_out(size: tuple[int, int]) -> None:
    opened = at("speedies", "melee_phase", {}, "melee_check")
    rows = await big(opened, size, " %")
    place = next(at for at, row in enumerate(rows) if row.split()[:1] == ["reach"])
    assert letters("12+") in rows[place + 2]


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_a_name_that_looks_like_a_number_to_reach_is_a_name(size: tuple[int, int]) -> None:
    table = table_of("bushido")
    table.units["oda"].name = "Oda 5+"
    opened = MemoryOpened(table)
    session = opened.session
    session.start("melee", {"pair": "hiro+oda"})
    while session.request is not None and session.request.name != "7":
        session.answer(first_answer(session.request))
    async with showing(opened, size=size) as (pilot, _):
        await sees(pilot, "Oda 5+ attack")
        assert letters("5+") not in screen_text(pilot.app)
        await press(pilot, "b")
        await until(pilot, lambda: isinstance(pilot.app.screen, BigScreen), "big mode")
        await sees(pilot, "b back")
        assert not any(row.split()[:1] == ["reach"] for row in screen_text(pilot.app).splitlines())


async def test_an_average_below_one_is_no_chance() -> None:
    opened = at("bushido", "melee", {"pair": "hiro+oda"}, "12")
    rows = await big(opened, (80, 24), "wounds on Oda")
    place = next(at for at, row in enumerate(rows) if "wounds on Oda" in row)
    assert letters("6.4") in rows[place + 2]
    assert "falls" not in " ".join(rows), "what cannot happen makes room"


async def test_what_the_last_roll_came_to_is_seen_where_a_row_is_free() -> None:
    opened = at("speedies", "melee_phase", {}, "melee_check")
    session = opened.session
    while (request := session.request) is not None and request.name != "defence_check":
        if isinstance(request, Roll) and request.name == "melee_check":
            session.answer([[19] * dice.count for dice in request.dice])
        else:
            session.answer(first_answer(request))
    assert session.last_result is not None
    rows = await big(opened, (80, 24), " %")
    assert any(row.strip().startswith("last") for row in rows), "\n".join(rows)


def test_groups_of_one_kind_of_die_are_counted_together() -> None:
    groups = [Dice("red", D6, 3), Dice("blue", D6, 1)]
    assert _dice(Roll("test", by="red", title="Roll", dice=groups)) == "4 d6"
    assert _dice(Roll("test", by="red", title="Roll", dice=[*groups, Dice("check", D20, 1)])) == "4 d6 and 1 d20"

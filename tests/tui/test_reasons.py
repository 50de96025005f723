"""The page of reasons: what may be overruled, and what is no number."""

from companion.engine.state.changes import Line, Tally
from companion.tui.screens.reasons import tally_row
from tests.tui.fakes import misses, press, sees, showing
from tests.tui.scenes import at


def test_only_a_number_has_a_key_to_overrule_it_by() -> None:
    order = Tally.of("attack_order", "Attack order, to act", 2, (Line("1. Ann", 1),), "units", ranked=True)
    assert tally_row(order).value is None
    assert tally_row(Tally.of("pool", "Pool", 4, (Line("base", 4),))).value == "pool"


async def test_nobody_is_offered_to_overrule_an_order_as_a_number() -> None:
    opened = at("speedies", "melee_phase", {}, "declare")
    assert opened.session.request is not None
    assert any(tally.ranked for tally in opened.session.request.tally)
    async with showing(opened, size=(100, 30)) as (pilot, _):
        await press(pilot, "w", "home")
        await sees(pilot, "Where the numbers come from", "Attack order")
        await misses(pilot, "overrule this number")
        await press(pilot, "enter")
        await misses(pilot, "A ruling: another number")

"""Dice that are typed and not entered outlast every key and look elsewhere; and what a choice hangs on."""

from companion.engine.requests import Choose, Roll
from companion.tui.screens.guide import GuideScreen
from companion.tui.screens.table import TableScreen
from tests.tui.fakes import MemoryOpened, misses, press, screen_text, sees, showing, typed_text, until
from tests.tui.reached import reached


def rolling() -> MemoryOpened:
    """A roll of several dice that is no secret."""
    return reached(
        "gods-gloom",
        lambda s: isinstance(s.request, Roll) and s.secret is None and sum(g.count for g in s.request.dice) > 2,
    )


async def test_a_key_that_leaves_is_no_die_and_says_what_leaves_among_whole_dice_too() -> None:
    opened = rolling()
    request = opened.session.request
    assert isinstance(request, Roll)
    async with showing(opened) as (pilot, _):
        await press(pilot, "4", "q")
        await sees(pilot, "Dice are typed: q does not quit", "^Q quits")
        await press(pilot, "x")
        await sees(pilot, "Dice are typed: x does not break off", "F9 breaks off")
        assert typed_text(pilot).strip() == "4"
        await press(pilot, *"3" * (sum(group.count for group in request.dice) - 1), "q")
        await sees(pilot, "Dice are typed: q does not quit")
        await misses(pilot, "too many")
        await press(pilot, "enter")
        await until(pilot, lambda: opened.session.request is not request)


async def test_typed_dice_outlast_a_look_at_the_table_and_stand_in_big_letters() -> None:
    async with showing(rolling(), size=(100, 30)) as (pilot, _):
        await press(pilot, "4", "2", "escape")
        await until(pilot, lambda: type(pilot.app.screen) is TableScreen)
        await press(pilot, "1")
        await until(pilot, lambda: isinstance(pilot.app.screen, GuideScreen))
        assert typed_text(pilot).split() in (["42"], ["4", "2"])
        await press(pilot, "b")
        assert typed_text(pilot).replace(" ", "") == "42"
        await press(pilot, "1", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, GuideScreen))
        await until(pilot, lambda: typed_text(pilot).replace(" ", "") == "421")


async def test_a_key_that_leaves_replaces_no_dice_that_are_offered_again() -> None:
    opened = rolling()
    request = opened.session.request
    assert isinstance(request, Roll)
    many = sum(group.count for group in request.dice)
    async with showing(opened) as (pilot, _):
        await press(pilot, *"3" * many, "enter")
        await until(pilot, lambda: opened.session.request is not request)
        await press(pilot, "u")
        await until(pilot, lambda: typed_text(pilot).count("3") == many)
        await press(pilot, "q")
        await sees(pilot, "Dice are typed: q does not quit")
        assert typed_text(pilot).count("3") == many


async def test_who_leaves_with_typed_dice_is_asked() -> None:
    async with showing(rolling()) as (pilot, opened):
        await press(pilot, "4", "2", "ctrl+q")
        await sees(pilot, "“42” is typed and not entered yet. Leave?")
        await press(pilot, "enter")
        await misses(pilot, "Leave?")
        assert typed_text(pilot).strip() == "42"
        assert not opened.closed
        # From the table the game is closed with them too.
        await press(pilot, "escape", "escape")
        await sees(pilot, "“42” is typed and not entered yet. Leave?")
        await press(pilot, "2")
        await until(pilot, lambda: opened.closed)


async def test_nobody_is_asked_where_nothing_is_typed_or_all_was_entered() -> None:
    opened = rolling()
    request = opened.session.request
    assert isinstance(request, Roll)
    async with showing(opened) as (pilot, _):
        await press(pilot, *"3" * sum(group.count for group in request.dice), "enter")
        await until(pilot, lambda: opened.session.request is not request)
        await press(pilot, "ctrl+q")
        await until(pilot, lambda: opened.closed)
        assert "Leave?" not in screen_text(pilot.app)


async def test_why_says_that_nothing_is_closed_where_no_number_bears_on_a_choice() -> None:
    opened = reached(
        "better-wargame",
        lambda s: isinstance(s.request, Choose) and not s.request.tally and len(s.request.options) > 1,
    )
    request = opened.session.request
    assert isinstance(request, Choose)
    assert all(option.why_not is None for option in request.options)
    async with showing(opened) as (pilot, _):
        await press(pilot, "w")
        await sees(pilot, f"Open: all {len(request.options)} answers; no rule closes one.")

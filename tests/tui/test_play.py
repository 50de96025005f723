"""A game by keyboard alone: every kind of request and back, and dice that are typed outlast every look elsewhere."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from companion.engine.context import Context
from companion.engine.errors import NotSaved
from companion.engine.procedure import procedure
from companion.engine.requests import Option, Roll
from companion.engine.session import Session
from companion.tui.controller import SessionController
from companion.tui.screens.guide import GuideScreen
from companion.tui.screens.table import TableScreen
from tests.engine.duels import rolled, to_the_blow
from tests.examples import present
from tests.games.duel import DUEL, Arena, example
from tests.games.odd import playing
from tests.tui.fakes import TO_THE_ROLL, TO_THE_SPLIT, MemoryOpened, comes_to, showing
from tests.tui.player import misses, press, screen_text, sees, typed_text, until
from tests.tui.scenes import reached


@asynccontextmanager
async def at_the_roll(size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Pilot[Any], Session]]:
    """Both splits are made; the dice of the first blow are asked for."""
    async with showing(size=size) as (pilot, opened):
        await press(pilot, *TO_THE_ROLL)
        assert present(opened.session.request).kind == "roll"
        yield pilot, opened.session


async def test_dice_that_do_not_fit_are_told_beside_the_field_and_letters_are_commands_meanwhile() -> None:
    async with at_the_roll() as (pilot, session):
        await press(pilot, "4", "9")
        await sees(pilot, "A d6 has no face '9' — 1 to 6")
        await press(pilot, "enter")
        assert present(session.request).kind == "roll"
        assert pilot.app.focused is not None
        # The face that no die has takes no place of one.
        await until(pilot, lambda: typed_text(pilot) == "4")
        await press(pilot, "w")
        await sees(pilot, "Where the numbers come from", "EARLIER IN THIS PROCEDURE")
        # Numbers of an older request are called earlier.
        text = screen_text(pilot.app)
        told = ("FOR THIS QUESTION", "attack: 2 d6.", "EARLIER IN THIS PROCEDURE", "Ann's pool")
        assert sorted(told, key=text.index) == [*told]
        await press(pilot, "escape")
        await until(pilot, lambda: typed_text(pilot) == "4")
        await press(pilot, "r")
        await sees(pilot, "Dice are typed already")
        # What is typed next counts, in one burst too.
        await press(pilot, "9", "5", "enter")
        await sees(pilot, "0 of 2 dice in")
        await press(pilot, "1", "2", "enter")
        assert present(session.request).title == "Bob [/ strikes Ann"


async def test_undo_goes_back_into_a_closed_procedure_its_rolls_and_splits_and_redo_forward_again() -> None:
    async with at_the_roll() as (pilot, session):
        # Undo is a key over every entry.
        await press(pilot, "6", "u")
        assert session.sealed == ["red"]
        await press(pilot, "u")
        assert session.sealed == []
        await press(pilot, "U", "U")
        await sees(pilot, "◆ Rhea  2 attack, 1 guard")
        assert present(session.request).kind == "roll"
        await press(pilot, "backspace", "6", "5", "1", "2", "enter", "u")
        await until(pilot, lambda: typed_text(pilot) == "6 5 / 1 2")
        await press(pilot, "backspace")
        assert typed_text(pilot) == "6 5 / 1 ", "one die of those that are offered again"
        # What is offered again is what fits.
        await press(pilot, "u", "u", "1", "2", "enter", "1", "2", "enter")
        await sees(pilot, "▐6▌")
        await press(pilot, "enter")
        assert present(session.request).title == "Bob [/ strikes Ann"
        await press(pilot, "r", "y")
        await comes_to(pilot, "table")
        await press(pilot, "u")
        await sees(pilot, "did the crowd cheer?")


async def test_the_marked_unit_is_adjusted_and_its_contacts_edited_by_hand() -> None:
    async with showing(size=(80, 24), notifications=True) as (pilot, opened):
        pilot.app.screen.query_one("#side-0").focus()
        await press(pilot, "minus")
        assert opened.session.table.unit("ann").health == 2
        await sees(pilot, "●●·")
        await press(pilot, "plus", "plus")
        assert opened.session.table.unit("ann").health == 3
        await sees(pilot, "cannot be 4")
        await press(pilot, "u", "u")
        assert opened.session.undo_count == 0
        await press(pilot, "i", "down", "enter", "escape")
        assert list(opened.session.table.contacts) == [("ann", "cid")]
        await sees(pilot, "with Cid")


async def test_leaving_asks_where_anything_was_answered_or_adjusted_and_keeps_it_or_takes_it_back() -> None:
    async with showing() as (pilot, opened):
        session = opened.session
        await press(pilot, *TO_THE_SPLIT[:2])
        assert not present(session.run).answers
        await press(pilot, "x")
        await misses(pilot, "Leave this procedure?")
        assert session.run is None
        await press(pilot, *TO_THE_SPLIT[:2])
        session.adjust("cid", "health", 0, why="a fall")
        await press(pilot, "x")
        await sees(pilot, "Leave this procedure?")
        await press(pilot, "1")
        assert session.run is None
        assert session.table.unit("cid").health == 0
        await press(pilot, *TO_THE_SPLIT, "x")
        await sees(pilot, "Leave this procedure?")
        await press(pilot, "escape")
        assert session.run is not None
        await press(pilot, "x", "2")
        assert session.run is None
        assert session.table.contacts == {}
        await press(pilot, "u", "x", "1", "enter")
        assert list(session.table.contacts) == [("ann", "bob")]


async def test_a_number_is_overruled_from_the_reasons_and_the_palette_has_the_commands_of_this_moment() -> None:
    async with showing() as (pilot, opened):
        await press(pilot, *TO_THE_SPLIT, "w", "enter", "x", "enter")
        await sees(pilot, "A whole number comes first")
        await press(pilot, "backspace", "5", "space", "f", "enter")
        assert [int(t) for t in present(opened.session.run).context.tallies.values()] == [5, 3]
        await press(pilot, "ctrl+p")
        await sees(pilot, "leave   x")
        await press(pilot, *"leave")
        await sees(pilot, "Break this procedure off")
        await press(pilot, "down", "enter")
        await sees(pilot, "Leave this procedure?")


@procedure("Barred")
async def barred(game: Context[Arena]) -> None:
    closed = [Option("gate", "the gate", "barred"), Option("wall", "the wall", "too high")]
    ways = [Option("ford", "the ford"), Option("bridge", "the bridge"), *closed]
    for name in ("first", "second"):
        await game.choose(name, by="red", title=f"The {name} way?", options=ways)


async def test_a_number_of_what_has_ended_is_overruled_from_its_reasons_at_a_border_only_when_asked() -> None:
    opened = MemoryOpened(rolled())
    session = opened.session
    session.answer([[6, 1], [1]])
    session.answer(True, "red")
    opened.at_border = "it is closed"
    async with showing(opened) as (pilot, _):
        await press(pilot, "w")
        await sees(pilot, "EXCHANGE OF BLOWS", "wounds  1")
        await press(pilot, "enter", *"0 slipped", "enter")
        await sees(pilot, "Undo over this border?")
        await press(pilot, "down", "enter")
        await until(pilot, lambda: session.table.unit("ann").health == 3)
        assert session.run is None
        await misses(pilot, "EXCHANGE OF BLOWS")


async def test_a_ruling_takes_what_is_closed_and_is_for_one_answer_alone() -> None:
    async with showing(MemoryOpened(playing(barred))) as (pilot, opened):
        await sees(pilot, "2 closed")
        await press(pilot, "O", *"agreed", "enter")
        await misses(pilot, "2 closed")
        await press(pilot, "3")
        await sees(pilot, "second way?", "2 closed")
        assert present(opened.session.run).answers[-1].value == "gate"


async def test_an_earlier_answer_can_be_changed_after_a_look_at_what_follows() -> None:
    async with at_the_roll() as (pilot, session):
        await press(pilot, "e")
        await sees(pilot, "Split Bob [/'s dice")
        await press(pilot, "down", "down", "enter", "2")
        await sees(pilot, "This is what the other answer changes", "Ann and Cid touch")
        await press(pilot, "1")
        assert session.table.contacts.keys() == {("ann", "cid")}


async def test_what_cannot_be_saved_is_said_and_stays_typed_and_a_ruling_lets_it_stand() -> None:
    class Full:
        def commit(self, *made: Any) -> None:
            raise NotSaved("the disk is full")

        def at_rest(self, table: Any, entries: Any, taken_back: Any = ()) -> None:
            raise AssertionError("never reached")

    async with at_the_roll() as (pilot, session):
        recorder, session.intake.recorder = session.intake.recorder, Full()
        await press(pilot, "6", "5", "1", "2", "enter")
        await sees(pilot, "NOT SAVED, and so not done")
        await until(pilot, lambda: typed_text(pilot) == "6512")
        assert present(session.request).kind == "roll"
        session.intake.recorder = recorder
        await press(pilot, "O", "enter")
        await sees(pilot, "A RULING")
        await press(pilot, "O", "escape", "enter")
        assert present(session.run).answers[-1].how == "ruled"


async def test_a_ruleset_whose_hooks_fail_is_told_and_play_goes_on() -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("nothing left")

    table = example()
    table.spec = replace(DUEL, badges=broken, next_action=broken, sheets=broken)
    async with showing(MemoryOpened(table), size=(140, 45), notifications=True) as (pilot, opened):
        await until(pilot, lambda: "nothing left (test_play.py, line" in screen_text(pilot.app), "the fault in words")
        await press(pilot, "t", "escape", *TO_THE_SPLIT)
        assert opened.session.secret is not None
        await comes_to(pilot, "ask")


def rolling() -> MemoryOpened:
    """A roll of several dice that is no secret."""
    return reached(
        "gods-gloom",
        lambda s: isinstance(s.request, Roll) and s.secret is None and sum(g.count for g in s.request.dice) > 2,
    )


async def test_a_key_that_leaves_is_no_die_among_whole_dice_and_those_offered_again_either() -> None:
    opened = rolling()
    request = present(opened.session.request, Roll)
    many = sum(group.count for group in request.dice)
    async with showing(opened) as (pilot, _):
        await press(pilot, "4", "q")
        await sees(pilot, "Dice are typed: q does not quit", "^Q quits")
        await press(pilot, "x")
        await sees(pilot, "Dice are typed: x does not break off", "F9 breaks off")
        assert typed_text(pilot).strip() == "4"
        await press(pilot, *"3" * (many - 1), "q")
        await sees(pilot, "Dice are typed: q does not quit")
        await misses(pilot, "too many")
        await press(pilot, "enter")
        await until(pilot, lambda: opened.session.request is not request)
        await press(pilot, "u")
        await until(pilot, lambda: typed_text(pilot).count("3") == many - 1)
        await press(pilot, "x")
        await sees(pilot, "Dice are typed: x does not break off")
        await press(pilot, "q")
        await sees(pilot, "Dice are typed: q does not quit")
        assert typed_text(pilot).count("3") == many - 1


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


def test_typed_dice_belong_to_the_very_roll_and_are_gone_once_they_are_given() -> None:
    opened = MemoryOpened()
    session, at = opened.session, SessionController(opened)
    to_the_blow(session, his=(2, 1))
    at.keep_draft("4")
    assert at.draft() == "4"
    session.answer([[1, 1], [1]])
    assert at.draft() == "", "the dice of the other blow are as many"
    session.undo()
    assert at.draft() == "4"
    at.answer([[1, 1], [1]])
    session.undo()
    assert at.draft() == "", "given"
    at.keep_draft("4")
    for answer in ([[1, 1], [1]], [[1, 1], [1]], True):
        session.answer(answer, present(session.request).side)
    session.adjust("table", "active", "red")
    at.attempt(lambda s: s.adjust("ann", "notes", "tired"))
    at.undo()
    assert at.ended is None, "that exchange ended before"
    to_the_blow(session, his=(2, 1))
    assert at.draft() == "", "the same question of another exchange"


async def test_who_leaves_with_typed_dice_is_asked(tmp_path: Path) -> None:
    opened = rolling()
    opened.file = tmp_path / "battle.toml"
    async with showing(opened) as (pilot, _):
        await press(pilot, "4", "2", "ctrl+q")
        await sees(pilot, "“42” is typed and not entered yet. Leave?")
        await press(pilot, "enter")
        await misses(pilot, "Leave?")
        assert typed_text(pilot).strip() == "42"
        assert not opened.closed
        # From the table the game is closed with them too, and left for its campaign.
        (tmp_path / "campaign.toml").touch()
        await press(pilot, "escape", "C")
        await sees(pilot, "“42” is typed and not entered yet. Leave?")
        await press(pilot, "escape", "escape")
        await sees(pilot, "“42” is typed and not entered yet. Leave?")
        await press(pilot, "2")
        await until(pilot, lambda: opened.closed)


async def test_nobody_is_asked_where_all_was_entered() -> None:
    opened = rolling()
    request = present(opened.session.request, Roll)
    async with showing(opened) as (pilot, _):
        await press(pilot, *"3" * sum(group.count for group in request.dice), "enter")
        await until(pilot, lambda: opened.session.request is not request)
        await press(pilot, "ctrl+q")
        await until(pilot, lambda: opened.closed)
        assert "Leave?" not in screen_text(pilot.app)

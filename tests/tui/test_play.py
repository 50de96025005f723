"""A game by keyboard alone: from the table through every kind of request to the end, and back."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from companion.engine.session import Session
from tests.examples import request_of, run_of
from tests.tui.fakes import (
    MemoryOpened,
    comes_to,
    misses,
    press,
    screen_text,
    sees,
    showing,
    typed_text,
    until,
)

TO_THE_SPLIT = ("enter", "enter", "enter", "enter")
"""Ann strikes at Bob; the two face each other; the first split in secret."""

TO_THE_ROLL = (*TO_THE_SPLIT, "2", "1", "enter", "1", "2", "enter")


@asynccontextmanager
async def at_the_roll(size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Pilot[Any], Session]]:
    """Both splits are made; the dice of the first blow are asked for."""
    async with showing(size=size) as (pilot, opened):
        await press(pilot, *TO_THE_ROLL)
        assert request_of(opened.session).kind == "roll"
        yield pilot, opened.session


async def test_a_duel_by_keyboard_to_its_end() -> None:
    async with showing() as (pilot, opened):
        session = opened.session
        await press(pilot, "enter")
        await sees(pilot, "Exchange blows: which?")
        await press(pilot, "enter")
        await sees(pilot, "whom does Ann fight?")
        await sees(pilot, "Bob [/")
        await press(pilot, "1")
        await sees(pilot, "turn Ann and Bob [/ to face each other")
        await press(pilot, "enter")
        await sees(pilot, "◆ RHEA: split", "in secret, Boris looks away")
        await press(pilot, "2", "1", "enter")
        await sees(pilot, "■ BORIS: split", "◆ Rhea has sealed an answer. Hand over to ■ Boris.")
        await press(pilot, "x", "escape", "enter", "1", "space", "2")
        await misses(pilot, "2 attack")
        await press(pilot, "enter")
        await sees(pilot, "◆ Rhea  2 attack, 1 guard", "■ Boris  1 attack, 2 guard", "0 of 2 dice in")
        await press(pilot, "6", "5", "1", "2")
        await sees(pilot, "▐6▌▐5▌")
        await press(pilot, "enter")
        await sees(pilot, "Bob [/ strikes Ann")
        await sees(pilot, "●××  1 of 3")
        await press(pilot, "6", "1", "enter")
        await sees(pilot, "did the crowd cheer?")
        await press(pilot, "y")
        await comes_to(pilot, "table")
        assert session.table.unit("bob").health == 1
        await sees(pilot, "●··")


async def test_dice_that_do_not_fit_are_told_beside_the_field_and_nothing_is_lost() -> None:
    async with at_the_roll() as (pilot, session):
        await press(pilot, "4", "9")
        await sees(pilot, "A d6 has no face '9' — 1 to 6")
        await press(pilot, "enter")
        assert request_of(session).kind == "roll"
        assert pilot.app.focused is not None
        # The face that no die has takes no place of one.
        await until(pilot, lambda: typed_text(pilot) == "4")
        await press(pilot, "5", "enter")
        await sees(pilot, "0 of 2 dice in")
        await press(pilot, "1", "2", "enter")
        assert request_of(session).title == "Bob [/ strikes Ann"


async def test_letters_are_commands_while_numbers_are_typed() -> None:
    async with at_the_roll() as (pilot, session):
        await press(pilot, "4", "w")
        await sees(pilot, "Where the numbers come from")
        await press(pilot, "escape")
        await until(pilot, lambda: typed_text(pilot) == "4")
        await press(pilot, "r")
        await sees(pilot, "Dice are typed already")
        await press(pilot, "backspace", "r")
        assert request_of(session).title == "Bob [/ strikes Ann"


async def test_undo_goes_back_into_the_split_and_redo_forward_again() -> None:
    async with at_the_roll() as (pilot, session):
        # Undo is a key over every entry.
        await press(pilot, "6", "u")
        assert session.sealed == ["red"]
        await press(pilot, "u")
        assert session.sealed == []
        await press(pilot, "U", "U")
        await sees(pilot, "◆ Rhea  2 attack, 1 guard")
        assert request_of(session).kind == "roll"


async def test_a_roll_taken_back_is_offered_again_as_far_as_it_fits() -> None:
    async with at_the_roll() as (pilot, session):
        await press(pilot, "6", "5", "1", "2", "enter", "u")
        await until(pilot, lambda: typed_text(pilot) == "6 5 / 1 2")
        await press(pilot, "u", "u", "1", "2", "enter", "1", "2", "enter")
        await sees(pilot, "▐6▌")
        await press(pilot, "enter")
        assert request_of(session).title == "Bob [/ strikes Ann"


async def test_undo_at_the_table_opens_the_procedure_again() -> None:
    async with at_the_roll() as (pilot, _):
        await press(pilot, "6", "5", "1", "2", "enter", "6", "1", "enter", "y")
        await comes_to(pilot, "table")
        await press(pilot, "u")
        await sees(pilot, "did the crowd cheer?")


async def test_plus_and_minus_adjust_the_marked_unit_and_undo_takes_it_back() -> None:
    async with showing(size=(80, 24), notifications=True) as (pilot, opened):
        pilot.app.screen.query_one("#side-0").focus()
        await press(pilot, "minus")
        assert opened.session.table.unit("ann").health == 2
        await sees(pilot, "●●·")
        await press(pilot, "plus", "plus")
        assert opened.session.table.unit("ann").health == 3
        await until(pilot, lambda: "cannot be 4" in screen_text(pilot.app), "the bound in words")
        await press(pilot, "u", "u")
        assert opened.session.undo_count == 0


async def test_leaving_before_anything_was_answered_asks_nothing() -> None:
    async with showing() as (pilot, opened):
        await press(pilot, *TO_THE_SPLIT[:2])
        await until(pilot, lambda: opened.session.run is not None and opened.session.request is not None)
        assert not run_of(opened.session).answers
        await press(pilot, "x")
        await until(pilot, lambda: opened.session.run is None)
        await misses(pilot, "Leave this procedure?")


async def test_leaving_asks_where_a_unit_was_adjusted_before_the_first_answer() -> None:
    async with showing() as (pilot, opened):
        await press(pilot, *TO_THE_SPLIT[:2])
        await until(pilot, lambda: opened.session.run is not None and opened.session.request is not None)
        opened.session.adjust("cid", "health", 0, why="a fall")
        await press(pilot, "x")
        await sees(pilot, "Leave this procedure?")
        await press(pilot, "1")
        await until(pilot, lambda: opened.session.run is None)
        assert opened.session.table.unit("cid").health == 0


async def test_leaving_keeps_what_happened_or_takes_it_back() -> None:
    async with showing() as (pilot, opened):
        await press(pilot, *TO_THE_SPLIT, "x")
        await sees(pilot, "Leave this procedure?")
        await press(pilot, "escape")
        assert opened.session.run is not None
        await press(pilot, "x", "2")
        assert opened.session.run is None
        assert opened.session.table.contacts == {}
        await press(pilot, "u", "x", "1", "enter")
        assert list(opened.session.table.contacts) == [("ann", "bob")]


async def test_a_number_can_be_overruled_from_the_reasons() -> None:
    async with showing() as (pilot, opened):
        await press(pilot, *TO_THE_SPLIT, "w", "enter", "x", "enter")
        await sees(pilot, "A whole number comes first")
        await press(pilot, "backspace", "5", "space", "f", "enter")
        assert [int(t) for t in run_of(opened.session).context.tallies.values()] == [5, 3]


async def test_an_earlier_answer_can_be_changed_after_a_look_at_what_follows() -> None:
    async with at_the_roll() as (pilot, session):
        await press(pilot, "e")
        await sees(pilot, "Split Bob [/'s dice")
        await press(pilot, "down", "down", "enter", "2")
        await sees(pilot, "This is what the other answer changes")
        await sees(pilot, "Ann and Cid touch")
        await press(pilot, "1")
        assert session.table.contacts.keys() == {("ann", "cid")}


async def test_the_log_takes_play_back_to_a_line_after_asking() -> None:
    async with at_the_roll() as (pilot, session):
        await press(pilot, "l")
        await sees(pilot, "Ann and Bob [/ touch")
        await press(pilot, "home", "h")
        await sees(pilot, "Take play back")
        await press(pilot, "2")
        await comes_to(pilot, "ask")
        assert request_of(session).name == "foe"
        assert session.undo_count == 1


async def test_contact_is_edited_by_hand() -> None:
    async with showing() as (pilot, opened):
        pilot.app.screen.query_one("#side-0").focus()
        await press(pilot, "i", "down", "enter", "escape")
        assert list(opened.session.table.contacts) == [("ann", "cid")]
        await sees(pilot, "with Cid")


async def test_a_ruling_lets_an_answer_stand_that_the_rules_forbid() -> None:
    async with at_the_roll() as (pilot, session):
        await press(pilot, "O", "enter")
        await sees(pilot, "A RULING")
        await press(pilot, "O", "escape", "6", "5", "1", "2", "enter")
        assert run_of(session).answers[-1].how == "ruled"


async def test_what_cannot_be_saved_is_said_and_stays_typed() -> None:
    from companion.engine.errors import NotSaved

    class Full:
        def commit(self, *made: Any) -> None:
            raise NotSaved("the disk is full")

        def at_rest(self, table: Any, entries: Any, taken_back: Any = ()) -> None:
            raise AssertionError("never reached")

    async with at_the_roll() as (pilot, session):
        session.recorder = Full()
        await press(pilot, "6", "5", "1", "2", "enter")
        await sees(pilot, "NOT SAVED, and so not done")
        await until(pilot, lambda: typed_text(pilot) == "6512")
        assert request_of(session).kind == "roll"


async def test_a_read_only_game_is_watched_and_follows() -> None:
    async with showing(MemoryOpened(read_only=True)) as (pilot, opened):
        await sees(pilot, "read-only")
        assert "undo" not in screen_text(pilot.app).splitlines()[-1]
        newer = MemoryOpened().session
        newer.adjust("ann", "health", 1)
        newer.read_only = "another program has this session open"
        opened.newer = newer
        await until(pilot, lambda: "●··" in screen_text(pilot.app), "the newer state")


async def test_a_ruleset_whose_hooks_fail_is_told_and_play_goes_on() -> None:
    from dataclasses import replace

    from tests.games.duel import DUEL, example

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("nothing left")

    table = example()
    table.spec = replace(DUEL, badges=broken, next_action=broken, odds=broken, sheets=broken)
    async with showing(MemoryOpened(table), size=(140, 45), notifications=True) as (pilot, opened):
        await until(pilot, lambda: "nothing left (test_play.py, line" in screen_text(pilot.app), "the fault in words")
        await press(pilot, "t", "escape", *TO_THE_SPLIT)
        assert opened.session.secret is not None
        await comes_to(pilot, "ask")


async def test_the_palette_has_the_commands_of_this_moment() -> None:
    async with showing() as (pilot, _):
        await press(pilot, *TO_THE_SPLIT, "ctrl+p")
        await sees(pilot, "leave   x")
        await press(pilot, *"leave")
        await sees(pilot, "Break this procedure off")
        await press(pilot, "down", "enter")
        await sees(pilot, "Leave this procedure?")

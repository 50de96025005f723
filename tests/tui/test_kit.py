"""The kit: victory points with a reason, clocks without a clock, big mode, and finding a unit."""

import pytest

from companion.engine.errors import InvalidInput
from companion.frontend.by_hand import Scored, points_typed, scored
from companion.frontend.clocks import Clocks
from companion.tui.screens.big import BigScreen
from tests.examples import present, table_of
from tests.games.duel import example
from tests.tui.fakes import TO_THE_SPLIT, MemoryOpened, app, controller, show, showing
from tests.tui.mouse import click, tap
from tests.tui.player import misses, press, screen_text, sees, typed_text, until


async def test_victory_points_are_written_with_a_reason_and_undone() -> None:
    async with showing() as (pilot, opened):
        await press(pilot, "k", "enter", *"two", "enter")
        await sees(pilot, "A number comes first")
        await press(pilot, "escape", "enter", *"2 the", "space", *"bridge", "enter")
        await sees(pilot, "VICTORY POINTS", "+2  the bridge", "− + point")
        assert opened.session.table.sides["red"].score == 2
        assert scored(opened.session, "red") == [Scored(1, 2, "the bridge")]
        await press(pilot, "plus", "minus", "minus")
        assert opened.session.table.sides["red"].score == 1
        await press(pilot, "u", "u", "u")
        assert opened.session.table.sides["red"].score == 2
        await press(pilot, "escape")
        await sees(pilot, "RHEA  2 VP")
        await press(pilot, "u")
        await misses(pilot, "VP")
        assert opened.session.table.sides["red"].score == 0
        assert opened.session.undo_count == 0


async def test_notes_and_marks_stand_beside_a_unit_and_a_unit_is_found_by_typing() -> None:
    table = example()
    table.unit("ann").mark = "red base"
    table.unit("ann").notes = "holds the gate"
    async with showing(MemoryOpened(table), size=(100, 30)) as (pilot, _):
        await sees(pilot, "Ann red base", "holds the gate")
        await press(pilot, "slash", *"cid", "enter")
        await until(pilot, lambda: getattr(pilot.app.focused, "value", None) == "cid", "the cursor on Cid")
        await press(pilot, "slash", "down", "down", "enter")
        await until(
            pilot,
            lambda: -1 < screen_text(pilot.app).find("Cid") < screen_text(pilot.app).find("Bob [/"),
            "Cid, who has least, first",
        )


def test_points_as_players_type_them() -> None:
    assert points_typed("2 the bridge") == (2, "the bridge")
    assert points_typed("−1") == (-1, "by hand")
    for text in ("", "x 2", "²", "999999 much"):
        with pytest.raises(InvalidInput):
            points_typed(text)


def test_clocks_count_whoever_decides_and_are_off_at_first() -> None:
    now = [0.0]
    clocks = Clocks(lambda: now[0])
    clocks.turn("red")
    assert clocks.words("red") == ""
    clocks.switch()
    clocks.turn("red")
    now[0] = 65.0
    assert clocks.words("red") == "1:05"
    clocks.turn("blue")
    now[0] = 70.0
    clocks.turn("")
    now[0] = 500.0
    assert (clocks.words("red"), clocks.words("blue")) == ("1:05", "0:05")


async def test_at_a_seat_clocks_begin_with_whoever_decides_by_two_taps_and_nobody_gives_a_side_away() -> None:
    now, opened = [0.0], MemoryOpened()
    opened.at_seat = True
    opened.session.adjust("table", "active", "red")
    async with showing(opened) as (pilot, _):
        controller(pilot).clocks = Clocks(lambda: now[0])
        await press(pilot, "k")
        await misses(pilot, "Who plays")
        await tap(pilot, "Start them")
        assert not controller(pilot).clocks.running
        await tap(pilot, "Start them")
        now[0] = 65.0
        assert controller(pilot).clocks.words("red") == "1:05"


async def test_big_mode_shows_the_roll_and_never_a_secret() -> None:
    async with showing(size=(100, 30)) as (pilot, opened):
        await press(pilot, *TO_THE_SPLIT)
        await press(pilot, "b")
        assert not isinstance(pilot.app.screen, BigScreen)
        await press(pilot, "2", "1", "enter", "1", "2", "enter", "b")
        assert isinstance(pilot.app.screen, BigScreen)
        await sees(pilot, "▀█▀", "Ann strikes Bob [/", "██ ██ ██   3 of 3", "0 of 4")
        await press(pilot, "6", "9")
        await sees(pilot, "A d6 has no face '9'")
        await press(pilot, "r")
        await sees(pilot, "Dice are typed already")
        rows = screen_text(pilot.app).splitlines()
        line, row = next((place, row) for place, row in enumerate(rows) if row.count("+") == 6)
        # A finger hits the large face of the five, above its count.
        await click(pilot, [at for at, char in enumerate(row) if char == "+"][4], line - 4)
        await until(pilot, lambda: typed_text(pilot).split()[-1:] == ["5"], "the die that was tapped")
        await press(pilot, "1", "2", "enter")
        assert present(opened.session.last_result).groups[0].faces == (6, 5)
        await press(pilot, "r")
        await press(pilot, "b")
        assert not isinstance(pilot.app.screen, BigScreen)


async def test_the_prompt_to_score_leads_to_the_kit_and_the_game_calls_its_rounds_turns() -> None:
    table = table_of("bushido")
    table.phase = "ending"
    opened = MemoryOpened(table)
    async with app().run_test(size=(80, 24)) as pilot:
        opened.session.start("end_phase")
        await show(pilot, opened)
        await sees(pilot, "score the scenario", "Victory points   Ito 0   Sora 0", "k writes them down", "k kit")
        await press(pilot, "down")
        for again in ("enter", ""):
            # Who has clicked elsewhere has Enter lead there too.
            pilot.app.screen.set_focus(None)
            await press(pilot, "enter")
            await sees(pilot, "VICTORY POINTS")
            await press(pilot, *(["escape"] if again else []))
        await press(pilot, "enter", *"2 the", "space", *"bridge", "enter")
        await sees(pilot, "turn 1  +2  the bridge", "Turn, phase, whose turn, options")
        await press(pilot, "escape")
        await sees(pilot, "Victory points   Ito 2   Sora 0")
        await press(pilot, "l")
        await sees(pilot, "T1")
        await press(pilot, "f", "3")
        await sees(pilot, "Which turn?", "Turn 1")
    assert [side.score for side in opened.session.table.sides.values()] == [2, 0]


async def test_messages_stand_in_a_row_of_the_screen_and_never_over_it() -> None:
    async with showing() as (pilot, _):
        await press(pilot, "f12")
        await sees(pilot, "Colours: light")
        rows = screen_text(pilot.app).split("\n")
        assert rows[-2].strip() == "Colours: light"
        assert not pilot.app._notifications
        await press(pilot, "question_mark", "escape")
        await misses(pilot, "Colours:")

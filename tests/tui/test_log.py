"""The log: filters and search, the table as it was at the marked line, strength over time, and the way back."""

from pathlib import Path

from companion.store.folders import ready_dir
from companion.store.manage import copy_session
from companion.store.opening import open_session
from companion.tui.screens.log import LogScreen
from tests.examples import present, table_of
from tests.tui.fakes import MemoryOpened, comes_to, on_top, showing
from tests.tui.player import goes_on_below, misses, press, resize, rows_of, sees, until
from tests.tui.test_past import battle, past_of
from tests.tui.test_play import at_the_roll
from tools.scenes import play_on


def hurt() -> MemoryOpened:
    """Bob has lost two of three, one by one, and Cid has fallen in the second round."""
    opened = MemoryOpened()
    opened.session.adjust("bob", "health", 2)
    opened.session.adjust("bob", "health", 1)
    opened.session.adjust("table", "round", 2)
    opened.session.adjust("cid", "health", 0)
    return opened


async def test_words_are_found_and_filters_add_up() -> None:
    async with showing(hurt()) as (pilot, _):
        await press(pilot, "l")
        await sees(pilot, "Bob [/: Health 3 → 2", "Cid: Health 1 → 0")
        await press(pilot, "slash", *"health", "enter")
        await sees(pilot, "“health”", "Bob [/: Health 2 → 1")
        await misses(pilot, "round 1 → 2")
        await press(pilot, "f", "3", "2")
        await sees(pilot, "round 2", "Cid: Health 1 → 0")
        await misses(pilot, "Bob [/: Health")
        await press(pilot, "slash", *" of nobody", "enter")
        await sees(pilot, "No line fits.")
        await press(pilot, "enter", "h", "f", "4")
        await sees(pilot, "Bob [/: Health 3 → 2", "round 1 → 2")


async def test_the_units_of_a_line_are_told_and_where_there_is_room_the_table_stands_beside_it() -> None:
    opened = hurt()
    next(iter(opened.session.table.sides.values())).name = "Maren's Guard of the Ford"
    async with showing(opened) as (pilot, _):
        await press(pilot, "l", "home")
        await sees(pilot, "Line 1 of 4:  Bob [/ 2 of 3")
        await press(pilot, "end")
        await sees(pilot, "Line 4 of 4:  Cid out of action")
        # Strength over time is read without colour.
        await sees(pilot, "◆ Maren's Guard of the Ford ", "health left", "3 of 3", "1 of 4")
        chart = pilot.app.screen.query_one("#strength")
        await pilot.click(chart, offset=(58, 0))
        await sees(pilot, "Line 3 of 4")
        await pilot.click(chart, offset=(30, 0))
        await sees(pilot, "Line 1 of 4", "3 of 4")
        await resize(pilot, 140, 45)
        await sees(pilot, "Line 1 of 4 · as it was", "●●·")
        await press(pilot, "down")
        await sees(pilot, "Line 2 of 4 · as it was", "●··")


async def test_bookkeeping_is_folded_and_comes_with_a_key_and_a_search() -> None:
    opened = MemoryOpened(table_of("bushido"))
    opened.session.start("starting_phase", {})
    play_on(opened.session)
    async with showing(opened, size=(80, 45)) as (pilot, _):
        await press(pilot, "l")
        await sees(pilot, "lines of bookkeeping under f", "Main Phase begins")
        await misses(pilot, "Ki generation")
        await press(pilot, "f", "4")
        await sees(pilot, "Ki generation")
        # It stays when a filter is put on and taken off again.
        await press(pilot, "f", "3", "1", "f", "4")
        await sees(pilot, "Ki generation")
        await press(pilot, "f", "4")
        await misses(pilot, "Ki generation")
        await press(pilot, "slash", *"generation", "enter")
        await sees(pilot, "Ki generation")


async def test_what_is_folded_below_a_line_came_of_it(tmp_path: Path) -> None:
    opened = open_session(copy_session(ready_dir() / "bushido-second-turn.toml", tmp_path))
    opened.session.answer([[5, 3]])
    async with showing(MemoryOpened(opened.session)) as (pilot, _):
        await press(pilot, "l")
        await sees(pilot, "Chiyo is hurt, 3 boxes left", "Chiyo 3 of 5")
        place = on_top(pilot, LogScreen).past.place
        await press(pilot, "enter")
        assert past_of(pilot).past.place == place
    assert opened.close()


async def test_enter_shows_the_table_then_and_escape_comes_back() -> None:
    async with showing(battle()) as (pilot, opened):
        await press(pilot, "l", "up", "up", "up")
        log = on_top(pilot, LogScreen)
        place = log.past.place
        assert place < log.past.now
        await press(pilot, "enter")
        past = past_of(pilot).past
        assert past.place == place
        await sees(pilot, f"Line {place} of {past.now}")
        await press(pilot, "escape")
        await misses(pilot, "as it was")
        assert opened.session.redo_count == 0


async def test_a_sentence_goes_on_below_where_it_began_and_play_goes_back_to_exactly_the_line() -> None:
    async with at_the_roll() as (pilot, session):
        inputs = session.undo_count
        await press(pilot, "l")
        await sees(pilot, "The game so far")
        for size in ((45, 50), (60, 20)):
            await resize(pilot, *size)
            await press(pilot, "end")
            (split,) = [row for row in rows_of(pilot) if "◆" in row and "Split" in row]
            assert goes_on_below(pilot, split[split.index("Split") :])
        await resize(pilot, 80, 24)
        await sees(pilot, "Ann and Bob [/ touch")
        await press(pilot, "slash", *"touch", "enter", "h")
        await sees(pilot, "Take play back to line 3?", "Asked again")
        await press(pilot, "2")
        await comes_to(pilot, "ask")
        assert ("ann", "bob") in session.table.contacts
        assert session.undo_count == inputs - 2
        assert session.sealed == []
        await press(pilot, "l", "end", "h")
        await sees(pilot, "Play stands here now", "Change the answer: Whom does Ann fight?")
        await until(pilot, lambda: session.redo_count == 2)
        # That a procedure begins is no answer.
        await press(pilot, "escape", "home", "h")
        await sees(pilot, "Take play back")
        await misses(pilot, "Change the answer")
        await press(pilot, "2")
        await comes_to(pilot, "ask")
        assert present(session.request).name == "foe"
        assert session.undo_count == 1

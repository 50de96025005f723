"""The table as it was: every key of the scrub, the way back into play, and nothing stolen from the table itself."""

from random import Random
from typing import Any

from textual.pilot import Pilot

from companion.engine.past import Stop
from companion.engine.requests import Roll
from companion.engine.session import Session
from companion.play.random_player import RandomPlayer
from companion.store.lock import BUSY
from companion.tui.screens.past import PastScreen
from companion.tui.screens.past_to_play import answer_behind
from tests.engine.duels import exchange
from tests.examples import present, table_of
from tests.tui.fakes import MemoryOpened, comes_to, controller, on_top, showing
from tests.tui.mouse import tap
from tests.tui.player import misses, press, resize, screen_text, sees, until
from tests.tui.test_play import at_the_roll


def battle(game: str = "bushido", inputs: int = 120) -> MemoryOpened:
    """A random battle, open at whatever stands then."""
    opened = MemoryOpened(table_of(game))
    RandomPlayer(Random(3)).play(opened.session, most_inputs=inputs)
    while opened.session.run is not None:
        RandomPlayer(Random(3)).step(opened.session)
    return opened


def past_of(pilot: Pilot[Any]) -> PastScreen:
    return on_top(pilot, PastScreen)


def health(session: Session, of: str) -> int:
    return int(session.table.unit(of).health)


async def test_the_keys_lead_through_the_battle() -> None:
    async with showing(battle(), size=(60, 20)) as (pilot, opened):
        stood = opened.session.undo_count
        await press(pilot, "p")
        past = past_of(pilot).past
        last = past.now
        await sees(pilot, f"Line {last} of {last} · as it was", "turn ")
        # All at once too.
        await press(pilot, *["left"] * 60, *["right"] * 25)
        assert past.place == last - 35
        await press(pilot, "home")
        await sees(pilot, f"Line 0 of {last} · as it was", "turn 1", "The beginning")
        stops: list[tuple[tuple[str, str], Stop]] = [
            (("pagedown", "pageup"), "melee"),
            (("]", "["), "round"),
            ((".", ","), "loss"),
        ]
        for keys, kind in stops:
            await press(pilot, "home", keys[0])
            place = past.place
            assert place > 0, kind
            first = {past.table.unit(of).side: of for of in reversed(present(past.line).of) if of in past.table.units}
            assert {side: past_of(pilot).view.sides[side].value for side in first} == first
            if past.stop(kind, 1) is not None:
                await press(pilot, *keys)
                assert past.place == place, kind
        await press(pilot, "end", "full_stop")
        await sees(pilot, "no later loss")
        await press(pilot, "left")
        await misses(pilot, "no later loss")
        await press(pilot, "g", "7", "enter")
        assert past.place == 7
        await press(pilot, "g", *"turn 2", "enter")
        assert past.round_at(past.place) == 2
        assert past.table.round == 2
        await press(pilot, "g", *"oda", "enter")
        assert "oda" in past.lines[past.place - 1].of
        await press(pilot, "g", *"99999", "enter")
        await sees(pilot, "There is no line 99999")
        await press(pilot, "escape", "escape")
        await misses(pilot, "as it was")
        assert opened.session.undo_count == stood


async def test_the_table_shows_what_was_and_help_where_the_keys_lead() -> None:
    opened = MemoryOpened()
    opened.session.adjust("ann", "health", 2)
    opened.session.adjust("bob", "health", 1)
    async with showing(opened, size=(60, 20)) as (pilot, _):
        await press(pilot, "p")
        for size in ((60, 20), (80, 30)):
            await resize(pilot, *size)
            await sees(pilot, "BORIS", "●··")
            await press(pilot, "left")
            await sees(pilot, "RHEA", "●●·")
            await misses(pilot, "●··")
            await press(pilot, "right")
            await sees(pilot, "●··")
        await press(pilot, "question_mark")
        await sees(pilot, "Esc  Back to the game as it is now", "Enter  Take play back to this line")
        assert "Go one screen back" not in screen_text(pilot.app)


async def test_nothing_can_be_done_in_the_past_but_to_look_and_the_table_keeps_its_own_arrows() -> None:
    async with showing(battle()) as (pilot, opened):
        table, count = opened.session.table, opened.session.undo_count
        await press(pilot, "p", "left", "1", "2", "u", "U", "s", "plus", "minus", "i", "l", "W", "C", "q")
        assert isinstance(pilot.app.screen, PastScreen)
        assert (opened.session.undo_count, opened.session.redo_count) == (count, 0)
        past_of(pilot).query_one("#side-0").focus()
        await press(pilot, "plus", "minus", "enter")
        await sees(pilot, "TRACKERS")
        await press(pilot, "plus", "escape", "escape")
        assert opened.session.undo_count == count
        assert opened.session.table is table
        lines = pilot.app.screen.query_one("#side-0")
        lines.focus()
        await press(pilot, "down", "right", "left", "pagedown", "pageup", "end", "home", "n", "g")
        assert pilot.app.focused is lines
        assert not isinstance(pilot.app.screen, PastScreen)
        # At a border of the campaign undo asks first.
        opened.at_border = "this goes from the aftermath back into the battle"
        await press(pilot, "u")
        await sees(pilot, "Undo over this border?", "This goes from the aftermath back into the battle")
        await press(pilot, "1")
        assert opened.session.undo_count == count
        await press(pilot, "u", "2")
        await until(pilot, lambda: opened.session.undo_count == count - 1)
        await press(pilot, "p", "home", "enter", "2")
        await sees(pilot, "Undo over this border?", f"undo {count - 1} inputs")
        await press(pilot, "2")
        await until(pilot, lambda: opened.session.undo_count == 0)


async def test_from_here_takes_play_back_to_the_question() -> None:
    async with at_the_roll() as (pilot, session):
        await press(pilot, "escape")
        await comes_to(pilot, "table")
        request = present(session.request, Roll)
        attack, guard = request.dice
        session.answer([[6] * attack.count, [1] * guard.count])
        hurt = health(session, "bob")
        assert hurt < 3
        await press(pilot, "p", "home", "full_stop", "enter")
        await sees(pilot, "Take play back to line", "Ann strikes Bob [/", "Asked again", "Change the answer")
        await press(pilot, "2")
        await comes_to(pilot, "ask")
        assert health(session, "bob") == 3
        assert present(session.request).name == "blow"
        assert session.redo_count == 1
        await press(pilot, "U")
        assert health(session, "bob") == hurt


async def test_a_sealed_answer_is_not_seen_before_its_reveal_and_from_here_another_is_changed() -> None:
    async with at_the_roll() as (pilot, session):
        await press(pilot, "escape")
        await comes_to(pilot, "table")
        await press(pilot, "p")
        await sees(pilot, "attack, ")
        past = past_of(pilot).past
        for at, line in enumerate(past.lines, 1):
            past.go(at)
            found = answer_behind(controller(pilot), past)
            assert not line.key or found is None or found.record.key == line.key
        await press(pilot, "left")
        await sees(pilot, "Rhea has sealed an answer")
        assert "guard" not in screen_text(pilot.app)
        await press(pilot, "home", "right", "right", "enter")
        await sees(pilot, "Change the answer: Whom does Ann fight?")
        await press(pilot, "3")
        await press(pilot, "2")
        await sees(pilot, "This is what the other answer changes", "Ann and Cid touch")
        await press(pilot, "1")
        await until(pilot, lambda: session.table.contacts.keys() == {("ann", "cid")})
        await until(pilot, lambda: not isinstance(pilot.app.screen, PastScreen))


async def test_a_reader_looks_back_and_changes_nothing() -> None:
    opened = battle()
    opened.read_only, opened.session.read_only = True, BUSY
    async with showing(opened) as (pilot, _):
        await press(pilot, "p", "home", "right", "enter", "h")
        await sees(pilot, "Line 1 of")
        await misses(pilot, "from here")
        await press(pilot, "escape", "l", "h")
        await sees(pilot, "The game so far")
        await misses(pilot, "from here", "Take play back")
        await press(pilot, "escape", "k")
        await sees(pilot, "VICTORY POINTS")
        await misses(pilot, "undo", "Who plays")


async def test_by_mouse_alone() -> None:
    async with showing(battle(), size=(140, 45)) as (pilot, _):
        await tap(pilot, "past", last=True)
        past = past_of(pilot).past
        await tap(pilot, "←", last=True)
        assert past.place == past.now - 1
        await tap(pilot, "→", last=True)
        await until(pilot, lambda: past.place == past.now)
        await tap(pilot, f" {past.now - 2} ")
        await until(pilot, lambda: past.place == past.now - 2)
        await tap(pilot, "from here", last=True)
        await sees(pilot, "Take play back")


async def test_an_answer_of_a_closed_procedure_is_changed_after_a_look_at_what_follows() -> None:
    async with showing() as (pilot, opened):
        session = opened.session
        exchange(session)
        session.adjust("ann", "mark", "red base", why="seen")
        await press(pilot, "p", "home", "right", "right", "enter")
        await sees(pilot, "Take play back to line", "Change the answer: Whom does Ann fight?")
        await press(pilot, "3")
        await sees(pilot, "Whom does Ann fight?", "Cid")
        await press(pilot, "2")
        await sees(pilot, "the other answer changes", "must be played again: Exchange of blows", "Cid touch")
        opened.at_border = "this goes back into the battle"
        await press(pilot, "1")
        await sees(pilot, "Undo over this border?")
        await press(pilot, "2")
        await until(pilot, lambda: session.table.contacts.keys() == {("ann", "cid")})
        await until(pilot, lambda: not isinstance(pilot.app.screen, PastScreen))
        await comes_to(pilot, "ask")


async def test_the_lines_around_are_whole_and_one_cursor_stands_on_the_screen() -> None:
    """A long one goes on under its words."""
    async with showing(battle("better-wargame")) as (pilot, _):
        for size in ((60, 20), (80, 24), (100, 30), (45, 50)):
            await resize(pilot, *size)
            await press(pilot, "p")
            screen = past_of(pilot)
            past = screen.past
            for _ in range(12):
                await press(pilot, "left")
                shown = screen_text(pilot.app)
                assert "…" not in shown
                assert shown.count("▸") == 1
                rows = {row.value: " ".join(row.content.plain.split()) for row in screen.next.actions.rows}
                assert {past.place - 1, past.place, past.place + 1} <= set(rows)
                for place, words in rows.items():
                    assert words.endswith(" ".join(past.shown(place).text.split())), place
            texts = [past.shown(place).text for place in range(past.now + 1)]
            long = next(place for place in range(past.now, 0, -1) if len(texts[place]) > size[0])
            await screen.go(long)
            await sees(pilot, f"Line {long} of")
            lines = screen_text(pilot.app).splitlines()
            first = next(at for at, row in enumerate(lines) if row.startswith(f" ▸ {long:>4}"))
            column = lines[first].index(texts[long].split()[0])
            assert lines[first + 1][:column].strip() == ""
            assert lines[first + 1][column].strip()
            await press(pilot, "escape")

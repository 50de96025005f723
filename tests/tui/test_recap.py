"""Coming back: after ten minutes, or on another day, players are told what happened before the question stands."""

from collections.abc import Iterator
from datetime import datetime
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from companion.engine import registry
from companion.engine.session import Session
from companion.frontend.saying.days import away_words
from companion.play.plain import Plain
from companion.play.random_player import RandomPlayer
from companion.report.recap import MOST, recap, was_away
from companion.store.folders import ready_dir
from companion.store.manage import copy_session, create_session
from companion.store.opening import open_session
from companion.tui.screens.guide import GuideScreen
from companion.tui.screens.home import HomeScreen
from companion.tui.screens.recap import RecapScreen
from companion.tui.screens.table import TableScreen
from companion.tui.sizes import by_touch
from tests.examples import table_of
from tests.searching import one_in
from tests.tui.fakes import MemoryOpened, app
from tests.tui.player import press, screen_text, sees, until

LEFT = "2026-11-20T23:10:00+00:00"
BACK = datetime.fromisoformat("2026-11-21T18:20:00+00:00")
SIZES = [(45, 38), (60, 20), (80, 24), (100, 30), (140, 45)]


@pytest.mark.parametrize(
    ("played", "now", "away"),
    [
        (LEFT, "2026-11-20T23:19:59+00:00", False),
        (LEFT, "2026-11-20T23:20:00+00:00", True),
        ("2026-11-20T23:58:00+00:00", "2026-11-21T00:01:00+00:00", True),
        ("", "2026-11-21T00:01:00+00:00", False),
        ("2026-11-20", "2026-11-21T00:01:00+00:00", False),
    ],
)
def test_ten_minutes_or_another_day_is_away(played: str, now: str, away: bool) -> None:
    assert was_away(played, datetime.fromisoformat(now)) is away


@pytest.mark.parametrize(
    ("now", "words"),
    [
        ("2026-11-20T23:30:00+00:00", "today 23:10, 20 minutes ago"),
        ("2026-11-21T18:20:00+00:00", "last night 23:10, 19 hours ago"),
        ("2026-11-24T23:30:00+00:00", "20 Nov 23:10, 4 days ago"),
        ("2027-02-01T23:30:00+00:00", "20 Nov 2026 23:10, 73 days ago"),
    ],
)
def test_how_long_one_was_away_is_said(now: str, words: str) -> None:
    assert ", ".join(away_words(LEFT, datetime.fromisoformat(now))) == words


def played(game: str, inputs: int) -> Session:
    session = Session(table_of(game), rng=Random(3))
    RandomPlayer(Random(5)).play(session, most_inputs=inputs)
    return session


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("inputs", [0, 5, 40, 120])
def test_a_recap_is_five_sentences_at_most_in_their_order(game: str, inputs: int) -> None:
    told = recap(played(game, inputs), "so it stands.")
    rounds = [one.round for one in told[:-1]]
    assert len(told) <= MOST
    assert rounds == sorted(rounds)
    assert all(rounds)
    assert told[-1].text == "so it stands."
    assert all(one.text.endswith((".", "!")) for one in told)


def test_where_there_is_room_both_blows_of_an_exchange_are_told(tmp_path: Path) -> None:
    opened = open_session(copy_session(ready_dir() / "bushido-second-turn.toml", tmp_path))
    for dice in ([[5, 3]], [[2, 6]]):
        opened.session.answer(dice)
    told = [one.text for one in recap(opened.session, "")]
    assert ["does 2 wounds" in told[0], "does 1 wound" in told[1], told[2:]] == [True, True, [""]]
    assert opened.close()


def games() -> Iterator[MemoryOpened]:
    for game in registry.names():
        opened = MemoryOpened(played(game, 60))
        opened.played = LEFT
        if opened.session.table.over is None:
            yield opened


@pytest.mark.parametrize("size", one_in(2, zip(SIZES)))
async def test_the_question_is_one_key_away_in_every_game(size: tuple[int, int]) -> None:
    async with app(now=lambda: BACK).run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        for opened in games():
            await pilot.app.open_session(opened)  # type: ignore[attr-defined]
            await until(pilot, lambda: isinstance(pilot.app.screen, RecapScreen), "the recap")
            await sees(pilot, "Since you left", "now", "More" if by_touch(pilot.app.size) else "Enter")
            shown, session = screen_text(pilot.app), opened.session
            standing = [unit for unit in session.table.units.values() if unit.alive]
            # Sixty cells by twenty have rows for ten units.
            if len(standing) <= 8 or size != (60, 20):
                assert all(unit.name.split()[0] in shown for unit in standing), shown
            open_ = session.run is not None
            await press(pilot, "enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, GuideScreen if open_ else TableScreen), "play")  # noqa: B023
            pilot.app.close_session()  # type: ignore[attr-defined]


async def test_log_and_table_are_a_key_away_and_nothing_is_played_from_here() -> None:
    opened = next(games())
    count = opened.session.undo_count
    async with app(now=lambda: BACK).run_test(size=(100, 30)) as pilot:
        await pilot.app.open_session(opened)  # type: ignore[attr-defined]
        await sees(pilot, "Since you left", "last night 23:10, 19 hours ago", "the whole log")
        await press(pilot, "u")
        assert opened.session.undo_count == count
        await press(pilot, "l")
        await sees(pilot, "The game so far")
        await press(pilot, "escape", "p")
        await sees(pilot, "as it was")
        await press(pilot, "escape")
        await sees(pilot, "Since you left")
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen), "the table")
        # Who was not away goes on at once.
        pilot.app.close_session()  # type: ignore[attr-defined]
        opened.played = "2026-11-21T18:11:00+00:00"
        await pilot.app.open_session(opened)  # type: ignore[attr-defined]
        assert isinstance(pilot.app.screen, (GuideScreen, TableScreen))


def test_a_file_says_when_it_was_played_last(tmp_path: Path) -> None:
    file = create_session(table_of("bushido"), tmp_path, "Bridge")
    opened = open_session(file)
    assert opened.played == ""
    RandomPlayer(Random(5)).play(opened.session, most_inputs=3)
    opened.close()
    again = open_session(file)
    assert was_away(again.played, datetime.fromisoformat("2099-01-01T00:00:00+00:00"))
    again.close()


@pytest.mark.parametrize("game", registry.names())
def test_plain_text_tells_it_before_the_question(game: str) -> None:
    opened = MemoryOpened(played(game, 40))
    opened.played = LEFT
    told = recap(opened.session, "")
    first = told[0].text.split(" ")[0]

    def greeted(now: datetime | None) -> str:
        out = StringIO()
        Plain(opened, out, 24, now).greet()
        return out.getvalue()

    text = greeted(BACK)
    _, _, rest = text.partition("Since you left, last night 23:10, 19 hours ago:")
    assert rest, text
    assert len(told) == 1 or first in rest.split("This is how it stands.")[0]
    assert all(unit.name in rest for unit in opened.session.table.units.values())
    assert rest.index("This is how it stands.") < rest.index("Type help for the words.")
    assert "Since you left" not in greeted(None)
    assert "Since you left" not in greeted(datetime.fromisoformat("2026-11-20T23:15:00+00:00"))

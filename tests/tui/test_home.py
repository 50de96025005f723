"""Home with real files: ready games, opening, carrying on, copies, names, the bin, broken files, new games."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from threading import Event

import pytest
from textual.events import Paste

from companion.engine import registry
from companion.play.random_player import RandomPlayer
from companion.store.listing import CampaignLine, CampaignSummary, Listed, Overview, SideLeft, Summary, Won, summaries
from companion.store.manage import create_session, rename_file
from companion.store.opening import open_session
from companion.tui import app as app_module
from companion.tui.commands import RENAME
from companion.tui.screens.asking import TextPrompt
from companion.tui.screens.bin import _content
from companion.tui.screens.home import HomeScreen
from companion.tui.screens.home_rows import Place, ReadyGames, _number, home_rows, invited, state_words
from companion.tui.widgets.lines import Row
from tests.examples import present, table_of
from tests.games.duel import example
from tests.tui.fakes import app, mode, on_top
from tests.tui.player import key_event, misses, press, screen_text, sees, until


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of games; the duel is the one game there is, and one ready game of it."""
    monkeypatch.setattr(registry, "BUILT_IN", {"duel": "tests.games.duel:DUEL"})
    ready = tmp_path / "ready"
    monkeypatch.setattr("companion.store.folders.ready_dir", lambda: ready)
    create_session(example(), ready, "Dawn at the well")
    (tmp_path / "saves").mkdir()
    return tmp_path / "saves"


async def test_a_ready_game_is_copied_played_and_carried_on(saves: Path) -> None:
    async with app(saves).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "READY TO PLAY")
        assert not on_top(pilot, HomeScreen).is_enabled(RENAME), "the original stays"
        on_top(pilot, HomeScreen).tell("Closed: what it left is in the rosters", bad=False)
        await sees(pilot, "Closed: what it left")
        await press(pilot, "enter")
        await sees(pilot, "Exchange blows")
        await press(pilot, "enter", "enter", "enter")
        await sees(pilot, "face each other")
        await press(pilot, "escape", "escape")
        await sees(pilot, "waits at Exchange of blows: Face")
        # What was said before a game is not said after it.
        await misses(pilot, "Closed: what it left")
        assert [s.name for s in summaries(saves)] == ["Dawn at the well"]
        await press(pilot, "enter")
        await until(pilot, lambda: mode(pilot) == "ask", "straight to the guide")
        await sees(pilot, "face each other")
        await press(pilot, "escape", "q")
        await until(pilot, lambda: pilot.app.return_code == 0, "the app ends")


async def test_a_game_killed_at_a_roll_asks_for_the_same_roll(saves: Path) -> None:
    file = create_session(example(), saves, "Duel")
    opened = open_session(file)
    opened.session.start("exchange", {"fighter": "ann"})
    for value in ("bob", True, {"parts": {"attack": 2, "guard": 1}}, {"parts": {"attack": 1, "guard": 2}}):
        opened.session.answer(value)
    text = {f.name: f.read_bytes() for f in saves.iterdir() if f.is_file()}
    opened.close()
    for name, data in text.items():
        (saves / name).write_bytes(data)
    async with app(saves, file).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "Ann strikes Bob [/")
        await sees(pilot, "0 of 2 dice in")
        await press(pilot, *"6512", "enter")
        await sees(pilot, "Bob [/ strikes Ann")


async def test_copies_other_names_and_the_bin(saves: Path) -> None:
    create_session(example(), saves, "Duel")
    async with app(saves).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "READY TO PLAY")
        await press(pilot, "R")
        await press(pilot, *["backspace"] * 4, *"Squad", "space", "left_square_bracket", "slash", "enter")
        await sees(pilot, "Squad [/")
        await press(pilot, "d")
        await until(pilot, lambda: screen_text(pilot.app).count("Squad [/") == 2, "a copy")
        await press(pilot, "delete", "escape")
        assert len(summaries(saves)) == 2
        await press(pilot, "delete", "2")
        await until(pilot, lambda: len(summaries(saves)) == 1, "one in the bin")
        await until(pilot, lambda: screen_text(pilot.app).count("Squad [/") == 1, "one in the list")


async def test_lines_that_are_pasted_into_a_question_stand_behind_each_other(saves: Path) -> None:
    """Of text that began with an empty line nothing was taken, and of several lines the first alone."""
    async with app(saves).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(TextPrompt("What is it called?", "Old"))
        for pasted in ("\nThe Kagu\r\nroad\n", "\n"):
            await press(pilot)
            present(pilot.app.screen.focused).post_message(Paste(pasted))
            await sees(pilot, "The Kagu road▌")


async def test_keys_wait_for_a_change_whatever_was_read_meanwhile(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go = Event()
    rename = rename_file

    def slow(file: Path, name: str) -> Path:
        assert go.wait(60)
        return rename(file, name)

    monkeypatch.setattr("companion.store.manage.rename_file", slow)
    create_session(example(), saves, "Duel")
    async with app(saves).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "READY TO PLAY")
        await press(pilot, "R")
        await sees(pilot, "Another name")
        for key in (*["backspace"] * 4, *"Squad", "enter", "d"):
            pilot.app.post_message(key_event(key))
        try:
            await until(pilot, lambda: any(w.group == "change" for w in pilot.app.workers), "the change at work")
            # The list is read when the panel closes: that must not let the key go on.
            looks = [worker for worker in pilot.app.workers if worker.group == "look"]
            if looks:
                # Without any, Textual would wait for all: for the change itself, too.
                await pilot.app.workers.wait_for_complete(looks)
            await sees(pilot, "Duel")
            for _ in range(50):
                await pilot.pause(0)
            assert [made.name for made in summaries(saves)] == ["Duel"]
        finally:
            go.set()
        await until(pilot, lambda: screen_text(pilot.app).count("Squad") == 2, "a copy of the renamed one")


async def test_a_file_may_be_written_when_the_app_has_ended(saves: Path) -> None:
    """What closes a game is a thread, and players who go Home may quit at once."""
    game = app(saves)
    async with game.run_test(size=(80, 24)) as pilot:
        await sees(pilot, "READY TO PLAY")
    game._was_closed("duel.toml", saved=True, trouble="", leave=False)
    assert game.return_code is None


async def test_a_broken_file_is_told_and_left_as_it_is(saves: Path) -> None:
    file = create_session(example(), saves, "Duel")
    broken = file.read_text().replace("health_max = 1", "health_max = 99")
    assert broken != file.read_text()
    file.write_text(broken)
    async with app(saves).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "READY TO PLAY")
        await press(pilot, "enter")
        await sees(pilot, "cannot be opened")
        await until(pilot, lambda: "99" in screen_text(pilot.app), "the fault")
        await press(pilot, "escape")
    assert file.read_text() == broken


async def test_a_game_that_is_named_opens_before_home_is_shown(saves: Path) -> None:
    file = create_session(example(), saves, "Duel")
    create_session(example(), saves, "Duel later")
    async with app(saves, file).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "Exchange blows")
        await press(pilot, "escape")
        await sees(pilot, "READY TO PLAY")
        assert "▸ 2  Duel " in screen_text(pilot.app)
        await press(pilot, "enter")
        await sees(pilot, "Exchange blows")


async def test_a_game_that_takes_long_is_named_at_home(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = create_session(example(), saves, "Duel")
    broken = create_session(example(), saves, "Broken")
    broken.write_text(broken.read_text().replace("health_max = 1", "health_max = 99"))
    monkeypatch.setattr(app_module, "HOME_AFTER", 0.001)
    for named, then in ((file, "Exchange blows"), (broken, "cannot be opened")):
        go = Event()

        def slow(file: Path, go: Event = go, open_session: Callable[[Path], object] = open_session) -> object:
            assert go.wait(60)
            return open_session(file)

        with monkeypatch.context() as patched:
            patched.setattr("companion.store.opening.open_session", slow)
            async with app(saves, named).run_test(size=(80, 24)) as pilot:
                await sees(pilot, f"Opening {named.stem}")
                go.set()
                await sees(pilot, then)


LAST_NIGHT = datetime(2026, 11, 21, 22)


def rows_of(found: Overview, width: int, now: datetime = LAST_NIGHT) -> list[Row]:
    """The rows of Home that open something."""
    return [row for row in home_rows(found, width, now) if row.value is not None]


def told(found: Overview, width: int) -> list[str]:
    return [row.content.plain for row in rows_of(found, width)]


def test_ready_games_stand_behind_or_below_their_titles_and_several_of_one_in_a_row() -> None:
    title = "Building a Better Wargame"
    found = Overview(ready=[Summary(Path("a.toml"), "Four units at the crossroads", title=title)])
    assert told(found, 43) == [f"{title}\n  Four units at the crossroads"]
    assert told(found, 76) == [f"{title}   Four units at the crossroads"]
    ready = [Summary(Path(f"{at}.toml"), name, title="Duel") for at, name in enumerate(("Dawn", "Dusk"))]
    (row,) = rows_of(Overview(ready=ready), 76)
    assert row.content.plain == "Duel   2 games   Dawn, Dusk"
    assert row.value == ReadyGames("Duel", tuple((Place(one.file, ready=True), one.name) for one in ready))
    assert told(Overview(ready=ready), 20) == ["Duel   2 games"]


@pytest.mark.parametrize("key", ["enter", "d"])
async def test_of_several_ready_games_it_is_asked_which(saves: Path, key: str) -> None:
    create_session(example(), saves.parent / "ready", "Noon at the well")
    async with app(saves).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "2 games   Dawn at the well, Noon at the well")
        await press(pilot, key)
        await sees(pilot, "▸ 1 Dawn at the well")
        await press(pilot, "2")
        await until(pilot, lambda: len(summaries(saves)) == 1, "a copy")
        assert summaries(saves)[0].name == "Noon at the well"


@pytest.mark.parametrize("game", registry.names())
def test_what_stands_is_seen_beside_continue(game: str, tmp_path: Path) -> None:
    """A pip for each health or mini; a unit of more than ten has none, and so its side."""
    file = create_session(table_of(game), tmp_path, "Duel")
    opened = open_session(file)
    RandomPlayer(Random(5)).play(opened.session, most_inputs=8)
    opened.close()
    (made,) = summaries(tmp_path)
    table = open_session(file).session.table
    for side, seen in zip(table.sides.values(), made.sides, strict=True):
        units = [unit for unit in table.units.values() if unit.side == side.id]
        assert len(seen.health) == len(units)
        assert seen.left == sum(now > 0 for now, _ in seen.health)
    rows = "\n".join(row.content.plain for row in invited(Overview(single=[made]), 96, datetime(2026, 11, 21)))
    assert all(f"{seen.left} of {len(seen.health)}" in rows for seen in made.sides)
    assert "●" in rows


def test_a_campaign_has_its_standings_in_the_colours_of_the_players() -> None:
    made = CampaignSummary(Path("c.toml"), "War", title="Duel", played="2026-11-20", battles=2)
    made.standings = [Won("Sora", 2, 2), Won("Ito", 0, 1)]
    (row,) = rows_of(Overview([CampaignLine(made)]), 96)
    assert row.content.plain.startswith("War   Duel   battle 3 next   ◆ Ito 0 : 2 Sora ■")
    assert row.content.plain.endswith("yesterday")
    styles = {row.content.plain[span.start : span.end]: str(span.style) for span in row.content.spans}
    assert (styles["◆ Ito 0"], styles["2 Sora ■"]) == ("$name-red", "$name-blue")
    made.standings = [Won("Sora", 2), Won("Ito", 0)]
    assert "Sora 2 : 0 Ito" in told(Overview([CampaignLine(made)]), 96)[0]


def test_home_names_the_procedure_that_a_game_stopped_in() -> None:
    duel = Summary(Path("a.toml"), "Duel", round=2, round_word="turn", phase="Main Phase", played="2026-11-21T20:00:00")
    for waits_in, where in (("", "turn 2, Main Phase"), ("Climb: jump", "turn 2, Climb: jump")):
        duel.waits_in = waits_in
        assert where in told(Overview(single=[duel]), 100)[0]
    found = Overview(single=[Summary(Path(f"{of}.toml"), of, waits_at=f"the step of {of}") for of in ("a", "b")])
    for of in ("a", "b"):
        assert state_words(found, Place(Path(f"{of}.toml")), "", 80).plain == f"waits at the step of {of}"


def test_a_game_has_one_row_at_a_hundred_columns_where_a_long_name_wraps_and_is_never_cut() -> None:
    long = "Four units at the crossroads of Saint Odo"
    sides = [SideLeft("Maren's Guard", 4, "blue"), SideLeft("Tobi's Mob", 3, "red")]
    made = [
        Summary(Path(f"{name}.toml"), name, "better-wargame", "Building a Better Wargame", sides=sides)
        for name in ("Crossroads", "The ruined town", long)
    ]
    for one in made:
        one.round, one.round_word, one.phase, one.played = 1, "turn", "Melee", "2026-11-20T20:00:00"
    rows = told(Overview(single=made[:2]), 96)
    assert all(row.endswith("◆ Maren's Guard 4  ■ Tobi's Mob 3  yesterday") for row in rows)
    assert [row.split("  ")[0] for row in rows] == ["Crossroads", "The ruined town"]
    assert all("Better Wargame  turn 1, Melee  ◆" in row and "Building" not in row for row in rows)
    # With more room nothing is told in short.
    assert "Building a Better Wargame  turn 1, Melee  ◆" in told(Overview(single=made[:2]), 130)[0]
    short, wrapped = told(Overview(single=made[::2]), 96)
    assert "\n" not in short
    first, *more = wrapped.split("\n")
    assert first.endswith("yesterday")
    assert " ".join([first.partition("  ")[0], *more]) == long


@pytest.mark.parametrize(
    ("colour", "style"), [("blue", "$side-blue"), ("", "$side-red"), ("pink", "$side-red"), (None, "")]
)
def test_a_side_has_its_own_colour_at_home_and_none_where_the_file_does_not_say(colour: str | None, style: str) -> None:
    made = Summary(Path("a.toml"), "Bikes", title="Duel", sides=[SideLeft("Mara", 3, colour)])
    (row,) = rows_of(Overview(single=[made]), 100)
    at = row.content.plain.index("◆")
    assert [str(span.style) for span in row.content.spans if span.start <= at < span.end] == ([style] if style else [])


def test_a_battle_called_by_its_number_says_it_once() -> None:
    named = [Summary(file=Path(f"0{n}-battle.toml"), name=name) for n, name in ((3, "Battle 3"), (4, "The well"))]
    assert [_number(made) for made in named] == ["", "battle 4"]


def test_the_game_played_last_that_is_not_over_is_the_one_to_continue() -> None:
    single = [
        Summary(Path("b.toml"), "b", played="2026-11-23T10:00:00"),
        Summary(Path("c.toml"), "c", played="2026-11-24T10:00:00", over="Ito won: all fell", ended="Ito won"),
        Summary(Path("a.toml"), "a", played=""),
    ]
    battle = Summary(Path("war/1.toml"), "1", played="2026-11-22T10:00:00", waits_at="Melee: Split")
    line = CampaignLine(CampaignSummary(Path("war/campaign.toml"), "War", open=["1"]), [battle])
    now = datetime(2026, 11, 24, 12)
    rows = invited(Overview(campaigns=[line], single=single), 96, now)
    assert rows[0].value == Place(Path("b.toml"))
    assert rows[0].content.plain.startswith("CONTINUE   b")
    assert [row.value for row in rows].count(Place(Path("b.toml"))) == 1
    sought = invited(Overview(campaigns=[line], single=single), 96, now, wanted="b")
    assert not [row for row in sought if row.content.plain.startswith("CONTINUE")], "what is looked for is a list"
    battle.played = "2026-11-23T11:00:00"
    first = invited(Overview(campaigns=[line], single=single), 96, now)[0]
    assert first.value == Place(Path("war/1.toml"))
    assert "Melee: Split" in first.content.plain
    assert not invited(Overview(single=single[1:]), 96, now)[0].content.plain.startswith("CONTINUE")
    # Voided battles and practice are not counted.
    line.campaign.battles, line.campaign.open = 0, []
    assert invited(Overview(campaigns=[line], single=single), 96, now)[0].value == Place(Path("b.toml"))
    line.campaign.battles, line.campaign.open = 1, ["2"]
    closed_early = invited(Overview(campaigns=[line], single=single), 96, now)[0]
    assert closed_early.value == Place(Path("b.toml")), "its campaign has closed it, though it did not come to its end"
    line.campaign.open = ["1"]
    assert invited(Overview(campaigns=[line], single=single), 96, now)[0].value == Place(Path("war/1.toml"))


def test_the_first_ten_rows_have_the_digits_that_open_them_and_copies_are_told_apart_by_a_number() -> None:
    names = [f"Game {at}" for at in range(9)] + ["Bridge at Kagu"] * 3
    files = [*map(str, range(9)), "kagu-10", "kagu", "kagu-2"]
    single = [Summary(Path(f"{file}.toml"), name, title="Duel") for file, name in zip(files, names, strict=True)]
    rows = [row for row in invited(Overview(single=single), 96, LAST_NIGHT) if row.value is not None]
    assert [row.number for row in rows] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0]
    assert [row.content.plain.strip().split("   ")[0] for row in rows[8:]] == [
        "9  Game 8",
        "0  Bridge at Kagu (3)",
        "Bridge at Kagu",
        "Bridge at Kagu (2)",
    ]


def test_words_that_do_not_fit_stand_under_the_name_set_in() -> None:
    then = datetime(2026, 11, 3, 20, 0, tzinfo=UTC)
    one = Listed(Path("mud.toml"), "Mud and more mud", title="The feud", campaign="The long feud")
    first, *below = _content(one, then, 24).plain.split("\n")
    assert first.startswith("Mud and more mud")
    assert below
    assert all(row.startswith("  ") for row in below)

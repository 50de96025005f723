"""Campaigns on screen: a new one, battles, the aftermath, and everything that can be taken back."""

import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.content import Content
from textual.pilot import Pilot

from companion.engine import registry
from companion.store.battles import battle_table
from companion.store.campaign_zip import export_campaign
from companion.store.campaigns import changing, read_campaign
from companion.store.closing import edit
from companion.store.effects import correct, void
from companion.store.folders import ready_dir
from companion.store.joining import Joining, join
from companion.store.listing import binned
from companion.store.manage import create_session
from companion.store.opening import open_session
from companion.store.rulings import note
from companion.tui.app import CompanionApp
from companion.tui.commands import BACK
from companion.tui.forms.form_screen import FormScreen
from companion.tui.look.rows import in_columns
from companion.tui.screens.campaign import CampaignScreen
from companion.tui.screens.new_campaign import NewCampaignForm
from companion.tui.widgets.line_view import LineView
from companion.tui.widgets.lines import Row
from tests.examples import present, table_of
from tests.store.feuds import begin, done, feud, fight, now, play, session_file, units
from tests.tui.fakes import app, on_top
from tests.tui.player import misses, place, press, resize, rows_of, screen_text, sees, until


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of games; the feud is the one game there is, and nothing is ready."""
    monkeypatch.setattr(registry, "BUILT_IN", {"feud": "tests.store.feud:FEUD"})
    monkeypatch.setattr("companion.store.folders.ready_dir", lambda: tmp_path / "ready")
    (tmp_path / "saves").mkdir()
    return tmp_path / "saves"


def fought(saves: Path, *titles: str) -> Path:
    """A feud of Rhea and Boris with these battles, played and closed."""
    file = feud(saves)
    for seed, title in enumerate(titles, 1):
        play(file, begin(file, title=title), seed=seed)
    return file


@asynccontextmanager
async def campaign_open(saves: Path, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[Any]]:
    """The screen of the only campaign, read whole."""
    async with app(saves).run_test(size=size) as pilot:
        await sees(pilot, "CAMPAIGNS")
        await press(pilot, "enter")
        await sees(pilot, "NEXT BATTLE")
        yield pilot


@asynccontextmanager
async def new_campaign(saves: Path, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[Any]]:
    """The form of a new campaign, where its game is asked first."""
    async with app(saves).run_test(size=size) as pilot:
        await sees(pilot, "First time here?")
        await press(pilot, "N")
        await sees(pilot, "Which game?")
        yield pilot


async def choose(pilot: Pilot[Any], *texts: str) -> None:
    """Marks the row of the list with the keys that has this text, and enters it; then the next one."""
    for text in texts:
        # The list is made anew once a change is written, and the mark may pass the row in that moment.
        await until(pilot, lambda text=text: any(text in row.content.plain for row in listed(pilot)), f"a row: {text}")  # type: ignore[misc]
        for turn in range(80):
            if any("▸" in line and text in line for line in rows_of(pilot)):
                await press(pilot, "enter")
                break
            await press(pilot, "home" if turn == 40 else "down")
        else:
            raise AssertionError(f"no row with {text!r}\n{screen_text(pilot.app)}")


def listed(pilot: Pilot[Any]) -> Sequence[Row]:
    """The rows of the list with the keys."""
    return pilot.app.focused.rows if isinstance(pilot.app.focused, LineView) else ()


async def test_home_shows_campaigns_with_standings_and_their_last_battles(saves: Path) -> None:
    """Only a session can be followed on a second screen."""
    file = fought(saves, "One", "Two", "Three", "Four", "First blood", "The well")
    create_session(battle_table(file, now(file), now(file).battles["b1"]), saves, "Alone")
    async with app(saves).run_test(size=(100, 30)) as pilot:
        await sees(pilot, "▸ 1  The long feud", "Alone", "and 2 more")
        assert "One " not in screen_text(pilot.app)
        await misses(pilot, "second screen")
        for size in ((60, 20), (100, 30)):
            await resize(pilot, *size)
            await sees(pilot, "The long feud", "Feud", "battle 7 next", "First blood", "The well", "battle 6")
            await sees(pilot, "Rhea 0 : 6 Boris", "Enter")
        await press(pilot, "end")
        await sees(pilot, "second screen")


async def test_battles_stand_in_columns_house_rules_under_their_names_and_all_is_exported(saves: Path) -> None:
    fought(saves, "One", "The well in the old square")
    async with campaign_open(saves) as pilot:
        await sees(pilot, "The well in the old square   Rhea against Boris")
        lines = [line for line in screen_text(pilot.app).splitlines() if "Rhea against Boris " in line]
        assert len({line.index("Rhea against Boris") for line in lines[-2:]}) == 1
        await resize(pilot, 60, 20)
        await sees(pilot, "Rhea against Boris", "The well")
        await press(pilot, *["down"] * 6)
        await sees(pilot, "STANDINGS")
        await press(pilot, "end")
        await sees(pilot, "HOUSE RULES   in every battle", "The one attacked strikes back   yes")
        await choose(pilot, "Export")
        await until(pilot, lambda: (saves / "the-long-feud.zip").exists(), "the zip")
        await press(pilot, "escape")
        await sees(pilot, "CAMPAIGNS")


async def test_scores_and_careers_are_drawn_and_the_lists_of_a_unit_are_edited_on_the_screen(tmp_path: Path) -> None:
    """It said: a list is changed in the file."""
    file = Path(shutil.copytree(ready_dir() / "under-saint-odo", tmp_path / "under-saint-odo")) / "campaign.toml"
    async with app(tmp_path).run_test(size=(140, 45)) as pilot:
        await press(pilot, "enter")
        await sees(pilot, "█▀▄ █▀█ █   ▄▀▄ █▄ █ █▀▄", "████████ 4   ██████ 3   ××××", "◆ The Gilded Company")
        await sees(pilot, "dealt", "taken", "felled", "2 battles")
        # Who died is last.
        order = [place(pilot, name)[1] for name in ("Brigitta", "Willa", "Anselm")]
        assert order == sorted(order)
        await resize(pilot, 80, 24)
        # What battles left a unit with stands beside its name.
        rows, (_, at) = rows_of(pilot), place(pilot, "Captain Otto")
        assert "████ 2" in rows[at]
        assert "Madness" in rows[at + 1]
        await choose(pilot, "Captain Otto", "Skills  ")
        await sees(pilot, "▸ Skills", "Leader")
        await press(pilot, "down", "enter", *"Shove", "enter", "escape")
        await sees(pilot, "Why?")
        await press(pilot, *"learned", "enter")
        await until(pilot, lambda: "Shove" in str(read_campaign(file).rosters["roland"].units["otto"]["skills"]))
        await press(pilot, "home")
        await sees(pilot, "skills: Shove added, learned, by hand")
    campaign = read_campaign(file, thorough=True)
    assert campaign.rosters["roland"].units["otto"]["skills"] == ["Leader", "Shove"]
    assert campaign.rosters["roland"].units["otto"]["weapons"][0]["name"] == "Sword"
    assert campaign.ledger[-1].entries[0].by == "manual"


def test_what_does_not_fit_in_columns_stands_below_and_the_last_one_is_wrapped_where_it_begins() -> None:
    def drawn(width: int, *table: str) -> list[str]:
        cells = [[Content(word) for word in row.split("/")] for row in table]
        return ["\n".join(line.plain for line in lines) for lines in in_columns(cells, width, 3, indent=4)]

    assert drawn(22, "One/Rhea won/14 Nov", "The well/Boris won/7 Nov") == [
        "One        Rhea won\n    14 Nov",
        "The well   Boris won\n    7 Nov",
    ]
    assert drawn(38, "One/two battles, a wound dealt, fell once", "The well/died") == [
        "One        two battles, a wound dealt,\n           fell once",
        "The well   died",
    ]


async def test_a_campaign_is_typed_where_it_stands_and_made(saves: Path) -> None:
    async with new_campaign(saves, (60, 20)) as pilot:
        await press(pilot, "1")
        await sees(pilot, "WHO PLAYS")
        form = on_top(pilot, NewCampaignForm)
        await choose(pilot, "Name of the campaign")
        await press(pilot, *["backspace"] * (1 + len(form.name_text)), "enter")
        await sees(pilot, "▌  It needs a name")
        await press(pilot, *"Mud", "enter")
        await choose(pilot, "one more player")
        await press(pilot, *"Kim", "enter")
        assert [one.name for one in form.players][2:] == ["Kim"]
        form.lines.mark(("player", 2))
        await sees(pilot, "take off")
        await press(pilot, "delete")
        form.lines.mark(("player", 0))
        await press(pilot, "delete")
        assert len(form.players) == 2, "two players stay"
        await choose(pilot, "one more player")
        await press(pilot, *"Ken", "enter")
        await choose(pilot, "Healing")
        await sees(pilot, "half")
        await press(pilot, "2")
        await choose(pilot, "Begin the campaign")
        await sees(pilot, "NEXT BATTLE", "Mud")
    (folder,) = [path for path in saves.iterdir() if path.is_dir()]
    campaign = now(folder / "campaign.toml")
    assert [player.name for player in campaign.players.values()] == ["Rhea", "Boris", "Ken"]
    assert campaign.options["aftermath_heal"] == "half"


async def test_a_form_is_not_thrown_away_unasked_where_something_was_chosen(saves: Path) -> None:
    async with new_campaign(saves) as pilot:
        form = present(pilot.app.screen_stack[-2], FormScreen)
        assert form.short(BACK) == "close", "before a game is chosen there is nothing to lose"
        await press(pilot, "1")
        await sees(pilot, "WHO PLAYS", "Esc close ")
        await press(pilot, "escape")
        await sees(pilot, "First time here?")
        await press(pilot, "N", "1")
        await sees(pilot, "WHO PLAYS")
        await choose(pilot, "Name of the campaign")
        await press(pilot, *"Mud", "enter")
        await sees(pilot, "Esc close, asks")
        await press(pilot, "escape")
        await sees(pilot, "Throw away what you have set up?")
        await press(pilot, "1")
        await choose(pilot, "Game")
        await sees(pilot, "Which game?")
        await press(pilot, "2")
        await sees(pilot, "Throw away what you have set up?")
        await press(pilot, "1")
        await sees(pilot, "WHO PLAYS", "Mud")


async def test_battles_are_begun_from_the_suggested_pair_and_as_practice_with_a_unit_at_home(saves: Path) -> None:
    file = feud(saves)
    async with campaign_open(saves) as pilot:
        await choose(pilot, "Rhea against Boris")
        await sees(pilot, "Exchange blows", "Rone")
        await press(pilot, "escape")
        await sees(pilot, "NEXT BATTLE", "Battle 1")
        assert isinstance(pilot.app.screen, CampaignScreen)
        await choose(pilot, "A practice battle")
        await sees(pilot, "WHO COMES ALONG", "✓ Rone")
        await choose(pilot, "Rone")
        await sees(pilot, "· Rone   Rhea   left at home")
        await choose(pilot, "Play this battle")
        await sees(pilot, "Exchange blows")
        await misses(pilot, "Rone")
    begun = {of: (battle.practice, battle.without) for of, battle in now(file).battles.items()}
    assert begun == {"b1": (False, ()), "b2": (True, ("rone",))}


async def test_a_battle_without_the_app_is_recorded_in_one_grid(saves: Path) -> None:
    file = feud(saves)
    async with campaign_open(saves) as pilot:
        await choose(pilot, "Record a battle", "Result")
        await press(pilot, "2")
        await sees(pilot, "Boris won")
        await choose(pilot, "Rtwo")
        await sees(pilot, "What became of Rtwo?")
        await press(pilot, "1")
        await choose(pilot, "Skill")
        await press(pilot, "9", "enter")
        await sees(pilot, "allowed: 1 to 6")
        await press(pilot, "backspace", "2", "enter", "escape")
        await sees(pilot, "Rtwo                   skill")
        await choose(pilot, "Rone")
        await press(pilot, "2")
        await sees(pilot, "Rone                   died")
        await press(pilot, "home")
        await choose(pilot, "Gold")
        await press(pilot, *"25", "enter")
        await sees(pilot, "20 → 25")
        await choose(pilot, "Record it")
        told = "without a session: what the warbands own stays as it was"
        await until(pilot, lambda: told in " ".join(screen_text(pilot.app).split()), told)
    campaign = now(file)
    assert campaign.rosters["rhea"].units["rtwo"]["skill"] == 2
    assert campaign.rosters["rhea"].units["rone"]["gone"] == "died"
    assert campaign.rosters["rhea"].fields["gold"] == 25
    result = present(campaign.battles["b1"].result)
    assert result.won == ("boris",)


async def test_reopening_shows_what_is_taken_back_and_asks_the_last_question_again(saves: Path) -> None:
    file = fought(saves, "First blood")
    async with campaign_open(saves) as pilot:
        await choose(pilot, "First blood", "Reopen it")
        await sees(pilot, "Reopen First blood?", "gold: 30 → 20")
        await press(pilot, "2")
        await sees(pilot, "gold earned")
        await press(pilot, "7", "enter")
        await until(pilot, lambda: len(now(file).ledger) == 8, "the closing batches")
    assert sorted(roster.fields["gold"] for roster in now(file).rosters.values()) == [27, 30]


async def test_a_battle_on_which_another_was_built_is_looked_into_mended_and_voided(saves: Path) -> None:
    file = fought(saves, "First blood", "The well")
    done(file, join, [Joining("Ken", "Ken's house", units("Kone"))])
    async with campaign_open(saves, (100, 30)) as pilot:
        await choose(pilot, "First blood", "The rosters as they were")
        await sees(pilot, "as they were after First blood", "gold 30")
        await press(pilot, "escape")
        await choose(pilot, "First blood", "Another result", "Rhea's house won")
        await sees(pilot, "left as they are: The well", "Rhea: 0 won")
        await press(pilot, "2")
        await until(pilot, lambda: getattr(now(file).battles["b1"].result, "won", ()) == ("rhea",), "another result")
        await choose(pilot, "First blood", "Reopen it")
        await sees(pilot, "cannot be reopened", "built on it: The well")
        await press(pilot, "2")
        await sees(pilot, "Void First blood?", "built on it: The well")
        await press(pilot, "2")
        await sees(pilot, "Why?")
        await press(pilot, *"mud", "enter")
        await sees(pilot, "voided: mud")
    assert now(file).battles["b1"].voided == "mud"


async def test_a_closed_battle_and_a_whole_campaign_go_to_the_bin_and_come_back(saves: Path) -> None:
    file = fought(saves, "First blood", "The well")
    session = session_file(file, "b1")
    async with app(saves).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "First blood")
        await press(pilot, "down", "down", "delete")
        await sees(pilot, "First blood, a battle of The long feud", "Built on it: The well", "stays")
        await press(pilot, "2")
        await sees(pilot, "bin 1")
        assert not session.exists()
        await press(pilot, "B")
        await sees(pilot, "First blood", "battle of The long feud")
        await press(pilot, "enter")
        await until(pilot, session.exists, "the session back in its place")
        await press(pilot, "home", "d")
        await until(pilot, lambda: screen_text(pilot.app).count("The long feud") == 2, "a copy")
        await press(pilot, "R", *"Mud", "enter")
        await sees(pilot, "▸ 4  Mud")
        await press(pilot, "delete", "2")
        await until(pilot, lambda: "Mud" not in screen_text(pilot.app), "it in the bin")
        await press(pilot, "B")
        await sees(pilot, "Mud", "campaign")
        await press(pilot, "enter")
        await sees(pilot, "▸ 4  Mud")
    assert read_campaign(file, thorough=True).name == "The long feud"
    names = sorted(now(path / "campaign.toml").name for path in saves.iterdir() if not path.name.startswith("."))
    assert names == ["Mud", "The long feud"]


async def test_nothing_that_was_filled_in_for_a_campaign_is_thrown_away_unasked(saves: Path) -> None:
    """A grid of many units, and the whole form of one, were gone with an Esc too many."""
    file = feud(saves)
    async with campaign_open(saves) as pilot:
        await choose(pilot, "Record a battle")
        await sees(pilot, "WHO FIGHTS")
        await press(pilot, "escape")
        await misses(pilot, "WHO FIGHTS")
        await choose(pilot, "Record a battle", "Rone")
        await press(pilot, "2", "escape", "escape")
        await sees(pilot, "Rone                   died")
        await press(pilot, "escape")
        await sees(pilot, "Throw away what you have set up?")
        await press(pilot, "2")
        await misses(pilot, "WHO FIGHTS")
        await choose(pilot, "Btwo", "Skill   ")
        await press(pilot, "5", "enter")
        await sees(pilot, "Why?")
        await press(pilot, "escape")
        await sees(pilot, "Throw away what you have changed?")
        await press(pilot, "1")
        await sees(pilot, "Why?")
        await press(pilot, *"luck", "enter")
        await sees(pilot, "luck, by hand")
    assert now(file).rosters["boris"].units["btwo"]["skill"] == 5


async def test_a_unit_tells_its_life_and_is_edited_by_hand(saves: Path) -> None:
    file = fought(saves, "First blood")
    async with campaign_open(saves) as pilot:
        await choose(pilot, "Btwo")
        await sees(pilot, "IN THE CAMPAIGN", "1 battle", "First blood")
        await choose(pilot, "Skill   ")
        await press(pilot, "5", "enter")
        await sees(pilot, "Why?")
        await press(pilot, *"luck", "enter")
        await sees(pilot, "luck, by hand")
    assert now(file).rosters["boris"].units["btwo"]["skill"] == 5
    assert now(file).ledger[-1].entries[0].by == "manual"


async def test_players_join_and_leave_and_of_three_the_odd_one_rests(saves: Path) -> None:
    file = fought(saves, "First blood")
    async with campaign_open(saves) as pilot:
        await choose(pilot, "One more player joins", "Player")
        await press(pilot, *"Ken", "enter")
        await choose(pilot, "Join the campaign")
        await until(pilot, lambda: "ken" in now(file).rosters, "a third roster")
        await press(pilot, "home")
        await sees(pilot, "suggested", "rests")
        await choose(pilot, "A player leaves", "Boris")
        await until(pilot, lambda: now(file).players["boris"].left, "Boris gone")
        await sees(pilot, "has left")


async def test_a_zip_is_imported_and_its_rulings_are_accepted_or_dropped(saves: Path) -> None:
    file = feud(saves)
    with changing(file) as made:
        note(made, "Walls count as cover")
        note(made, "No talking to the dice")
    export_campaign(file, saves / "from-afar.zip")
    async with app(saves).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "CAMPAIGNS")
        await press(pilot, "I", *"x", "enter")
        await sees(pilot, "There is no such file")
        await press(pilot, "escape", "I", "enter")
        await sees(pilot, "NEXT BATTLE", "its rulings hold once you accept them")
        await choose(pilot, "2 rulings   2 to be accepted")
        await sees(pilot, "Walls count as cover", "of others, not accepted here yet")
        await press(pilot, "enter", "1")
        await sees(pilot, "Ruling 1 holds here now", "1 to be accepted")
        await choose(pilot, "2 rulings   1 to be accepted")
        await press(pilot, "down", "enter", "2", *"enough", "enter")
        await sees(pilot, "Ruling 2 is dropped")
        await choose(pilot, "2 rulings")
        await sees(pilot, "dropped: enough")
    first, second = read_campaign(saves / "the-long-feud-2" / "campaign.toml").rulings
    assert (first.accepted, first.dropped, second.dropped) == (True, "", "enough")


async def test_what_is_in_the_bin_is_deleted_for_good_after_a_question(saves: Path) -> None:
    feud(saves)
    session = create_session(table_of("feud"), saves, "Mud")
    async with app(saves).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "CAMPAIGNS", "Mud")
        await press(pilot, "delete", "2")
        await until(pilot, lambda: "The long feud" not in screen_text(pilot.app), "it in the bin")
        await press(pilot, "delete", "2")
        await sees(pilot, "bin 2")
        await press(pilot, "B")
        await sees(pilot, "The long feud", "Mud")
        for _ in range(2):
            await press(pilot, "delete", "1")
            assert len(binned(saves)) == 2
        await press(pilot, "delete")
        await sees(pilot, "for good? Nothing brings it back")
        await press(pilot, "2")
        await until(pilot, lambda: len(binned(saves)) == 1, "one less")
        await press(pilot, "delete", "2")
        await sees(pilot, "The bin is empty.")
    assert not session.exists()
    assert [path.name for path in (saves / ".bin").rglob("*") if path.suffix == ".toml"] == []


async def test_a_closed_battle_without_a_result_waits_for_none(saves: Path) -> None:
    file = fought(saves, "First blood")
    done(file, correct, "b1", None)
    async with campaign_open(saves, (100, 30)) as pilot:
        await sees(pilot, "First blood", "no result recorded")


async def test_what_was_changed_by_hand_is_said_when_the_campaign_is_shown(saves: Path) -> None:
    file = fought(saves, "First blood")
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('title = "First blood"', 'title = "The mill"'), encoding="utf-8")
    async with campaign_open(saves, (140, 45)) as pilot:
        await sees(pilot, "was changed outside Companion", "First blood", "The mill")


async def test_a_broken_campaign_says_what_is_wrong(saves: Path) -> None:
    file = fought(saves, "First blood")
    text = file.read_text()
    file.write_text(text.replace('kind = "battle"', 'kind = "feast"'))
    async with app(saves).run_test(size=(100, 30)) as pilot:
        await sees(pilot, "CAMPAIGNS")
        await press(pilot, "enter")
        await sees(pilot, "cannot be read", "kind")
        # What it shows is drawn again for another size.
        await resize(pilot, 120, 30)
        await sees(pilot, "Feud")
        await press(pilot, "down")
        await sees(pilot, "cannot be read", "kind")
        await press(pilot, "escape")
        await sees(pilot, "CAMPAIGNS")
    assert isinstance(pilot.app, CompanionApp)


async def test_the_aftermath_is_offered_and_what_it_left_is_said(saves: Path) -> None:
    file = feud(saves)
    begin(file, title="First blood")
    opened = open_session(session_file(file, "b1"))
    fight(opened.session, 1)
    opened.close()
    async with campaign_open(saves, (100, 30)) as pilot:
        await sees(pilot, "over: Boris won. Aftermath of Rhea and Boris")
        await choose(pilot, "First blood", "Play on")
        await sees(pilot, "Now the aftermath of Rhea and Boris.", "Aftermath")
        await press(pilot, "1")
        await sees(pilot, "which?")
        await press(pilot, "2")
        await sees(pilot, "how is")
        await press(pilot, "2", "enter")
        await sees(pilot, "gold earned")
        await press(pilot, *"42", "enter")
        await sees(pilot, "Back to the table")
        await press(pilot, "enter")
        await sees(pilot, "Boris's house: Btwo, skill: 4 → 3", "gold: 20 → 62", "It stands in")
        await sees(pilot, "Now the aftermath of Rhea.")
        await press(pilot, "C")
        await sees(pilot, "NEXT BATTLE", "open for Rhea", "gold 62")


async def test_a_battle_that_players_end_on_its_table_has_an_aftermath(saves: Path) -> None:
    feud(saves)
    async with campaign_open(saves, (100, 30)) as pilot:
        await choose(pilot, "Rhea against Boris")
        await sees(pilot, "Exchange blows", "Rone")
        await press(pilot, "G")
        await choose(pilot, "Who won")
        await press(pilot, "3")
        await choose(pilot, "Over because")
        await press(pilot, *"late", "enter", "escape")
        await sees(pilot, "The game is over: Boris wins, late. Now the aftermath of Rhea and Boris.", "Aftermath")


async def test_the_card_of_a_unit_tells_what_it_went_through_before(saves: Path) -> None:
    file = fought(saves, "First blood")
    begin(file, title="The well")
    async with app(saves, session_file(file, "b2")).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "Exchange blows")
        await press(pilot, "slash", *"Btwo", "enter", "enter")
        await sees(pilot, "TRACKERS", "IN THE CAMPAIGN", "1 battle, fell once")
        await press(pilot, "end")
        await sees(pilot, "BEFORE THIS GAME", "First blood", "skill: 4 → 3, a scar (dice 1)")


async def test_a_ready_campaign_is_copied_and_opened(saves: Path) -> None:
    fought(saves, "First blood").parent.rename(saves.parent / "ready-one")
    (saves.parent / "ready").mkdir()
    (saves.parent / "ready-one").rename(saves.parent / "ready" / "feud")
    async with app(saves).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "The long feud, a campaign after 1 battle")
        await press(pilot, "enter")
        await sees(pilot, "NEXT BATTLE", "First blood")
    assert (saves / "the-long-feud" / "campaign.toml").exists()


def spent(saves: Path) -> Path:
    """A battle of which Rhea has spent what she earned, and more."""
    file = fought(saves, "First blood")
    done(file, edit, "rhea", [("rhea", "gold", 3)], "a horse")
    return file


async def test_a_purse_below_0_is_shown_before_reopening_and_voiding_and_can_be_set_to_0(saves: Path) -> None:
    file = spent(saves)
    async with campaign_open(saves, (100, 30)) as pilot:
        await choose(pilot, "First blood", "Reopen it")
        await sees(pilot, "gold cannot be -7", "Yes, reopen it, and set gold to 0", "Yes, reopen it, and leave it so")
        await press(pilot, "escape")
        await resize(pilot, 45, 24)
        await choose(pilot, "First blood", "Void it")
        await sees(pilot, "gold cannot be -7", "and set gold to 0")
        await press(pilot, "2")
        await sees(pilot, "Why?")
        await press(pilot, *"mud", "enter")
        await sees(pilot, "voided: mud")
    assert now(file).rosters["rhea"].fields["gold"] == 0


async def test_a_battle_that_a_purse_below_0_holds_up_offers_to_set_it_to_0_and_begins(saves: Path) -> None:
    file = spent(saves)
    done(file, void, "b1", "mud")
    async with campaign_open(saves) as pilot:
        await choose(pilot, "Rhea against Boris")
        await sees(pilot, "The battle cannot begin yet", "Rhea's house: gold cannot be -7", "Set gold to 0, and begin")
        # By hand is a way too.
        await press(pilot, "2")
        await sees(pilot, "AS IT STANDS")
        await press(pilot, "escape")
        await choose(pilot, "Rhea against Boris")
        await sees(pilot, "The battle cannot begin yet")
        await press(pilot, "1")
        await sees(pilot, "Exchange blows")
    assert now(file).rosters["rhea"].fields["gold"] == 0
    assert len(now(file).battles) == 2


async def test_why_no_battle_can_begin_is_said_over_the_campaign_and_is_no_page_of_its_own(saves: Path) -> None:
    file = fought(saves, "First blood")
    done(file, edit, "rhea", [(unit, "gone", "died") for unit in ("rone", "rtwo")], "a fever")
    async with campaign_open(saves) as pilot:
        await choose(pilot, "Rhea against Boris")
        await sees(pilot, "Rhea's house has nobody left who can fight", "NEXT BATTLE")
        assert isinstance(pilot.app.screen, CampaignScreen)

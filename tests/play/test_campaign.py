"""`companion campaign`: a campaign of each game from its first battle to its second, and what is refused."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion import cli
from companion.engine import registry
from companion.report.markdown import markdown
from companion.report.writing import report_of
from companion.store.campaigns import read_campaign
from companion.store.opening import open_session
from companion.store.rosters import Roster, write_roster
from companion.testing import play_random
from tests.examples import table_of

pytestmark = pytest.mark.usefixtures("nobody_at_the_keyboard")
Said = Callable[..., str]
BOTH = ("--roster", "rhea", "--roster", "boris")
FOLDER = Path("saves/the-ash-road")


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """What a command of campaigns says, once it ended with this status."""

    def run(*words: str, status: int = 0) -> str:
        try:
            found = cli.main(["campaign", *words])
        except SystemExit as end:
            found = int(end.code or 0)
        out, err = capsys.readouterr()
        assert found == status, out + err
        assert bool(err) is (status == 2)
        return out + err

    return run


@pytest.fixture
def road(said: Said) -> Said:
    """The same of the campaign The Ash Road: its command, and what stands behind its name."""
    return lambda command, *more, status=0: said(command, "the-ash-road", *more, status=status)


def begun(said: Said, game: str = "bushido", *players: str) -> None:
    names = [word for player in players or ("Rhea", "Boris") for word in ("--player", player)]
    said("new", "The Ash Road", "--game", game, *names)


def play(session: Path, procedures: int = 3) -> None:
    opened = open_session(session, rng=Random(1))
    play_random(opened.session, Random(1), most_entries=procedures)
    assert opened.close()


@pytest.mark.parametrize("game", registry.BUILT_IN)
def test_two_battles_of_every_game(game: str, said: Said, road: Said) -> None:
    begun(said, game)
    session = Path(said("next", "The Ash Road", "--title", "First blood").splitlines()[-1])
    assert session == FOLDER.resolve() / "01-first-blood.toml"
    play(session)
    closed = road("close", "1", "--won", "rhea")
    assert "First blood, " in closed
    assert "Rhea won, the players say so; closed" in closed
    assert "\n\nRhea won, the players say so.\n" in markdown(report_of(session)), "it was told as not finished"
    assert "is closed already" in road("close", "1", "--won", "boris", status=2), "it was said that nothing changed"
    assert "nothing has changed" in road("close", "1", "--won", "rhea")
    assert cli.main(["report", "the-ash-road: First blood"]) == 0, "as companion list names it"
    assert cli.main(["rename", "the-ash-road: First blood", "Worse"]) == 0
    assert cli.main(["report", "the-ash-road: Worse"]) == 0
    road("next", "--title", "Revenge")
    road("check")
    shown = road("show")
    assert "Rhea: 1 won, 0 drawn, 0 lost of 1" in shown
    assert "no result yet; open" in shown
    assert "Rhea 1 won, Boris 0 won, open: Revenge" in said("list")


def test_three_players_get_a_pairing_and_one_rests(said: Said, road: Said) -> None:
    begun(said, "speedies", "Rhea", "Boris", "Cato")
    lines = road("next").splitlines()
    assert lines[0].startswith("suggested: Rhea against Boris")
    assert lines[-1] == "Cato rests"
    assert not (FOLDER / "01-battle-1.toml").exists()
    road("next", "--suggested")
    assert (FOLDER / "01-battle-1.toml").exists()
    others = ("--roster", "rhea", "--roster", "cato")
    assert "has not closed Battle 1" in road("next", *others, status=2)
    road("next", *others, "--practice")


def test_a_battle_begins_with_who_is_named_without_who_stays_and_practice_counts_for_nothing(
    said: Said, road: Said
) -> None:
    begun(said, "better-wargame")
    road("record", *BOTH, "--won", "rhea", "--title", "A friendly hour", "--practice")
    assert "Rhea: 0 won" in road("show")
    resting = next(iter(read_campaign(FOLDER / "campaign.toml").rosters["rhea"].units))
    session = Path(road("next", "--first", "boris", "--without", resting).splitlines()[-1])
    opened = open_session(session)
    assert opened.session.table.active == "boris"
    assert resting not in opened.session.table.units
    opened.close()
    session.unlink()
    assert road("next").splitlines()[0] == "Battle 2 was planned and not begun"
    assert session.exists()
    assert len(read_campaign(FOLDER / "campaign.toml").battles) == 2


def test_rosters_from_files(said: Said) -> None:
    write_roster(Roster("bushido", "Crows", list(table_of("bushido").units.values())[:1]), Path("crows.toml"))
    words = ("--player", "Rhea", "--player", "Boris", "--roster", "crows.toml")
    said("new", "Crows and others", "--game", "bushido", *words)
    assert "Crows (rhea), Rhea" in said("show", "Crows and others")
    said("new", "Wrong", "--game", "speedies", *words, status=2)
    assert not Path("saves/wrong").exists()


def test_what_depends_is_shown_before_anything_is_taken_back(said: Said, road: Said) -> None:
    begun(said)
    left = ("--set", "aya.move=3", "--set", "aya.notes=limps")
    road("record", *BOTH, "--won", "rhea", "--title", "On the train", *left)
    road("edit", "--set", "aya.notes=well again", "--why", "a bath")
    road("next", "--title", "Revenge")
    before = (FOLDER / "campaign.toml").read_text()
    shown = road("void", "On the train")
    for words in ("built on it: Revenge", "Masaema Aya, move: 3 → 4", "but now well again", "nothing is changed yet"):
        assert words in shown
    assert (FOLDER / "campaign.toml").read_text() == before
    assert "Revenge was built on On the train" in road("reopen", "On the train", "--yes", status=2)
    road("void", "On the train", "--why", "a bump", "--yes")
    road("check")
    assert "voided: a bump" in road("show")
    assert "is voided already" in road("void", "On the train", status=2)


def test_reopened_and_closed_again(said: Said, road: Said) -> None:
    begun(said)
    road("next")
    play(FOLDER / "01-battle-1.toml")
    assert "is not over" in road("close", "1", status=2)
    road("close", "1", "--drawn")
    assert "nothing is changed yet" in road("reopen", "1")
    road("reopen", "1", "--yes")
    road("reopen", "1", "--yes", status=2)
    assert "is not closed" in road("reopen", "1", status=2), "it was promised, and refused with --yes"
    assert "Boris won, the players say so; closed" in road("close", "1", "--won", "boris")


def test_nobody_wins_a_battle_in_which_they_did_not_fight(said: Said, road: Said) -> None:
    begun(said, "speedies", "Rhea", "Boris", "Cato")
    assert "Cato did not fight in Ambush" in road("record", *BOTH, "--won", "cato", "--title", "Ambush", status=2)
    road("next", *BOTH)
    assert "Cato did not fight in Battle 1" in road("close", "1", "--won", "cato", status=2)


def test_who_closed_first_counts_the_result_that_the_last_one_says(said: Said, road: Said) -> None:
    begun(said, "speedies")
    road("next")
    road("close", "1", "--roster", "rhea", "--won", "rhea")
    assert "battles won 1" in road("show")
    road("close", "1", "--won", "boris")
    won = [line for line in road("show").splitlines() if "battles won" in line]
    assert won == ["Rhea (rhea), battles won 0", "Boris (boris), battles won 1"]


def test_on_a_terminal_players_and_options_are_asked(said: Said, road: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["Rhea", "Boris", "lots", "5", "", "sometimes", "roll", "on"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    said("new", "The Ash Road", "--game", "bushido")
    text = (FOLDER / "campaign.toml").read_text()
    for option in ("turns = 5", 'aftermath_heal = "full"', 'aftermath_losses = "roll"', 'aftermath_marks = "on"'):
        assert option in text
    road("next")
    opened = open_session(FOLDER / "01-battle-1.toml")
    assert opened.session.table.options["turns"] == 5
    assert [side.name for side in opened.session.table.sides.values()] == ["Rhea", "Boris"]
    opened.close()


def test_edits_late_joiners_and_leavers(said: Said, road: Said) -> None:
    begun(said)
    told = road("edit", "--set", "Masaema Aya.move=5", "--set", "rhea.rice=3", "--why", "a horse")
    assert "Masaema Aya, move: 4 → 5, a horse, by hand" in told
    for wrong in (("--set", "nobody.move=5"), ("--set", "aya.move=fast"), ()):
        road("edit", *wrong, status=2)
    road("join", "Cato")
    road("leave", "Boris")
    road("next", "--suggested")
    assert "Rhea against Cato" in road("show")
    road("check")


def test_a_change_by_hand_is_said_by_check(said: Said, road: Said) -> None:
    begun(said)
    file = FOLDER / "campaign.toml"
    file.write_text(file.read_text().replace("ki_max = 6", "ki_max = 7", 1))
    assert "the roster has 7, the ledger leads to 6" in road("check", status=1)
    assert cli.main(["check", str(file)]) == 1
    assert "recorded as changed by hand" in road("edit", "--set", "rhea.note=x")
    assert cli.main(["check", str(file)]) == 0


def test_out_and_in_again(said: Said, road: Said) -> None:
    begun(said)
    road("export")
    assert Path("the-ash-road.zip").is_file()
    said("import", "the-ash-road.zip", "--saves", "others")
    assert Path("others/the-ash-road/campaign.toml").is_file()
    said("import", "the-ash-road.zip")
    assert "may mean the-ash-road or the-ash-road-2" in said("leave", "The Ash Road", "Boris", status=2)
    Path("bad.zip").write_bytes(b"no")
    assert "no zip" in said("import", "bad.zip", status=2)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "show nothing",
        "new x --game bushido --player Rhea",
        "new x --game chess --player Rhea --player Boris",
        "new x --game bushido --player Rhea --player RHEA",
        "new x --game bushido --player A --player B --option turns=lots",
        "close nothing 1",
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nothing(words: str, said: Said) -> None:
    said(*words.split(), status=2)
    assert not Path("saves").exists() or list(Path("saves").iterdir()) == []


def test_the_life_of_a_unit_and_the_roster_of_old(said: Said, road: Said) -> None:
    begun(said)
    road("edit", "--set", "aya.ki_max=9", "--why", "a gift")
    road("record", *BOTH, "--won", "rhea", "--title", "Ambush")
    road("edit", "--set", "aya.gone=retired", "--why", "old wounds")
    lines = road("unit", "aya").splitlines()
    assert lines[0] == "Masaema Aya: 1 battle, gone: retired"
    assert [line.split(",")[0].strip() for line in lines[1:]][:3] == ["joined", "changed by hand", "ki max: 6 → 9"]
    assert any(line.startswith("    Ambush, ") and line.endswith("against Boris, won") for line in lines)
    assert lines[-1].endswith("gone: retired, old wounds, by hand")
    shown = road("show", "--after", "ambush")
    assert "ki max 9" in shown
    assert "retired" not in shown
    assert "there is no unit 'nobody'" in road("unit", "nobody", status=2)


def test_a_purse_below_0_is_shown_and_set_right_on_the_command_line(said: Said, road: Said) -> None:
    begun(said, "speedies")
    road("record", *BOTH, "--won", "rhea", "--title", "On the train", "--set", "rhea.gold=600")
    road("edit", "--set", "rhea.gold=40", "--why", "armour")
    shown = road("void", "On the train")
    assert "no battle can begin with this: Rhea: gold cannot be -60" in shown
    assert "--mend sets gold to 0" in shown
    road("void", "On the train", "--yes")
    assert "rosters.rhea.gold: gold cannot be -60" in road("check", status=1)
    refused = road("next", *BOTH, status=2)
    assert "Rhea: gold cannot be -60" in refused
    assert "campaign.toml" not in refused
    road("edit", "--set", "rhea.gold=0")
    road("next", *BOTH)
    road("record", *BOTH, "--won", "rhea", "--title", "Once more", "--set", "rhea.gold=90", status=2)
    assert read_campaign(FOLDER / "campaign.toml").rosters["rhea"].fields["gold"] == 0


def test_a_purse_that_a_void_leaves_below_0_is_mended_with_it_and_a_change_by_hand_is_said(
    said: Said, road: Said
) -> None:
    begun(said, "speedies")
    road("record", *BOTH, "--won", "rhea", "--title", "On the train", "--set", "rhea.gold=600")
    road("edit", "--set", "rhea.gold=40", "--why", "armour")
    file = FOLDER / "campaign.toml"
    file.write_text(file.read_text().replace("On the train", "In the train"))
    assert "was changed outside Companion" in road("void", "1", "--mend", "--yes")
    assert read_campaign(file).rosters["rhea"].fields["gold"] == 0

"""`companion campaign`: a campaign of each game from its first battle to its second, and what is refused."""

import re
from pathlib import Path
from random import Random

import pytest

from companion import cli
from companion.engine import registry
from companion.store import Roster, open_session, write_roster
from companion.store.campaigns import read_campaign
from companion.testing import play_random
from tests.examples import table_of

GAMES = list(registry.BUILT_IN)
Capture = pytest.CaptureFixture[str]
pytestmark = pytest.mark.usefixtures("nobody_at_the_keyboard")


def run(*words: str) -> int:
    try:
        return cli.main(["campaign", *words])
    except SystemExit as end:
        return int(end.code or 0)


def begun(game: str = "bushido", *players: str) -> Path:
    names = [word for player in players or ("Rhea", "Boris") for word in ("--player", player)]
    assert run("new", "The Ash Road", "--game", game, *names) == 0
    return Path("saves/the-ash-road").resolve()


def play(session: Path, procedures: int = 3) -> None:
    opened = open_session(session, rng=Random(1))
    play_random(opened.session, Random(1), most_entries=procedures)
    assert opened.close()


@pytest.mark.parametrize("game", GAMES)
def test_two_battles_of_every_game(game: str, capsys: Capture) -> None:
    folder = begun(game)
    assert run("next", "The Ash Road", "--title", "First blood") == 0
    session = Path(capsys.readouterr().out.splitlines()[-1])
    assert session == folder / "01-first-blood.toml"
    play(session)
    assert run("close", "the-ash-road", "1", "--won", "rhea") == 0
    out = capsys.readouterr().out
    assert re.search(r"First blood, .*Rhea won, the players say so; closed", out)
    assert run("next", "the-ash-road", "--title", "Revenge") == 0
    assert run("check", "the-ash-road") == 0
    assert run("show", "the-ash-road") == 0
    shown = capsys.readouterr().out
    assert "Rhea: 1 won, 0 drawn, 0 lost of 1" in shown
    assert "no result yet; open" in shown
    assert run("list") == 0
    assert "Rhea 1 won, Boris 0 won, open: Revenge" in capsys.readouterr().out


def test_three_players_get_a_pairing_and_one_rests(capsys: Capture) -> None:
    begun("speedies", "Rhea", "Boris", "Cato")
    capsys.readouterr()
    assert run("next", "the-ash-road") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("suggested: Rhea against Boris")
    assert lines[-1] == "Cato rests"
    assert not Path("saves/the-ash-road/01-battle-1.toml").exists()
    assert run("next", "the-ash-road", "--suggested") == 0
    assert Path("saves/the-ash-road/01-battle-1.toml").exists()
    assert run("next", "the-ash-road", "--roster", "rhea", "--roster", "cato") == 2
    assert "has not closed Battle 1" in capsys.readouterr().err
    assert run("next", "the-ash-road", "--roster", "rhea", "--roster", "cato", "--practice") == 0


def test_rosters_from_files(capsys: Capture) -> None:
    write_roster(Roster("bushido", "Crows", list(table_of("bushido").units.values())[:1]), Path("crows.toml"))
    words = ("--player", "Rhea", "--player", "Boris", "--roster", "crows.toml")
    assert run("new", "Crows and others", "--game", "bushido", *words) == 0
    assert run("show", "Crows and others") == 0
    assert "Crows (rhea), Rhea" in capsys.readouterr().out
    assert run("new", "Wrong", "--game", "speedies", *words) == 2
    assert not Path("saves/wrong").exists()


def test_what_depends_is_shown_before_anything_is_taken_back(capsys: Capture) -> None:
    folder = begun()
    both = ("--roster", "rhea", "--roster", "boris")
    assert run("record", "the-ash-road", *both, "--won", "rhea", "--title", "On the train", "--set", "aya.move=3") == 0
    assert run("next", "the-ash-road", "--title", "Revenge") == 0
    before = (folder / "campaign.toml").read_text()
    capsys.readouterr()
    assert run("void", "the-ash-road", "On the train") == 0
    out = capsys.readouterr().out
    assert "built on it: Revenge" in out
    assert "Masaema Aya, move: 3 → 4" in out
    assert "nothing is changed yet" in out
    assert (folder / "campaign.toml").read_text() == before
    assert run("reopen", "the-ash-road", "On the train", "--yes") == 2
    assert "Revenge was built on On the train" in capsys.readouterr().err
    assert run("void", "the-ash-road", "On the train", "--why", "a bump", "--yes") == 0
    assert run("check", "the-ash-road") == 0
    assert run("show", "the-ash-road") == 0
    assert "voided: a bump" in capsys.readouterr().out


def test_reopened_and_closed_again(capsys: Capture) -> None:
    begun()
    assert run("next", "the-ash-road") == 0
    play(Path("saves/the-ash-road/01-battle-1.toml"))
    assert run("close", "the-ash-road", "1") == 2
    assert "is not over" in capsys.readouterr().err
    assert run("close", "the-ash-road", "1", "--drawn") == 0
    assert run("reopen", "the-ash-road", "1") == 0
    assert "nothing is changed yet" in capsys.readouterr().out
    assert run("reopen", "the-ash-road", "1", "--yes") == 0
    assert run("reopen", "the-ash-road", "1", "--yes") == 2
    assert run("close", "the-ash-road", "1", "--won", "boris") == 0
    assert "Boris won, the players say so; closed" in capsys.readouterr().out


def test_on_a_terminal_players_and_options_are_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["Rhea", "Boris", "lots", "5", "", "sometimes", "roll", "on"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert run("new", "The Ash Road", "--game", "bushido") == 0
    text = Path("saves/the-ash-road/campaign.toml").read_text()
    assert "turns = 5" in text
    assert 'aftermath_heal = "full"' in text
    assert 'aftermath_losses = "roll"' in text
    assert 'aftermath_marks = "on"' in text
    assert run("next", "the-ash-road") == 0
    opened = open_session(Path("saves/the-ash-road/01-battle-1.toml"))
    assert opened.session.table.options["turns"] == 5
    assert [side.name for side in opened.session.table.sides.values()] == ["Rhea", "Boris"]
    opened.close()


def test_edits_late_joiners_and_leavers(capsys: Capture) -> None:
    begun()
    assert run("edit", "the-ash-road", "--set", "Masaema Aya.move=5", "--set", "rhea.rice=3", "--why", "a horse") == 0
    assert "Masaema Aya, move: 4 → 5, a horse, by hand" in capsys.readouterr().out
    assert run("edit", "the-ash-road", "--set", "nobody.move=5") == 2
    assert run("edit", "the-ash-road", "--set", "aya.move=fast") == 2
    assert run("edit", "the-ash-road") == 2
    assert run("join", "the-ash-road", "Cato") == 0
    assert run("leave", "the-ash-road", "Boris") == 0
    assert run("next", "the-ash-road", "--suggested") == 0
    assert run("show", "the-ash-road") == 0
    assert "Rhea against Cato" in capsys.readouterr().out
    assert run("check", "the-ash-road") == 0


def test_a_change_by_hand_is_said_by_check(capsys: Capture) -> None:
    folder = begun()
    file = folder / "campaign.toml"
    file.write_text(file.read_text().replace("ki_max = 6", "ki_max = 7", 1))
    assert run("check", "the-ash-road") == 1
    assert "the roster has 7, the ledger leads to 6" in capsys.readouterr().out
    assert cli.main(["check", str(file)]) == 1
    assert run("edit", "the-ash-road", "--set", "rhea.note=x") == 0
    assert "recorded as changed by hand" in capsys.readouterr().out
    assert cli.main(["check", str(file)]) == 0


def test_out_and_in_again(capsys: Capture) -> None:
    begun()
    assert run("export", "the-ash-road") == 0
    assert Path("the-ash-road.zip").is_file()
    assert run("import", "the-ash-road.zip", "--saves", "others") == 0
    assert Path("others/the-ash-road/campaign.toml").is_file()
    Path("bad.zip").write_bytes(b"no")
    assert run("import", "bad.zip") == 2
    assert "no zip" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("show", "nothing"),
        ("new", "x", "--game", "bushido", "--player", "Rhea"),
        ("new", "x", "--game", "chess", "--player", "Rhea", "--player", "Boris"),
        ("new", "x", "--game", "bushido", "--player", "Rhea", "--player", "RHEA"),
        ("new", "x", "--game", "bushido", "--player", "A", "--player", "B", "--option", "turns=lots"),
        ("close", "nothing", "1"),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nothing(words: tuple[str, ...]) -> None:
    assert run(*words) == 2
    assert not Path("saves").exists() or list(Path("saves").iterdir()) == []


def test_the_life_of_a_unit_and_the_roster_of_old(capsys: Capture) -> None:
    begun("bushido")
    assert run("edit", "the-ash-road", "--set", "aya.ki_max=9", "--why", "a gift") == 0
    fought = ("--roster", "rhea", "--roster", "boris", "--won", "rhea", "--title", "Ambush")
    assert run("record", "the-ash-road", *fought) == 0
    assert run("edit", "the-ash-road", "--set", "aya.gone=retired", "--why", "old wounds") == 0
    capsys.readouterr()
    assert run("unit", "the-ash-road", "aya") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Masaema Aya: 1 battle, gone: retired"
    assert [line.split(",")[0].strip() for line in lines[1:]][:3] == ["joined", "changed by hand", "ki max: 6 → 9"]
    assert any(line.startswith("    Ambush, ") and line.endswith("against Boris, won") for line in lines)
    assert lines[-1].endswith("gone: retired, old wounds, by hand")
    assert run("show", "the-ash-road", "--after", "ambush") == 0
    shown = capsys.readouterr().out
    assert "ki max 9" in shown
    assert "retired" not in shown
    assert run("unit", "the-ash-road", "nobody") == 2
    assert "there is no unit 'nobody'" in capsys.readouterr().err


def test_a_purse_below_0_is_shown_and_set_right_on_the_command_line(capsys: Capture) -> None:
    folder = begun("speedies")
    both = ("--roster", "rhea", "--roster", "boris")
    assert (
        run("record", "the-ash-road", *both, "--won", "rhea", "--title", "On the train", "--set", "rhea.gold=600") == 0
    )
    assert run("edit", "the-ash-road", "--set", "rhea.gold=40", "--why", "armour") == 0
    capsys.readouterr()
    assert run("void", "the-ash-road", "On the train") == 0
    out = capsys.readouterr().out
    assert "no battle can begin with this: Rhea: gold cannot be -60" in out
    assert "--mend sets gold to 0" in out
    assert run("void", "the-ash-road", "On the train", "--yes") == 0
    assert run("check", "the-ash-road") == 1
    assert "rosters.rhea.gold: gold cannot be -60" in capsys.readouterr().out
    assert run("next", "the-ash-road", *both) == 2
    said = capsys.readouterr().err
    assert "Rhea: gold cannot be -60" in said
    assert "campaign.toml" not in said
    assert run("edit", "the-ash-road", "--set", "rhea.gold=0") == 0
    assert run("next", "the-ash-road", *both) == 0
    assert run("record", "the-ash-road", *both, "--won", "rhea", "--title", "Once more", "--set", "rhea.gold=90") == 2
    assert read_campaign(folder / "campaign.toml").rosters["rhea"].fields["gold"] == 0

"""Chronicles of campaigns: with sessions and without, after voids and manual edits, for every reader the same."""

import shutil
from pathlib import Path
from random import Random

import pytest

from companion import cli
from companion.engine.campaign import GONE, SCARS
from companion.report.chronicle import MISSING, UNREADABLE, chronicle
from companion.report.chronicle_page import chronicle_page
from companion.report.markdown import markdown
from companion.report.page import page
from companion.report.writing import chronicle_of, report_of
from companion.store.campaigns import changing
from companion.store.closing import edit
from companion.store.effects import correct, void
from companion.store.format.campaign import Outcome
from companion.store.opening import open_session
from companion.store.rulings import drop, note
from companion.testing import drive, play_random
from tests.play.aftermaths import campaign_of
from tests.report.reading import Reader
from tests.store.feuds import begin, done, drawn_alike, feud, fight, now, recorded, session_file, two_battles

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def _campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with drawn_alike():
        file = two_battles(tmp_path_factory.mktemp("campaign"))
        recorded(file, "By the fire", Outcome(("boris",)), {"rhea": [("rtwo", GONE, "died")]}, "a fever")
        done(file, void, recorded(file, "The wedding", Outcome(drawn=True), {}, "a brawl"), "nobody was hurt")
        begin(file, title="The bridge")
    return file


@pytest.fixture
def campaign(_campaign: Path, tmp_path: Path) -> Path:
    """Two battles with sessions, one without, one that was voided, one that is not begun."""
    return shutil.copytree(_campaign.parent, tmp_path / _campaign.parent.name) / _campaign.name


def test_a_campaign_is_told_from_its_standings_to_its_rulings(campaign: Path) -> None:
    text = markdown(chronicle_of(campaign))
    assert text.startswith("# The long feud\n\nFeud. 2 players, 3 battles count.\n\n## Standings\n")
    for title in ("First blood", "Revenge", "By the fire", "The wedding", "The bridge"):
        assert f"### {title}\n" in text
    assert "Fought without a record. Rhea's house: 2 units took part. Boris's house: 2 units took part." in text
    assert "Rtwo, gone: died, a fever, by hand" in text
    assert "## The fallen\n\n- Rtwo (Rhea's house): died, By the fire, " in text
    assert "a draw; voided: nobody was hurt." in text
    assert text.count("Not begun.") == 1
    assert "skill: 4 → 3, a scar (dice 1)" in text
    assert "- Gold: 20 → 30, earned" in text
    aftermath = markdown(report_of(session_file(campaign, "b1"))).partition("## Aftermath")[2]
    assert "(dice 1)" in aftermath
    assert "- Gold: 20 → 30, earned" in aftermath


def test_the_rulings_book_and_the_rulings_of_each_battle_are_printed(tmp_path: Path) -> None:
    file = feud(tmp_path)
    of = begin(file, title="First blood")
    opened = open_session(session_file(file, of))
    opened.session.adjust("rone", "health", 2, why="a loose stair")
    assert opened.close()
    with changing(file) as made:
        note(made, "the barn is out of <b>bounds</b>", "Rhea", of)
        note(made, "no dogs", "Boris")
        drop(made, 2, "there are no dogs")
    text = markdown(chronicle_of(file))
    book = text.partition("## The rulings book")[2]
    assert "the barn is out of \\<b\\>bounds\\</b\\> (First blood, " in book
    assert "Rhea)" in book
    assert "dropped: there are no dogs" in book
    assert "**First blood:**\n\n- Round 1: Rone: Health 3 → 2 (a loose stair)" in book


def test_a_missing_or_broken_record_is_said_and_the_ledger_tells(campaign: Path) -> None:
    file = campaign
    told = chronicle(file)
    session_file(file, "b1").unlink()
    session_file(file, "b2").write_text(session_file(file, "b2").read_text().replace("[options]", "[options"))
    made = chronicle(file)
    assert made.battles[0].story[0] == MISSING
    assert made.battles[1].story[0] == UNREADABLE
    for before, after in zip(told.battles[:2], made.battles[:2], strict=True):
        assert "took part" in after.story[1]
        assert after.aftermath == before.aftermath
        assert not after.harm
    assert [one.totals for one in made.lives] == [one.totals for one in told.lives]
    assert "Record missing" in markdown(chronicle_of(file))


def test_rivals_are_counted_over_all_battles_that_count(campaign: Path) -> None:
    file = campaign
    rivals = chronicle(file).rivals
    assert rivals
    assert max(r.battles for r in rivals) <= 2
    done(file, void, "b2", "a dispute")
    fewer = chronicle(file).rivals
    assert sum(r.dealt[0] + r.taken[0] for r in fewer) < sum(r.dealt[0] + r.taken[0] for r in rivals)


def test_the_same_campaign_is_the_same_bytes_and_nothing_is_written(campaign: Path) -> None:
    file = campaign
    before = {path.name: path.read_bytes() for path in file.parent.iterdir() if path.is_file()}
    assert page(chronicle_of(file)) == page(chronicle_of(file))
    assert {path.name: path.read_bytes() for path in file.parent.iterdir() if path.is_file()} == before


def test_names_in_the_file_are_no_markup(campaign: Path) -> None:
    file = campaign
    text = file.read_text(encoding="utf-8")
    nasty = "<img src=x onerror=alert(1)> [a](javascript:alert(2)) **b** \\u202e"
    file.write_text(text.replace("First blood", nasty).replace('"Bone"', f'"{nasty}"'), encoding="utf-8")
    read = Reader(page(chronicle_of(file)))
    assert not {tag for tag, _ in read.elements} & {"img", "a", "script"}
    assert read.text.count("onerror=alert(1)> [a](javascript:alert(2)) **b**") >= 2


def test_an_aftermath_that_the_ledger_does_not_have_is_told_from_the_session(tmp_path: Path) -> None:
    file = feud(tmp_path)
    session = session_file(file, begin(file))
    opened = open_session(session)
    fight(opened.session, 1)
    opened.session.start("aftermath", {"side": "rhea"})
    assert opened.close()
    assert "## Aftermath\n\n**Rhea:**" in markdown(report_of(session))
    elsewhere = Path(shutil.copytree(session.parent, tmp_path / "elsewhere")) / session.name
    elsewhere.with_name(file.name).unlink()
    opened = open_session(elsewhere)
    drive(opened.session, default=lambda r: [[1]] if r.name == "scar" else 10)
    assert opened.close()
    text = markdown(report_of(elsewhere))
    assert "## Aftermath\n\n**Rhea:**" in text
    assert "gold 20 → 30 (earned)" in text


def test_the_command_prints_writes_and_refuses(
    campaign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    file = campaign
    monkeypatch.setenv("COMPANION_SAVES", str(tmp_path))
    assert cli.main(["chronicle", "the long feud"]) == 0
    assert capsys.readouterr().out == markdown(chronicle_of(file))
    out = tmp_path / "chronicle.html"
    assert cli.main(["chronicle", str(file.parent), "--html", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert cli.main(["chronicle", "nothing"]) == 2
    assert "there is no campaign 'nothing'" in capsys.readouterr().err
    assert len(now(file).battles) == 5
    assert cli.main(["report", str(file)]) == 2
    assert "this is a campaign (companion chronicle" in capsys.readouterr().err


def test_a_battle_under_way_says_where_it_stands(tmp_path: Path) -> None:
    """Even before anybody has struck: `Not begun.` beside what was adjusted in it contradicted itself."""
    file = feud(tmp_path)
    opened = open_session(session_file(file, begin(file, title="The bridge")))
    opened.session.adjust("rone", "health", 2, why="a loose stair")
    assert opened.close()
    text = markdown(chronicle_of(file))
    assert "Not begun." not in text
    assert "Not finished: it stands in round 1" in text
    opened = open_session(session_file(file, "b1"), rng=Random(1))
    play_random(opened.session, Random(1), most_entries=6)
    opened.close()
    text = markdown(chronicle_of(file))
    assert "## Rivalries" in text
    assert "its aftermath is open" not in text, "it is under way"


def test_a_unit_that_was_struck_off_keeps_its_name(tmp_path: Path) -> None:
    file = two_battles(tmp_path)
    done(file, edit, "rhea", [("rone", "", None)], "she left")
    text = markdown(chronicle_of(file)).partition("## Battles")[2]
    assert "Rone" in text.partition("## Rivalries")[2]
    assert "rone" not in text


def test_a_closed_battle_whose_result_was_taken_away_waits_for_none(tmp_path: Path) -> None:
    file = two_battles(tmp_path)
    done(file, correct, "b1", None, "nobody remembers")
    text = markdown(chronicle_of(file))
    assert "no result recorded" in text
    assert "no result yet" not in text


def test_careers_say_what_battles_left_a_unit_with(tmp_path: Path) -> None:
    made = chronicle(two_battles(tmp_path))
    made.campaign.rosters["rhea"].units["rone"][SCARS] = ["Madness", "Blight"]
    line = next(line for line in markdown(chronicle_page(made)).splitlines() if line.startswith("- Rone: "))
    assert line.startswith("- Rone: 2 battles")
    assert line.endswith("; Madness, Blight")
    assert 'class="cards"' in page(chronicle_page(made)), "a unit has a card, as in a battle"


def test_a_battle_without_a_result_is_no_draw_and_practice_owes_no_aftermath(tmp_path: Path) -> None:
    """Where its players recorded none, the rules' reason stood behind `A draw`."""
    file = campaign_of(tmp_path, "speedies")
    for of, practice in (("b1", False), ("b2", True)):
        assert begin(file, *now(file).rosters, practice=practice) == of
        opened = open_session(session_file(file, of), rng=Random(1))
        assert play_random(opened.session, Random(1), most=9000, most_entries=4000)
        if not practice:
            opened.session.start("aftermath", {"side": "rhea"})
            drive(
                opened.session,
                default=lambda asked: "unrecorded" if asked.name == "result" else asked.random(Random(1)),
            )
        opened.close()
    text = markdown(chronicle_of(file))
    assert "No result is recorded." in text
    assert "; its aftermath is open" in text
    assert "A draw" not in text.partition("practice, which")[0]
    assert "practice, which counts for nothing; no result yet." in text
    told = markdown(report_of(session_file(file, "b1")))
    assert "No result is recorded." in told

"""Two battles of Speedies with the aftermath between them, typed as lines of plain play."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import cli
from companion.engine.requests import Roll
from companion.frontend.saying.campaigns import aftermath_parts
from companion.store.campaigns import changing, read_campaign
from companion.store.careers import life
from companion.store.closing import close
from companion.store.effects import correct, void
from companion.store.format.campaign import Outcome
from companion.store.ledger import closing, standings, state_of
from companion.store.opening import open_session
from companion.store.restore import restore
from companion.store.verify import check_file
from companion.testing import drive
from tests.examples import present
from tests.play import held
from tests.play.aftermaths import campaign_of
from tests.store.feuds import begin, done, recorded, session_file

SAMPLE_OPTIONS = {"agility_mode": "target", "turns": 1, "aftermath_warband_size": 12}
TO_THE_END = ("upkeep", "next_phase", "next_phase", 'adjust "Captain Otto" status incapacitated a roof', "melee_phase")
RHEA = (
    "aftermath Rhea",
    "Rhea won",
    "brigitta treasure y; anselm more kills 2",
    "20 5",
    "a golden cup",
    "9",
    "6",
    "8",
    "Ranged",
    "12",
    "y",
    "17",
    "1",
    "1 line rat name Whiskers gold 20",
    "willa weapon Sword gold 10",
    "y",
    "n",
)
BORIS = ("aftermath", "", "3", "17", "n", "0", "", "n")


def campaign(folder: Path) -> Path:
    return campaign_of(folder, "speedies", name="The Ash Road", **SAMPLE_OPTIONS)


def typed(session: Path, lines: Sequence[str]) -> str:
    """What plain play prints for these lines."""
    return held.typed(open_session(session, rng=Random(1)), [*lines, "quit"])


def answer(request: Any, scar: int) -> Any:
    """Every die shows 4, but for scars; one attempt to improve, one recruit and one thing to wear are bought."""
    if isinstance(request, Roll):
        return [[scar if request.name == "scar" else 4] * group.count for group in request.dice]
    if request.name == "equip":
        return {"rows": {"brigitta": {"gold": 5}}} if request.by == "rhea" else None
    if request.kind == "choose":
        return "rhea" if request.name == "result" else request.options[0].value
    return {"hire": 1, "buy_improvement": True}.get(request.name)


def settle(file: Path, side: str, scar: int = 9) -> None:
    """Plays the aftermath of a side; one that is open is taken back first."""
    opened = open_session(file, rng=Random(1))
    if opened.session.run is not None:
        opened.session.leave(False)
    if opened.session.table.side(side).owes_aftermath:
        opened.session.start("aftermath", {"side": side})
        drive(opened.session, default=lambda request: answer(request, scar))
    opened.close()


def test_the_scarred_captain_is_there_in_the_second_battle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = campaign(tmp_path)
    of = begin(file, title="First blood")
    text = typed(session_file(file, of), (*TO_THE_END, *RHEA))
    assert "Not taken" not in text
    assert "Captain Otto, 6: Melee 12 or more becomes 14 or more." in text
    # Whose units they are stands before the question, how it ended is told once, and what the roster keeps of it.
    assert "Rhea: Who carried off Treasure, and what did the app not see?" in text
    assert text.count("The game is over") == 2, "before the aftermath and after it"
    assert "major wound: Melee 12 to 14" in text
    assert "It stands in The Ash Road.\n" in text
    assert "changes more" not in text, "plain text has room for all of it"
    assert "Not taken" not in typed(session_file(file, of), BORIS)
    now = read_campaign(file)
    assert state_of(now, of) == "closed"
    result = present(now.battles[of].result)
    assert result.won == ("rhea",)
    assert check_file(file) == []
    rhea = now.rosters["rhea"]
    # 500 and 20 + 5 + 30; an attempt 25, Whiskers 20, a sword 10, a hero slot 50.
    assert (rhea.fields["gold"], rhea.fields["hero_slots"]) == (500 + 55 - 25 - 20 - 10 - 50, 4)
    assert (rhea.fields["wins"], rhea.fields["stash"]) == (1, ["a golden cup"])
    otto = life(now, "rhea", "otto")
    (chapter,) = [chapter for chapter in otto.chapters if chapter.kind == "battle"]
    assert [(c.field, c.before, c.after, c.why, c.dice) for c in chapter.changes] == [
        ("melee", 12, 14, "major wound: Melee", (9, 6)),
        ("ranged", 12, 11, "improved", (8, 12)),
        ("injury", 0, 1, "improved", (17,)),
    ]
    assert (otto.totals.battles, otto.totals.fell) == (1, 1)
    assert life(now, "rhea", "anselm").totals.felled == 2

    second = restore(session_file(file, begin(file, title="Revenge"))).session.table
    captain = second.unit("otto")
    assert (captain.melee, captain.ranged, captain.injury, captain.status, captain.wounds) == (14, 11, 1, "ok", 1)
    assert second.unit("whiskers").gear == ("hired (20 gold)",)
    assert [weapon.name for weapon in second.unit("willa").weapons] == ["Sword"]
    assert [side.owes_aftermath for side in second.sides.values()] == [True, True]
    assert not any(unit.treasure for unit in second.units.values())
    # A battle that players end early has no aftermath in which a win counts for hiring: it counts as in the standings.
    assert cli.main(["campaign", "close", str(file), "Revenge", "--won", "rhea"]) == 0
    capsys.readouterr()
    assert cli.main(["campaign", "show", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "Rhea: 2 won, 0 drawn, 0 lost of 2" in shown
    assert {"hero slots 4", "battles won 2", "loot a golden cup"} <= set(re.split(", |\n", shown))
    assert cli.main(["campaign", "unit", str(file), "otto"]) == 0
    told = capsys.readouterr().out
    assert "First blood" in told
    assert "major wound: Melee" in told


def test_the_underdog_hires_by_the_standings_however_the_battles_were_told(tmp_path: Path) -> None:
    file = campaign(tmp_path)
    early, of = Outcome(("rhea",), by_hand=True), begin(file, title="Ended early")
    done(file, close, of, restore(session_file(file, of)).session, result=early)
    other = recorded(file, "Without the app", Outcome(("boris",), by_hand=True), {}, "told")
    assert wins_of(file) == (1, 1)
    done(file, correct, other, early)
    assert wins_of(file) == (2, 0)
    done(file, void, of, "a wrong roster")
    assert wins_of(file) == (1, 0)
    assert check_file(file) == []
    opened = open_session(session_file(file, begin(file)), rng=Random(1))
    opened.session.adjust("table", "over_why", "late")
    opened.session.start("aftermath", {"side": "boris"})
    drive(opened.session, stop=lambda request: request.name == "hire", default=lambda request: answer(request, 9))
    discount = present(opened.session.run).context.tallies["aftermath[boris]/underdog"]
    assert int(discount) == 2 * 15, "this battle counts too"
    opened.close()


def wins_of(file: Path) -> tuple[int, int]:
    """What the rosters of Rhea and Boris say of battles won, which is what the standings say."""
    campaign = read_campaign(file)
    wins = tuple(campaign.rosters[of].fields.get("wins", 0) for of in ("rhea", "boris"))
    won = {line.name: line.won for line in standings(campaign)}
    assert wins == (won["Rhea"], won["Boris"])
    return wins


def test_who_misses_a_game_is_not_on_the_table_and_is_back_after_it(tmp_path: Path) -> None:
    file = campaign(tmp_path)
    of = begin(file)
    missing = (*RHEA[:5], "11", *RHEA[7:])
    assert "Not taken" not in typed(session_file(file, of), (*TO_THE_END, *missing, *BORIS))
    of = begin(file)
    session = session_file(file, of)
    otto = restore(session).session.table.unit("otto")
    assert (otto.misses, otto.alive) == (1, False)
    text = typed(session, ("upkeep", "next_phase", "next_phase", "melee_phase", "aftermath Rhea"))
    assert "Captain Otto" not in text.rpartition("Who carried off Treasure")[2]
    settle(session, "rhea")
    settle(session, "boris")
    now = read_campaign(file)
    assert now.rosters["rhea"].units["otto"]["misses"] == 0
    assert life(now, "rhea", "otto").totals.battles == 1
    assert life(now, "rhea", "brigitta").totals.battles == 2


def test_the_dead_stay_listed_and_fight_no_more(tmp_path: Path) -> None:
    file = campaign(tmp_path)
    of = begin(file)
    ghoul = ("upkeep", "next_phase", "next_phase", "adjust Ghoul status incapacitated a roof", "melee_phase")
    typed(session_file(file, of), ghoul)
    for side in ("rhea", "boris"):
        settle(session_file(file, of), side, scar=3)
    now = read_campaign(file)
    assert now.rosters["boris"].units["ghoul"]["gone"] == "died"
    assert "ghoul" not in restore(session_file(file, begin(file))).session.table.units


def test_undo_in_the_aftermath_leads_to_another_end(tmp_path: Path) -> None:
    file = campaign(tmp_path)
    of = begin(file)
    session = session_file(file, of)
    text = typed(session, (*TO_THE_END, *RHEA[:7], "undo 2", "12", *RHEA[7:]))
    assert "Not taken" not in text
    assert "melee" not in {
        c.field for chapter in life(read_campaign(file), "rhea", "otto").chapters for c in chapter.changes
    }


def test_a_change_has_the_dice_that_decided_it_or_none(tmp_path: Path) -> None:
    """Bought slots and gear, the price of an attempt and a promotion had the dice of the improvement before them."""
    file = campaign(tmp_path)
    of = begin(file)
    assert "Not taken" not in typed(session_file(file, of), (*TO_THE_END, 'adjust "Captain Otto" agility 7', *RHEA))
    now = read_campaign(file)
    rhea = present(closing(now, of, "rhea"))
    dice = {(entry.of, entry.field, entry.why): entry.dice for entry in rhea.entries}
    assert dice["rhea", "gold", "income"] == dice["rhea", "stash", "loot"] == (20, 5)
    assert dice["otto", "melee", "major wound: Melee"] == (9, 6)
    assert dice["otto", "ranged", "improved"] == (8, 12)
    without = [key for key, faces in dice.items() if not faces]
    assert {why for _, _, why in without} >= {"bought", "hire", "gear", "hero slot", "Captain Otto tried to improve"}
    assert ("rhea", "hero_slots", "bought") in without
    assert ("otto", "agility", "") in without
    chronicle = "\n".join(line for name, lines in aftermath_parts(now, of) for line in lines)
    assert "Hero slots: 3 → 4, bought" in chronicle
    assert "Gold: 500 → 555, income (dice 20, 5)" in chronicle
    assert "bought (dice" not in chronicle


def test_a_battle_closed_by_an_earlier_version_with_other_dice_is_closed_still(tmp_path: Path) -> None:
    file = campaign(tmp_path)
    of = begin(file)
    typed(session_file(file, of), TO_THE_END)
    for side in ("rhea", "boris"):
        settle(session_file(file, of), side)
    with changing(file) as made:
        row = present(closing(made.campaign, of, "rhea"))
        told = tuple(replace(entry, dice=(11, 3)) for entry in row.entries)
        made.campaign.ledger[row.n - 1] = replace(row, source="of old", entries=told)
        before = len(made.campaign.ledger)
    assert check_file(file) == []
    open_session(session_file(file, of)).close()
    assert len(read_campaign(file).ledger) == before
    with changing(file) as made:
        assert close(made, of, restore(session_file(file, of)).session) == []

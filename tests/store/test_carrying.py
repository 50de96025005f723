"""What the roster of a campaign keeps of a battle: what players changed by hand, and what the aftermath decided."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.campaign import GONE
from companion.engine.session import Session
from companion.store.campaign_check import check_campaign
from companion.store.campaigns import read_campaign
from companion.testing import drive, play_random
from tests.play.aftermaths import GAMES, campaign_of, ended, opened, settle, settle_late
from tests.store.feuds import begin


def units_of(file: Path) -> dict[str, Any]:
    return {of: unit for roster in read_campaign(file).rosters.values() for of, unit in roster.units.items()}


def falls(session: Session, mini: str) -> None:
    session.adjust(mini, "wounds", session.table.find(mini).get("threshold"))
    session.adjust(mini, "defeated", True)


def end_the_round(session: Session) -> None:
    """Vader has fallen, and the End Phase makes the Stormtroopers commanders."""
    falls(session, "vader.1")
    session.adjust("table", "phase", "end")
    session.start("end_phase")
    drive(session, default=lambda request: "storm" if request.name == "promote" else None)
    assert session.table.unit("storm").get("rank") == "commander"


def test_who_is_promoted_in_the_end_phase_is_no_commander_of_the_next_battle(tmp_path: Path) -> None:
    file = campaign_of(tmp_path, "legion")
    ranks = {of: unit.get("rank") for of, unit in units_of(file).items()}
    played = opened(file, begin(file))
    end_the_round(played.session)
    settle_late(played.session)
    played.close()
    assert (played.trouble, check_campaign(file)) == ("", [])
    assert {of: unit.get("rank") for of, unit in units_of(file).items()} == ranks


@pytest.mark.parametrize("inside", [False, True])
def test_what_players_change_by_hand_stays_also_inside_a_procedure_and_after_a_rule(
    inside: bool, tmp_path: Path
) -> None:
    """They set the rank that a rule had set, and a number; the session is opened again between."""
    file = campaign_of(tmp_path, "legion")
    of = begin(file)
    played = opened(file, of)
    end_the_round(played.session)
    if inside:
        played.session.start("command_phase")
    played.session.adjust("storm", "rank", "operative", why="a field promotion")
    played.session.adjust("storm", "speed", 3)
    played.session.adjust("vader.1", "threshold", 9)
    if inside:
        drive(played.session, default=lambda request: [["block"]] if request.kind == "roll" else None)
        assert len(played.session.entries[-1].inputs) > 2
    played.close()
    played = opened(file, of)
    settle_late(played.session)
    played.close()
    assert (played.trouble, check_campaign(file)) == ("", [])
    storm, vader = units_of(file)["storm"], units_of(file)["vader"]
    assert (storm["rank"], storm["speed"]) == ("operative", 3)
    assert [mini["threshold"] for mini in vader["minis"]] == [9]


def test_a_keyword_that_players_write_stays() -> None:
    session = ended("legion")
    before = dict(session.table.unit("storm").get("keywords"))
    session.adjust("storm", "keywords.Scout", 2, why="they have learned")
    settle(session, "red")
    (entry,) = [e for e in session.ruleset.batch(session, "red").entries if e.field == "keywords"]
    assert (entry.of, entry.before, entry.after) == ("storm", before, {**before, "Scout": 2})


@pytest.mark.parametrize("game", GAMES)
def test_no_profile_on_a_roster_is_another_for_a_battle_in_which_nobody_changed_one(game: str, tmp_path: Path) -> None:
    file = campaign_of(tmp_path, game)
    before = units_of(file)
    for seed in range(3):
        played = opened(file, begin(file))
        assert play_random(played.session, Random(seed), most=9000, most_entries=4000)
        for side in ("rhea", "boris"):
            settle(played.session, side)
        played.close()
        assert (played.trouble, check_campaign(file)) == ("", [])
        assert units_of(file) == before
        assert not any(unit.get(GONE) for unit in before.values())

"""The ready games and rosters of Bushido: they open without a word, and can be played on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.rules.bushido import RULESET
from companion.store import copy_session, open_session, read_roster, ready_dir
from companion.testing import drive, play_random
from tests.rules.scene import now


def test_the_game_at_its_start_is_at_rest_and_sound(tmp_path: Path) -> None:
    opened = open_session(copy_session(ready_dir() / "bushido-bridge-at-kagu.toml", tmp_path), rng=Random(1))
    session = opened.session
    assert (opened.notices, session.run, session.entries) == ([], None, [])
    assert list(RULESET.faults(session.table)) == []
    assert [a.name for a in session.actions() if a.open] == ["starting_phase", "melee"]
    opened.close()


def test_the_game_in_the_middle_goes_on_at_its_damage_roll(tmp_path: Path) -> None:
    opened = open_session(copy_session(ready_dir() / "bushido-second-turn.toml", tmp_path), rng=Random(1))
    session = opened.session
    assert opened.notices == []
    request = now(session)
    assert (request.name, request.by, request.step, session.table.round) == ("12", "red", "12", 2)
    out = drive(session, [("12", [[4, 5]])], stop=lambda r: r.name == "12" and r.by == "blue")
    assert out == {}
    assert session.table.unit("chiyo").wounds_marked == 2
    assert play_random(session, Random(3), most=4000)
    opened.close()


@pytest.mark.parametrize("name", ["itos-samurai", "soras-warband"])
def test_the_rosters_hold_three_models(name: str) -> None:
    roster = read_roster(ready_dir() / f"bushido-roster-{name}.toml")
    assert (roster.ruleset, len(roster.units)) == ("bushido", 3)

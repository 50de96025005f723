"""The ready games and rosters of God's Gloom: they open without a word, and can be played on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.rules.gods_gloom import RULESET
from companion.store import copy_session, open_session, read_roster, ready_dir
from companion.testing import drive, play_random
from tests.rules.gloom import faces
from tests.rules.scene import now


def test_the_game_at_its_start_lets_a_melee_begin_at_once(tmp_path: Path) -> None:
    opened = open_session(copy_session(ready_dir() / "gods-gloom-causeway.toml", tmp_path), rng=Random(1))
    session = opened.session
    assert (opened.notices, session.run, session.entries) == ([], None, [])
    assert list(RULESET.faults(session.table)) == []
    session.start("melee", {"attacker": "lancers"})
    assert session.request is not None
    opened.close()


def test_the_game_in_the_middle_goes_on_at_its_step(tmp_path: Path) -> None:
    opened = open_session(copy_session(ready_dir() / "gods-gloom-ford.toml", tmp_path), rng=Random(1))
    session = opened.session
    assert opened.notices == []
    request = now(session)
    assert (request.name, request.by, request.step) == ("ATC.10", "p1", "ATC.10")
    out = drive(session, [("ATC.10", faces("2 5 / 3 1 1"))], stop=lambda r: r.name == "ATC.30")
    assert out == {}
    assert play_random(session, Random(3), most=4000)
    assert session.table.over is not None
    opened.close()


def test_the_game_in_the_middle_can_be_undone_to_its_start_and_redone(tmp_path: Path) -> None:
    opened = open_session(copy_session(ready_dir() / "gods-gloom-ford.toml", tmp_path), rng=Random(1))
    session = opened.session
    count = session.undo_count
    session.undo(count)
    assert (session.undo_count, session.table.unit("stingers").health) == (0, 3)
    session.redo(count)
    assert (now(session).name, session.table.unit("stingers").health) == ("ATC.10", 0)
    opened.close()


@pytest.mark.parametrize("name", ["shield-host", "howling-pack"])
def test_the_rosters_hold_five_units(name: str) -> None:
    roster = read_roster(ready_dir() / f"gods-gloom-roster-{name}.toml")
    assert (roster.ruleset, len(roster.units)) == ("gods-gloom", 5)

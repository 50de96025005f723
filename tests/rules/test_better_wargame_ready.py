"""The ready games and rosters of Building a Better Wargame open as they are and can be played to their end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.rules.better_wargame import RULESET
from companion.store import copy_session, open_session, read_roster
from companion.testing import play_random
from tests.legal import legal
from tests.rules.scene import now, run_of

READY = Path(__file__).parents[2] / "saves" / "ready"


@pytest.mark.parametrize(("name", "asked"), [("ruined-town", None), ("crossroads", "to_wound")])
def test_a_ready_game_stands_where_it_should_and_ends(name: str, asked: str | None, tmp_path: Path) -> None:
    opened = open_session(copy_session(READY / f"better-wargame-{name}.toml", tmp_path))
    held = opened.session
    assert opened.notices == []
    assert list(RULESET.faults(held.table)) == []
    assert (held.request.name if held.request else None) == asked
    assert len(held.melees()) == 1
    held.recorder = None
    assert play_random(held, Random(1), most=6000, most_entries=1000)
    opened.close()


def test_the_crossroads_melee_goes_on_with_the_dice_that_were_rolled(tmp_path: Path) -> None:
    opened = open_session(copy_session(READY / "better-wargame-crossroads.toml", tmp_path))
    held = opened.session
    rolled = next(given.value for given in run_of(held).answers if given.name == "to_hit")
    needed = [int(t) for key, t in run_of(held).context.tallies.items() if "/to_hit[" in key]
    hits = [sum(face >= need for face in faces) for faces, need in zip(rolled, needed, strict=True)]
    assert [dice["count"] for dice in legal(now(held))["dice"]] == [count for count in hits if count]
    assert held.last_result is not None
    assert held.last_result.text.startswith("Tobi's Mob ")
    assert ". Gutripper Boyz: " in held.last_result.text
    opened.close()


@pytest.mark.parametrize("name", ["third-platoon", "gutrippers-mob"])
def test_a_ready_roster_holds_whole_units(name: str) -> None:
    roster = read_roster(READY / f"better-wargame-roster-{name}.toml")
    assert roster.ruleset == "better-wargame"
    assert roster.units
    assert all(list(u.faults()) == [] for u in roster.units)

"""The ready games and rosters of Legion: they open, and stand where they say."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.rules.legion import RULESET
from companion.rules.legion.samples import names
from companion.store import open_session, read_roster, ready_dir
from companion.store.opening import Opened
from companion.testing import drive
from tests.rules.scene import now


def opened(name: str, folder: Path) -> Opened:
    for file in ready_dir().glob(f"{name}*.toml"):
        shutil.copy(file, folder / file.name)
    return open_session(folder / f"{name}.toml")


def test_the_game_at_its_start_can_fight_at_once(tmp_path: Path) -> None:
    game = opened("legion-moisture-farm", tmp_path)
    session = game.session
    assert game.notices == []
    assert session.run is None
    assert session.melees() == [["luke", "bikes"], ["rebels", "storm"], ["wook", "boba"]]
    session.start("melee_attack", {"unit": "luke"})
    assert now(session).title == "Luke Skywalker against 74-Z Speeder Bikes: roll 6 attack dice"
    game.close()


@pytest.mark.parametrize(
    ("answer", "fights"), [("bikes.1", [["luke", "bikes"], ["rebels", "storm"]]), ("no_room", [["rebels", "storm"]])]
)
def test_the_game_in_the_middle_goes_on(answer: str, fights: list[list[str]], tmp_path: Path) -> None:
    game = opened("legion-luke-and-the-bikes", tmp_path)
    session = game.session
    assert game.notices == []
    assert (now(session).name, now(session).by) == ("place_mini", "blue")
    assert not session.table.find("bikes.2").alive  # type: ignore[attr-defined]
    out = drive(session, [("place_mini", answer), ("action", "done")])
    assert out["in_melee"] == fights
    game.close()


def test_the_rosters_hold_every_sample_once() -> None:
    held = [read_roster(ready_dir() / f"legion-roster-{of}.toml") for of in ("rebel-alliance", "galactic-empire")]
    assert sorted(u.id for r in held for u in r.units) == sorted(names())
    assert all("sample data" in r.name and r.ruleset == RULESET.id for r in held)

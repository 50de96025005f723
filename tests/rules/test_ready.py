"""The ready games and rosters of the five games: they open without a word, stand where they say, and are played on."""

from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from companion.rules.legion.example import names
from companion.store.folders import ready_dir
from companion.store.manage import copy_session
from companion.store.opening import open_session
from companion.store.rosters import read_roster
from companion.testing import Scripted, play_random
from tests.examples import present
from tests.legal import legal
from tests.rules.scene import now
from tests.rules.script import groups


class Ready(NamedTuple):
    """A ready game: what is asked and of whom, or nothing; and how many melees there are."""

    file: str
    asked: str
    by: str | tuple[str, ...]
    melees: int


GAMES = [
    Ready("better-wargame-ruined-town", "", "", 1),
    Ready("better-wargame-crossroads", "to_wound", ("orks", "guard"), 1),
    Ready("bushido-bridge-at-kagu", "", "", 2),
    Ready("bushido-second-turn", "12", "red", 2),
    Ready("gods-gloom-causeway", "", "", 3),
    Ready("gods-gloom-ford", "ATC.10", "p1", 3),
    Ready("legion-moisture-farm", "", "", 3),
    Ready("legion-luke-and-the-bikes", "place_mini", "blue", 1),
    Ready("speedies-cellar-of-saint-odo", "", "", 2),
    Ready("speedies-rats-in-the-cellar", "melee_check", "blue", 2),
]


@pytest.mark.parametrize("ready", GAMES, ids=lambda ready: ready.file)
def test_a_ready_game_stands_where_it_should_and_ends(ready: Ready, tmp_path: Path) -> None:
    opened = open_session(copy_session(ready_dir() / f"{ready.file}.toml", tmp_path), rng=Random(1))
    session = opened.session
    assert opened.notices == []
    assert list(session.ruleset.faults(session.table)) == []
    asked = (session.request.name, session.request.by) if session.request is not None else ("", "")
    assert (*asked, len(session.melees())) == (ready.asked, ready.by, ready.melees)
    # What is written is tried elsewhere.
    session.intake.recorder = None
    assert play_random(session, Random(3), most=6000, most_entries=1000)
    assert session.table.over is not None
    opened.close()


MOVES: list[tuple[str, Scripted, str, str, int]] = [
    ("bushido-second-turn", ("12", [[4, 5]]), "chiyo", "wounds_marked", 2),
    ("gods-gloom-ford", ("ATC.10", groups("2 5 / 3 1 1")), "stingers", "health", 0),
    ("legion-luke-and-the-bikes", ("place_mini", "bikes.1"), "bikes", "hurt", 0),
]


@pytest.mark.parametrize(("file", "move", "of", "field", "value"), MOVES, ids=[move[0] for move in MOVES])
def test_a_game_in_the_middle_goes_on_and_is_undone_to_its_start(
    file: str, move: Scripted, of: str, field: str, value: object, tmp_path: Path
) -> None:
    opened = open_session(copy_session(ready_dir() / f"{file}.toml", tmp_path), rng=Random(1))
    session = opened.session
    asked, count = now(session).key, session.undo_count
    session.undo(count)
    assert session.undo_count == 0
    session.redo(count)
    assert now(session).key == asked
    session.answer(move[-1], by=str(now(session).by))
    assert getattr(session.table.unit(of), field) == value
    opened.close()


def test_the_crossroads_melee_goes_on_with_the_dice_that_were_rolled(tmp_path: Path) -> None:
    opened = open_session(copy_session(ready_dir() / "better-wargame-crossroads.toml", tmp_path))
    held = opened.session
    rolled = next(given.value for given in present(held.run).answers if given.name == "to_hit")
    needed = [int(t) for key, t in present(held.run).context.tallies.items() if "/to_hit[" in key]
    hits = [sum(face >= need for face in faces) for faces, need in zip(rolled, needed, strict=True)]
    assert [dice["count"] for dice in legal(now(held))["dice"]] == [count for count in hits if count]
    assert held.last_result is not None
    assert held.last_result.text.startswith("Tobi's Mob ")
    assert ". Gutripper Boyz: " in held.last_result.text
    opened.close()


ROSTERS = [
    ("better-wargame", "third-platoon", 0),
    ("better-wargame", "gutrippers-mob", 0),
    ("bushido", "itos-samurai", 3),
    ("bushido", "soras-warband", 3),
    ("gods-gloom", "shield-host", 5),
    ("gods-gloom", "howling-pack", 5),
    ("legion", "rebel-alliance", 0),
    ("legion", "galactic-empire", 0),
    ("speedies", "gilded-company", 5),
    ("speedies", "cellar-court", 5),
]


@pytest.mark.parametrize(("game", "name", "many"), ROSTERS, ids=[roster[1] for roster in ROSTERS])
def test_a_ready_roster_holds_sound_units(game: str, name: str, many: int) -> None:
    roster = read_roster(ready_dir() / f"{game}-roster-{name}.toml")
    assert roster.ruleset == game
    assert len(roster.units) == (many or len(roster.units)) > 0
    assert all(list(unit.faults()) == [] for unit in roster.units)


def test_the_rosters_of_legion_hold_every_sample_once() -> None:
    held = [read_roster(ready_dir() / f"legion-roster-{of}.toml") for of in ("rebel-alliance", "galactic-empire")]
    assert sorted(unit.id for roster in held for unit in roster.units) == sorted(names())
    assert all("sample data" in roster.name for roster in held)

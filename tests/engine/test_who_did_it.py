"""Who took what from whom: read from the reason of a change by one rule, for careers and reports alike."""

from __future__ import annotations

import pytest

from companion.engine.careers import inflicted_by
from companion.engine.session import Session
from companion.engine.state.health import left, left_in_play
from companion.report.playback import Playback
from companion.rules.legion.units import LegionUnit
from tests.games.duel import DUEL, example
from tests.rules.legion import table, unit

NAMES = [("Ann", "ann"), ("Mary Ann", "mary"), ("Bob", "bob"), ("", "nameless"), ("Twin", "bob"), ("Twin", "twin")]


@pytest.mark.parametrize(
    ("why", "by"),
    [
        ("struck by Ann", "ann"),
        ("attack of Ann", "ann"),
        ("hit by Ann", "ann"),
        ("dazed, struck by Mary Ann", "mary"),
        ("struck by Bob", ""),
        ("struck by Twin", "twin"),
        ("struck by Joann", ""),
        ("fell from the bridge beside Ann", ""),
        ("table ruling: Wounds first, struck by Ann", "ann"),
        ("struck by ", "nameless"),
        ("Ann", ""),
        ("struck by Ann (a ruling)", ""),
        ("", ""),
    ],
)
def test_the_name_that_ends_the_reason_counts(why: str, by: str) -> None:
    assert inflicted_by(why, NAMES, "bob") == by


def test_who_has_a_part_of_the_name_did_nothing() -> None:
    assert inflicted_by("curse of Dark Wolf", [("Wolf", "wolf"), ("Dark Wolf", "dark")], "dark") == ""


def test_careers_and_reports_agree_on_what_players_wrote() -> None:
    session = Session(example())
    session.adjust("bob", "health", 1, why="hit by Ann")
    assert [(loss.of, loss.by, loss.wounds) for loss in DUEL.losses(session)] == [("bob", "ann", 2)]
    assert [(blow.of, blow.by, blow.wounds) for blow in Playback(session).blows] == [("bob", "ann", 2)]


def test_a_mini_that_is_taken_off_leaves_nothing_of_itself_to_its_unit() -> None:
    held = table([unit("one", "blue"), unit("foe", "red", 3, threshold=3)], [])
    session = Session(held)
    foe = held.unit("foe")
    assert isinstance(foe, LegionUnit)
    session.adjust("foe.3", "defeated", True, why="a trap")
    assert (left(foe), left_in_play(foe)) == (6, 6)
    assert Playback(session).rounds[-1].strength["red"] == 6
    for of in ("foe.2", "foe.1"):
        session.adjust(of, "defeated", True, why="a trap")
    assert left_in_play(foe) == 0
    assert [(blow.wounds, blow.felled) for blow in Playback(session).blows] == [(3, False), (3, False), (0, True)]

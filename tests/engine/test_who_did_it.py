"""Who took what from whom: a fact of the change; where players made it, they say it with their reason."""

import dataclasses
from random import Random

import pytest

from companion.engine.session import Session
from companion.engine.state.adjustments import doer_named
from companion.engine.state.health import left, left_in_play
from companion.engine.state.table import AnyTable
from companion.report.playback import Playback
from companion.rules.legion.units import LegionUnit
from companion.store.format.entries import stored_entry
from companion.store.format.journal import entry_text
from companion.testing import drive, step_random
from tests.examples import present
from tests.games.duel import DUEL, example
from tests.rules import gloom
from tests.rules.legion import table, unit

NAMES = {"ann": "Ann", "mary": "Mary Ann", "bob": "Bob", "twin": "Twin", "other": "Twin", "dark": "Dark Wolf"}


def named() -> AnyTable:
    made = example()
    first = made.unit("ann")
    for of, name in NAMES.items():
        made.units[of] = dataclasses.replace(first, id=of, name=name)
    made.reindex()
    return made


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
        ("Ann", ""),
        ("struck by Ann (a ruling)", ""),
        ("", ""),
    ],
)
def test_the_name_that_ends_the_reason_counts(why: str, by: str) -> None:
    assert doer_named(named(), why, "bob") == by


def test_who_has_a_part_of_the_name_did_nothing() -> None:
    made = named()
    made.unit("ann").name = "Wolf"
    assert doer_named(made, "curse of Dark Wolf", "dark") == ""
    assert doer_named(made, "struck by Twin", "twin") == "other"


def test_rules_say_who_did_it_and_no_name_is_read() -> None:
    """A unit that is called as a reason ends did nothing."""
    session = Session(gloom.table([gloom.unit("rav", "p1", health=1), gloom.unit("ogre", "p2")], [("rav", "ogre")]))
    session.table.unit("ogre").name = "play"
    session.start("melee", {"attacker": "rav"})
    rng = Random(4)
    while session.run is not None:
        step_random(session, rng)
    hurt = [one for entry in session.entries for one in entry.changes() if one.field == "health"]
    assert hurt
    assert {one.by for one in hurt} <= {"rav", "ogre"} - {one.of for one in hurt if len(hurt) == 1}
    again = stored_entry(entry_text(session.entries[-1]), session.table)
    assert [one.by for one in again.changes()] == [one.by for one in session.entries[-1].changes()]


def test_who_harasses_a_unit_without_morale_hurt_it() -> None:
    on = gloom.those("lan", "ski", "lan+ski", ski={"health": 1, "morale": 0}, seals=(1, 0))
    session = Session(on)
    session.start("melee", {"attacker": "lan"})
    drive(session, gloom.steps("TFP.10 declare; TFP.20 harass; MEL.70 follow_up"))
    assert [(loss.of, loss.by) for loss in session.ruleset.losses(session)] == [("ski", "lan")]


def test_careers_and_reports_agree_on_what_players_wrote_and_entries_of_older_versions_too() -> None:
    session = Session(example())
    session.adjust("bob", "health", 1, why="hit by Ann")
    assert [(loss.of, loss.by, loss.wounds) for loss in DUEL.losses(session)] == [("bob", "ann", 2)]
    assert [(blow.of, blow.by, blow.wounds) for blow in Playback(session).blows] == [("bob", "ann", 2)]
    text = entry_text(session.entries[0]).replace("doers = true\n", "").replace(', by = "ann"', "")
    assert "by =" not in text
    assert [one.by for one in stored_entry(text, session.table).changes()] == ["ann"]


def test_a_mini_that_is_taken_off_leaves_nothing_of_itself_to_its_unit() -> None:
    held = table([unit("one", "blue"), unit("foe", "red", 3, threshold=3)], [])
    session = Session(held)
    foe = present(held.unit("foe"), LegionUnit)
    session.adjust("foe.3", "defeated", True, why="a trap")
    assert (left(foe), left_in_play(foe)) == (6, 6)
    assert Playback(session).rounds[-1].strength["red"] == 6
    for of in ("foe.2", "foe.1"):
        session.adjust(of, "defeated", True, why="a trap")
    assert left_in_play(foe) == 0
    assert [(blow.wounds, blow.felled) for blow in Playback(session).blows] == [(3, False), (3, False), (0, True)]

"""Who did what to whom: harm that a reason names already is not given to the same unit once more."""

from random import Random
from types import SimpleNamespace
from typing import Any, cast

from companion.engine.session import Session
from companion.report.battle import Blow
from companion.report.playback import Playback
from companion.report.reading import battle_of
from companion.testing import drive
from tests.examples import present, table_of
from tests.games.duel import example


def shared(blows: list[Blow]) -> list[tuple[str, int]]:
    """The blows once the game has said that the wall did one wound to the ravagers."""
    played = object.__new__(Playback)
    loss = SimpleNamespace(by="wall", of="ravagers", wounds=1)
    inside = cast(Any, played)
    inside.blows, inside._table = blows, None
    inside._session = SimpleNamespace(ruleset=SimpleNamespace(losses=lambda _: [loss]))
    inside._share(None, 0)
    return [(blow.by, blow.wounds) for blow in played.blows]


def test_a_wound_is_given_to_who_did_it_once() -> None:
    """One without a name is; one of its own is not the enemy's."""
    struck, berserk = Blow(1, "wall", "ravagers", 1, False), Blow(1, "", "ravagers", 1, False)
    assert shared([berserk]) == [("wall", 1)]
    assert shared([struck, Blow(1, "", "ravagers", 1, False)]) == [("wall", 1), ("", 1)]


def test_a_wound_that_nobody_is_named_for_is_not_that_of_who_struck_before() -> None:
    session = Session(table_of("legion"), rng=Random(1))
    session.adjust("vader.1", "wounds", 7, why="attack of Han Solo")
    session.start("effect", {"unit": "vader"})
    drive(session, [("effect", "wounds")])
    told = battle_of(session, "A battle")
    assert [(blow.by, blow.wounds, blow.felled) for blow in told.blows] == [("han", 7, False), ("", 1, True)]
    fall = present(told.unit("vader").fall)
    assert fall.by == ""


def test_a_fall_is_the_last_of_who_is_still_out_of_action() -> None:
    table = example()
    table.unit("bob").put("health", 0)
    session, falls = Session(table), []
    for of, health, why in (("ann", 0, "a spear"), ("ann", 2, ""), ("ann", 0, "a stone"), ("bob", 2, "")):
        told = battle_of(session, "A battle")
        falls.append([fall and fall.why for fall in (told.unit("ann").fall, told.unit("bob").fall)])
        session.adjust(of, "health", health, why=why)
    told = battle_of(session, "A battle")
    falls.append([fall and fall.why for fall in (told.unit("ann").fall, told.unit("bob").fall)])
    before = "before this record begins"
    assert falls == [[None, before], ["a spear", before], [None, before], ["a stone", before], ["a stone", None]]

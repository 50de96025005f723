"""Odds are worked out once for a question that stands, and anew for any other."""

import pytest

from companion.engine.odds import Odds
from companion.engine.session import Session
from companion.testing import drive
from tests.examples import present
from tests.rules.bushido_kit import pair
from tests.rules.test_legion_odds import started


def asked(name: str, **more: int) -> Session:
    """Before the request of this name."""
    if name == "action":
        session = pair({"melee_pool": 3}, {"melee_pool": 3})
        session.start("activate", {"model": "a"})
        return session
    session = pair({"melee_pool": 3, "wounds_max": 4, **more}, {"melee_pool": 3, "wounds_max": 4})
    session.start("melee", {"pair": "a+b"})
    drive(session, stop=lambda request: request.name == "5")
    if name == "7":
        for side in ("red", "blue"):
            session.answer({"plan": "plain", "parts": {"attack": 2, "defence": 1}}, by=side)
        drive(session, stop=lambda request: request.name == name)
    return session


def odds_of(session: Session) -> Odds:
    return present(session.odds())


@pytest.mark.parametrize("name", ["action", "5", "7"])
def test_the_question_that_stands_is_not_worked_out_again(name: str) -> None:
    session = asked(name)
    first = odds_of(session)
    assert odds_of(session) is first
    session.undo()
    session.redo()
    assert odds_of(session) == first


def test_another_table_or_goal_is_another_question() -> None:
    session = asked("5")
    first = odds_of(session)
    to_kill = session.odds(goal="kill")
    assert to_kill != first, "another goal"
    assert (odds_of(session), session.odds(goal="kill")) == (first, to_kill)
    stronger = asked("5", strength=2)
    assert odds_of(stronger) != first
    hurt = asked("5")
    assert odds_of(hurt) == first
    hurt.adjust("b", "wounds_marked", 2)
    found = odds_of(hurt)
    assert found != first
    hurt.undo()
    assert odds_of(hurt) == first
    hurt.redo()
    assert odds_of(hurt) == found


def test_a_keyword_that_is_so_is_another_than_one_of_1() -> None:
    found = []
    for armour in (1, True):
        session = started({"aim": 1, "dice": {"black": 3}}, {"keywords": {"Armor": armour}})
        session.answer([["hit", "crit", "blank"]], by="blue")
        found.append(odds_of(session))
    assert found[0] != found[1]

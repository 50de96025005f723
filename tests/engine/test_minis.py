"""Minis join and leave a unit under way: late ones and mistakes, never casualties; inputs like all others."""

import pytest

from companion.engine import log
from companion.engine.errors import InvalidInput
from companion.engine.past import Past
from companion.engine.session import Session
from companion.engine.state.table import Unit
from companion.frontend.by_hand import has_minis, mini_joins, mini_leaves
from companion.rules.legion.records import Weapon
from companion.rules.legion.units import LegionUnit
from tests.engine.late import MANY, example_of, part_all, state


def session_of(game: str) -> Session:
    session = example_of(game)
    part_all(session)
    return session


def heads(unit: Unit) -> int:
    return len(unit.miniatures) or unit.get("minis.count")


@pytest.mark.parametrize("game", MANY)
def test_a_mini_comes_late_and_another_is_taken_off(game: str) -> None:
    session = session_of(game)
    unit = session.table.unit(MANY[game])
    stood, many, scores = state(session), heads(unit), [side.dump(whole=True) for side in session.table.sides.values()]
    mini_joins(session, unit)
    assert heads(unit) == many + 1
    assert any("join" in line.text and "late arrival" in line.text for line in log.lines(session))
    joined = state(session)
    mini_leaves(session, unit, unit.miniatures[1].id if unit.miniatures else "", "it was never paid for")
    assert heads(unit) == many
    assert any("leave" in line.text and "never paid for" in line.text for line in log.lines(session))
    assert unit.alive
    assert [side.dump(whole=True) for side in session.table.sides.values()] == scores
    assert not list(session.ruleset.losses(session))
    left = state(session)
    past = Past(session)
    assert past.stop("loss", -1) is None
    past.go(0)
    assert heads(past.table.unit(unit.id)) == many
    session.undo()
    assert state(session) == joined
    session.undo()
    assert state(session) == stood
    session.redo(2)
    assert state(session) == left
    assert session.actions()


def test_models_that_leave_were_never_there() -> None:
    session = session_of("better-wargame")
    unit = session.table.unit("first_squad")
    started, there = unit.start_models, unit.models
    session.adjust(unit.id, "minis.count", change=-2, why="miscounted")
    assert (unit.models, unit.start_models) == (there - 2, started - 2)
    assert log.lines(session)[-1].text == f"First Squad: 2 models leave, {there - 2} now (miscounted)"


def test_minis_are_numbered_after_all_that_there_were() -> None:
    session = session_of("legion")
    unit = session.table.unit("storm")
    last = unit.miniatures[-1].id
    mini_leaves(session, unit, last)
    mini_joins(session, unit)
    assert unit.miniatures[-1].id == f"storm.{int(last.rpartition('.')[2]) + 1}"
    assert session.table.title(unit.miniatures[-1].id).startswith("Stormtroopers ")


def refused(session: Session, of: str, field: str, value: object) -> str:
    stood = state(session)
    with pytest.raises(InvalidInput) as fault:
        session.adjust(of, field, value)
    assert state(session) == stood
    return f"{fault.value.message}; {fault.value.hint}"


def test_what_stands_in_the_way_is_named() -> None:
    session = session_of("legion")
    unit = session.table.unit("storm")
    assert isinstance(unit, LegionUnit)
    first, second = unit.minis[0].id, unit.minis[1].id
    assert refused(session, unit.id, f"minis.0/{first}", None) == (
        "Stormtroopers: one of its minis leads it; change that first"
    )
    session.connect(second, "luke.1")
    assert "Stormtroopers 2 is in contact with Luke Skywalker" in refused(session, unit.id, f"minis.1/{second}", None)
    session.disconnect(second, "luke.1")
    assert "is on the table already" in refused(session, unit.id, f"minis.9/{first}", {})
    assert "is no mini of Stormtroopers" in refused(session, unit.id, "minis.9/other.1", {})
    assert "a mini has no 'wings'" in refused(session, unit.id, "minis.9/storm.99", {"wings": 2})
    assert "cannot be" in refused(session, unit.id, "minis.9/storm.99", {"threshold": "high"})
    assert "have no mini" in refused(session, unit.id, "minis.9/storm.99", None)
    assert "as a table" in refused(session, unit.id, "minis.9/storm.99", 3)
    assert "have names" in refused(session, unit.id, "minis.count", 3)
    assert "has no other mini" in refused(session, "luke", "minis.0/luke.1", None)
    assert "one at a time" in refused(session, unit.id, "minis", [])
    session.adjust(unit.id, "weapons", (*unit.weapons, Weapon("Rocket", dice={"red": 1}, minis=(second,))))
    assert "is no mini of this unit; change that first" in refused(session, unit.id, f"minis.1/{second}", None)
    for mini in unit.minis[1:]:
        session.adjust(mini.id, "defeated", True)
    assert "the last of Stormtroopers that stands" in refused(session, unit.id, f"minis.0/{first}", None)


def test_models_are_counted_within_their_bounds() -> None:
    session = session_of("better-wargame")
    of = "first_squad"
    assert "keeps one model" in refused(session, of, "minis.count", 0)
    assert "whole number" in refused(session, of, "minis.count", "many")
    assert "allowed" in refused(session, of, "minis.count", 99)
    session.adjust(of, "in_contact", session.table.unit(of).models)
    assert "In contact is" in refused(session, of, "minis.count", session.table.unit(of).models - 1)


@pytest.mark.parametrize("game", ["bushido", "gods-gloom", "speedies"])
def test_a_unit_of_one_has_no_minis(game: str) -> None:
    session = session_of(game)
    unit = next(iter(session.table.units.values()))
    assert not has_minis(unit)
    with pytest.raises(InvalidInput, match="a single thing on the table"):
        mini_joins(session, unit)
    with pytest.raises(InvalidInput, match="a single thing on the table"):
        mini_leaves(session, unit)


@pytest.mark.parametrize("game", MANY)
def test_not_while_a_procedure_is_open(game: str) -> None:
    session = example_of(game)
    action = next(action for action in session.actions() if action.open)
    value = next((option.value for option in action.values if option.why_not is None), None)
    session.start(action.name, {action.param: value} if action.param else {})
    if session.run is not None:
        with pytest.raises(InvalidInput, match="join and leave between procedures"):
            mini_joins(session, session.table.unit(MANY[game]))

"""What stands in a data file is checked by the types of its record; actions are declared as data too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from companion.engine.action_list import ActionEntry, ActionList
from companion.engine.data import record, unit_of_entry
from companion.engine.requests import Option
from companion.engine.ruleset import Action
from companion.engine.state.table import AnyTable
from tests.games.pit import Fighter, Pit, example, exchange


@dataclass(frozen=True)
class Effect:
    hook: Literal["roll", "wound"]
    amount: int | Literal["X"] = 0


@dataclass(frozen=True)
class Entry:
    name: str
    effects: tuple[Effect, ...] = ()
    marks: tuple[str, ...] = ()
    curse: Effect | None = None
    becomes: Mapping[str, int] = field(default_factory=dict)


def test_an_entry_is_a_record_with_records_in_it() -> None:
    effects = [{"hook": "roll", "amount": "X"}, {"hook": "wound"}]
    made = record("a", {"name": "Odd", "effects": effects, "marks": "one", "becomes": {"x": 2}}, Entry)
    assert made == Entry("Odd", (Effect("roll", "X"), Effect("wound")), ("one",), None, {"x": 2})


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({}, "name is missing"),
        ({"name": "Odd", "nmae": 1}, "unknown key 'nmae' (known: name, effects, marks, curse, becomes)"),
        ({"name": 3}, "name cannot be 3"),
        ({"name": "Odd", "effects": [{"hook": "dance"}]}, "effects: hook cannot be 'dance' (known: roll, wound)"),
        ({"name": "Odd", "effects": [{"hook": "roll", "amount": "Y"}]}, "effects: amount cannot be 'Y' (known: X)"),
        ({"name": "Odd", "effects": [{"hook": "roll", "amount": True}]}, "amount cannot be True"),
        ({"name": "Odd", "curse": 2}, "curse cannot be 2"),
        ({"name": "Odd", "marks": ["one", 2]}, "marks cannot be 2"),
        ({"name": "Odd", "becomes": {"x": "y"}}, "becomes cannot be 'y'"),
        ([], "cannot be []"),
    ],
)
def test_a_wrong_entry_names_its_place_and_key(entry: Any, says: str) -> None:
    with pytest.raises(ValueError, match=r"^file\.toml, \[odd\]: ") as fault:
        record("file.toml, [odd]", entry, Entry)
    assert says in str(fault.value)


def test_an_entry_is_a_unit_whose_fields_are_its_keys() -> None:
    ann = unit_of_entry("a", {"name": "Ann", "health": 2}, Fighter, "ann", side="red")
    assert (ann.id, ann.name, ann.side, ann.health) == ("ann", "Ann", "red", 2)


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"healht": 2}, "a: a unit has no 'healht'"),
        ({"health": "two"}, "a: health of ann cannot be 'two'"),
        ({"health": -1}, "a: health: "),
    ],
)
def test_a_wrong_unit_names_its_place_and_field(entry: Mapping[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=f"^{says}"):
        unit_of_entry("a", entry, Fighter, "ann")


# -- actions


def fighters(table: Pit) -> Sequence[Option[str]]:
    return [Option(unit.id, unit.name, None if unit.alive else "has fallen") for unit in table.units.values()]


def last(table: AnyTable) -> Sequence[Action]:
    return (Action("last", "Last", exchange),)


def over(table: Pit) -> str | None:
    return "the fight is over" if table.over_why else None


LIST: ActionList[Pit] = ActionList(
    ActionEntry(
        "exchange",
        lambda table: f"Blows of round {table.round}",
        exchange,
        over,
        lambda table: table.active,
        "fighter",
        fighters,
        "nobody stands",
        closed_code="over",
        none_open_code="nobody",
    ),
    last=last,
)


def test_an_entry_says_what_may_be_started_by_whom_and_else_why_not() -> None:
    table = example()
    table.unit("bob").health = 0
    action = LIST.all(table)[0]
    assert (action.title, action.by, action.open, action.closed_code) == ("Blows of round 1", "red", True, "over")
    values = [(option.value, option.why_not) for option in action.values]
    assert values == [("ann", None), ("bob", "has fallen"), ("cid", None)]
    assert LIST.named(table, "exchange") == action
    assert LIST.named(table, "last") is None
    assert [action.name for action in LIST.all(table)] == ["exchange", "last"]
    for unit in table.units.values():
        unit.health = 0
    action = LIST.all(table)[0]
    assert (action.why_not, action.closed_code) == ("nobody stands", "nobody")
    assert {option.why_not for option in action.values} == {"has fallen"}, "each still says why"
    table.over_why = "rain"
    action = LIST.all(table)[0]
    assert (action.why_not, action.closed_code, action.values) == ("the fight is over", "over", ())


def test_an_entry_is_open_in_its_phases_alone_and_none_once_the_game_is_over() -> None:
    entries = (
        ActionEntry[Pit]("exchange", "Blows", exchange, lambda table: "not now", phases=("fight",)),
        ActionEntry[Pit]("rest", "Rest", exchange),
    )
    told: ActionList[Pit] = ActionList(
        *entries, last=last, over="it is over", elsewhere=lambda table, phases: f"in {phases[0]}"
    )
    table = example()
    table.phase = "rest"
    assert [action.why_not for action in told.all(table)] == ["in fight", None, None]
    table.phase = "fight"
    assert [action.why_not for action in told.all(table)] == ["not now", None, None]
    table.over_why = "rain"
    assert [action.why_not for action in told.all(table)] == ["it is over", "it is over", None]
    table.over_why, table.phase = "", "rest"
    plain: ActionList[Pit] = ActionList(*entries, last=last)
    assert plain.all(table)[0].why_not == "this is the rest"

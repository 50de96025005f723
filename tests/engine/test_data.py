"""What stands in a data file is checked by the types of its record."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from companion.engine.data import record, unit_of_entry
from tests.games.pit import Fighter


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

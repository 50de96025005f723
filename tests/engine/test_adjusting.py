"""Changes by the players' hands are checked whole: types, names, contacts, bounds and what they bound."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.adjustments import adjusted
from companion.engine.state.declarations import flag, internal, profile, tracker
from companion.engine.state.entity import Condition, Record
from companion.engine.state.table import AnyTable, Table, Unit
from companion.engine.values import FARTHEST, same
from tests.engine.duels import at_first_roll, number_of
from tests.games.duel import DUEL, example
from tests.rules import legion


@dataclass(frozen=True)
class Blade(Record):
    name: str = "blade"


@dataclass(eq=False, kw_only=True)
class Odd(Unit):
    conditions: ClassVar[tuple[Condition, ...]] = (
        Condition("prone", "Prone", "states.prone", "flag"),
        Condition("stunned", "Stunned", "states.stunned", "count"),
        Condition("held", "Held", "states.held", "list"),
    )
    open_maps: ClassVar[tuple[str, ...]] = ("remarks",)
    blades: tuple[Blade, ...] = profile((), place="lists")
    best: Blade = profile(Blade())
    spare: Blade | None = profile(None)
    words: tuple[str, ...] = profile(())
    grade: Literal["low", "high"] | None = profile(None)
    states: Mapping[str, Any] = flag(dict)
    remarks: Mapping[str, int] = internal(dict)
    most: int = profile(3, lo=0)
    held: int = tracker(2, hi="most")
    free: int = tracker(0, lo=None)


def table() -> AnyTable:
    made: AnyTable = Table(
        spec=DUEL, units={**example().units, "odd": Odd(id="odd", side="blue")}, sides=example().sides
    )
    made.reindex()
    return made


FITS: dict[str, list[tuple[str, Any]]] = {
    "odd": [
        ("blades", [Blade("axe")]),
        ("blades", []),
        ("best", Blade("axe")),
        ("spare", None),
        ("spare", Blade()),
        ("words", ["a", "b"]),
        ("grade", "low"),
        ("grade", None),
        ("states", {"prone": True}),
        ("states", {}),
        ("states.prone", True),
        ("states.prone", None),
        ("remarks", {"a": 1}),
        ("remarks.a", 1),
        ("most", 2),
        ("held", 3),
        ("free", -FARTHEST),
        ("free", FARTHEST),
        ("name", "Odder"),
        ("side", "red"),
    ],
    "table": [
        ("phase", "over"),
        ("phase", "fight"),
        ("active", "red"),
        ("active", None),
        ("over_winner", None),
        ("round", 4),
        ("options.strike_back", False),
        ("contacts.ann/bob", {}),
        ("contacts.bob/ann", None),
    ],
}
FITS_NOT: dict[str, list[tuple[str, Any]]] = {
    "odd": [
        ("blades", [{"name": 3}]),
        ("blades", [{"edge": "axe"}]),
        ("blades", ["axe"]),
        ("blades", "axe"),
        ("best", {"name": 3}),
        ("best", None),
        ("spare", "axe"),
        ("words", ["a", 1]),
        ("words", "ab"),
        ("grade", "middling"),
        ("states", {"tired": True}),
        ("states", {"prone": 3}),
        ("states.prone", 1),
        ("states.stunned", -1),
        ("states.stunned", True),
        ("states.held", "x"),
        ("states.tired", True),
        ("states", []),
        ("remarks", {"a": "b"}),
        ("remarks.a", []),
        ("most", 1),
        ("most", -1),
        ("most.x", 1),
        ("held", 4),
        ("held", -1),
        ("held", None),
        ("held", "1"),
        ("name", 3),
        ("free", FARTHEST + 1),
        ("free", 1.0),
        ("free", True),
        ("id", "odder"),
        ("id.", "odder"),
        ("name.", "x"),
        ("name.x", "x"),
        ("side", "green"),
        ("side", None),
        ("luck", 1),
    ],
    "table": [
        ("phase", "tea"),
        ("phase", ""),
        ("active", "green"),
        ("active", ""),
        ("over_winner", "ann"),
        ("options", {}),
        ("options.strike_back", "yes"),
        ("options.luck", 1),
        ("round", FARTHEST + 1),
        ("contacts.ann/bob", 5),
        ("contacts.ann/bob", {"rear": True}),
        ("contacts.ann", {}),
        ("contacts.", {}),
        ("contacts.ann/dave", {}),
        ("contacts.ann/red", {}),
        ("contacts.ann/table", {}),
        ("contacts.ann/ann", {}),
        ("contacts.bob/cid", {}),
    ],
}


def each(cases: Mapping[str, list[tuple[str, Any]]]) -> list[tuple[str, str, Any]]:
    return [(of, field, value) for of, rows in cases.items() for field, value in rows]


@pytest.mark.parametrize(("of", "field", "value"), each(FITS))
def test_what_fits_is_taken(of: str, field: str, value: Any) -> None:
    made = adjusted(table(), of, field, value, "", "")
    assert made.after == (tuple(value) if isinstance(value, list) else value)


@pytest.mark.parametrize(("of", "field", "value"), [*each(FITS_NOT), ("nobody", "health", 1)])
def test_what_does_not_fit_is_refused(of: str, field: str, value: Any) -> None:
    with pytest.raises(InvalidInput):
        adjusted(table(), of, field, value, "", "")


def test_a_pool_is_overruled_up_to_what_can_be_thrown() -> None:
    held = at_first_roll((3, 0), (3, 0))
    pool = number_of(held, "pool[ann]")
    with pytest.raises(InvalidInput):
        held.overrule(pool, FARTHEST + 1, "a slip")
    held.overrule(pool, 900, "a slip")
    with pytest.raises(InvalidInput, match="nobody throws"):
        held.answer({"plan": "plain", "parts": {"attack": 900, "guard": 0}})


def test_a_value_that_the_rules_cannot_bear_is_taken_back() -> None:
    def actions(held: AnyTable) -> list[Any]:
        return [1 // held.unit("ann").get("health")]

    made = Session(dataclasses.replace(example(), spec=dataclasses.replace(DUEL, actions=actions)))
    with pytest.raises(InvalidInput, match="could not go on"):
        made.adjust("ann", "health", 0)
    assert made.table.unit("ann").health == 3
    assert made.undo_count == 0


def test_a_keyword_that_is_so_is_another_than_one_of_one() -> None:
    """Python holds True and 1 for equal; Armor asks for no defence dice, Armor 1 does."""
    held = Session(legion.table([legion.unit("one", "blue", keywords={"Armor": True}), legion.unit("foe", "red")], []))
    assert held.adjust("one", "keywords", {"Armor": 1})
    assert type(held.table.unit("one").get("keywords.Armor")) is int
    assert held.adjust("one", "keywords", {"Armor": 1}) == []
    held.undo()
    assert held.table.unit("one").get("keywords.Armor") is True


@pytest.mark.parametrize(
    ("before", "after", "is_so"),
    [
        (1, 1, True),
        (True, 1, False),
        ((1, "Armor"), (1, "Armor"), True),
        ((1, "Armor"), (True, "Armor"), False),
        (("Armor", (1, 2)), ("Armor", (1, True)), False),
        ((1,), [1], False),
        ((1,), (1, 2), False),
        ({"Armor": 1}, {"Armor": 1}, True),
        ({"Armor": 1}, {"Armor": True}, False),
        ({"Armor": (1, 2)}, {"Armor": (1, 2)}, True),
    ],
)
def test_values_are_equal_and_of_one_kind(before: object, after: object, is_so: bool) -> None:
    assert same(before, after) is is_so

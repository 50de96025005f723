"""Fields are declared once: bounds, conditions and contacts follow, and what players set by hand is checked whole."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.context import Context
from companion.engine.errors import InvalidInput, RuleFault
from companion.engine.session import Session
from companion.engine.state import paths
from companion.engine.state.adjustments import adjusted
from companion.engine.state.contacts import components, flag_of, in_contact, touching
from companion.engine.state.declarations import flag, internal, profile, specs, tracker
from companion.engine.state.entity import Condition, Record, has
from companion.engine.state.table import AnyTable, Table, Unit
from companion.engine.values import FARTHEST, same
from tests.engine.duels import at_first_roll, number_of
from tests.games.duel import DUEL, Arena, example
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
        Condition("dazed", "Dazed", "status", "word"),
    )
    open_maps: ClassVar[tuple[str, ...]] = ("remarks",)
    blades: tuple[Blade, ...] = profile((), place="lists")
    best: Blade = profile(Blade())
    spare: Blade | None = profile(None)
    words: tuple[str, ...] = profile(())
    grade: Literal["low", "high"] | None = profile(None)
    status: Literal["ok", "dazed"] = profile("ok")
    states: Mapping[str, Any] = flag(dict)
    remarks: Mapping[str, int] = internal(dict)
    most: int = profile(3, lo=0)
    held: int = tracker(2, "Held", hi="most")
    free: int = tracker(0, lo=None)


def table() -> AnyTable:
    made: AnyTable = Table(
        spec=DUEL, units={**example().units, "odd": Odd(id="odd", side="blue")}, sides=example().sides
    )
    made.reindex()
    return made


Cases = Mapping[str, Mapping[str, list[Any]]]
"""Values by what they are set on and by field."""

FITS: Cases = {
    "odd": {
        "blades": [[Blade("axe")], []],
        "best": [Blade("axe")],
        "spare": [None, Blade()],
        "words": [["a", "b"]],
        "grade": ["low", None],
        "states": [{"prone": True}, {}],
        "states.prone": [True, None],
        "remarks": [{"a": 1}],
        "remarks.a": [1],
        "most": [2],
        "held": [3],
        "free": [-FARTHEST, FARTHEST],
        "name": ["Odder"],
        "side": ["red"],
    },
    "table": {
        "phase": ["over", "fight"],
        "active": ["red", None],
        "over_winner": [None],
        "round": [4],
        "options.strike_back": [False],
        "contacts.ann/bob": [{}],
        "contacts.bob/ann": [None],
    },
}
FITS_NOT: Cases = {
    "odd": {
        "blades": [[{"name": 3}], [{"edge": "axe"}], ["axe"], "axe"],
        "best": [{"name": 3}, None],
        "spare": ["axe"],
        "words": [["a", 1], "ab"],
        "grade": ["middling"],
        "states": [{"tired": True}, {"prone": 3}, []],
        "states.prone": [1],
        "states.stunned": [-1, True],
        "states.held": ["x"],
        "states.tired": [True],
        "remarks": [{"a": "b"}],
        "remarks.a": [[]],
        "most": [1, -1],
        "most.x": [1],
        "held": [4, -1, None, "1"],
        "free": [FARTHEST + 1, 1.0, True],
        "id": ["odder"],
        "id.": ["odder"],
        "name": [3],
        "name.": ["x"],
        "name.x": ["x"],
        "side": ["green", None],
        "luck": [1],
    },
    "table": {
        "phase": ["tea", ""],
        "active": ["green", ""],
        "over_winner": ["ann"],
        "options": [{}],
        "options.strike_back": ["yes"],
        "options.luck": [1],
        "round": [FARTHEST + 1],
        "contacts.ann/bob": [5, {"rear": True}],
        **{f"contacts.{pair}": [{}] for pair in ("", "ann", "ann/dave", "ann/red", "ann/table", "ann/ann", "bob/cid")},
    },
    "nobody": {"health": [1]},
}


def each(cases: Cases) -> list[tuple[str, str, Any]]:
    return [(of, field, value) for of, rows in cases.items() for field, values in rows.items() for value in values]


def test_a_bound_may_be_a_sibling_field() -> None:
    assert Odd(id="a", most=9).checked("held", 9) == 9
    assert specs(Odd)["held"].bounds(Odd(id="a", most=2)) == (0, 2)
    assert dict(Odd(id="a", most=2, held=3).faults()) == {"held": "Held cannot be 3 (allowed: 0 to 2)"}


def test_conditions_are_given_and_taken_by_what_they_hold() -> None:
    unit = Odd(id="odd", side="red")
    game: Context[Arena] = Context(example())
    game.add_condition(unit, "stunned", "a blow", 2)
    game.add_condition(unit, "held", "a grip", "bob")
    game.add_condition(unit, "held", "a grip", "cid")
    game.add_condition(unit, "prone", "thrown")
    game.add_condition(unit, "dazed", "a knock")
    assert unit.states == {"stunned": 2, "held": ("bob", "cid"), "prone": True}
    assert unit.status == "dazed"
    assert all(has(unit, c) for c in ("stunned", "held", "prone", "dazed"))
    game.remove_condition(unit, "stunned", "rest", 1)
    game.remove_condition(unit, "held", "let go", "bob")
    game.remove_condition(unit, "prone", "stands up")
    game.remove_condition(unit, "dazed", "wakes")
    assert unit.states == {"stunned": 1, "held": ("cid",)}
    assert unit.status == "ok"
    game.remove_condition(unit, "stunned", "rest")
    game.remove_condition(unit, "held", "let go")
    assert unit.states == {}
    with pytest.raises(RuleFault):
        game.add_condition(unit, "asleep", "night")


def test_shift_stays_in_bounds_and_says_the_real_difference() -> None:
    game: Context[Arena] = Context(example())
    unit = Odd(id="odd", side="red", held=0)
    assert [game.shift(unit, "held", by, "found") for by in (9, -6, 0)] == [3, -3, 0]
    assert len(game.events) == 2
    with pytest.raises(RuleFault):
        game.change(unit, "held", 4, "too many")


def test_flags_of_a_contact_follow_their_unit() -> None:
    table = example()
    game: Context[Arena] = Context(table)
    game.connect("bob", "ann", "they meet", {"a_engaged": True, "b_engaged": False})
    assert in_contact(table, "ann", "bob")
    assert flag_of(table, "bob", "ann", "a_engaged") is True
    assert flag_of(table, "ann", "bob", "a_engaged") is False
    assert flag_of(table, "ann", "cid", "a_engaged") is None
    game.connect("ann", "cid", "he too")
    assert touching(table, "ann") == ["bob", "cid"]
    game.disconnect_all("ann", "gone")
    assert table.contacts == {}


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh")), max_size=12))
def test_components_are_the_connected_groups(edges: list[tuple[str, str]]) -> None:
    real = [(a, b) for a, b in edges if a != b]
    groups = components("abcdefgh", real)
    of = {node: n for n, group in enumerate(groups) for node in group}
    assert all(of[a] == of[b] for a, b in real)
    assert sorted(of) == sorted({x for e in real for x in e})
    assert all(group == sorted(group) and len(group) > 1 for group in groups)
    assert [g[0] for g in groups] == sorted(g[0] for g in groups)


def test_a_path_is_taken_apart_as_it_was_made() -> None:
    assert paths.option_of(paths.option_path("turns")) == "turns"
    assert paths.contact_of(paths.contact_path("b", "a")) == ("a", "b")
    assert paths.split_path("states.prone") == ("states", "prone")
    assert (paths.is_nested("states.prone"), paths.is_nested("health")) == (True, False)


@pytest.mark.parametrize(("of", "field", "value"), each(FITS))
def test_what_fits_is_taken(of: str, field: str, value: Any) -> None:
    made = adjusted(table(), of, field, value, "", "")
    assert made.after == (tuple(value) if isinstance(value, list) else value)


@pytest.mark.parametrize(("of", "field", "value"), each(FITS_NOT))
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

"""Fields are declared once: bounds, defaults, conditions and contacts follow."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.context import Context
from companion.engine.errors import RuleFault
from companion.engine.state.contacts import components, flag_of, in_contact, touching
from companion.engine.state.declarations import profile, specs, tracker
from companion.engine.state.entity import Condition, has
from companion.engine.state.table import Unit
from tests.games.duel import Arena, example


@dataclass(eq=False, kw_only=True)
class Odd(Unit):
    conditions: ClassVar[tuple[Condition, ...]] = (
        Condition("stunned", "Stunned", "states.stunned", "count"),
        Condition("held", "Held", "states.held", "list"),
        Condition("prone", "Prone", "states.prone", "flag"),
        Condition("dazed", "Dazed", "status", "word"),
    )
    most: int = profile(4, "Most", lo=1, hi=9)
    tokens: int = tracker(0, "Tokens", hi="most")
    save: int | None = profile(None, "Save")
    status: Literal["ok", "dazed"] = profile("ok", "Status")
    states: Mapping[str, object] = profile(dict, "States")


def test_a_bound_may_be_a_sibling_field() -> None:
    assert Odd(id="a", most=9).checked("tokens", 9) == 9
    assert specs(Odd)["tokens"].bounds(Odd(id="a", most=2)) == (0, 2)
    assert dict(Odd(id="a", most=2, tokens=3).faults()) == {"tokens": "Tokens cannot be 3 (allowed: 0 to 2)"}


def test_conditions_are_given_and_taken_by_what_they_hold() -> None:
    table = example()
    unit = Odd(id="odd", side="red")
    game: Context[Arena] = Context(table)
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
    unit = Odd(id="odd", side="red")
    assert game.shift(unit, "tokens", 9, "found") == 4
    assert game.shift(unit, "tokens", -6, "lost") == -4
    assert game.shift(unit, "tokens", 0, "nothing") == 0
    assert len(game.events) == 2
    with pytest.raises(RuleFault):
        game.change(unit, "tokens", 5, "too many")


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

"""Fields are declared once: bounds, defaults, conditions and contacts follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.contacts import components, flag_of, in_contact, touching
from companion.engine.declare import specs, stat, tracker
from companion.engine.errors import BadValue, RuleFault
from companion.engine.procedure import Game, has
from companion.engine.table import Condition, Unit
from tests.games.duel import Arena, example


@dataclass(eq=False, kw_only=True)
class Odd(Unit):
    conditions: ClassVar[tuple[Condition, ...]] = (
        Condition("stunned", "Stunned", "states.stunned", "count"),
        Condition("held", "Held", "states.held", "list"),
        Condition("prone", "Prone", "states.prone", "flag"),
        Condition("dazed", "Dazed", "status", "word"),
    )
    most: int = stat(4, "Most", lo=1, hi=9)
    tokens: int = tracker(0, "Tokens", hi="most")
    save: int | None = stat(None, "Save")
    status: Literal["ok", "dazed"] = stat("ok", "Status")
    states: Mapping[str, object] = stat(dict, "States")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("tokens", 5),
        ("tokens", -1),
        ("tokens", True),
        ("tokens", "1"),
        ("tokens", None),
        ("tokens", 1.0),
        ("most", 10),
        ("status", "gone"),
        ("states", 3),
        ("states.stunned", -1),
        ("states.stunned", True),
        ("states.held", "x"),
        ("states.prone", 1),
        ("states.flying", 1),
        ("most.x", 1),
        ("nothing", 1),
        ("name", 3),
    ],
)
def test_values_out_of_their_declaration_are_refused(path: str, value: object) -> None:
    with pytest.raises(BadValue):
        Odd(id="a").checked(path, value)


def test_a_bound_may_be_a_sibling_field() -> None:
    assert Odd(id="a", most=9).checked("tokens", 9) == 9
    assert specs(Odd)["tokens"].bounds(Odd(id="a", most=2)) == (0, 2)
    assert dict(Odd(id="a", most=2, tokens=3).faults()) == {"tokens": "Tokens cannot be 3 (allowed: 0 to 2)"}


def test_conditions_are_given_and_taken_by_what_they_hold() -> None:
    table = example()
    unit = Odd(id="odd", side="red")
    game: Game[Arena] = Game(table)
    game.give(unit, "stunned", "a blow", 2)
    game.give(unit, "held", "a grip", "bob")
    game.give(unit, "held", "a grip", "cid")
    game.give(unit, "prone", "thrown")
    game.give(unit, "dazed", "a knock")
    assert unit.states == {"stunned": 2, "held": ("bob", "cid"), "prone": True}
    assert unit.status == "dazed"
    assert all(has(unit, c) for c in ("stunned", "held", "prone", "dazed"))
    game.take(unit, "stunned", "rest", 1)
    game.take(unit, "held", "let go", "bob")
    game.take(unit, "prone", "stands up")
    game.take(unit, "dazed", "wakes")
    assert unit.states == {"stunned": 1, "held": ("cid",)}
    assert unit.status == "ok"
    game.take(unit, "stunned", "rest")
    game.take(unit, "held", "let go")
    assert unit.states == {}
    with pytest.raises(RuleFault):
        game.give(unit, "asleep", "night")


def test_shift_stays_in_bounds_and_says_the_real_difference() -> None:
    game: Game[Arena] = Game(example())
    unit = Odd(id="odd", side="red")
    assert game.shift(unit, "tokens", 9, "found") == 4
    assert game.shift(unit, "tokens", -6, "lost") == -4
    assert game.shift(unit, "tokens", 0, "nothing") == 0
    assert len(game.events) == 2
    with pytest.raises(RuleFault):
        game.change(unit, "tokens", 5, "too many")


def test_flags_of_a_contact_follow_their_unit() -> None:
    table = example()
    game: Game[Arena] = Game(table)
    game.touch("bob", "ann", "they meet", {"a_engaged": True, "b_engaged": False})
    assert in_contact(table, "ann", "bob")
    assert flag_of(table, "bob", "ann", "a_engaged") is True
    assert flag_of(table, "ann", "bob", "a_engaged") is False
    assert flag_of(table, "ann", "cid", "a_engaged") is None
    game.touch("ann", "cid", "he too")
    assert touching(table, "ann") == ["bob", "cid"]
    game.part_all("ann", "gone")
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

"""A table made of copies: names and ids of their own, originals untouched, minis renamed with their unit."""

import ast
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import InvalidValue
from companion.engine.setup import NOT_IDS, copied, id_of, names_apart, new_table
from companion.engine.state.table import Side
from tests.games.duel import DUEL, Fighter
from tests.sources import trees
from tests.store.squad import Mini, Squad, Weapon

NO_UNITS = {"wounds", "morale", "stop", "melee", "focus", "rally", "skill", "done", "other", "spell", "fall"}
"""Answers that stand beside others that are no units and no sides: kinds of effects, dice, actions, skills."""


def sides() -> list[Side]:
    return [Side(id="red", name="Rhea"), Side(id="blue", name="Boris")]


def test_copies_get_names_and_ids_of_their_own_and_an_id_that_is_taken_gives_way() -> None:
    speeder, lone = Fighter(id="speeder", name="Speeder", health_max=2), Fighter(id="lone", name="Lone")
    chosen = {"red": [speeder, speeder, lone], "blue": [speeder]}
    table = new_table(DUEL, sides(), chosen, {"strike_back": False}, "A race")
    assert [(u.id, u.name, u.side) for u in table.units.values()] == [
        ("speeder_a", "Speeder A", "red"),
        ("speeder_b", "Speeder B", "red"),
        ("lone", "Lone", "red"),
        ("speeder_c", "Speeder C", "blue"),
    ]
    assert len({id(u) for u in table.units.values()}) == 4
    assert (speeder.name, speeder.side) == ("Speeder", "")
    assert (table.options["strike_back"], table.name, table.units["speeder_c"].get("health")) == (False, "A race", 2)
    assert table.side("red") is not sides()[0]
    chosen = {
        "red": [Fighter(id="red", name="Red One"), Fighter(id="x", name="Old")],
        "blue": [Fighter(id="x", name="Young"), Fighter(id="table", name="")],
    }
    table = new_table(DUEL, sides(), chosen)
    assert list(table.units) == ["red_one", "x", "young", "table_2"]


def test_minis_are_renamed_with_their_unit_and_in_its_records() -> None:
    squad = Squad(
        id="s",
        name="Squad",
        minis=(Mini(id="s.1", wounds=1), Mini(id="s.2")),
        weapons=(Weapon("s.2", 1, {"red": 1}, ("s.2",)),),
    )
    own = copied(squad, "other", "Other", "blue")
    assert [(m.id, m.wounds) for m in own.minis] == [("other.1", 1), ("other.2", 0)]
    assert own.minis[0] is not squad.minis[0]
    assert own.weapons[0].traits == ("other.2",)
    assert (squad.minis[0].id, squad.weapons[0].traits) == ("s.1", ("s.2",))


@pytest.mark.parametrize(
    ("units", "options"),
    [
        ({"red": [Fighter(id="a")]}, {}),
        ({"red": [Fighter(id="a")], "blue": []}, {}),
        ({"red": [Fighter(id="a")], "blue": [Fighter(id="b")]}, {"strike_back": 1}),
        ({"red": [Fighter(id="a")], "blue": [Fighter(id="b")]}, {"nonsense": True}),
    ],
)
def test_what_cannot_be_set_up(units: Any, options: Any) -> None:
    with pytest.raises(InvalidValue):
        new_table(DUEL, sides(), units, options)


@given(st.lists(st.sampled_from(["Speeder", "speeder", "Speeder A", "Speeder B", "Ann", "", "A"]), max_size=12))
def test_names_apart_differ_and_lone_ones_stay(names: list[str]) -> None:
    apart = names_apart(names)
    assert len({name.casefold() for name in apart}) == len(names)
    for name, own in zip(names, apart, strict=True):
        assert own.startswith(name)
        if [n.casefold() for n in names].count(name.casefold()) == 1:
            assert own == name


def test_no_unit_is_called_like_an_answer_that_stands_beside_units() -> None:
    """One called Pass was passing: it could not intercept, nor be fired at."""
    words = [word.replace("_", " ").capitalize() for word in sorted(NOT_IDS)]
    named = [Fighter(id=id_of(word), name=word) for word in words]
    table = new_table(DUEL, sides(), {"red": named, "blue": [Fighter(id="ann", name="Ann")]})
    assert [unit.name for unit in table.of_side("red")] == words
    assert not NOT_IDS & table.units.keys()


def test_every_answer_that_stands_beside_units_is_known_as_no_id() -> None:
    found = {word for tree in trees().values() for node in ast.walk(tree) for word in _beside_others(node)}
    assert found - NOT_IDS == NO_UNITS


def _beside_others(node: ast.AST) -> set[str]:
    """The answers that are written out in a list of options with further ones."""
    listed = node.elts if isinstance(node, ast.List) else []
    if not any(isinstance(one, ast.Starred) for one in listed):
        return set()
    made = [one for one in listed if isinstance(one, ast.Call) and ast.unparse(one.func) == "Option" and one.args]
    return {str(one.args[0].value) for one in made if isinstance(one.args[0], ast.Constant)}

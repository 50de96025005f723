"""More of the melee phase: options, rulings, chains, contacts that are entered, and the order of things."""

from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.testing import Scripted
from tests.examples import present
from tests.legal import legal
from tests.rules.better_wargame import AB, QUIET, after, counts, melee, notes, rolls, session, touch
from tests.rules.scene import now

BOTH = [("A1", "B1"), ("A2", "B1")]


def test_a_chain_of_units_fights_as_one_and_the_owner_of_the_turn_picks_the_order() -> None:
    units = dict.fromkeys(("A1", "B1", "A2", "A3", "B2"), touch(1, attacks=0))
    held = melee(units, [("A1", "B1"), ("A2", "B1"), ("A3", "B2")], active="B")
    assert (held.asked, now(held).by) == ("choose_melee", "B")
    assert [o["value"] for o in legal(now(held))["options"]] == ["B1", "B2"]
    outcome = held.drive([("choose_melee", "B2"), ("split", {"parts": {"A1": 1}})])
    assert outcome["melees"] == [["A1", "B1", "A2"], ["A3", "B2"]]
    assert [m["units"] for m in outcome["resolved"]] == [["A3", "B2"], ["A1", "B1", "A2"]]


def test_hits_of_several_attackers_are_pooled_row_after_row() -> None:
    held = melee({"A1": touch(2), "A2": touch(2), "B1": touch(3, attacks=0)}, BOTH)
    held.drive([*rolls(to_hit="44 44"), ("split", {"parts": {"A1": 3}})], until="to_wound")
    assert now(held).title.endswith("models 1 2")
    held.answer([2, 2])
    assert now(held).title.endswith("models 3 1")


def test_saves_are_rolled_for_the_current_players_units_first() -> None:
    held = melee({"B1": touch(1), "A1": touch(1), "A2": {}, "B2": {}}, AB)
    held.answer([])
    order: list[tuple[str, Any]] = []
    while held.request is not None and held.request.name in ("to_hit", "to_wound", "save"):
        order.append((held.request.name, held.request.by))
        held.answer([6])
    assert order == [(stage, side) for stage in ("to_hit", "to_wound", "save") for side in "AB"]


def test_a_whole_stage_may_be_one_throw_of_both_sides() -> None:
    held = melee({"A1": touch(4, melee_skill=4), "B1": touch(3, melee_skill=1)}, AB, throw="stage")
    assert now(held).by == ("A", "B")
    assert [(d["name"], d["count"]) for d in legal(now(held))["dice"]] == [("A1→B1", 4), ("B1→A1", 3)]
    held.answer([[1, 4, 1, 6], [6, 6, 5]])
    assert held.asked == "to_hit.extra"
    held.answer([[3, 1], [2, 6]])
    outcome = held.drive([("to_wound", [[1, 1, 1], [1]])])
    assert outcome["resolved"][0]["hits"] == [["A1", "B1", 3], ["B1", "A1", 1]]


def test_wounds_in_melee_need_not_suppress() -> None:
    held = melee({"A1": touch(1), "B1": touch(1, attacks=0)}, AB, melee_wounds_suppress=False)
    outcome = held.drive(rolls(to_hit="4", to_wound="2", save="5"))
    assert [e for e in outcome["events"] if not e.startswith("pile_in")] == []


def test_base_numbers_are_profile_values() -> None:
    one = {"A1": touch(1), "B1": touch(1, attacks=0)}
    held = melee(one, AB, to_hit_base=5, to_wound_base=3, defensive_save_base=2)
    held.drive(rolls(to_hit="5", to_wound="3"), until="save")
    found = {key: number for key, number in held.tallies().items() if not key.startswith("dice")}
    assert found == {"to_hit[A1→B1]": 5, "to_wound[A1→B1]": 3, "save[A1→B1]": 2}


def test_the_defender_may_deal_the_hits() -> None:
    held = melee({"A1": touch(2), "B1": touch(3, attacks=0)}, AB, defender_allocates=True)
    held.answer([4, 4])
    assert (held.asked, now(held).by) == ("allocate", "B")
    with pytest.raises(InvalidInput, match="3 cannot be 2") as refused:
        held.answer({"plan": "models", "parts": {"3": 2}})
    assert refused.value.hint == "0 to 1: no model takes a second hit before all have one"
    held.answer({"plan": "models", "parts": {"3": 1, "1": 1}})
    assert now(held).title.endswith("models 1 3")


def test_the_defender_deals_evenly_over_all_rows() -> None:
    held = melee({"A1": touch(2), "A2": touch(3), "B1": touch(3, attacks=0)}, BOTH, defender_allocates=True)
    dealt: list[Scripted] = [("split", {"parts": {"A1": 3}}), ("allocate", {"parts": {"2": 1, "3": 1}})]
    held.drive([*rolls(to_hit="44 444"), *dealt], stop=lambda r: r.name == "allocate" and "3 hits" in r.title)
    (plan,) = legal(now(held))["plans"]
    shares = {model: (part["lo"], part["hi"]) for model, part in plan["parts"].items()}
    assert shares == {"1": (1, 2), "2": (0, 1), "3": (0, 1)}
    assert present(now(held).usual).value == {"plan": "models", "parts": {"1": 2, "2": 1, "3": 0}}
    held.answer({"parts": {"1": 2, "2": 1}})
    assert now(held).title.endswith("models 2 3")
    held.answer([2, 2])
    assert now(held).title.endswith("models 1 1 2")


@pytest.mark.parametrize("lost", [0, 2])
def test_a_command_below_half_tests_on_its_senior_leader(lost: int) -> None:
    gone = {"models": 0, "start_models": 4, "destroyed": True, "command": "Third"}
    leader = {"command": "Third", "rank": 3, "leadership": 2}
    units = {"A1": leader, "A2": gone, "A3": {**gone, "casualties": lost}, "A4": {}, "B1": QUIET}
    held = session(units, phase="shooting", command_break_tests=True).begun("end_shooting")
    assert (held.run is not None) == bool(lost)
    if lost:
        held.answer([1])
        assert held.entries[-1].outcome == {"events": ["command:Third:fail"]}
    assert [u.id for u in held.table.of_side("A")] == (["A4"] if lost else ["A1", "A4"])


def test_a_charge_by_eye_enters_who_touches_whom_and_how_many() -> None:
    held = melee({"A1": {}, "A2": {"in_contact": 1}, "B1": {}, "B2": {"in_contact": 1}}, [("A2", "B2")])
    charge: list[Scripted] = [("declare_charges", ["A1"]), ("pile_in_opponent", ["B1", "B2"])]
    touching = [("contacts", "A", ["B1"]), ("contacts", "B", ["A2"]), ("contacts", "B", [])]
    counted = [("in_contact", "A", counts(2, 2, 5)), ("in_contact", "A", counts(3, 0, 5))]
    counted += [("in_contact", "B", counts(4, 1, 5)), ("in_contact", "B", counts(1, 0, 5))]
    split = [("split", "A", {"parts": {"B2": 3}}), ("split", "B", {"parts": {"A1": 5}})]
    missed = rolls(to_hit="A1111 A111 B11111 B1")
    outcome = held.drive([*charge, *touching, *counted, *split, *missed])
    assert outcome["melees"] == [["A1", "A2", "B1", "B2"]]
    assert outcome["resolved"][0]["hits"] == [["A1", "B1", 0], ["A2", "B2", 0], ["B1", "A1", 0], ["B2", "A2", 0]]


def test_pile_in_may_reach_an_enemy_not_touched_before() -> None:
    held = melee({"A1": QUIET, "B1": QUIET, "B2": {}}, AB)
    piled = [("pile_in", "A", counts(3, 1, 5)), ("pile_in", "B", counts(1, 0, 5))]
    outcome = held.drive([("pile_in.reaching", ["A1"]), *piled, ("in_contact", "B", counts(2, 1, 5))])
    assert outcome["events"] == ["pile_in:A1", "pile_in:B1"]
    assert after(outcome, "B2") == (5, 2, 1, "engaged")
    assert held.melees() == [["A1", "B1", "B2"]]


def test_measured_pile_in_of_the_opponent_takes_the_nearest_free_enemies_and_never_advances() -> None:
    held = melee({"A1": {"models": 3, "in_contact": 1}, "B1": {"models": 4, "in_contact": 1}}, AB, measure_charges=True)
    assert held.asked == "distance"
    happened = held.answer(held.distances((5, 40, 60, 5, 30, 35, 90, 95, 99)))
    moves = next(n["moves"] for n in notes(happened) if "moves" in n)
    assert moves == [["B1.2", "contact", "A1.2"], ["B1.3", "contact", "A1.3"]]
    held.drive([("in_contact", "B", counts(3, 0, 4))], until="to_hit")
    assert held.table.unit("B1").in_contact == 3


def test_melees_are_fought_as_listed_unless_players_want_to_order_them() -> None:
    units = dict.fromkeys(("A1", "B1", "A2", "B2"), touch(1, attacks=0))
    held = melee(units, [("A1", "B1"), ("A2", "B2")], active="B", order_melees=False)
    held.drive()
    assert "choose_melee" not in [given.name for given in held.entries[-1].answers]
    assert [m["units"] for m in held.entries[-1].outcome["resolved"]] == [["A1", "B1"], ["A2", "B2"]]


def test_a_ruled_throw_has_a_die_for_each_hit_that_was_dealt() -> None:
    """Of fewer dice with one among them that is thrown again more were asked for, which nobody could answer."""
    units = {"A1": touch(2, attacks=2), "B1": touch(2, attacks=0, melee_defense=4)}
    held = melee(units, AB, until="save", script=rolls(to_hit="4444", to_wound="6666"))
    with pytest.raises(InvalidInput, match="2 dice given, 4 asked for"):
        held.overrule(now(held).key, [[1, 6]], "a die was lost")

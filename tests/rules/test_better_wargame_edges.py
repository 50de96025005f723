"""The edge cases that docs/rules/better-wargame.md lists, one test each, in its order."""

import pytest

from companion.testing import Scripted
from tests.legal import legal
from tests.rules.better_wargame import AB, QUIET, after, counts, firefight, melee, rolls, touch
from tests.rules.scene import now


def test_1_exactly_half_is_not_below_half() -> None:
    half, below = {"models": 3, "start_models": 6}, {"models": 2, "start_models": 5}
    held = melee({"A1": {**half, "casualties": 1}, "A2": {**below, "casualties": 1}, "B1": {}})
    assert held.drive([("declare_charges", []), ("break", [6])])["events"] == ["break:A2:pass"]


def test_2_below_half_tests_again_after_each_phase_that_costs_a_model() -> None:
    few = touch(4, start_models=10, casualties=1, ranged_attacks=0)
    held = firefight({"A1": few, "B1": {"in_contact": 1}}, AB)
    assert held.drive([("break", [4])])["events"] == ["break:A1:pass"]
    held.start("melee_phase")
    outcome = held.drive(rolls(to_hit="A1111 B6", to_wound="B6", save="A1", break_="A5"))
    assert outcome["events"][0] == "break:A1:pass"
    for name in ("start_of_turn", "end_movement", "end_shooting"):
        held.start(name)
        assert held.run is None
    held.start("firefight_phase")
    assert held.drive()["events"] == []


def test_3_wiped_out_units_do_not_test_and_their_enemies_may_follow_up() -> None:
    held = melee({"A1": touch(2), "B1": touch(1, start_models=4), "B2": {}}, AB)
    outcome = held.drive([*rolls(to_hit="A44 B1", to_wound="A22", save="B11"), ("follow_up", "A", True)])
    assert outcome["events"] == ["follow_up:A1"]
    assert after(outcome, "B1") == (0, 0, 0, "destroyed")


def test_4_a_broken_unit_takes_no_suppressed_test_and_frees_its_enemies() -> None:
    shaken = {**QUIET, "suppressed": True}
    units = {"A1": shaken, "B1": {**shaken, "models": 2, "start_models": 6, "casualties": 1}, "B2": {}}
    held = melee(units, AB, script=[("break", "B", [3])], until="suppressed_test")
    assert now(held).by == "A"
    assert held.melees() == []
    outcome = held.drive([("suppressed_test", "A", [4]), ("stay_or_fall_back", "stay"), ("follow_up", "A", True)])
    assert outcome["events"] == ["break:B1:fail", "test:A1:pass", "follow_up:A1"]
    assert outcome["units"]["B1"]["models"] == 0


def test_5_without_a_touching_model_a_unit_is_free_and_so_are_its_enemies() -> None:
    held = melee({"A1": touch(2), "B1": {"models": 5, "in_contact": 1, "in_reach": 4, "attacks": 0}}, AB)
    hurt = rolls(to_hit="A61", to_wound="A6", save="B1")
    outcome = held.drive([*hurt, ("follow_up", "A", True), ("follow_up", "B", True)])
    assert outcome["events"] == ["follow_up:A1", "follow_up:B1"]
    assert outcome["units"]["B1"]["models"] == 4


def test_a_unit_that_touches_nobody_keeps_no_models_in_contact() -> None:
    outcome = melee({"A1": touch(1, attacks=0), "A2": {"in_contact": 1}, "B1": touch(1, attacks=0)}, AB).drive()
    assert after(outcome, "A2") == (5, 0, 0, "")
    assert after(outcome, "A1")[3] == "engaged"


def test_6_when_both_fall_back_nobody_piles_in() -> None:
    shaken = {**QUIET, "suppressed": True}
    held = melee({"A1": shaken, "B1": shaken}, AB)
    outcome = held.drive([*rolls(suppressed_test="A1 B6"), ("stay_or_fall_back", "B", "fall_back")])
    assert outcome["events"] == ["test:A1:fail", "test:B1:pass", "fall_back:A1", "fall_back:B1"]


def test_7_suppressed_in_the_firefight_tests_without_ever_reaching_melee() -> None:
    held = melee({"A1": {"ranged_attacks": 0}, "B1": {"suppressed": True, "fought_firefight": True}})
    outcome = held.drive([("declare_charges", []), ("suppressed_test", "B", [1])])
    assert outcome["events"] == ["test:B1:fail", "fall_back:B1"]
    assert outcome["melees"] == []


def test_8_a_suppressed_unit_may_be_charged_piles_in_and_fights_normally() -> None:
    held = melee({"A1": {}, "B1": {"suppressed": True, "leadership": 2}})
    touched = [("in_contact", side, counts(2, 0, 5)) for side in "AB"]
    charge: list[Scripted] = [("declare_charges", ["A1"]), ("contacts", "A", ["B1"]), *touched]
    held.drive([*charge, ("to_hit", "A", [1, 1])], until="to_hit B")
    assert held.tallies()["to_hit[A1→B1]"] == held.tallies()["to_hit[B1→A1]"] == 4
    piled = [("pile_in", "A", counts(3, 0, 5)), ("pile_in", "B", counts(4, 0, 5))]
    outcome = held.drive([*rolls(to_hit="B11", suppressed_test="B2"), ("stay_or_fall_back", "stay"), *piled])
    assert outcome["events"] == ["test:B1:pass", "pile_in:A1", "pile_in:B1"]
    assert outcome["units"]["B1"]["in_contact"] == 4


def test_9_wounds_that_were_all_saved_still_suppress() -> None:
    held = melee({"A1": touch(2), "B1": touch(2, attacks=0)}, AB)
    saved = rolls(to_hit="44", to_wound="22", save="55", suppressed_test="B4")
    outcome = held.drive([*saved, ("stay_or_fall_back", "stay")])
    assert outcome["events"][0] == "suppressed:B1"
    assert outcome["resolved"][0]["casualties"] == {"A1": 0, "B1": 0}


def test_10_two_failed_saves_on_one_model_kill_one_model() -> None:
    held = melee({"A1": touch(5), "B1": touch(3, attacks=0)}, AB, script=rolls(to_hit="44444"), until="to_wound")
    assert now(held).title.endswith("models 1 2 3 1 2")
    outcome = held.drive([*rolls(to_wound="22222", save="16616", suppressed_test="6"), ("stay_or_fall_back", "stay")])
    assert outcome["resolved"][0]["casualties"]["B1"] == 1


def test_11_engaged_from_an_earlier_turn_needs_no_charge_and_no_new_contact() -> None:
    assert melee({"A1": touch(2), "B1": touch(2)}, AB).asked == "to_hit"


@pytest.mark.parametrize("measured", [False, True])
def test_12_models_that_fired_may_pile_in_but_not_charge(measured: bool) -> None:
    fired = {"models": 2, "fired_models": 2, "in_contact": 1}
    units = {"A1": {"models": 1}, "A2": touch(1, fired_models=1), "B1": fired}
    held = melee(units, [("A2", "B1")], measure_charges=measured)
    assert legal(now(held))["options"][1]["why_not"] is not None
    held.answer([])
    if not measured:
        assert held.asked == "pile_in_opponent"
        return
    assert held.asked == "distance"
    held.answer(held.distances((30, 480)))
    assert now(held).title == "B1 model 2 moves into contact with A1 model 1"
    held.answer(True)
    assert held.melees() == [["A1", "A2", "B1"]]

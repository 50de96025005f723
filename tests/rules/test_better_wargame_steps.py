"""Which steps are skipped and why, how little a quiet turn asks, and manual adjustments in the middle of a step."""

from __future__ import annotations

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Note
from companion.rules.better_wargame import RULESET
from tests.legal import legal
from tests.rules.better_wargame import (
    AB,
    LOW,
    QUIET,
    SHAKEN,
    asked,
    begun,
    counts,
    drive,
    firefight,
    melee,
    rolls,
    session,
    shooting,
    touch,
)
from tests.rules.scene import now, run_of


def states(held: Session) -> dict[str, tuple[str, str]]:
    """State and reason of every step in the step list of the open procedure."""
    return {s.id: (s.state, s.why) for s in run_of(held).steps()}


def test_a_melee_phase_that_concerns_nobody_says_why_step_by_step() -> None:
    held = melee({"A1": {"suppressed": True}, "B1": {"suppressed": True, "fought_firefight": True}})
    assert asked(held) == "suppressed_test"
    seen = states(held)
    assert seen["P1"] == ("skipped", "no unit may charge")
    assert seen["P2"] == ("skipped", "nobody charges")
    assert seen["P3"] == ("skipped", "no engaged unit of the opponent has a free model")
    assert seen["P4"] == ("skipped", "who touches whom is known")
    assert seen["P5"][0] == "done"
    assert {seen[f"P{n}"] for n in range(6, 12)} == {("skipped", "nobody is in a melee")}
    assert seen["P12"] == ("skipped", "no unit took Wounds for all its models")
    assert seen["P14"][0] == "now"


def test_dice_that_nobody_rolls_are_passed_over() -> None:
    idle = touch(1, attacks=0, suppressed=True)
    held = melee({"A1": touch(1, attacks=0), "B1": idle}, AB)
    seen = states(held)
    assert seen["P8"] == ("skipped", "nobody has dice to roll")
    assert seen["P9"] == seen["P10"] == ("skipped", "nobody was hit")
    assert seen["P11"] == ("skipped", "nobody was wounded")
    held = melee({"A1": touch(1), "B1": idle}, AB)
    held.answer([4])
    held.answer([1])
    assert (states(held)["P10"][0], states(held)["P11"]) == ("done", ("skipped", "nobody was wounded"))


def test_one_melee_of_two_units_passes_over_what_is_to_be_chosen_among_more() -> None:
    seen = states(
        melee({"A1": {"in_contact": 1}, "B1": {"in_contact": 1}}, AB, script=rolls(to_hit="1 1"), until="pile_in")
    )
    assert seen["P6"] == ("skipped", "only one melee is pending")
    assert seen["P7"] == ("skipped", "every unit touches one enemy")
    assert seen["P13"] == ("skipped", "no unit is eligible to break")
    assert (seen["P16"][0], seen["P17"][0]) == ("now", "todo")


def test_without_ranged_weapons_a_firefight_asks_nothing() -> None:
    held = firefight({"A1": {"ranged_attacks": 0}, "B1": {"ranged_attacks": 0}})
    assert held.entries[-1].outcome == {"firefights": [], "resolved": [], "events": []}


def test_a_firefight_in_which_nobody_is_near_says_why() -> None:
    held = firefight({"A1": LOW, "B1": {}})
    held.answer("pass")
    assert asked(held) == "break"
    seen = states(held)
    assert {seen[f"F{n}"] for n in range(2, 8)} == {("skipped", 'no enemies are within 12" of each other')}
    assert seen["F8"][0] == "now"


def test_contacts_made_by_hand_last_until_their_counts_are_asked_for() -> None:
    held = session({"A1": {}, "B1": {}}, phase="movement")
    held.connect("A1", "B1")
    for name in ("end_movement", "end_shooting", "firefight_phase"):
        held.start(name)
        drive(held)
    held.start("melee_phase")
    assert [asked(held), held.melees()] == ["in_contact", [["A1", "B1"]]]


def test_counts_that_became_too_many_are_asked_for_again() -> None:
    held = session({"A1": {"in_contact": 2, "in_reach": 3}, "B1": touch(1)}, AB)
    held.adjust("A1", "models", 3)
    held.start("melee_phase")
    assert (asked(held), legal(now(held))["plans"][0]["total"]) == ("in_contact", 3)


def test_allies_may_touch_and_do_not_link() -> None:
    held = session({"A1": {}, "A2": QUIET, "B1": QUIET}, [("A2", "B1")])
    held.connect("A1", "A2")
    assert held.melees() == [["A2", "B1"]]
    held.start("melee_phase")
    drive(held)
    assert list(held.table.contacts) == [("A1", "A2"), ("A2", "B1")]
    assert list(RULESET.faults(held.table)) == []


def test_a_vehicle_falls_back_and_follows_up_as_a_vehicle() -> None:
    held = session({"A1": {**QUIET, "vehicle": True}, "B1": {**QUIET, "suppressed": True, "vehicle": True}}, AB)
    begun(held, "melee_phase", script=[("suppressed_test", [1])], until="follow_up")
    assert held.run is not None
    assert any(
        'B1 falls back 12" (6" in terrain)' in told
        for told in [event.text for event in held.run.context.events if isinstance(event, Note)]
    )
    assert 'up to 12" (6" in terrain)' in now(held).title


def test_a_single_model_that_is_engaged_has_nothing_to_pile_in_with() -> None:
    one = touch(1, attacks=0)
    held = melee({"A1": one, "A2": {"suppressed": True}, "B1": one, "B2": {}}, AB)
    assert held.run is None
    assert held.entries[-1].outcome["events"] == ["pile_in:A1", "pile_in:B1"]


def test_enemies_that_all_leave_play_in_mid_firefight_end_its_questions() -> None:
    for answers in ((), ("A1",)):
        held = firefight({"A1": {}, "A2": {}, "B1": {}, "B2": {}})
        for value in answers:
            held.answer(value)
        held.adjust("B1", "destroyed", True)
        held.adjust("B2", "destroyed", True)
        if held.run is not None:
            drive(held)
        assert held.table.over is not None
        assert held.table.over.winner == "A"


def test_the_last_enemy_may_leave_play_while_targets_are_picked() -> None:
    held = shooting({"A1": {}, "B1": {}, "B2": {}})
    assert asked(held) == "targets"
    held.adjust("B1", "destroyed", True)
    held.adjust("B2", "destroyed", True)
    drive(held, [*rolls(to_hit="44444", to_wound="22222"), ("fire", {"parts": {"B2": 5}})])
    assert held.entries[-1].outcome == {"unit": "A1", "hits": [["A1", "B2", 5]], "wounds": {}, "casualties": {}}
    assert held.action("shoot").open is False


def test_units_taken_off_by_hand_take_no_test_and_do_not_fall_back() -> None:
    held = melee({"A1": LOW, "A2": LOW, "B1": {}, "B2": SHAKEN, "B3": SHAKEN}, until="break")
    held.adjust("A2", "destroyed", True)
    drive(held, [("break", [6])], until="suppressed_test")
    held.adjust("B3", "destroyed", True)
    outcome = drive(held, [("suppressed_test", [1])])
    assert [event for event in outcome["events"] if "B3" in event or "A2" in event] == []
    assert "fall_back:B2" in outcome["events"]


def test_models_lost_while_counts_are_asked_for_bound_the_next_answer() -> None:
    held = melee({"A1": {}, "B1": {"models": 1}}, AB)
    assert asked(held) == "in_contact"
    held.adjust("A1", "models", 2)
    with pytest.raises(InvalidInput):
        held.answer(counts(4, 0, 5))
    held.answer(counts(2, 0, 2))
    unit = held.table.unit("A1")
    assert (unit.in_contact, unit.in_reach) == (2, 0)

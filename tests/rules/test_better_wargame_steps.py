"""What the phases ask, pass over and refuse, and why; manual adjustments in the middle of a step."""

from pathlib import Path
from random import Random
from statistics import mean

import pytest

from companion.engine.requests import Pick, Roll, Split
from companion.engine.session import Session
from companion.engine.state.changes import Note
from companion.rules.better_wargame import RULESET
from companion.rules.better_wargame.catalog import read_modifiers
from companion.store.manage import copy_session
from companion.store.opening import open_session
from tests.examples import present
from tests.rules.better_wargame import (
    AB,
    LOW,
    QUIET,
    SHAKEN,
    Wargame,
    counts,
    firefight,
    melee,
    notes,
    rolls,
    session,
    shooting,
    touch,
)
from tests.rules.scene import happened, now, refused


def states(held: Wargame) -> dict[str, tuple[str, str]]:
    """State and reason of every step in the step list of the open procedure."""
    return {s.id: (s.state, s.why) for s in present(held.run).steps()}


def test_a_melee_phase_that_concerns_nobody_says_why_step_by_step() -> None:
    held = melee({"A1": {"suppressed": True}, "B1": {"suppressed": True, "fought_firefight": True}})
    assert held.asked == "suppressed_test"
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
    touching = {"A1": {"in_contact": 1}, "B1": {"in_contact": 1}}
    seen = states(melee(touching, AB, script=rolls(to_hit="1 1"), until="pile_in"))
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
    assert held.asked == "break"
    seen = states(held)
    assert {seen[f"F{n}"] for n in range(2, 8)} == {("skipped", 'no enemies are within 12" of each other')}
    assert seen["F8"][0] == "now"


def test_allies_may_touch_and_do_not_link() -> None:
    held = session({"A1": {}, "A2": QUIET, "B1": QUIET}, [("A2", "B1")])
    held.connect("A1", "A2")
    assert held.melees() == [["A2", "B1"]]
    held.start("melee_phase")
    held.drive()
    assert list(held.table.contacts) == [("A1", "A2"), ("A2", "B1")]
    assert list(RULESET.faults(held.table)) == []


def test_a_vehicle_falls_back_and_follows_up_as_a_vehicle() -> None:
    tank = {**QUIET, "vehicle": True}
    held = melee({"A1": tank, "B1": {**tank, "suppressed": True}}, AB)
    held.drive(rolls(suppressed_test="1"), until="follow_up")
    told = [event.text for event in happened(held) if isinstance(event, Note)]
    assert any('B1 falls back 12" (6" in terrain)' in text for text in told)
    assert 'up to 12" (6" in terrain)' in now(held).title


def test_enemies_that_all_leave_play_in_mid_firefight_end_its_questions() -> None:
    for answers in ((), ("A1",)):
        held = firefight({"A1": {}, "A2": {}, "B1": {}, "B2": {}})
        for value in answers:
            held.answer(value)
        for of in ("B1", "B2"):
            held.adjust(of, "destroyed", True)
        held.drive()
        assert present(held.table.over).winner == "A"


def test_the_last_enemy_may_leave_play_while_targets_are_picked() -> None:
    held = shooting({"A1": {}, "B1": {}, "B2": {}})
    assert held.asked == "targets"
    held.adjust("B1", "destroyed", True)
    held.adjust("B2", "destroyed", True)
    held.drive([*rolls(to_hit="44444", to_wound="22222"), ("fire", {"parts": {"B2": 5}})])
    assert held.entries[-1].outcome == {"unit": "A1", "hits": [["A1", "B2", 5]], "wounds": {}, "casualties": {}}
    assert held.action("shoot").open is False


def test_units_taken_off_by_hand_take_no_test_and_do_not_fall_back() -> None:
    held = melee({"A1": LOW, "A2": LOW, "B1": {}, "B2": SHAKEN, "B3": SHAKEN}, until="break")
    held.adjust("A2", "destroyed", True)
    held.drive([("break", [6])], until="suppressed_test")
    held.adjust("B3", "destroyed", True)
    outcome = held.drive([("suppressed_test", [1])])
    assert [event for event in outcome["events"] if "B3" in event or "A2" in event] == []
    assert "fall_back:B2" in outcome["events"]


READY = Path(__file__).parents[2] / "saves" / "ready" / "better-wargame-crossroads.toml"
NOBODY = ("declare_charges", "pile_in_opponent", "pile_in.reaching")
"""Questions whose usual answer is nobody."""


def questions(held: Session, rng: Random) -> int:
    """Plays the Melee phase of a table at rest; how many prompts it took."""
    held.start("melee_phase")
    count = 0
    while held.request is not None:
        request = held.request
        by = request.by if isinstance(request.by, str) and request.by != "table" else ""
        value = [] if request.name in NOBODY else request.random(rng)
        held.answer("roll" if isinstance(request, Roll) else value, by)
        count += 1
    return count


def test_a_melee_of_four_units_asks_at_most_fourteen_questions_on_average(tmp_path: Path) -> None:
    asked = []
    for seed in range(12):
        opened = open_session(copy_session(READY, tmp_path / str(seed)), rng=Random(seed))
        held = opened.session
        held.intake.recorder = None
        held.leave(False)
        asked.append(questions(held, Random(seed)))
        opened.close()
    assert mean(asked) <= 14, asked


def test_a_charge_of_one_unit_into_another_is_counted_in_four_questions() -> None:
    held = melee({"A1": {}, "B1": {}}, throw="stage")
    counted = [("in_contact", "A", counts(3, 1, 5)), ("in_contact", "B", counts(3, 0, 5))]
    held.drive([("declare_charges", ["A1"]), ("contacts", ["B1"]), *counted], until="to_hit")
    assert len([given for given in present(held.run).answers if given.how != "auto"]) == 4


def test_enter_alone_leaves_the_counts_of_a_unit_as_they_stand() -> None:
    nine = {"models": 9, "in_contact": 3}
    held = melee({"A1": nine | {"in_reach": 3}, "B1": nine | {"in_reach": 2}}, AB, until="pile_in_opponent")
    request = now(held, Pick)
    assert request.title.count("?") == 1
    labels = [option.label for option in request.options]
    assert labels == ["A1: 3 touching, 3 near so far", "B1: 3 touching, 2 near so far"]
    held.drive([("pile_in_opponent", ["B1"])], until="in_contact")
    parts = now(held, Split)
    assert parts.enter == {"plan": "models", "parts": {"contact": 3, "reach": 2, "behind": 4}}
    assert parts.plans[0].why_hi["behind"] == "one model touches an enemy"


def test_counts_that_nobody_entered_have_no_usual_answer() -> None:
    held = melee({"A1": {}, "B1": {}})
    held.drive([("declare_charges", ["A1"]), ("contacts", ["B1"])], until="in_contact")
    assert now(held, Split).default is None


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"suppressed": True}, "unit_suppressed"),
        ({"in_contact": 1}, "unit_engaged"),
        ({"models": 3, "fired_models": 3}, "all_models_fired"),
    ],
)
def test_charges_are_refused_with_their_code(fields: dict[str, object], code: str) -> None:
    contacts = AB if "in_contact" in fields else []
    held = melee({"A1": fields, "A2": {}, "B1": {"models": 1, "in_contact": len(contacts)}}, contacts)
    assert held.asked == "declare_charges"
    assert refused(held, ["A1"]) == code
    assert held.asked == "declare_charges"


@pytest.mark.parametrize("measured", [False, True])
def test_a_charge_that_reaches_nobody_is_refused_in_the_log(measured: bool) -> None:
    held = melee({"A1": {"models": 1}, "B1": {"models": 1}}, measure_charges=measured)
    held.answer(["A1"])
    if measured:
        happened = held.answer(held.distances((81,)))
    else:
        assert held.asked == "contacts"
        held.answer([])
        assert held.asked == "in_charge_range"
        happened = held.answer(False)
    assert [n["code"] for n in notes(happened) if "code" in n] == ["out_of_charge_range"]
    assert held.table.unit("A1").charged is False
    assert held.run is None


def test_units_that_may_not_move_or_shoot_say_why() -> None:
    held = session(
        {"A1": {"in_contact": 1}, "A2": {"movement": "held"}, "A3": {}, "B1": {"in_contact": 1}}, AB, phase="movement"
    )
    why = {v.value: v.why_not for v in held.action("move_unit").values}
    assert why == {"A1": "in contact with an enemy, it must fight where it is", "A2": "has moved", "A3": None}
    held = session(
        {"A1": {"shot": True}, "A2": {"movement": "double"}, "A3": {"ranged_attacks": 0}, "B1": {}}, phase="shooting"
    )
    assert held.action("shoot").why_not == "every unit has shot or may not"
    assert [a.name for a in held.actions() if a.open] == ["end_shooting"]


def test_a_table_with_impossible_counts_or_sides_has_faults() -> None:
    held = session({"A1": {}, "B1": {}})
    held.adjust("A1", "in_contact", 3)
    held.adjust("A1", "in_reach", 3)
    assert [(of, field) for of, field, _ in RULESET.faults(held.table)] == [("A1", "in_reach")]
    held.table.sides.pop("B")
    assert len(list(RULESET.faults(held.table))) == 2


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"stage": "to_miss"}, "stage cannot be 'to_miss' (known: to_hit, save)"),
        ({"when": "sleepy"}, "when is one of"),
        ({"field": "high_explosive"}, "either value or field"),
    ],
)
def test_a_wrong_modifier_names_file_and_entry(change: dict[str, object], says: str) -> None:
    entry: dict[str, object] = {"label": "mist", "group": "mist", "text": "Mist.", "phases": ["shooting"]}
    entry |= {"stage": "to_hit", "of": "target", "when": "asked", "value": 1}
    assert read_modifiers({"mist": entry})[0].value == 1
    with pytest.raises(ValueError, match=r"modifiers.toml, \[mist\]: .*") as fault:
        read_modifiers({"mist": {**entry, **change}})
    assert says in str(fault.value)

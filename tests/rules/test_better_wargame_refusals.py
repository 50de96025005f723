"""What the rules refuse, with which code, and what they do not offer."""

from __future__ import annotations

import pytest

from companion.engine.errors import InvalidInput
from companion.rules.better_wargame import RULESET
from companion.rules.better_wargame.catalog import read_modifiers
from tests.rules.better_wargame import AB, asked, distances, melee, notes, session
from tests.rules.scene import refused


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
    assert asked(held) == "declare_charges"
    assert refused(held, ["A1"]) == code
    assert asked(held) == "declare_charges"


@pytest.mark.parametrize("measured", [False, True])
def test_a_charge_that_reaches_nobody_is_refused_in_the_log(measured: bool) -> None:
    held = melee({"A1": {"models": 1}, "B1": {"models": 1}}, measure_charges=measured)
    held.answer(["A1"])
    if measured:
        happened = held.answer(distances(held, (81,)))
    else:
        assert asked(held) == "contacts"
        held.answer([])
        assert asked(held) == "in_charge_range"
        happened = held.answer(False)
    assert [n["code"] for n in notes(happened) if "code" in n] == ["out_of_charge_range"]
    assert held.table.unit("A1").charged is False
    assert held.run is None


def test_actions_of_other_phases_are_closed_with_the_reason() -> None:
    held = session({"A1": {}, "B1": {}}, phase="movement")
    assert [a.name for a in held.actions() if a.open] == ["move_unit", "end_movement"]
    with pytest.raises(InvalidInput, match="this is for the Melee phase, now it is Movement"):
        held.start("melee_phase")


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

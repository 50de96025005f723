"""The legality check before MEL.10: each code in its order, before anything changes."""

from typing import Any

import pytest

from companion.engine.session import Session
from companion.engine.state.changes import Done
from tests.rules.gloom import illegal, steps, those
from tests.rules.scene import begun, not_started, now, refused


def on(**attacker: Any) -> Any:
    return those("rav lan ogre-2", "shield ski ogre", "rav+shield rav+ski ogre+ogre-2", rav=attacker, ski={"health": 0})


@pytest.mark.parametrize(
    ("attacker", "target", "fields", "code"),
    [
        ("rav", "ski", {"health": 0}, "attacker_destroyed"),
        ("rav", "ski", {"standard_action_used": True}, "target_destroyed"),
        ("rav", "lan", {}, "same_side"),
        ("rav", "rav", {}, "same_side"),
        ("rav", "ogre", {"standard_action_used": True}, "not_adjacent"),
        ("rav", "shield", {"standard_action_used": True, "melee_barred": True}, "action_used"),
        ("rav", "shield", {"melee_barred": True, "morale": 0}, "barred_after_disengage"),
        ("rav", "shield", {"morale": 0}, "attacker_no_morale"),
        ("rav", "shield", {"morale": 0, "traits": ("blind_rage",)}, ""),
        ("rav", "shield", {}, ""),
    ],
)
def test_the_first_code_in_order(attacker: str, target: str, fields: dict[str, Any], code: str) -> None:
    assert illegal(on(**fields), attacker, target) == code


@pytest.mark.parametrize(
    ("attacker", "fields", "code"),
    [
        ("rav", {"health": 0}, "attacker_destroyed"),
        ("lan", {}, "not_adjacent"),
        ("rav", {"morale": 0}, "attacker_no_morale"),
        ("nobody", {}, "unknown_unit"),
    ],
)
def test_an_attacker_that_may_not_is_refused_at_the_start(attacker: str, fields: dict[str, Any], code: str) -> None:
    session = Session(on(**fields))
    assert not_started(session, "melee", {"attacker": attacker}) == code
    assert (session.run, session.undo_count) == (None, 0)


def test_a_target_that_may_not_be_is_refused_in_the_choice() -> None:
    held = those("rav lan", "shield ski ogre shield-2", "rav+shield rav+ski rav+shield-2", ski={"health": 0})
    session = begun(held, "melee", {"attacker": "rav"})
    for target, code in (
        ("lan", "same_side"),
        ("ski", "target_destroyed"),
        ("ogre", "not_adjacent"),
        ("nobody", "unknown_unit"),
    ):
        assert refused(session, target) == code
    assert not held.unit("rav").standard_action_used
    session.answer("shield")
    assert held.unit("rav").standard_action_used


def two_targets() -> Session:
    """Ravagers between two enemies."""
    return Session(those("rav", "shield ski", "rav+shield rav+ski"))


def test_an_adjustment_may_take_a_target_away_while_it_is_chosen() -> None:
    session = two_targets()
    session.start("melee", {"attacker": "rav"})
    session.disconnect("rav", "ski")
    assert (now(session).name, now(session).title) == ("MEL.10.pivot", "Pivot Ravagers to face Shieldband")


@pytest.mark.parametrize(
    ("of", "field", "value", "code"),
    [
        ("rav", "health", 0, "attacker_destroyed"),
        ("rav", "morale", 0, "attacker_no_morale"),
        ("rav", "melee_barred", True, "barred_after_disengage"),
    ],
)
@pytest.mark.parametrize("inside", [False, True])
def test_an_adjustment_may_make_an_attack_impossible(of: str, field: str, value: Any, code: str, inside: bool) -> None:
    session = two_targets()
    if inside:
        session.start("start_round")
        session.answer("p1")
        begun(session, "activate", {"unit": "rav"}, steps("UAP.30.action melee"), until="target")
    else:
        session.start("melee", {"attacker": "rav"})
    assert now(session).name == "target"
    happened = session.adjust(of, field, value)
    out = next(dict(event.outcome) for event in happened if isinstance(event, Done))
    out = out["melee"] if inside else out
    assert out == {"illegal": code}
    assert not session.table.unit("rav").standard_action_used

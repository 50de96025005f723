"""Starting a melee, joining, leaving, withdrawing: every refusal by its code, and what each way out records."""

from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.requests import Choose
from companion.engine.session import Session
from companion.engine.state.changes import Note
from companion.rules.legion.engagement import pairs
from companion.rules.legion.melee.closing_up import place_refusal
from companion.rules.legion.turn.movement import contact_refusal, withdraw_refusal
from companion.rules.legion.units import LegionTable
from companion.testing import Scripted, drive
from tests.rules.legion import asked, named, table, those, unit
from tests.rules.scene import begun, now, refused
from tests.rules.script import steps


def code(held: LegionTable, mover: str, *targets: str) -> str | None:
    refused = contact_refusal(held, held.unit(mover), list(targets))
    return refused.code if refused else None


def crowd(**fields: Any) -> LegionTable:
    return those("one*2 friend bare v foe*2 other airspeeder; one.1+foe.1", one=fields, bare="unarmed")


def test_every_code_of_starting_a_melee_in_its_order() -> None:
    held = crowd()
    assert code(held, "one", "friend") == "friendly_unit"
    assert code(held, "one", "other") == "engaged_cannot_move"
    assert code(held, "bare", "foe") == "no_melee_weapon"
    assert code(held, "friend", "foe", "other") == "multiple_enemy_units"
    assert code(held, "friend", "airspeeder") == "immune_melee"
    assert code(held, "friend", "foe") is None
    held.acting, held.withdrew = "friend", True
    assert code(held, "friend", "foe") == "withdrew_this_activation"
    held.withdrew, held.left_this_activation = False, ("friend/foe",)
    assert code(held, "friend", "foe") == "left_this_melee"
    assert code(held, "friend", "other") is None


def test_every_code_of_withdrawing() -> None:
    held = crowd(immobilize=2)
    one, bikes = held.unit("one"), held.unit("friend")
    assert withdraw_refusal(held, bikes) == ("not_engaged", "not engaged: simply move")
    assert (withdraw_refusal(held, one) or ("",))[0] == "speed_zero"
    held.actions_done = ("aim",)
    assert (withdraw_refusal(held, one) or ("",))[0] == "already_acted"
    cannon = those("cannon v foe; cannon.1+foe.1", cannon="speed 2")
    assert (withdraw_refusal(cannon, cannon.unit("cannon")) or ("",))[0] == "speed_zero"


def test_without_clear_space_nobody_withdraws_and_action_and_standby_are_kept() -> None:
    held = crowd(standby=1, order="faceup")
    session = begun(held, "activate", {"unit": "one"})
    session.answer("withdraw")
    session.answer(False)
    assert refused(session, "withdraw") == "no_clear_space"
    assert (held.actions_left, held.unit("one").standby) == (2, 1)
    out = drive(session, steps("action aim; action done"))
    assert (out["in_melee"], held.unit("one").standby) == ([["one", "foe"]], 0)


def test_withdraw_as_a_move_leaves_actions_but_no_attack_standby_or_melee() -> None:
    held = crowd()
    held.options = {**held.options, "withdraw_mode": "move"}
    held.unit("one").order = "faceup"
    session = begun(held, "activate", {"unit": "one"})
    drive(
        session,
        steps("action withdraw; clear_of_contact yes"),
        stop=lambda r: r.name == "action" and held.withdrew,
    )
    assert held.actions_left == 1
    for closed in ("ranged_attack", "standby"):
        assert refused(session, closed) == "withdrew_this_activation"
    session.answer("move")
    drive(session)
    assert named(session, "move_end") == ["clear"]


def test_codes_of_placing_a_mini() -> None:
    held = crowd()
    before = pairs(held)
    one = held.mini("one.2")
    codes = [(place_refusal(held, one, held.mini(to), before) or ("",))[0] for to in ("friend.1", "other.1", "foe.2")]
    assert codes == ["friendly_unit", "not_in_same_melee", ""]
    held.mini("foe.2").defeated = True
    assert (place_refusal(held, one, held.mini("foe.2"), before) or ("",))[0] == "mini_defeated"


def test_the_group_counts_as_one_melee_where_the_table_says_so() -> None:
    for mode, code_ in (("pair", "not_in_melee"), ("group", "")):
        held = those("a b v x y; a.1+x.1 b.1+x.1 b.1+y.1", options={"melee_scope": mode})
        session = begun(held, "melee_attack", {"unit": "a"})
        if code_:
            assert now(session).name == "attack"
        else:
            session.answer("y")
        session.leave(False)


def test_a_contact_is_between_minis_of_enemies() -> None:
    session = Session(crowd())
    with pytest.raises(InvalidInput, match="touches by its minis"):
        session.connect("one", "foe")
    with pytest.raises(InvalidInput, match="same side"):
        session.connect("one.1", "friend.1")
    session.connect("friend.1", "foe.2")
    assert session.melees() == [["one", "friend", "foe"]]


@pytest.mark.parametrize(
    ("dice", "before", "why"),
    [
        ({}, [], "it has no melee weapon, so no move into contact"),
        ({"black": 1}, steps("action withdraw"), "it withdrew in this activation and starts no melee"),
    ],
    ids=["unarmed", "withdrew"],
)
def test_a_move_that_may_end_in_no_contact_says_why(dice: dict[str, int], before: list[Scripted], why: str) -> None:
    """Before it is chosen and afterwards: nothing is asked between."""
    units = [unit("one", "blue", dice=dice, order="faceup"), unit("foe", "red"), unit("other", "red")]
    session = Session(table(units, [("one.1", "foe.1")] if before else [], options={"withdraw_mode": "move"}))
    session.start("activate", {"unit": "one"})
    for step in before:
        session.answer(step[-1])
        drive(session, stop=lambda request: request.name == "action")
    assert f"move: into no contact: {why}" in [option.words for option in now(session, Choose).options]
    drive(session, steps("action move; action done"), strict=False)
    told = [event.text for event in session.entries[-1].events if isinstance(event, Note)]
    assert f"one moves and ends touching no enemy: {why}" in told
    assert "move_end" not in asked(session)

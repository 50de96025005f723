"""Activations and what they cost, and the Fear tests on the way, through a session."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.rules.bushido.catalog import ACTIONS
from companion.rules.bushido.records import Feat, Special, Trait
from companion.rules.bushido.turn.legality import barred
from companion.rules.bushido.units import BushidoUnit
from companion.testing import drive
from tests.rules.bushido_kit import AB, DEFEND, act, model, notes, session, slot, steps, table_of, those
from tests.rules.scene import begun, run_of


def closed(s: Session, of: str) -> dict[str, str | None]:
    """Why each action of an activation is closed."""
    return {a.id: barred(table_of(s), s.table.unit(of), a) for a in ACTIONS.values()}


def test_players_alternate_and_the_other_carries_on_alone() -> None:
    s = those("a", "b", a={"activation_counters": 1})
    act(s, "a", "action walk")
    assert s.table.active == "blue"
    act(s, "b", "action walk")
    assert s.table.active == "blue"
    assert "Ito can activate nobody: Sora carries on alone" in notes(s)
    act(s, "b", "action walk")
    with pytest.raises(InvalidInput, match="Exhausted"):
        s.start("activate", {"model": "b"})
    assert s.action("end_phase").open


def test_it_is_the_other_players_turn() -> None:
    s = those("a", "b")
    with pytest.raises(InvalidInput, match="Ito activates now"):
        s.start("activate", {"model": "b"})
    with pytest.raises(InvalidInput, match="no Pass Token"):
        s.start("pass_turn")
    with pytest.raises(InvalidInput, match="can still activate"):
        s.start("end_phase")


def test_pass_token() -> None:
    s = those("a", "b")
    s.adjust("red", "pass_tokens", 1)
    s.start("pass_turn")
    assert (s.table.side("red").pass_tokens, s.table.active) == (0, "blue")


@pytest.mark.parametrize(
    ("fields", "touching", "wanted"),
    [
        ({}, True, {"melee", "disengage"}),
        ({}, False, {"melee", "charge", "walk", "run", "wait", "focus", "scenario"}),
        ({"ranged_pool": 2}, False, {"melee", "charge", "walk", "run", "wait", "focus", "scenario", "ranged"}),
        ({"states": {"prone": 1}}, True, {"stand_up"}),
        ({"states": {"held": ("b",)}}, True, {"disengage"}),
        ({"states": {"blind": 1}, "activation_counters": 2}, False, {"melee", "walk", "wait", "focus", "scenario"}),
        ({"traits": (Trait("Slow"),)}, False, {"melee", "walk", "wait", "focus", "scenario"}),
        ({"activation_counters": 1}, False, {"melee", "walk", "run", "wait", "scenario"}),
        (
            {"activation_counters": 1, "traits": (Trait("Banzai!"),)},
            False,
            {"melee", "charge", "walk", "run", "wait", "scenario"},
        ),
        ({"traits": (Trait("Aggressive"),)}, True, {"melee"}),
        ({"traits": (Trait("Aggressive"), Trait("Defensive"))}, True, {"melee", "disengage"}),
        ({"traits": (Trait("Stupid"),)}, True, {"melee"}),
        ({"ki_tokens": 1, "ki_feats": (Feat("Calm", timing="simple"),)}, True, {"melee", "disengage", "simple_feat"}),
    ],
)
def test_which_actions_are_open(fields: dict[str, Any], touching: bool, wanted: set[str]) -> None:
    s = those("a", "b", "ab" if touching else "", a=fields)
    assert {name for name, why in closed(s, "a").items() if why is None} == wanted


def test_no_legal_action_means_exhausted() -> None:
    s = those("a", "b", "ab", a={"states": {"held": ("b",)}, "traits": (Trait("Stupid"),)})
    act(s, "a")
    assert s.table.unit("a").exhausted


def test_melee_costs_one_counter_in_all_and_counters_say_so() -> None:
    s = those("a", "b")
    out = act(s, "a", "action melee; 0/3 v 0/3: / 2 2 2 / / 2 2 2")
    assert out["counters_removed"] == 1
    assert (s.table.unit("a").activation_counters, s.table.unit("b").activation_counters) == (1, 1)
    assert s.table.contacts == {("a", "b"): {}}


def test_an_action_that_reaches_nobody_still_costs() -> None:
    for action, left in (("melee", 1), ("charge", 0)):
        s = those("a", "b")
        act(s, "a", f"action {action}; reach no")
        assert s.table.unit("a").activation_counters == left


def test_who_fails_to_reach_another_fights_the_one_it_started_with() -> None:
    s = those("a", "bc", "ab")
    out = act(s, "a", "action melee; target c; reach no; 0/3 v 0/3: / 2 2 2 / / 2 2 2")
    assert out["exchanges"][0]["opponent"] == "b"


def test_moving_to_another_enemy_leaves_the_first_unless_players_say_so() -> None:
    for kept, dice in (("", 3), ("b", 2)):
        s = those("a", "bc", "ab")
        out = act(s, "a", f"action melee; target c; contacts [{kept}]; 0/{dice} v 0/3: / 2*{dice} / / 2 2 2")
        assert out["exchanges"][0]["opponent"] == "c"
        assert (("a", "b") in s.table.contacts) is bool(kept)


@pytest.mark.parametrize(("total", "left"), [(2, 1), (3, 0)])
def test_a_charge_costs_two_counters_or_three_by_ruling(total: int, left: int) -> None:
    s = those("a", "b", a={"activation_counters": 3}, charge_total_counters=total)
    act(s, "a", "action charge; 0/3 v 0/3: / 2 2 2 / / 2 2 2")
    assert s.table.unit("a").activation_counters == left


@pytest.mark.parametrize(("rule", "left"), [("action_cost", 2), ("per_exchange", 1)])
def test_split_attack(rule: str, left: int) -> None:
    s = those(
        "a", "bc", "ab ac", a={"activation_counters": 3, "traits": (Trait("Split Attack"),)}, split_attack_counters=rule
    )
    out = act(s, "a", "action melee; target b; split_attack [c]" + "; 0/1 v 0/3: / 2 / / 2 2 2" * 2)
    assert [x["opponent"] for x in out["exchanges"]] == ["b", "c"]
    assert out["exchanges"][0]["pools"]["a"]["pool"] == 1
    assert [s.table.unit(u).activation_counters for u in "abc"] == [left, 1, 1]


def test_stand_up_fights_at_one_less_but_is_no_longer_prone() -> None:
    s = those("a", "b", "ab", a={"states": {"prone": 1}})
    out = act(s, "a", "0/2 v 0/3: / 2 2 / / 2 2 2")
    assert out["action"] == "stand_up"
    assert out["exchanges"][0]["initiative"] == "a"
    assert s.table.unit("a").states == {}
    assert s.table.unit("a").activation_counters == 1


@pytest.mark.parametrize(("defence", "gets_away"), [("6 5 2", True), ("2 1 1", False)])
def test_disengage(defence: str, gets_away: bool) -> None:
    s = those("a", "b", "ab", a={"states": {"held": ("b",)}, "melee_pool": 4})
    act(s, "a", f"0/3 v 3/0: / {defence} / 5 3 1 /; " + ("contacts []" if gets_away else "12 blue [1 1]"))
    assert (s.table.contacts == {}) is gets_away
    assert s.table.unit("a").states == ({} if gets_away else {"held": ("b",)})


def test_disengage_binds_the_split_to_defence_even_for_the_slippery() -> None:
    slippery = model("a", "red", melee_pool=4, ki_tokens=1, ki_feats=(Feat("Slippery"),))
    s = begun(session(slippery, model("b", "blue"), contacts=AB), "activate", {"model": "a"})
    drive(s, steps("action disengage"), stop=lambda r: r.name in ("4.feat", "5"))
    s.answer("Slippery")
    assert list(s.sealed) == ["red"]
    assert s.request is slot(s, "blue")
    drive(s, steps("5 blue 2/1"), stop=lambda r: r.name == "7")
    given = next(one for one in run_of(s).answers if one.name == "5" and one.by == "red")
    assert given.how == "auto"
    assert given.value.allotments == {"attack": 0, "defence": 8}


def test_a_split_with_one_legal_way_is_not_asked() -> None:
    lone = model("a", "red", melee_pool=1, traits=(Trait("Aggressive"),))
    s = begun(session(lone, model("b", "blue"), contacts=AB), "melee", {"pair": "a+b"})
    assert s.request is slot(s, "blue")
    assert s.secret is not None
    drive(s, steps("5 blue 2/1"), stop=lambda r: r.name == "7")
    assert next(one.value.allotments for one in run_of(s).answers if one.by == "red") == {"attack": 1, "defence": 0}


def test_wait_focus_run_ranged_and_scenario() -> None:
    s = those(
        "a",
        "b",
        a={"states": {"stunned": 2, "on_fire": (1, 3, 2)}, "ranged_pool": 2, "ki_stat": 2, "activation_counters": 8},
        b={"activation_counters": 8},
    )
    a = s.table.unit("a")
    for script in (
        "action wait; wait stunned",
        "action wait; wait on_fire",
        "action run",
        "action ranged; reloading yes",
    ):
        act(s, "a", script)
        act(s, "b", "action scenario")
    assert a.states == {"on_fire": (1,), "reloading": 1}
    assert a.ran_this_turn is True
    assert closed(s, "a")["ranged"] == "Reloading"
    act(s, "a", "action focus")
    assert a.ki_tokens == 2
    assert "A gains 2 Ki by Focus" in s.entries[-1].conclusion
    assert a.activation_counters == 2


def test_focus_of_a_model_that_is_full_says_so() -> None:
    s = those("a", "b", a={"ki_stat": 2, "ki_max": 4, "ki_tokens": 4})
    act(s, "a", "action focus")
    assert "A gains 0 Ki by Focus: 4 is the most it may hold" in s.entries[-1].conclusion


def test_immobilised_models_test_their_size_before_they_move() -> None:
    for size, dice, moves in (("small", "6", True), ("small", "5", False), ("large", "5 2 2", True)):
        s = those("a", "b", a={"size": size, "states": {"immobilised": 1}})
        act(s, "a", f"action walk; size [{dice}]")
        assert (s.table.unit("a").states == {}) is moves


def test_surprise_for_the_exchange_it_causes() -> None:
    s = those("a", "b")
    out = act(s, "a", "action melee; surprised yes; 0/3 v 0/2: / 2 2 2 / / 2 2")
    assert out["exchanges"][0]["initiative_why"] == "B is Surprised"
    assert s.table.unit("b").surprised is False
    s = those("a", "b", b={"traits": (Trait("Sixth Sense"),)})
    act(s, "a", "action melee; 0/3 v 0/3: / 2 2 2 / / 2 2 2")
    assert s.table.unit("b").surprised is False


def test_a_bodyguard_changes_places_before_the_action() -> None:
    s = those("ax", "bg", "bx", b={"types": ("Lord",)}, g={"traits": (Trait("Bodyguard", x=3, of="Lord"),)})
    out = act(s, "a", "action melee; target b; bodyguard yes; 0/3 v 0/2: / 2 2 2 / / 2 2")
    assert out["exchanges"][0]["opponent"] == "g"
    assert set(s.table.contacts) == {("g", "x"), ("a", "g")}


def test_impetuous_models_go_first_and_work_it_off() -> None:
    s = those("ac", "b", a={"states": {"impetuous": 1}})
    with pytest.raises(InvalidInput, match="A is Impetuous"):
        s.start("activate", {"model": "c"})
    act(s, "a", "action walk")
    assert s.table.unit("a").states == {}


def test_jump_up_at_the_start_of_the_activation() -> None:
    s = those("a", "b", a={"states": {"prone": 1}, "traits": (Trait("Jump Up"),)})
    act(s, "a", "jump_up yes; action walk")
    assert s.table.unit("a").states == {}


def test_charging_bonus_lasts_for_the_activation() -> None:
    s = those("a", "b", a={"traits": (Trait("Charging Bonus", of="Brutal (2)"),)})
    out = act(s, "a", "action charge; 1/2 v 0/3: 2 / 2 2 / / 6 2 2")
    assert out["exchanges"][0]["results"]["a"]["attack"] == 4
    assert s.table.unit("a").granted == ()


def test_an_instant_feat_at_rest_lasts_into_the_activation() -> None:
    s = those("a", "b", b={"ki_tokens": 2, "ki_feats": (Feat("Asp Strike"),)})
    s.start("feat", {"feat": "b: Asp Strike"})
    assert s.table.unit("b").ki_tokens == 0
    out = act(s, "a", "action melee; 0/3 v 0/3: / 2 2 2 / / 2 2 2")
    assert out["exchanges"][0]["initiative"] == "b"


def test_feats_before_and_after_the_action_name_their_user() -> None:
    stagger: dict[str, Any] = {"ki_tokens": 1, "ki_feats": (Feat("Stagger"),)}
    s = those("ac", "b", a=stagger, c=stagger)
    act(s, "a", "M2.feat c: Stagger; action walk")
    assert [s.table.unit(u).ki_tokens for u in "ac"] == [1, 0]
    assert [s.table.unit(u).granted for u in "ac"] == [(), ()]


def test_feat_limits_are_kept() -> None:
    once = Feat("Calm", timing="simple", limit="turn")
    s = those("a", "b", a={"ki_tokens": 4, "ki_feats": (once,), "activation_counters": 4})
    act(s, "a", "action simple_feat")
    act(s, "b", "action walk")
    assert closed(s, "a")["simple_feat"] is not None


def test_web_defence_keeps_the_attacker_where_it_is() -> None:
    s = those("a", "b", "ab", a={"melee_pool": 4}, b={"specials": (Special("Web Defence", 0),)})
    act(s, "a", "action disengage; 2/2 v 0/3 Web Defence: 2 2 / 6 6 / / 6 6 6")
    assert s.table.contacts == {("a", "b"): {}}


def test_the_last_side_standing_wins_at_once() -> None:
    s = those("a", "b", "ab", b={"wounds_marked": 4})
    act(s, "a", "action melee; 3/0 v 0/3: 6 6 6 / / / 1 1 1; 12 [6 6]")
    assert s.table.over is not None
    assert s.table.over.winner == "red"


# -- Fear tests --------------------------------------------------------------------------------------------------------


FEAR = (Trait("Fear", x=4),)


def fear(a: dict[str, Any], b: dict[str, Any], script: str) -> tuple[BushidoUnit, BushidoUnit]:
    s = those("a", "b", a=a, b=b)
    act(s, "a", f"action melee; {script}")
    return s.table.unit("a"), s.table.unit("b")


def test_failing_fear_of_the_target_costs_a_counter_and_the_activation() -> None:
    a, _ = fear({"ki_stat": 2}, {"traits": FEAR}, "fear [3 1]")
    assert (a.activation_counters, a.states) == (1, {})


def test_a_steadfast_model_goes_on_frightened_and_splits_freely() -> None:
    a, _ = fear(
        {"ki_stat": 2, "traits": (Trait("Steadfast"),)}, {"traits": FEAR}, "fear [2 1]; 2/0 v 0/3: 2 2 / / / 6 2 2"
    )
    assert a.states == {"frightened": 1}


def test_an_enemy_that_fails_against_the_activating_model_is_frightened_before_the_exchange() -> None:
    _, b = fear({"traits": FEAR}, {"ki_stat": 1}, "fear [3]; 0/3 v 0/2: / 2 2 2 / / 2 2")
    assert b.states == {"frightened": 1}
    assert (b.fear_value, b.fear_source) == (4, "a")


@pytest.mark.parametrize(
    ("traits", "source", "rolls", "dared"),
    [
        ((Trait("Courage", x=1),), FEAR, [[3]], True),
        ((Trait("Courage", x=1),), FEAR, [[1]], False),
        ((Trait("Bravery"),), FEAR, [[2], [5]], True),
        ((Trait("Cowardly"),), FEAR, [[5], [2]], False),
        ((), (*FEAR, Trait("Terror")), [[5], [5]], True),
        ((Trait("Bravery"), Trait("Cowardly")), (*FEAR, Trait("Terror")), [[5]], True),
        ((Trait("Fearless"),), FEAR, [], True),
        ((Trait("Soulless"),), FEAR, [], True),
        ((Trait("Fear", x=4),), FEAR, [], True),
        ((Trait("Fear", x=4),), (*FEAR, Trait("Dread", x=1)), [[2]], False),
        ((Trait("Leadership", x=1),), FEAR, [[3]], True),
    ],
)
def test_fear_tests(traits: tuple[Trait, ...], source: tuple[Trait, ...], rolls: list[list[int]], dared: bool) -> None:
    s = those("a", "b", a={"traits": traits}, b={"traits": source, "ki_stat": 3})
    s.start("activate", {"model": "a"})
    drive(
        s,
        [("action", "melee"), *[("fear", "red", [r]) for r in rolls]],
        stop=lambda r: r.name == "reach" or r.by == "blue",
    )
    assert (s.run is not None) is dared


def test_ki_boosts_add_dice_to_a_fear_test() -> None:
    a, _ = fear(
        {"ki_stat": 1, "ki_boost_cost": 2, "ki_tokens": 2},
        {"traits": FEAR},
        f"fear.boost 1; fear [3 2]; {DEFEND}",
    )
    assert a.ki_tokens == 0
    assert a.activation_counters == 1

"""Table rulings and edge cases that need a scene of their own, through a session."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.inputs import Answer
from companion.rules.bushido.melee.opening import read_trait
from companion.rules.bushido.records import Effect, Feat, Special, Trait, Weapon
from companion.testing import drive
from tests.rules.bushido_kit import (
    AB,
    DEFEND,
    act,
    fight,
    model,
    notes,
    pair,
    session,
    slot,
    steps,
    those,
)
from tests.rules.scene import begun, now


def test_dice_that_all_show_one_still_trigger_a_special() -> None:
    s = pair(a={"specials": (Special("Sweep Attack", 0),)})
    out = fight(s, "3/0 Sweep Attack v 3/0: 1 1 1 / / 1 1 1 /; 12 [1 1]")
    assert out["comparisons"][0]["special"] == "Sweep Attack"
    assert out["ended"] == "defender_prone"


def test_a_held_model_is_not_pushed_and_not_thrown_but_falls() -> None:
    held = {"held": ("a",)}
    for special, states, count in (("Push Attack", held, 2), ("Throw Attack", {**held, "prone": 1}, 1)):
        s = pair(a={"specials": (Special(special, 0),)}, b={"states": held})
        out = fight(s, f"3/0 {special} v 0/2: 6 5 5 / / / 2 1" + ("; 12 [1 1]" if count == 1 else ""))
        assert s.table.unit("b").states == states
        assert (out["contacts"], len(out["comparisons"])) == ([["a", "b"]], count)


def test_any_friend_in_contact_stops_an_assist_whatever_its_condition() -> None:
    wreck = model("f", "red", activation_counters=0, states={"prone": 1, "stunned": 1})
    s = session(
        model("a", "red"), wreck, model("b", "blue"), model("x", "blue"), contacts=(*AB, ("a", "x"), ("f", "x"))
    )
    out = fight(s, DEFEND)
    assert out["assists"] == {"a": [], "b": []}


def test_counterstrike_without_sharp_and_with_a_chargers_bonus() -> None:
    counter = (Special("Counterstrike Defence", 0),)
    s = pair(a={"traits": (Trait("Tough", x=1),)}, b={"specials": counter, "arms": (Trait("Sharp", x=1),)})
    out = fight(s, "2/1 v 0/3 Counterstrike Defence: 2 1 / 6 / / 6 5 5; 10 blue [4 4]")
    assert out["comparisons"][0]["damage"][0]["wounds"] == 3
    quick = model("b", "blue", traits=(Trait("Lightning Reflexes"),), wounds_max=19)
    s = session(model("a", "red", specials=counter), quick)
    out = act(s, "a", "action charge; 1/2 Counterstrike Defence v 3/0: 6 / 6 5 / 2 1 1 /; 10 red [2 3]; 12 red [2 3]")
    one, two = out["exchanges"][0]["comparisons"]
    assert (one["damage"][0]["total"], two["damage"][0]["total"]) == (7, 5)


def test_a_negative_brutal_is_not_clamped() -> None:
    s = pair(a={"traits": (Trait("Brutal", x=-4),)}, b={"specials": (Special("Counterstrike Defence", 0),)})
    out = fight(s, "3/0 v 0/3 Counterstrike Defence: 2 1 1 / / / 2 1 1; 10 [1 1]")
    assert (out["results"]["a"]["attack"], out["comparisons"][0]["sl"]) == (-2, 4)


@pytest.mark.parametrize(("x", "left"), [(None, [5, 4]), (2, [4])])
def test_impenetrable_defence_takes_one_die_or_the_number_printed(x: int | None, left: list[int]) -> None:
    s = pair(b={"traits": (Trait("Impenetrable Defence", x=x),)})
    out = fight(s, "3/0 v 0/3: 6 5 4 / / / 6 6 6")
    assert out["dice"]["a"]["attack"] == left


def test_a_hold_is_let_go_before_assists_are_counted() -> None:
    s = those("a", "bc", "ab ac", b={"states": {"held": ("a",)}})
    begun(s, "melee", {"pair": "a+c"}, until="5")
    assert s.table.unit("b").states == {}
    assert slot(s, "red").plans[0].total == 2


def test_a_disengager_whose_enemy_never_struck_stays_where_they_touch() -> None:
    s = those("a", "b", "ab", a={"melee_pool": 4, "specials": (Special("Sweep Attack", 0),)}, b={"wounds_max": 9})
    act(s, "a", "action disengage; 2/2 Sweep Attack v 0/3: 6 6 / 2 2 / / 2 1 1; 12 [1 1]")
    assert s.table.contacts == {("a", "b"): {}}
    s = those("a", "b", "ab", a={"melee_pool": 4, "specials": (Special("Push Attack", 0),)})
    act(s, "a", "action disengage; 2/2 Push Attack v 0/3: 6 6 / 2 2 / / 2 1 1")
    assert s.table.contacts == {}


def test_a_charge_that_breaks_at_7a_pays_its_second_counter_afterwards() -> None:
    step = Feat("Willow Step", ki=1, windows=("4",), effects=(Effect("moves"),))
    s = those("a", "b", b={"ki_feats": (step,), "ki_tokens": 1})
    out = act(s, "a", "action charge; 4.feat Willow Step; 5 red 0/3; 5 blue 0/3; 7a no")
    assert out["exchanges"][0]["counters_removed"] == {"a": 1, "b": 0}
    assert [s.table.unit(u).activation_counters for u in "ab"] == [0, 2]


def test_a_feat_that_moves_after_the_roll_asks_whether_they_still_touch() -> None:
    step = Feat("Willow Step", ki=1, windows=("7b",), effects=(Effect("moves"),))
    s = pair(b={"ki_feats": (step,), "ki_tokens": 1})
    out = fight(s, "3/0 v 0/3: 6 5 5 / / / 2 1 1; 7b.feat Willow Step; 7a no")
    assert (out["ended"], out["counters_removed"]) == ("not_in_btb", {"a": 1, "b": 1})


def test_a_feat_in_force_is_not_offered_again() -> None:
    s = pair(b={"ki_feats": (Feat("Flow Like Water"),), "ki_tokens": 4})
    out = fight(s, "0/3 v 0/3 Flow Like Water: Counterstrike Defence: / 2 2 2 / / 2 2 2")
    assert s.table.unit("b").ki_tokens == 2
    assert out["ended"] == "both_attacked"


def test_a_feat_on_the_enemy_counts_though_it_declared_first() -> None:
    curse = Feat("Curse", ki=1, windows=("4",), target="enemy", effects=(Effect("pool", x=-1),))
    s = pair(a={"ki_feats": (curse,), "ki_tokens": 1})
    out = fight(s, "0/3 v 0/2: / 2 2 2 / / 2 2; 4.feat a: Curse")
    assert out["pools"]["b"]["pool"] == 2


def test_weapons_that_do_no_damage_do_their_own_thing_once() -> None:
    combo = (Special("Combo Attack", 0),)
    guarded = model("b", "blue", traits=(Trait("Protected", x=3),))
    s = session(
        model("a", "red", specials=combo, arms=(Trait("Entangling"),)), guarded, model("g", "blue"), contacts=AB
    )
    fight(s, "3/0 Combo Attack v 0/3: 6 5 5 / / / 2 1 1")
    assert s.table.unit("b").states == {"immobilised": 1}
    s = pair(a={"specials": combo, "strength": None})
    fight(s, "3/0 Combo Attack v 0/3: 6 5 5 / / / 2 1 1")
    assert [
        i.input.key.rpartition("/")[2]
        for i in s.entries[-1].inputs
        if isinstance(i.input, Answer) and "12" in i.input.key
    ] == ["12.card:red"]


def test_a_split_attack_on_another_enemy_takes_all_that_moving_into_contact_takes() -> None:
    for roll, fights in (("5 2", 2), ("2 1", 0)):
        s = those(
            "a", "bc", "ab", a={"ki_stat": 2, "traits": (Trait("Split Attack"),)}, c={"traits": (Trait("Fear", x=4),)}
        )
        exchanges = "; 0/1 v 0/3: / 2 / / 2 2 2" * fights
        out = act(s, "a", f"action melee; target b; split_attack [c]; fear [{roll}]{exchanges}")
        assert len(out["exchanges"]) == fights
        assert s.table.unit("a").activation_counters == 1
        assert (("a", "c") in s.table.contacts) is bool(fights)


def test_a_bodyguard_steps_in_for_a_friend_in_contact_but_not_for_a_held_one() -> None:
    for states, opponent, dice in (({}, "g", 3), ({"held": ("a",)}, "b", 2)):
        s = those("a", "bg", "ab", b={"states": states}, g={"traits": (Trait("Bodyguard", x=3),)})
        s.start("activate", {"model": "a"})
        out = drive(
            s,
            steps(f"action melee; target b; bodyguard yes; 0/3 v 0/{dice}: / 2 2 2 / / 2*{dice}"),
            strict=False,
        )
        assert out["exchanges"][0]["opponent"] == opponent


def test_a_holder_that_walks_away_lets_go() -> None:
    s = those("a", "b", "ab", a={"melee_pool": 4}, b={"states": {"held": ("a",)}})
    act(s, "a", "action disengage; 2/2 v 0/2: 2 2 / 6 6 / / 6 6; contacts []")
    assert s.table.unit("b").states == {}


def test_a_tireless_model_works_off_control_in_an_exchange() -> None:
    s = pair(b={"traits": (Trait("Tireless"),), "states": {"controlled": 2}})
    fight(s, DEFEND)
    assert s.table.unit("b").states == {"controlled": 1}


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("Brutal (1)", Effect("trait", "Brutal", x=1)),
        ("Brutal (+2)", Effect("trait_plus", "Brutal", x=2)),
        ("Strong", Effect("trait", "Strong")),
        ("Prowess [Attack] (2)", Effect("trait", "Prowess", x=2, of="Attack")),
        ("Poison (1/2)", Effect("trait", "Poison", x=1, y=2)),
        ("Banzai!", Effect("trait", "Banzai!")),
        ("Odd ((1", Effect("trait", "Odd ((1")),
    ],
)
def test_a_charging_bonus_is_read_as_cards_print_traits(text: str, effect: Effect) -> None:
    assert read_trait(text) == effect


def test_a_chargers_prowess_is_for_the_dice_it_names() -> None:
    s = those("a", "b", a={"traits": (Trait("Charging Bonus", of="Prowess [Attack] (1)"),)})
    out = act(s, "a", "action charge; 1/2 v 0/3: 2 / 2 2 / / 6 2 2; 7b4 ['attack 1']; 7b4 [5]")
    assert out["exchanges"][0]["dice"]["a"]["attack"] == [5]


# -- the melee exchange ------------------------------------------------------------------------------------------------


def test_winning_with_no_attack_dice_does_nothing() -> None:
    s = pair(a={"specials": (Special("Powerful Attack", 0),)})
    out = fight(s, "0/3 Powerful Attack v 3/0: / 2 2 2 / 1 1 1 /")
    one = out["comparisons"][0]
    assert (one["winner"], one["special"], one["damage"]) == ("a", "", [])
    assert any("cannot trigger" in n for n in notes(s))


def test_exhausted_target_fights_at_one_less_and_loses_nothing() -> None:
    s = pair(b={"activation_counters": 0})
    out = fight(s, "1/2 v 0/2: 2 / 2 2 / / 3 3")
    assert out["pools"]["b"]["pool"] == 2
    assert out["counters_removed"] == {"a": 1, "b": 0}


def test_last_counter_is_not_exhausted_in_its_own_action() -> None:
    s = pair(a={"activation_counters": 1})
    out = fight(s, "0/3 v 0/3: / 2 2 2 / / 3 3 3")
    assert out["pools"]["a"]["pool"] == 3
    assert s.table.unit("a").exhausted


PRONE: dict[str, Any] = {"states": {"prone": 1}}
QUICK, SLOW = {"traits": (Trait("Lightning Reflexes"),)}, {"traits": (Trait("Slow"),)}
REACH = {"arms": (Trait("Reach"),)}


@pytest.mark.parametrize(
    ("a", "b", "touching", "leads"),
    [
        ({}, {}, True, "a"),
        ({}, QUICK, True, "b"),
        (QUICK, QUICK, True, "a"),
        (SLOW, {}, True, "b"),
        ({"traits": (*SLOW["traits"], *QUICK["traits"])}, {}, True, "a"),
        ({"traits": (*SLOW["traits"], Trait("Reach"))}, {}, True, "a"),
        (SLOW, SLOW, True, "b"),
        # Reach needs to have been free when the activation began.
        ({}, REACH, False, "b"),
        ({}, REACH, True, "a"),
        (REACH, QUICK, False, "b"),
        ({**QUICK, **REACH}, QUICK, False, "a"),
        (PRONE, {}, True, "b"),
        (PRONE, {**PRONE, **QUICK}, True, "a"),
    ],
)
def test_initiative(a: dict[str, Any], b: dict[str, Any], touching: bool, leads: str) -> None:
    s = those("a", "b", "ab" if touching else "", a=a, b=b)
    if PRONE["states"] == a.get("states"):
        dice = [3 - ("states" in of) for of in (a, b)]
        out = fight(s, "0/{0} v 0/{1}: / 2*{0} / / 2*{1}".format(*dice))
    else:
        [out] = act(s, "a", f"action melee; {DEFEND}")["exchanges"]
    assert out["initiative"] == leads


def test_brutal_and_parry_need_a_scoring_die() -> None:
    for needed, attack in ((True, 0), (False, 2)):
        s = pair(
            a={"traits": (Trait("Brutal", x=2),)},
            b={"traits": (Trait("Parry", x=1),)},
            flat_mods_need_scoring_die=needed,
        )
        out = fight(s, "3/0 v 0/3: 1 1 1 / / / 4 4 3")
        assert out["results"]["a"] == {"attack": attack, "defence": 0}
        assert out["results"]["b"]["defence"] == 7


def test_discarded_dice_count_for_ties_only_by_ruling() -> None:
    for counted, dice in ((False, 2), (True, 3)):
        s = pair(a={"traits": (Trait("Impenetrable Defence"),)}, tie_counts_discarded=counted)
        out = fight(s, "0/3 v 3/0: / 6 6 6 / 6 5 4 /")
        assert out["dice"]["b"]["attack"] == [5, 4]
        assert out["tie_dice"]["b"] == dice


def test_kata_keeps_ones_and_adept_supports_more() -> None:
    s = pair(
        a={"traits": (Trait("Kata"),), "melee_pool": 4},
        b={"traits": (Trait("Adept", x=1, of="Defence"),), "melee_pool": 4},
    )
    out = fight(s, "4/0 v 0/4: 1*4 / / / 6 2 2 2")
    assert out["results"]["a"]["attack"] == 3
    assert out["tie_dice"]["a"] == 4
    assert out["results"]["b"]["defence"] == 9


def test_different_traits_may_reroll_the_same_die() -> None:
    s = pair(a={"traits": (Trait("Prowess", x=1, of="Attack"), Trait("Prowess", x=1, of="Melee"))})
    out = fight(s, "1/2 v 0/3: 2 / 3 3 / / 2 1 1; 7b4 ['attack 1']; 7b4 [3]; 7b4 ['attack 1']; 7b4 [5]; 12 [1 1]")
    assert out["dice"]["a"]["attack"] == [5]


def test_tireless_loses_nothing_to_an_enemys_exchange_and_a_disguise_falls() -> None:
    s = pair(b={"traits": (Trait("Tireless"),), "states": {"disguised": (1,)}})
    out = fight(s, "0/3 v 0/3: / 2 2 2 / / 2 2 2")
    assert out["counters_removed"] == {"a": 1, "b": 0}
    assert s.table.unit("b").states == {}


def test_controlled_models_spend_no_ki_and_come_home() -> None:
    s = pair(a={"states": {"controlled": 1}, "melee_boost_cost": 1, "ki_tokens": 3})
    fight(s, "0/3 v 0/3: / 2 2 2 / / 2 2 2")
    a = s.table.unit("a")
    assert (a.side, a.ki_tokens, a.states) == ("blue", 3, {})


def test_two_weapons_are_chosen_by_the_other_player_first() -> None:
    two = (Weapon("Bo", 0), Weapon("Fist", -1))
    s = begun(pair(a={"weapons": two}, b={"weapons": two}), "melee", {"pair": "a+b"}, until="2")
    assert now(s).by == "blue"

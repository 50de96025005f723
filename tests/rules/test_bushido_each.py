"""Each trait, special and feat that no other scene needs, through a session."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.bushido.records import Effect, Feat, Special, Trait
from companion.testing import Scripted, drive
from tests.legal import legal
from tests.rules.bushido_kit import (
    AB,
    DEFEND,
    HARD,
    act,
    fight,
    model,
    notes,
    pair,
    session,
    slot,
    split,
    steps,
    those,
)
from tests.rules.scene import begun, now


def test_endurance_and_indomitable_and_the_lonely_bear() -> None:
    for traits, alone, pool in (
        ((), False, 1),
        (("Endurance",), False, 2),
        (("Endurance", "Indomitable"), False, 3),
        (("Endurance", "Bear Stands Alone"), True, 3),
        (("Endurance", "Bear Stands Alone"), False, 2),
    ):
        s = those("a", "bx", "ab ax", a={"activation_counters": 0, "traits": tuple(Trait(t) for t in traits)})
        s.start("melee", {"pair": "a+b"})
        asked: list[Scripted] = [("4.alone", alone)] if traits[-1:] == ("Bear Stands Alone",) else []
        drive(s, asked, stop=lambda r: r.name == "5")
        assert slot(s, "red").plans[0].total == pool


def test_indomitable_still_lists_the_assists_that_it_ignores() -> None:
    s = those("a", "bx", "ab ax", a={"traits": (Trait("Indomitable", x=1),)})
    out = fight(s, "0/3 v 0/3: / 2 2 2 / / 2 2 2")
    assert out["assists"]["a"] == ["x"]
    assert ["X assists, ignored", 0] in out["pools"]["a"]["lines"]


@pytest.mark.parametrize(
    ("types", "touches", "pool"), [(("Samurai",), True, 4), (("Samurai",), False, 3), (("Monk",), True, 3)]
)
def test_co_ordinated_attack_needs_another_such_friend_on_the_enemy(
    types: tuple[str, ...], touches: bool, pool: int
) -> None:
    own = model("a", "red", types=("Samurai",), traits=(Trait("Co-ordinated Attack", of="Samurai"),))
    s = session(own, model("f", "red", types=types), model("b", "blue"), contacts=(*AB, ("b", "f")) if touches else AB)
    begun(s, "melee", {"pair": "a+b"}, until="5")
    assert slot(s, "red").plans[0].total == pool


def test_a_chain_weapon_takes_a_shield_away() -> None:
    s = pair(a={"arms": (Trait("Chain Weapon", x=1),)}, b={"traits": (Trait("Shield", x=1),)})
    fight(s, DEFEND)
    assert "Chain Weapon: the Shield of B does not count" in notes(s)


@pytest.mark.parametrize(
    ("arms", "trait", "special", "states"),
    [
        (Trait("Fire", x=2, y=3), None, None, {"on_fire": (3, 3)}),
        (Trait("Fire", x=2, y=3), Trait("Kami"), None, {}),
        (None, None, "Stun Attack", {"stunned": 1}),
        (None, Trait("Immune", of="Stunned"), "Stun Attack", {}),
        (Trait("Entangling"), Trait("Intangible"), None, {}),
        (None, Trait("Intangible"), "Grapple Attack", {}),
        (None, Trait("Immune", of="On Fire"), "Grapple Attack", {"held": ("a",)}),
    ],
)
def test_markers_and_what_keeps_them_off(
    arms: Trait | None, trait: Trait | None, special: str | None, states: dict[str, Any]
) -> None:
    s = pair(
        a={"arms": (arms,) if arms else (), "specials": (Special(special, 0),) if special else ()},
        b={"traits": (trait,) if trait else (), "wounds_max": 19, "ki_tokens": 4},
    )
    rolls = "" if special == "Grapple Attack" or arms == Trait("Entangling") else "; 12 [1 1]"
    fight(s, f"3/0 {special or ''} v 0/3: {HARD}{rolls}")
    assert s.table.unit("b").states == states


def test_sacrifice_may_be_refused() -> None:
    s = those("a", "bgm", "ab", b={"traits": (Trait("Sacrifice", x=3, of="Guard"),)}, g={"types": ("Guard",)})
    begun(s, "melee", {"pair": "a+b"}, steps("3/0 v 0/3: 6 5 5 / / / 2 1 1"), until="12.friend")
    assert (now(s).by, [o["value"] for o in legal(now(s))["options"]]) == ("blue", ["pass", "g"])
    assert drive(s, steps("12.friend pass; 12 [1 1]"))["wounds"]["b"] == 3


@pytest.mark.parametrize(("trait", "dice"), [("Tiny", 1), ("Huge", 4)])
def test_sizes_printed_as_traits(trait: str, dice: int) -> None:
    s = those("a", "b", a={"size": "medium", "states": {"immobilised": 1}, "traits": (Trait(trait),)})
    act(s, "a", f"action walk; size [6*{dice}]")
    assert s.table.unit("a").states == {}


@pytest.mark.parametrize(
    ("special", "wounds", "states", "touching", "ended"),
    [
        ("Drag Attack", None, {}, True, "both_attacked"),
        ("Forceback Attack", 1, {}, True, "both_attacked"),
        ("Sidestep Attack", None, {}, False, "not_in_btb"),
        ("Slam Attack", 1, {"prone": 1}, False, "defender_prone"),
    ],
)
def test_special_attacks(special: str, wounds: int | None, states: dict[str, int], touching: bool, ended: str) -> None:
    s = pair(a={"specials": (Special(special, 0),)}, b={"states": {"immobilised": 1}})
    out = fight(s, f"3/0 {special} v 0/3: {HARD}" + ("; 12 [1 1]" if wounds is not None else ""))
    moved = special != "Sidestep Attack"
    assert s.table.unit("b").states == {**({} if moved else {"immobilised": 1}), **states}
    assert [d["wounds"] for d in out["comparisons"][0]["damage"]] == ([] if wounds is None else [wounds])
    assert ((out["contacts"] == [["a", "b"]]), out["ended"]) == (touching, ended)


@pytest.mark.parametrize(
    ("special", "states", "touching", "ended"),
    [
        ("Forceback Defence", {}, True, "both_attacked"),
        ("Grapple Defence", {"held": ("b",)}, True, "both_attacked"),
        ("Push Defence", {}, False, "not_in_btb"),
        ("Throw Defence", {"prone": 1}, False, "not_in_btb"),
    ],
)
def test_special_defences(special: str, states: dict[str, Any], touching: bool, ended: str) -> None:
    s = pair(b={"specials": (Special(special, 0),)})
    out = fight(s, f"2/1 v 0/3 {special}: 2 1 / 2 / / 6 1 1")
    assert s.table.unit("a").states == states
    assert ((out["contacts"] == [["a", "b"]]), out["ended"]) == (touching, ended)


def test_nuki_do_is_for_the_model_without_the_initiative_once_a_turn() -> None:
    feat = {"ki_feats": (Feat("Nuki Do"),), "ki_tokens": 3}
    s = begun(pair(a=feat, b=feat), "melee", {"pair": "a+b"})
    out = drive(
        s,
        steps("4.feat blue Nuki Do; 3/0 v 1/3: 6 1 1 / / 2 / 6 2 2; 7b1 blue ['attack 1']; 7b1 red [2]; 12 blue [1 1]"),
    )
    assert out["pools"]["b"]["pool"] == 4
    assert (s.table.unit("b").opt_used, s.table.unit("a").ki_tokens) == (("Nuki Do",), 3)


@pytest.mark.parametrize(
    ("feat", "special", "cost"),
    [
        ("Hack", "Powerful Attack", 0),
        ("Chain Attack", "Combo Attack", 0),
        ("Sweep", "Sweep Attack", 0),
        ("Takashi Koryu", "Critical Attack", 1),
        ("Stagger", "Sidestep Defence", 0),
    ],
)
def test_feats_that_bring_a_special_are_plans_and_active_ones_the_active_players_alone(
    feat: str, special: str, cost: int
) -> None:
    own = {"ki_feats": (Feat(feat),), "ki_tokens": 2}
    s = begun(pair(a=own, b=own), "melee", {"pair": "a+b"}, until="5")
    assert s.run is not None
    plan = (f"{feat}: {special}", 3 - cost)
    assert plan in [(p.plan, p.total) for p in slot(s, "red").plans]
    theirs = [(p.plan, p.total) for p in slot(s, "blue").plans]
    assert (plan in theirs) is (feat == "Stagger")


def test_hack_pays_ki_at_the_reveal_and_adds_three_to_damage() -> None:
    s = pair(a={"ki_feats": (Feat("Hack"),), "ki_tokens": 2})
    out = fight(s, "3/0 Hack: Powerful Attack v 0/3: 6 5 5 / / / 2 1 1; 12 [1 1]")
    assert (s.table.unit("a").ki_tokens, out["comparisons"][0]["damage"][0]["total"]) == (0, 5)


# -- special attacks and defences --------------------------------------------------------------------------------------


def test_immovable_is_swept_for_half_damage_but_stands_and_strikes_back() -> None:
    s = pair(a={"specials": (Special("Sweep Attack", 0),)}, b={"traits": (Trait("Immovable"),)})
    out = fight(s, "3/0 Sweep Attack v 1/2: 6 5 3 / / 2 / 2 1; 12 red [4 4]; 12 blue [1 1]")
    assert out["comparisons"][0]["damage"][0]["wounds"] == 3
    assert s.table.unit("b").states == {}
    assert out["ended"] == "both_attacked"
    assert len(out["comparisons"]) == 2


def test_immovable_is_not_thrown_and_not_pushed() -> None:
    s = pair(a={"specials": (Special("Push Attack", 0),)}, b={"traits": (Trait("Immovable"),)})
    out = fight(s, "3/0 Push Attack v 0/3: 6 5 3 / / / 2 2 2")
    assert out["contacts"] == [["a", "b"]]
    assert any("cannot be moved" in n for n in notes(s))


def test_grapple_on_an_immune_model_still_cancels_the_reply() -> None:
    s = pair(a={"specials": (Special("Grapple Attack", 0),)}, b={"traits": (Trait("Agile"),)})
    out = fight(s, "3/0 Grapple Attack v 3/0: 6 5 3 / / 6 6 6 /")
    assert out["ended"] == "grappled"
    assert s.table.unit("b").states == {}
    assert len(out["comparisons"]) == 1


def test_grapple_holds_and_the_hold_ends_when_the_holder_fights_another() -> None:
    s = those("a", "bc", "ab ac bc", a={"specials": (Special("Grapple Attack", 0),)})
    fight(s, "2/0 Grapple Attack v 3/0: 6 5 / / 6 6 6 /")
    assert s.table.unit("b").states == {"held": ("a",)}
    s.start("melee", {"pair": "a+c"})
    assert s.table.unit("b").states == {}


def test_a_held_defender_cannot_sidestep() -> None:
    s = pair(b={"states": {"held": ("a",)}, "specials": (Special("Sidestep Defence", 0),)})
    out = fight(s, "1/2 v 0/2 Sidestep Defence: 2 / 2 2 / / 6 5")
    assert out["comparisons"][0]["special"] == "Sidestep Defence"
    assert out["contacts"] == [["a", "b"]]
    assert out["ended"] == "both_attacked"


def test_prone_and_immobilised_models_have_no_specials() -> None:
    for state in ("prone", "immobilised"):
        s = begun(
            pair(a={"states": {state: 1}, "specials": (Special("Sweep Attack", 0),)}),
            "melee",
            {"pair": "a+b"},
            until="5",
        )
        assert [p.plan for p in slot(s, "red").plans] == ["plain"]


def test_an_attacker_thrown_prone_is_still_struck_unless_the_table_rules_otherwise() -> None:
    for ends, reason, count in ((False, "both_attacked", 2), (True, "attacker_prone", 1)):
        s = pair(b={"specials": (Special("Sweep Defence", 0),)}, sweep_defence_ends_exchange=ends)
        out = fight(s, "2/1 v 1/2 Sweep Defence: 2 3 / 2 / 2 / 5 5")
        assert (out["ended"], len(out["comparisons"])) == (reason, count)
        assert s.table.unit("a").states == {"prone": 1}


def test_throw_into_another_model_of_the_same_size_fells_both() -> None:
    for size, states in (("small", {"prone": 1}), ("tiny", {"prone": 1}), ("large", {})):
        s = those("a", "bc", "ab bc", a={"specials": (Special("Throw Attack", 0),)}, c={"size": size})
        touch = "yes" if size == "large" else "no"
        out = fight(s, f"3/0 Throw Attack v 0/3: {HARD}; 10 no; 10.hit c; 10.touch {touch}; 12 red [1 1]")
        assert out["ended"] == "defender_prone"
        assert s.table.unit("b").states == {"prone": 1}
        assert s.table.unit("c").states == states
        assert s.table.contacts == ({("b", "c"): {}} if size == "large" else {})


def test_stun_attack_stuns_for_no_wounds() -> None:
    s = pair(a={"specials": (Special("Stun Attack", 0),)})
    out = fight(s, "3/0 Stun Attack v 0/3: 5 1 1 / / / 4 1 1; 12 red [1 1]")
    assert out["wounds"]["b"] == 0
    assert s.table.unit("b").states == {"stunned": 1}


def test_gokusatsu_takes_both_and_ivory_prison_spares_the_soulless() -> None:
    s = those("a", "b", "ab", a={"specials": (Special("Gokusatsu Attack", 0),)})
    out = fight(s, "3/0 Gokusatsu Attack v 0/3: 6 1 1 / / / 2 1 1")
    assert out["in_play"] == {"a": False, "b": False}
    assert s.table.over is not None
    assert s.table.over.winner is None
    for traits, alive in (((), False), ((Trait("Soulless"),), True)):
        s = pair(a={"specials": (Special("Ivory Prison Attack", 0),)}, b={"traits": traits})
        out = fight(s, "3/0 Ivory Prison Attack v 0/3: 6 1 1 / / / 2 1 1")
        assert out["in_play"]["b"] is alive


def test_drag_and_eagles_flight_and_web_defences() -> None:
    s = pair(b={"specials": (Special("Drag Defence", 0),)})
    out = fight(s, "2/1 v 0/3 Drag Defence: 2 1 / 2 / / 6 1 1; 10 yes")
    assert out["contacts"] == [["a", "b"]]
    s = pair(b={"specials": (Special("Eagle's Flight Defence", 0),)})
    out = fight(s, "2/1 v 0/3 Eagle's Flight Defence: 2 1 / 2 / / 6 1 1; contacts []")
    assert out["contacts"] == []
    s = pair(b={"specials": (Special("Web Defence", 0),)})
    out = fight(s, "2/1 v 0/3 Web Defence: 2 1 / 2 / / 6 1 1")
    assert out["comparisons"][0]["special"] == "Web Defence"


def test_unknown_traits_and_specials_are_reminders() -> None:
    s = pair(a={"traits": (Trait("Moon Dance", x=2),), "specials": (Special("Star Attack", 0),)})
    out = fight(s, "3/0 Star Attack v 0/3: 6 1 1 / / / 2 1 1; 12 [3 3]")
    assert any("Moon Dance (2)" in n for n in notes(s))
    assert out["comparisons"][0]["special"] == "Star Attack"
    assert out["comparisons"][0]["damage"][0]["wounds"] == 4


# -- Ki in an exchange: boosts and feats in their windows --------------------------------------------------------------


def test_flow_like_water_brings_its_special_with_the_split_and_is_paid_at_the_reveal() -> None:
    s = begun(pair(b={"ki_feats": (Feat("Flow Like Water"),), "ki_tokens": 2}), "melee", {"pair": "a+b"})
    drive(s, steps("5 red 2/1"), stop=lambda r: r.name == "5" and r.by == "blue" and bool(s.sealed))
    b = s.table.unit("b")
    plan = "Flow Like Water: Counterstrike Defence"
    s.answer(split(0, 3, plan), by="blue")
    assert b.ki_tokens == 0
    out = drive(s, steps("7 [3 2 / 4 / / 6 5 5]; 7b1 blue []; 10 blue [4 4]"))
    assert out["comparisons"][0]["special"] == "Counterstrike Defence"
    assert out["wounds"]["a"] == 2
    assert b.granted == ()


def test_rain_of_blows_gives_initiative_and_a_free_combo() -> None:
    s = begun(pair(b={"ki_feats": (Feat("Rain of Blows"),), "ki_tokens": 3}), "melee", {"pair": "a+b"})
    out = drive(
        s, steps("3b blue Rain of Blows; 0/3 v 3/0 Combo Attack: / 2 1 1 / 5 2 1 /; 12 [1 1]; 12 [1 1]; 12 [1 1]")
    )
    assert out["initiative"] == "b"
    assert [d["sl"] for d in out["comparisons"][0]["damage"]] == [4, 2, 0]


@pytest.mark.parametrize(("option", "asked"), [("without_initiative", True), ("only_if_changed", False)])
def test_the_activating_players_window_at_3b(option: str, asked: bool) -> None:
    s = pair(
        a={"ki_feats": (Feat("Asp Strike"),), "ki_tokens": 2},
        b={"traits": (Trait("Lightning Reflexes"),)},
        step3b_active_window=option,
    )
    s.start("melee", {"pair": "a+b"})
    drive(s, stop=lambda r: r.name in ("3b", "5"))
    assert (now(s).name == "3b") is asked


@pytest.mark.parametrize(("option", "side"), [("non_active", "blue"), ("without_initiative", "red")])
def test_who_declares_first_in_step_4(option: str, side: str) -> None:
    boost = {"melee_boost_cost": 1, "ki_tokens": 1}
    s = pair(a=boost, b={**boost, "traits": (Trait("Lightning Reflexes"),)}, step4_first=option)
    begun(s, "melee", {"pair": "a+b"}, until="4")
    assert now(s).by == side


def test_absolute_mastery_turns_outnumbering_round() -> None:
    s = those("a", "bc", "ab ac", a={"ki_feats": (Feat("Absolute Mastery"),), "ki_tokens": 1})
    out = fight(s, "4.feat Absolute Mastery; 3/0 v 0/3: 6 1 1 / / / 2 1 1; 12 [3 3]")
    assert out["pools"]["a"]["pool"] == 3
    assert out["comparisons"][0]["damage"][0]["total"] == 7


def test_mighty_blow_is_strong_for_one_roll() -> None:
    s = pair(
        a={"ki_feats": (Feat("Mighty Blow"),), "ki_tokens": 2, "specials": (Special("Combo Attack", 0),)},
        b={"wounds_max": 19},
    )
    out = fight(s, "3/0 Combo Attack v 0/3: 6 1 1 / / / 4 1 1; 11 Mighty Blow; 12 [1 5 4]; 12 [1 2]")
    assert [d["dice"] for d in out["comparisons"][0]["damage"]] == [[5, 4], [1, 2]]


def test_dice_set_by_a_feat_are_not_rerolled_and_added_dice_count() -> None:
    fix = Feat("Still Mind", ki=1, windows=("7b",), effects=(Effect("fix_die", x=6, of="defence"),))
    more = Feat("Second Wind", ki=1, windows=("7b",), effects=(Effect("add_die", of="defence"),))
    s = pair(a={"traits": (Trait("Feint", x=3),)}, b={"ki_feats": (fix, more), "ki_tokens": 2})
    s.start("melee", {"pair": "a+b"})
    drive(
        s,
        steps("3/0 v 0/3: 6 1 1 / / / 2 3 4; 7b.feat Still Mind; 7b.feat Second Wind"),
        stop=lambda r: r.name == "7b3",
    )
    assert [o["value"] for o in legal(now(s))["options"]] == ["defence 2", "defence 3"]
    out = drive(s, steps("7b3 []; 7b blue [5]"))
    assert out["dice"]["b"]["defence"] == [6, 3, 4, 5]
    assert out["results"]["b"]["defence"] == 8

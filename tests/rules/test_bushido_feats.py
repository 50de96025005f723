"""Ki in an exchange: boosts and feats in their windows, through a session."""

from __future__ import annotations

import pytest

from companion.rules.bushido.records import Effect, Feat, Special, Trait
from companion.testing import drive
from tests.legal import legal
from tests.rules.bushido_kit import model, pair, session, split
from tests.rules.scene import begun, now


def test_contact_lost_by_a_feat_means_no_roll_and_only_the_activator_pays() -> None:
    step = Feat("Willow Step", ki=1, windows=("4",), effects=(Effect("moves"),))
    s = begun(pair(b={"ki_feats": (step,), "ki_tokens": 1}), "melee", {"pair": "a+b"})
    out = drive(s, [("4.feat", "Willow Step"), ("5", "red", split(1, 2)), ("5", "blue", split(1, 2)), ("7a", False)])
    assert out["ended"] == "broken_before_roll"
    assert out["counters_removed"] == {"a": 1, "b": 0}
    assert out["comparisons"] == []
    assert s.table.contacts == {}


def test_flow_like_water_brings_its_special_with_the_split_and_is_paid_at_the_reveal() -> None:
    s = begun(pair(b={"ki_feats": (Feat("Flow Like Water"),), "ki_tokens": 2}), "melee", {"pair": "a+b"})
    drive(s, [("5", "red", split(2, 1))], stop=lambda r: r.name == "5" and r.by == "blue" and bool(s.sealed))
    b = s.table.unit("b")
    plan = "Flow Like Water: Counterstrike Defence"
    s.answer(split(0, 3, plan), by="blue")
    assert b.ki_tokens == 0
    out = drive(s, [("7", [[3, 2], [4], [], [6, 5, 5]]), ("7b1", "blue", []), ("10", "blue", [[4, 4]])])
    assert out["comparisons"][0]["special"] == "Counterstrike Defence"
    assert out["wounds"]["a"] == 2
    assert b.granted == ()


def test_rain_of_blows_gives_initiative_and_a_free_combo() -> None:
    s = begun(pair(b={"ki_feats": (Feat("Rain of Blows"),), "ki_tokens": 3}), "melee", {"pair": "a+b"})
    out = drive(
        s,
        [
            ("3b", "blue", "Rain of Blows"),
            ("5", "red", split(0, 3)),
            ("5", "blue", split(3, 0, "Combo Attack")),
            ("7", [[], [2, 1, 1], [5, 2, 1], []]),
            ("12", [[1, 1]]),
            ("12", [[1, 1]]),
            ("12", [[1, 1]]),
        ],
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
    s = session(
        model("a", "red", ki_feats=(Feat("Absolute Mastery"),), ki_tokens=1),
        model("b", "blue"),
        model("c", "blue"),
        contacts=(("a", "b"), ("a", "c")),
    )
    s.start("melee", {"pair": "a+b"})
    out = drive(
        s,
        [
            ("4.feat", "Absolute Mastery"),
            ("5", "red", split(3, 0)),
            ("5", "blue", split(0, 3)),
            ("7", [[6, 1, 1], [], [], [2, 1, 1]]),
            ("12", [[3, 3]]),
        ],
    )
    assert out["pools"]["a"]["pool"] == 3
    assert out["comparisons"][0]["damage"][0]["total"] == 7


def test_mighty_blow_is_strong_for_one_roll() -> None:
    s = pair(
        a={"ki_feats": (Feat("Mighty Blow"),), "ki_tokens": 2, "specials": (Special("Combo Attack", 0),)},
        b={"wounds_max": 19},
    )
    s.start("melee", {"pair": "a+b"})
    out = drive(
        s,
        [
            ("5", "red", split(3, 0, "Combo Attack")),
            ("5", "blue", split(0, 3)),
            ("7", [[6, 1, 1], [], [], [4, 1, 1]]),
            ("11", "Mighty Blow"),
            ("12", [[1, 5, 4]]),
            ("12", [[1, 2]]),
        ],
    )
    assert [d["dice"] for d in out["comparisons"][0]["damage"]] == [[5, 4], [1, 2]]


def test_choke_hold_wounds_when_used() -> None:
    s = begun(pair(a={"ki_feats": (Feat("Choke Hold"),), "ki_tokens": 2}), "melee", {"pair": "a+b"})
    out = drive(
        s,
        [
            ("5", "red", split(3, 0, "Choke Hold: Grapple Attack")),
            ("5", "blue", split(0, 3)),
            ("7", [[6, 1, 1], [], [], [4, 1, 1]]),
        ],
    )
    assert out["wounds"]["b"] == 1
    assert s.table.unit("b").states == {"held": ("a",)}
    assert out["ended"] == "grappled"


def test_dice_set_by_a_feat_are_not_rerolled_and_added_dice_count() -> None:
    fix = Feat("Still Mind", ki=1, windows=("7b",), effects=(Effect("fix_die", x=6, of="defence"),))
    more = Feat("Second Wind", ki=1, windows=("7b",), effects=(Effect("add_die", of="defence"),))
    s = pair(a={"traits": (Trait("Feint", x=3),)}, b={"ki_feats": (fix, more), "ki_tokens": 2})
    s.start("melee", {"pair": "a+b"})
    drive(
        s,
        [
            ("5", "red", split(3, 0)),
            ("5", "blue", split(0, 3)),
            ("7", [[6, 1, 1], [], [], [2, 3, 4]]),
            ("7b.feat", "Still Mind"),
            ("7b.feat", "Second Wind"),
        ],
        stop=lambda r: r.name == "7b3",
    )
    assert [o["value"] for o in legal(now(s))["options"]] == ["defence 2", "defence 3"]
    out = drive(s, [("7b3", []), ("7b", "blue", [[5]])])
    assert out["dice"]["b"]["defence"] == [6, 3, 4, 5]
    assert out["results"]["b"]["defence"] == 8

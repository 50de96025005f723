"""Damage rolls and what lessens wounds, through a session."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.state.results import Result
from companion.rules.bushido import RULESET
from companion.rules.bushido.records import Feat, Special, Trait
from companion.testing import drive
from tests.rules.bushido_kit import fight, pair, slot, steps, those
from tests.rules.scene import begun, now


def test_a_surprised_model_has_specials_but_no_feats_and_strikes_second() -> None:
    s = pair(
        a={"traits": (Trait("Slow"),)},
        b={
            "surprised": True,
            "specials": (Special("Stun Attack", 1),),
            "ki_feats": (Feat("Asp Strike"),),
            "ki_tokens": 4,
            "melee_boost_cost": 1,
            "traits": (Trait("Lightning Reflexes"),),
        },
    )
    begun(s, "melee", {"pair": "a+b"}, until="5")
    assert [(p.plan, p.total) for p in slot(s, "blue").plans] == [
        ("plain", 2),
        ("Stun Attack", 1),
    ]
    out = drive(s, steps("0/3 v 0/2: / 2 2 2 / / 2 2"))
    assert (out["initiative"], out["initiative_why"]) == ("a", "B is Surprised")
    assert s.table.unit("b").surprised is False


def test_success_levels_above_the_table_use_its_last_column() -> None:
    s = pair(a={"traits": (Trait("Brutal", x=8),)}, b={"wounds_max": 20})
    out = fight(s, "3/0 v 3/0: 6 6 6 / / 1 1 1 /; 12 red [1 1]")
    roll = out["comparisons"][0]["damage"][0]
    assert (roll["sl"], roll["column"], roll["wounds"]) == (16, 10, 7)
    s = pair(a={"traits": (Trait("Brutal", x=8),)}, b={"wounds_max": 20}, sl_cap=5)
    out = fight(s, "3/0 v 3/0: 6 6 6 / / 1 1 1 /; 12 red [1 1]")
    assert out["comparisons"][0]["damage"][0]["wounds"] == 2


def test_the_wound_pipeline_halves_then_sharpened_tough_then_durable() -> None:
    for traits, wounds, words in (
        ((Trait("Tough", x=2),), 2, "6 wounds, halved, rounding down: 3, Tough after Sharp 1: 2"),
        (
            (Trait("Tough", x=2), Trait("Durable")),
            1,
            "6 wounds, halved, rounding down: 3, Tough after Sharp 1: 2, Durable: 1",
        ),
        ((Trait("Tough", x=-1),), 4, "6 wounds, halved, rounding down: 3, Tough +1: 4"),
    ):
        s = pair(a={"specials": (Special("Sweep Attack", 0),), "arms": (Trait("Sharp", x=1),)}, b={"traits": traits})
        out = fight(s, "3/0 Sweep Attack v 0/3: 6 5 3 / / / 2 1 1; 12 red [4 4]")
        assert out["comparisons"][0]["sl"] == 6
        assert out["comparisons"][0]["damage"][0]["wounds"] == wounds
        (told,) = (e.text for e in s.entries[-1].events if isinstance(e, Result) and "wound table" in e.text)
        assert told.endswith(f"column 6 of the wound table, {words}"), told


def test_armour_pierce_and_counterstrike_ignoring_pierce() -> None:
    counter = {"specials": (Special("Counterstrike Defence", 0),), "arms": (Trait("Pierce", x=2),)}
    s = pair(a={"traits": (Trait("Armour", x=3),)}, b=counter)
    out = fight(s, "2/1 v 1/2 Counterstrike Defence: 2 1 / 1 / 6 / 6 5; 10 blue [5 5]; 12 blue [5 5]")
    assert out["comparisons"][0]["damage"][0]["total"] == 7
    assert out["comparisons"][1]["damage"][0]["total"] == 9


@pytest.mark.parametrize(("traits", "kept"), [(("Strong",), [6, 4]), (("Weak",), [2, 4]), (("Strong", "Weak"), [4, 2])])
def test_strong_and_weak_roll_three_dice_and_cancel_each_other(traits: tuple[str, ...], kept: list[int]) -> None:
    s = pair(a={"traits": tuple(Trait(t) for t in traits)})
    rolled = "4 2 6" if len(traits) == 1 else "4 2"
    out = fight(s, f"3/0 v 0/3: 6 5 3 / / / 2 1 1; 12 red [{rolled}]")
    assert out["comparisons"][0]["damage"][0]["dice"] == kept


def test_assassin_keeps_any_two_against_a_surprised_target() -> None:
    s = pair(a={"traits": (Trait("Assassin"), Trait("Weak"))}, b={"surprised": True})
    out = fight(s, "3/0 v 0/2: 6 5 3 / / / 2 1; 12 red [4 2 6]; 12.keep red [0 2]")
    assert out["comparisons"][0]["damage"][0]["dice"] == [4, 6]


@pytest.mark.parametrize(
    ("traits", "b", "dice", "alive"),
    [
        ((), {"traits": (Trait("Last Stand"),)}, "3 3", False),
        ((), {"traits": (Trait("Last Stand"),)}, "3 4", True),
        ((), {"last_stand": True, "wounds_marked": 9}, "3 3", False),
        ((), {"traits": (Trait("Rise", x=2),)}, "3 3", False),
        # Of three dice those count that are kept.
        ((Trait("Strong"),), {}, "2 6 2", True),
        ((Trait("Weak"),), {}, "2 6 2", False),
    ],
)
def test_a_critical_double_removes_even_those_that_last(
    traits: tuple[Trait, ...], b: dict[str, Any], dice: str, alive: bool
) -> None:
    s = pair(a={"specials": (Special("Critical Attack", 0),), "traits": traits}, b={"wounds_max": 9, **b})
    out = fight(s, f"3/0 Critical Attack v 0/3: 6 5 3 / / / 2 1 1; 12 red [{dice}]")
    assert out["in_play"]["b"] is alive


def test_last_stand_strikes_back_and_overkill_is_lost() -> None:
    s = pair(b={"traits": (Trait("Last Stand"),), "wounds_max": 2})
    out = fight(s, "2/1 v 2/1: 6 5 / 2 / 6 5 / 1; 12 red [6 6]; 12 blue [1 1]")
    b = s.table.unit("b")
    assert (b.wounds_marked, b.last_stand, b.alive) == (2, True, True)
    assert len(out["comparisons"]) == 2


@pytest.mark.parametrize(("face", "alive"), [(4, True), (3, False), (1, False)])
def test_rise(face: int, alive: bool) -> None:
    s = pair(b={"traits": (Trait("Rise", x=4),), "wounds_max": 2})
    out = fight(s, f"3/0 v 1/2: 6 5 5 / / 6 / 1 1; 12 red [6 6]; 12 blue [{face}]")
    assert out["in_play"]["b"] is alive
    assert out["ended"] == ("defender_prone" if alive else "defender_removed")
    assert s.table.unit("b").wounds_marked == (0 if alive else 2)
    # A report tells the die as well.
    sentences = [text for scene in RULESET.story(s.table, s.entries[-1]) for text in scene.sentences]
    assert any(text.startswith("B rises: " if alive else "B is out of play: ") for text in sentences), sentences


def test_a_kami_loses_ki_and_leaves_at_none() -> None:
    s = pair(b={"traits": (Trait("Kami"),), "ki_tokens": 3})
    out = fight(s, "3/0 v 0/3: 6 5 5 / / / 6 2 2; 12 red [3 3]")
    assert out["in_play"]["b"] is True
    assert s.table.unit("b").ki_tokens == 3 + out["comparisons"][0]["damage"][0]["wounds"] * -1 == 3
    s = pair(b={"traits": (Trait("Kami"),), "ki_tokens": 3})
    out = fight(s, "3/0 v 0/3: 6 5 5 / / / 2 1 1; 12 red [3 3]")
    assert out["in_play"]["b"] is False
    assert s.table.unit("b").wounds_marked == 0


def test_weapon_markers_come_with_a_wound_and_immunity_stops_them() -> None:
    arms = (Trait("Poison", x=2, y=1), Trait("Bleed", x=1, y=3), Trait("Disease", x=1), Trait("Ki Block"))
    for traits, states in (
        ((), {"poisoned": (1, 1), "bleeding": (3,), "diseased": 1, "spirit_block": 1}),
        ((Trait("Soulless"),), {"diseased": 1, "spirit_block": 1}),
        ((Trait("Tough", x=9),), {}),
    ):
        s = pair(a={"arms": arms}, b={"traits": traits, "wounds_max": 9})
        fight(s, "3/0 v 0/3: 6 5 5 / / / 2 1 1; 12 red [3 3]")
        assert s.table.unit("b").states == states


def test_a_special_weapon_sends_players_to_the_card() -> None:
    s = begun(those("a", "b", "ab", a={"strength": None}), "melee", {"pair": "a+b"})
    drive(
        s,
        steps("3/0 v 0/3: 6 5 5 / / / 2 1 1"),
        stop=lambda r: r.name == "12.card",
    )
    assert "Blade of A is special" in now(s).title


def test_vengeance_counts_against_those_it_names() -> None:
    for types, attack, total in ((("Oni",), 6, 7), ((), 5, 6)):
        s = pair(a={"traits": (Trait("Vengeance", of="Oni"),)}, b={"types": types})
        out = fight(s, "1/2 v 0/3: 5 / 2 2 / / 2 1 1; 12 red [3 3]")
        assert out["results"]["a"]["attack"] == attack
        assert out["comparisons"][0]["damage"][0]["total"] == total


def test_protected_gives_a_friend_for_the_damage_roll() -> None:
    s = those("a", "bg", "ab", b={"traits": (Trait("Protected", x=3, of="Guard"),)}, g={"types": ("Guard",)})
    out = fight(s, "3/0 v 0/3: 6 1 1 / / / 2 1 1; 12.friend g")
    assert out["wounds"]["b"] == 0
    assert not s.table.unit("g").alive

"""Edge cases and table rulings of the melee exchange, through a session."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.rules.bushido.records import Special, Trait, Weapon
from companion.testing import Scripted, drive
from tests.rules.bushido_kit import AB, fight, model, notes, pair, session, slot, split
from tests.rules.scene import begun, now, run_of


def test_nothing_against_nothing_is_a_tie_and_all_ones_still_roll_damage() -> None:
    s = pair()
    out = fight(s, "a+b", split(3, 0), split(3, 0), [[1, 1, 1], [], [1, 1, 1], []], ("12", "red", [[6, 6]]))
    one, two = out["comparisons"]
    assert (one["winner"], one["by"], one["sl"]) == ("a", "active", 0)
    assert one["damage"][0]["wounds"] == 3
    assert (two["winner"], two["by"]) == ("a", "active")


def test_winning_with_no_attack_dice_does_nothing() -> None:
    s = pair(a={"specials": (Special("Powerful Attack", 0),)})
    out = fight(s, "a+b", split(0, 3, "Powerful Attack"), split(3, 0), [[], [2, 2, 2], [1, 1, 1], []])
    one = out["comparisons"][0]
    assert (one["winner"], one["special"], one["damage"]) == ("a", "", [])
    assert any("cannot trigger" in n for n in notes(s))


def test_a_tie_decided_against_the_initiative_holder_goes_to_the_active_player() -> None:
    s = pair(b={"traits": (Trait("Lightning Reflexes"),)})
    out = fight(s, "a+b", split(1, 2), split(2, 1), [[3], [4, 2], [4, 2], [5]])
    assert out["initiative"] == "b"
    assert (out["comparisons"][0]["winner"], out["comparisons"][0]["by"]) == ("a", "active")


def test_exhausted_target_fights_at_one_less_and_loses_nothing() -> None:
    s = pair(b={"activation_counters": 0})
    out = fight(s, "a+b", split(1, 2), split(0, 2), [[2], [2, 2], [], [3, 3]])
    assert out["pools"]["b"]["pool"] == 2
    assert out["counters_removed"] == {"a": 1, "b": 0}


def test_last_counter_is_not_exhausted_in_its_own_action() -> None:
    s = pair(a={"activation_counters": 1})
    out = fight(s, "a+b", split(0, 3), split(0, 3), [[], [2, 2, 2], [], [3, 3, 3]])
    assert out["pools"]["a"]["pool"] == 3
    assert s.table.unit("a").exhausted


def test_both_pools_are_raised_from_the_worse() -> None:
    s = pair(a={"melee_pool": 0}, b={"melee_pool": 1, "states": {"stunned": 1, "blind": 1}})
    out = fight(s, "a+b", split(2, 0), split(1, 0), [[2, 2], [], [1], []], ("12", "red", [[1, 1]]))
    assert (out["pools"]["a"]["net"], out["pools"]["b"]["net"]) == (0, -1)
    assert (out["pools"]["a"]["pool"], out["pools"]["b"]["pool"]) == (2, 1)


@pytest.mark.parametrize(
    ("a", "b", "leads"),
    [
        ((), (), "a"),
        ((), ("Lightning Reflexes",), "b"),
        (("Lightning Reflexes",), ("Lightning Reflexes",), "a"),
        (("Slow",), (), "b"),
        (("Slow", "Lightning Reflexes"), (), "a"),
        (("Slow", "Reach"), (), "a"),
        (("Slow",), ("Slow",), "b"),
    ],
)
def test_initiative(a: tuple[str, ...], b: tuple[str, ...], leads: str) -> None:
    s = pair(a={"traits": tuple(Trait(t) for t in a)}, b={"traits": tuple(Trait(t) for t in b)})
    out = fight(s, "a+b", split(0, 3), split(0, 3), [[], [2, 2, 2], [], [2, 2, 2]])
    assert out["initiative"] == leads


BOTH_DEFEND: list[Scripted] = [
    ("action", "melee"),
    ("5", "red", split(0, 3)),
    ("5", "blue", split(0, 3)),
    ("7", [[], [2, 2, 2], [], [2, 2, 2]]),
]
"""A melee action in which both put all three dice into defence, and every die fails."""


def test_reach_needs_to_have_been_free_when_the_activation_began() -> None:
    for contacts, leads in (((), "b"), (AB, "a")):
        s = session(model("a", "red"), model("b", "blue", arms=(Trait("Reach"),)), contacts=contacts)
        s.start("activate", {"model": "a"})
        out = drive(s, BOTH_DEFEND)
        assert out["exchanges"][0]["initiative"] == leads


def test_lightning_reflexes_beats_reach_and_two_of_them_leave_reach_to_decide() -> None:
    quick = (Trait("Lightning Reflexes"),)
    for a_traits, leads in (((), "b"), (quick, "a")):
        s = session(model("a", "red", traits=a_traits, arms=(Trait("Reach"),)), model("b", "blue", traits=quick))
        s.start("activate", {"model": "a"})
        out = drive(s, BOTH_DEFEND)
        assert out["exchanges"][0]["initiative"] == leads


def test_prone_strikes_second_and_two_prone_leave_it_to_the_activating_model() -> None:
    prone = {"states": {"prone": 1}}
    assert fight(pair(prone), "a+b", split(0, 2), split(0, 3), [[], [2, 2], [], [2, 2, 2]])["initiative"] == "b"
    quick = {**prone, "traits": (Trait("Lightning Reflexes"),)}
    assert fight(pair(prone, quick), "a+b", split(0, 2), split(0, 2), [[], [2, 2], [], [2, 2]])["initiative"] == "a"


def test_brutal_and_parry_need_a_scoring_die() -> None:
    for needed, attack in ((True, 0), (False, 2)):
        s = pair(
            a={"traits": (Trait("Brutal", x=2),)},
            b={"traits": (Trait("Parry", x=1),)},
            flat_mods_need_scoring_die=needed,
        )
        out = fight(s, "a+b", split(3, 0), split(0, 3), [[1, 1, 1], [], [], [4, 4, 3]])
        assert out["results"]["a"] == {"attack": attack, "defence": 0}
        assert out["results"]["b"]["defence"] == 7


def test_discarded_dice_count_for_ties_only_by_ruling() -> None:
    for counted, dice in ((False, 2), (True, 3)):
        s = pair(a={"traits": (Trait("Impenetrable Defence"),)}, tie_counts_discarded=counted)
        out = fight(s, "a+b", split(0, 3), split(3, 0), [[], [6, 6, 6], [6, 5, 4], []])
        assert out["dice"]["b"]["attack"] == [5, 4]
        assert out["tie_dice"]["b"] == dice


def test_kata_keeps_ones_and_adept_supports_more() -> None:
    s = pair(
        a={"traits": (Trait("Kata"),), "melee_pool": 4},
        b={"traits": (Trait("Adept", x=1, of="Defence"),), "melee_pool": 4},
    )
    out = fight(s, "a+b", split(4, 0), split(0, 4), [[1, 1, 1, 1], [], [], [6, 2, 2, 2]])
    assert out["results"]["a"]["attack"] == 3
    assert out["tie_dice"]["a"] == 4
    assert out["results"]["b"]["defence"] == 9


def test_different_traits_may_reroll_the_same_die() -> None:
    s = pair(a={"traits": (Trait("Prowess", x=1, of="Attack"), Trait("Prowess", x=1, of="Melee"))})
    out = fight(
        s,
        "a+b",
        split(1, 2),
        split(0, 3),
        [[2], [3, 3], [], [2, 1, 1]],
        ("7b4", ["attack 1"]),
        ("7b4", [[3]]),
        ("7b4", ["attack 1"]),
        ("7b4", [[5]]),
        ("12", [[1, 1]]),
    )
    assert out["dice"]["a"]["attack"] == [5]


def test_tireless_loses_nothing_to_an_enemys_exchange_and_a_disguise_falls() -> None:
    s = pair(b={"traits": (Trait("Tireless"),), "states": {"disguised": (1,)}})
    out = fight(s, "a+b", split(0, 3), split(0, 3), [[], [2, 2, 2], [], [2, 2, 2]])
    assert out["counters_removed"] == {"a": 1, "b": 0}
    assert s.table.unit("b").states == {}


def test_controlled_models_spend_no_ki_and_come_home() -> None:
    s = begun(pair(a={"states": {"controlled": 1}, "melee_boost_cost": 1, "ki_tokens": 3}), "melee", {"pair": "a+b"})
    drive(s, [("5", "red", split(0, 3)), ("5", "blue", split(0, 3)), ("7", [[], [2, 2, 2], [], [2, 2, 2]])])
    a = s.table.unit("a")
    assert (a.side, a.ki_tokens, a.states) == ("blue", 3, {})


def test_two_weapons_are_chosen_by_the_other_player_first() -> None:
    two = (Weapon("Bo", 0), Weapon("Fist", -1))
    s = begun(pair(a={"weapons": two}, b={"weapons": two}), "melee", {"pair": "a+b"}, until="2")
    assert now(s).by == "blue"


def test_overruling_a_pool_changes_the_split() -> None:
    s = begun(pair(), "melee", {"pair": "a+b"}, until="5")
    key = next(k for k in run_of(s).context.tallies if k.endswith("pool[a]"))
    s.overrule(key, 5, "a banner")
    assert slot(s, "red").plans[0].total == 5


def test_two_models_that_do_not_touch_are_refused() -> None:
    s = session(model("a", "red"), model("b", "blue"))
    with pytest.raises(InvalidInput, match="no two enemies touch"):
        s.start("melee", {"pair": "a+b"})
    s = session(model("a", "red"), model("b", "blue"), model("c", "blue"), contacts=AB)
    with pytest.raises(InvalidInput):
        s.start("melee", {"pair": "a+c"})


@pytest.mark.parametrize("wrong", [split(2, 2), split(4, 0), split(1, 1), split(3, 0, "Sweep Attack")])
def test_splits_that_are_not_legal_are_refused(wrong: dict[str, Any]) -> None:
    s = begun(pair(a={"melee_pool": 3}), "melee", {"pair": "a+b"}, until="5")
    with pytest.raises(InvalidInput):
        s.answer(wrong, by="red")

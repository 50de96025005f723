"""Manual adjustments in the middle of things: odd cards, models gone, contacts parted; and faults of a table."""

from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.rules.bushido import RULESET
from companion.rules.bushido.records import Effect, Feat, Special, Weapon
from companion.testing import drive
from tests.examples import present
from tests.rules.bushido_kit import model, notes, pair, session, split, steps, those
from tests.rules.scene import begun, not_started, refused


def at(s: Session, name: str, script: str = "") -> Session:
    """Drives on until the request of this name stands."""
    drive(s, steps(script) if script else [], stop=lambda r: r.name == name)
    assert s.request is not None
    return s


def opened(s: Session, name: str, script: str = "") -> Session:
    """The exchange of a and b, up to the request of this name."""
    s.start("melee", {"pair": "a+b"})
    return at(s, name, script)


def test_a_model_without_weapons_fights_with_bare_hands() -> None:
    s = those("a", "b")
    s.adjust("b", "weapons", ())
    s.start("activate", {"model": "a"})
    at(s, "5", "action melee; surprised no")
    assert s.odds() is not None
    out = drive(s, steps("0/3 v 3/0: / 2 1 1 / 6 5 5 /; 12 [3 4]"))
    assert out["exchanges"][0]["comparisons"][1]["damage"][0]["strength"] == 0


def test_poison_wounds_a_model_without_weapons() -> None:
    s = those(
        "a", "b", a={"weapons": (), "states": {"poisoned": (2,)}, "activation_counters": 0}, b="activation_counters 0"
    )
    s.start("end_phase")
    drive(s)
    assert s.table.unit("a").wounds_marked == 2


def test_a_ruling_below_nothing_leaves_no_dice_to_split() -> None:
    s = opened(pair(), "5")
    s.overrule(next(k for k in present(s.run).context.tallies if k.endswith("pool[a]")), -5, "a curse")
    assert s.sealed == ["red"], "there is nothing to decide"
    out = drive(s, steps("5 blue 0/3; 7 [/ / / 2 2 2]"))
    assert out["ended"] == "both_attacked"


@pytest.mark.parametrize("name", ["1", "5", "7"])
def test_contact_adjusted_away_before_the_roll_breaks_the_exchange(name: str) -> None:
    s = opened(pair(confirm_steps=True), name, "5 1/2; 5 1/2" if name == "7" else "")
    s.disconnect("a", "b")
    out = drive(s)
    assert (out["ended"], out["counters_removed"]) == ("broken_before_roll", {"a": 1, "b": 0})


def test_a_model_adjusted_off_or_over_is_not_rolled_against() -> None:
    for field, value in (("in_play", False), ("side", "red")):
        s = opened(those("a", "bc", "ab"), "5")
        s.adjust("b", field, value)
        assert s.run is None
        assert s.entries[-1].outcome["ended"] == "broken_before_roll"


def test_a_model_given_to_the_other_side_after_the_split_keeps_what_it_sealed() -> None:
    s = those("a", "bc", "ab", b="specials Sweep Attack 1")
    opened(s, "7", "5 1/2; 5 2/0 Sweep Attack")
    s.adjust("b", "side", "red")
    assert s.run is None
    assert s.entries[-1].outcome["ended"] == "broken_before_roll"
    assert any("B 2 attack / 0 defence, Sweep Attack" in n for n in notes(s))


def test_a_model_taken_off_after_the_roll_does_not_strike() -> None:
    s = those("ac", "b", "ab", a="traits Feint (1)")
    opened(s, "7b3", "3/0 v 0/3: 6 6 6 / / / 2 2 2")
    s.adjust("a", "in_play", False)
    out = drive(s)
    assert (out["ended"], out["comparisons"]) == ("attacker_removed", [])


def test_ground_taken_from_under_a_choice_ends_the_action_and_costs_it() -> None:
    s = those("ad", "bc", "ab ac")
    s.start("activate", {"model": "a"})
    at(s, "opponent", "action disengage")
    s.adjust("a", "side", "blue")
    assert s.entries[-1].outcome["counters_removed"] == 1
    s = begun(those("a", "bc"), "activate", {"model": "a"})
    at(s, "target", "action charge")
    s.adjust("a", "move", 0)
    assert s.entries[-1].outcome["counters_removed"] == 2


def test_an_activating_model_that_is_taken_off_or_loses_its_counters_has_no_action() -> None:
    for field, value in (("in_play", False), ("activation_counters", 0)):
        s = begun(those("ac", "b"), "activate", {"model": "a"})
        s.adjust("a", field, value)
        assert s.table.active == "blue"
        assert s.entries[-1].outcome["action"] == ""


def test_a_hold_does_not_outlast_the_contact_that_an_adjustment_ends() -> None:
    s = those("a", "b", "ab", a="states held (b)")
    s.disconnect("a", "b")
    s.start("activate", {"model": "a"})
    assert s.table.unit("a").states == {}


def test_refusals_that_players_meet_have_their_codes() -> None:
    s = those("ac", "b", "ab", a="activation_counters 0", b="feats Asp Strike, Stagger; ki_tokens 1")
    for action, args, code in (
        ("activate", {"model": "a"}, "exhausted"),
        ("activate", {"model": "b"}, "not_your_turn"),
        ("activate", {"model": "z"}, "unknown_unit"),
        ("melee", {"pair": "c+b"}, "not_in_btb"),
        ("feat", {"feat": "b: Asp Strike"}, "cannot_pay"),
        ("feat", {"feat": "b: Nothing"}, "unknown_feat"),
    ):
        assert not_started(s, action, args) == code
    with pytest.raises(InvalidInput, match="no two enemies touch"):
        those("a", "b").start("melee", {"pair": "a+b"})
    s.start("melee", {"pair": "a+b"})
    at(s, "5")
    assert refused(s, split(2, 2), by="red") == "bad_split"


def test_a_card_can_take_specials_away_after_the_split_was_sealed() -> None:
    s = opened(pair(a="specials Sweep Attack 1"), "5")
    s.answer(split(2, 0, "Sweep Attack"), by="red")
    s.adjust("a", "states.immobilised", 1)
    assert s.sealed == []
    out = drive(s, steps("5 red 0/3; 5 blue 0/3; 7 [/ 2 2 2 / / 2 2 2]"))
    assert out["ended"] == "both_attacked"


def test_an_end_phase_that_was_left_can_be_finished() -> None:
    s = begun(those("a", "b", a="activation_counters 0", b="activation_counters 0"), "end_phase")
    s.leave(keep=True)
    assert s.table.phase == "ending"
    assert "finish it" in present(RULESET.next_action)(s.table).words
    s.start("end_phase")
    drive(s)
    assert (s.table.round, s.table.phase) == (2, "starting")


@pytest.mark.parametrize("state", ["bleeding", "poisoned", "on_fire"])
def test_adjusted_markers_are_numbers(state: str) -> None:
    """Anything else would stop the End Phase, which takes the highest marker as that many wounds."""
    s = pair()
    for wrong in (["2", "dot"], "abc", [[2]], [True]):
        with pytest.raises(InvalidInput):
            s.adjust("a", f"states.{state}", wrong)
    s.adjust("a", f"states.{state}", 2, why="a card")
    assert s.table.unit("a").states[state] == (2,)
    s.adjust("a", f"states.{state}", [2, 1])
    assert s.table.unit("a").states[state] == (2, 1)


# -- faults of a table that the bounds of single fields cannot check, each with its valid neighbour --------------------


def blade(cost: int) -> dict[str, Any]:
    return {"specials": (Special("Sweep Attack", cost),)}


def feat(ki: int, cost: int) -> dict[str, Any]:
    return {"ki_feats": (Feat("Calm", ki, effects=(Effect("special", "Sweep Attack", cost=cost),)),)}


@pytest.mark.parametrize(
    ("fields", "faulty"),
    [
        ({"weapons": (Weapon(),)}, ""),
        ({"weapons": ()}, "weapons"),
        ({"weapons": (Weapon("Bow"), Weapon("Blade"))}, ""),
        ({"weapons": (Weapon("Bow"), Weapon("Bow", 1))}, "weapons"),
        (blade(0), ""),
        (blade(-1), "weapons"),
        (feat(0, 0), ""),
        (feat(-1, 0), "ki_feats"),
        (feat(0, -1), "ki_feats"),
        ({"states": {"prone": 1}}, ""),
        ({"states": {"prone": 2}}, "states.prone"),
        ({"last_stand": True, "wounds_max": 3, "wounds_marked": 3}, ""),
        ({"last_stand": True, "wounds_max": 3, "wounds_marked": 2}, "last_stand"),
        ({"states": {"held": ("oda",)}}, ""),
        ({"states": {"held": ("nobody",)}}, "states.held"),
    ],
)
def test_a_model_that_cannot_be_so_is_a_fault_and_its_neighbour_is_none(fields: dict[str, Any], faulty: str) -> None:
    table = session(model("hiro", "red", **fields), model("oda", "blue")).table
    found = [(of, field) for of, field, _ in RULESET.faults(table)]
    assert found == ([("hiro", faulty)] if faulty else [])

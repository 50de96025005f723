"""Every cap, bound, threshold and "at least" of Legion in one table, from the top of its digest to the end.

A row is a rule, a probe, and what the probe finds for numbers on both sides of the bound.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.legion.dice import Rolled, cancel_blocks, convert_attack, convert_defence
from tests.rules import legion_bounds as probe
from tests.rules.bounds import Bound, within

FIELDS = [
    Bound("2.1 courage 1 or more", probe.unit_with("courage"), {0: False, 1: True, 5: True, None: True}),
    Bound("2.1 speed 0 to 3", probe.unit_with("speed"), within(0, 3)),
    Bound("2.1 standby 0 to 1", probe.unit_with("standby"), within(0, 1)),
    *(
        Bound(f"2.1 {token} at least 0", probe.unit_with(token), {-1: False, 0: True, 9: True})
        for token in ("suppression", "aim", "dodge", "surge", "poison", "immobilize", "ion")
    ),
    Bound("2.2 threshold 1 or more", probe.mini_with("threshold"), {0: False, 1: True}),
    Bound("2.2 wounds 0 to threshold", probe.mini_with("wounds", threshold=3), within(0, 3)),
    Bound("2.2 one living leader", probe.leaders, {0: False, 1: True, 2: False}),
    Bound("2.2 defeated when wounds = threshold", probe.stands, {2: True, 3: False}),
    Bound("16 rounds 1 to 12", probe.option("rounds"), within(1, 12)),
    Bound("16 end_phase_suppression 0 to 9", probe.option("end_phase_suppression"), within(0, 9)),
]

ROUNDS = [
    Bound(
        "3 fewest pips; no card loses; a tie is rolled for",
        probe.priority,
        {("1", "2"): "blue", ("2", "1"): "red", ("2", "2"): "tie", ("none", "4"): "red", ("none", "none"): "tie"},
    ),
    Bound("3 at most one attack action", probe.attacks_left, {0: "", 1: "attack_action_used"}),
    Bound(
        "3 the End Phase removes 1 suppression, never below 0",
        probe.end_phase,
        {(0, 1): 0, (1, 1): 0, (2, 1): 1, (2, 0): 2, (2, 3): 0},
    ),
    Bound("3 the game ends after the last round", probe.is_last, {1: False, 2: True}),
]

MOVES = [
    Bound("5 one enemy unit", probe.meets, {1: "", 2: "multiple_enemy_units"}),
    Bound("5 the leader touches at least one mini", probe.leader_touches, {0: False, 1: True, 2: True}),
    Bound("4 Disengage with exactly one enemy unit", probe.disengages, {0: "", 1: "", 2: "engaged_cannot_move"}),
    Bound(
        "8 speed − immobilize",
        probe.moves_with_speed,
        {(1, 0): (1, ""), (2, 1): (1, ""), (1, 1): (0, "speed_zero"), (1, 2): (0, "speed_zero")},
    ),
    Bound(
        "8 withdraw: speed − immobilize at least 1",
        probe.withdraws_with_speed,
        {(1, 0): "", (2, 1): "", (1, 1): "speed_zero", (0, 0): "speed_zero"},
    ),
]

DICE = [
    Bound("4a as many faces as dice", probe.dice_given, {2: "dice_count", 3: "", 4: "dice_count"}),
    Bound(
        "4b up to two dice, and X with Precise",
        probe.rerolls,
        {(0, 2): "", (0, 3): "too_many_rerolls", (1, 3): "", (1, 4): "too_many_rerolls"},
    ),
    Bound(
        "4c Critical turns up to X surges",
        lambda x: convert_attack(["surge"] * 2, x, None, 0),
        {0: Rolled(0, 0, 2), 1: Rolled(0, 1, 1), 2: Rolled(0, 2, 0), 3: Rolled(0, 2, 0)},
    ),
    Bound(
        "4c the chart turns the rest",
        lambda x: convert_attack(["surge"] * 2, x, "hit", 0),
        {0: Rolled(2, 0, 0), 1: Rolled(1, 1, 0), 3: Rolled(0, 2, 0)},
    ),
    Bound(
        "4c each token a hit, the rest blank",
        lambda n: convert_attack(["surge"] * 2, 0, None, n),
        {0: Rolled(0, 0, 2), 1: Rolled(1, 0, 1), 2: Rolled(2, 0, 0), 3: Rolled(2, 0, 0)},
    ),
    Bound(
        "4c spend 0 to min(tokens, surges)",
        probe.surge_tokens,
        {(2, 3, 2): "", (2, 3, 3): "no_token", (3, 1, 1): "", (3, 1, 2): "no_token"},
    ),
    Bound("5 spend 0 to the dodge tokens", probe.dodges, {(1, 0): "", (1, 1): "", (1, 2): "no_token", (5, 5): ""}),
    Bound("6 Impact: up to X hits", probe.impact, {1: (1, 1), 2: (0, 2), 3: (0, 3), 4: (0, 3)}),
    Bound("6 Armor X: up to X hits", probe.after_armour, {1: (2, 0), 2: (1, 0), 3: (0, 0), 4: (0, 0)}),
    Bound(
        "6 Lethal: 0 to min(X, aims)",
        probe.lethal,
        {(1, 2, 1): "", (1, 2, 2): "no_token", (3, 1, 1): "", (3, 1, 2): "no_token"},
    ),
    Bound("2 Arsenal: up to X weapons", probe.arsenal, {1: 2, 2: 3, 3: 3}),
    Bound("4a Tenacity: while wounded", probe.tenacity, {0: 1, 1: 2}),
    Bound(
        "7b Uncanny Luck: up to X dice", probe.lucky, {(2, 0): "", (2, 2): "", (2, 3): "too_many_rerolls", (9, 3): ""}
    ),
    Bound(
        "7c tokens: one surge each",
        lambda n: convert_defence(["surge", "surge", "block"], False, n),
        {0: 1, 1: 2, 2: 3, 3: 3},
    ),
    Bound(
        "7c the chart: every surge",
        lambda blocks: convert_defence(["surge", "surge", "block"], blocks, 0),
        {False: 1, True: 3},
    ),
    Bound("8 Pierce cancels up to X blocks", lambda x: cancel_blocks(2, x, False), {0: 0, 1: 1, 2: 2, 3: 2}),
    Bound("8 immune", lambda immune: cancel_blocks(2, 2, immune), {False: 2, True: 0}),
    Bound("8 Pierce in an attack", probe.pierced, {1: 2, 2: 3, 3: 3}),
    Bound("9 wounds are never below 0", probe.wounds, {0: 2, 1: 1, 2: 0}),
    Bound("11 after at least one wound; Suppressive without any", probe.poisoned, {0: (0, 1), 1: (2, 1)}),
    Bound("11 Nimble after at least one dodge", probe.nimble, {0: 2, 1: 2, 2: 1}),
]

WOUNDS = [
    Bound(
        "10 the most wounded first, the leader last",
        probe.may_take,
        {
            (0, 0, 0): (["u.2", "u.3"], ["leader_last"]),
            (0, 1, 0): (["u.2"], ["leader_last", "wounded_first"]),
            (0, 1, 2): (["u.3"], ["leader_last", "wounded_first"]),
            (0, 1, 1): (["u.2", "u.3"], ["leader_last"]),
            (2, 0, 0): (["u.2", "u.3"], ["leader_last"]),
            (2, 3, 0): (["u.3"], ["leader_last", "mini_defeated"]),
            (2, 3, 3): (["u.1"], ["mini_defeated", "mini_defeated"]),
        },
    ),
]

MORALE = [
    Bound("12 suppressed: suppression ≥ courage", probe.is_suppressed, {1: False, 2: True}),
    Bound("12 panicked: suppression ≥ 2 × courage", probe.is_panicked, {3: False, 4: True}),
    Bound("12 the larger courage of the two counts", probe.panics_near_a_commander, {3: False, 4: True}),
    Bound("12 actions: 2, 1 suppressed, 0 panicked", probe.actions, {0: 2, 1: 2, 2: 1, 3: 1, 4: 0}),
    Bound(
        "12 each block or surge removes one",
        probe.rallied,
        {"blank blank": 2, "block blank": 1, "block surge": 0},
    ),
    Bound("12 panic takes its own courage off", probe.after_panic, {4: 2, 5: 3}),
    Bound("14 Enrage: with at least X wounds", probe.enraged, {1: (3, False), 2: (None, True)}),
    Bound("3 recover: any of its suppression", probe.recovers, {-1: False, 0: True, 2: True, 3: False}),
]


@pytest.mark.parametrize("bound", [*FIELDS, *ROUNDS, *MOVES, *DICE, *WOUNDS, *MORALE], ids=lambda bound: bound.rule)
def test_both_sides_of_every_bound(bound: Bound) -> None:
    bound.holds()


@pytest.mark.parametrize(
    ("hits", "keywords", "weapon", "suppression", "dice"),
    [
        (0, {"Impervious": True, "Danger Sense": 2}, {"Pierce": 2}, 2, 0),
        (1, {}, {"Pierce": 2}, 2, 1),
        (1, {"Impervious": True}, {"Pierce": 2}, 0, 3),
        (1, {"Danger Sense": 2}, {}, 1, 2),
        (1, {"Danger Sense": 2}, {}, 2, 3),
        (1, {"Danger Sense": 2}, {}, 3, 3),
    ],
)
def test_the_number_of_defence_dice(
    hits: int, keywords: dict[str, Any], weapon: dict[str, int], suppression: int, dice: int
) -> None:
    """7a: hits and crits, Impervious + Pierce, Danger Sense + min(suppression, X); none without a hit or crit."""
    assert probe.defence_dice((hits, keywords, weapon, suppression)) == dice

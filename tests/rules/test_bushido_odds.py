"""The odds of Bushido against the explorer, which plays the real procedure through every fall of the dice."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.goals import FREE_HAND, GOALS, KILL, SURVIVE, TRADE, WOUNDS
from companion.engine.odds import Given, Odds
from companion.engine.requests import Do, Request
from companion.engine.session import Session
from companion.frontend.saying.odds import worth_words
from companion.rules.bushido import RULESET
from companion.rules.bushido.melee.results import base_result, scoring
from companion.rules.bushido.odds import split as splits
from companion.rules.bushido.odds.dice import Dice, scored
from companion.rules.bushido.odds.tests import challenge_chance, length_odds, opposed_odds
from companion.rules.bushido.records import Effect, Feat, Trait
from companion.testing import drive
from companion.testing.playing import harmless_answer
from tests.examples import present
from tests.odds.explorer import explore
from tests.odds.stepping import column
from tests.rules.bushido_kit import at, at_the_split, same, slot, split, steps, table_of
from tests.searching import one_in

DICE = range(1, 7)
Wounds = tuple[int, int]


def odds_of(s: Session, side: str, goal: str = WOUNDS) -> Odds:
    """The odds of the split of this side."""
    work_out = present(slot(s, side).by_goal)
    return present(work_out(goal))


# -- dice ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "dice",
    [
        Dice(2, False, 1, False),
        Dice(2, True, 0, False),
        Dice(3, False, 2, True),
        Dice(2, False, 1, False, discards=1),
        Dice(2, True, 1, False, discards=2, ties_keep=True),
    ],
)
def test_scored_dice_are_the_count_of_all_rolls(dice: Dice) -> None:
    for count in range(4):
        found: dict[tuple[int, int], Fraction] = {}
        for faces in product(DICE, repeat=count):
            gone, left = sorted(faces, reverse=True)[: dice.discards], sorted(faces, reverse=True)[dice.discards :]
            kept = scoring(left, dice.kata)
            result = base_result(left, dice.supports, dice.kata)
            if kept or (left and dice.always):
                result += dice.flat
            ties = len(kept) + (len(scoring(gone, dice.kata)) if dice.ties_keep else 0)
            found[result, ties] = found.get((result, ties), Fraction(0)) + Fraction(1, 6**count)
        assert scored(count, dice).fractions() == found


# -- whole exchanges ----------------------------------------------------------------------------------------------


def decide(request: Request[object]) -> object:
    return True if isinstance(request, Do) else harmless_answer(request)


def read(s: Session) -> Wounds:
    """Wounds of a and b, all of the track for one that is out."""
    a, b = (table_of(s).unit(of) for of in "ab")
    return tuple(u.wounds_marked if u.alive else u.wounds_max for u in (a, b))  # type: ignore[return-value]


def test_a_split_is_solved_for_what_players_want() -> None:
    s = at_the_split("melee_pool 3; wounds_max 2", "melee_pool 2; wounds_max 3; strength 1")
    for goal in GOALS:
        odds = present(s.odds(goal=goal))
        assert (odds.aim, odds.goal, odds.goals) == (goal, GOALS[goal], tuple(GOALS))
        # A trade is fair to both; with the others the other side risks nothing, which is said.
        free = {FREE_HAND[goal]} if goal in FREE_HAND else set()
        assert set(FREE_HAND.values()) & {*odds.assumes} == free == {*odds.beside[:1]} & set(FREE_HAND.values())
    red = {goal: odds_of(s, "red", goal) for goal in GOALS}
    falls = {goal: {(row.option, row.of): row.p for row in red[goal].rows if row.measure == "falls"} for goal in GOALS}
    worths: dict[str, Callable[[Mapping[tuple[Given, str], Any], Given], Any]] = {
        KILL: lambda p, option: p[option, "b"],
        SURVIVE: lambda p, option: 1 - p[option, "a"],
        TRADE: lambda p, option: p[option, "b"] - p[option, "a"],
    }
    for goal, worth in worths.items():
        assert red[goal].value == sum(p * worth(falls[goal], option) for option, p in red[goal].mix)
    # What one wins the other loses.
    blue = {goal: odds_of(s, "blue", goal).value or 0 for goal in GOALS}
    assert (red[WOUNDS].value, red[TRADE].value) == (-blue[WOUNDS], -blue[TRADE])
    assert (red[KILL].value, red[SURVIVE].value) == (1 - blue[SURVIVE], 1 - blue[KILL])
    assert worth_words(replace(red[TRADE], aim=TRADE), Fraction(-1, 8)) == "−12.5 percent"
    assert s.odds() == s.odds(goal=WOUNDS)
    with pytest.raises(InvalidInput, match="there is no goal 'glory'"):
        s.odds(goal="glory")


# -- what a player is shown ---------------------------------------------------------------------------------------


def test_a_bound_split_has_only_its_own_options() -> None:
    assert odds_of(at_the_split("traits Defensive", {}), "red").options() == [split(1, 2), split(0, 3)]


# -- the other requests that dice follow --------------------------------------------------------------------------


def standing(s: Session, name: str, *script: Any) -> Odds:
    """The odds of the first request of this name."""
    drive(s, script, stop=lambda r: r.name == name, strict=False)
    return present(s.odds())


def test_the_joint_roll_and_the_damage_roll_are_worth_what_playing_them_gives() -> None:
    s = at_the_split("melee_pool 1; wounds_max 2", "melee_pool 1; wounds_max 2")
    found = standing(s, "7", ("5", "red", split(1, 0)), ("5", "blue", split(0, 1)))
    played = explore(s, decide, read, same=same)
    assert column(found, "taken", "b") == {n: p for n in range(3) if (p := played.where(lambda w, n=n: w[1] == n))}  # type: ignore[misc]
    s.answer([[6], [], [], [2]])
    found = standing(s, "12")
    played = explore(s, decide, read, same=same)
    assert column(found, "dealt", "b") == {n: p for n in range(3) if (p := played.where(lambda w, n=n: w[1] == n))}  # type: ignore[misc]
    assert column(found, "falls", "b")[None] == played.where(lambda w: w[1] == 2)


def test_who_is_no_assassin_rolls_no_more_damage_dice_against_the_surprised() -> None:
    s = at_the_split("melee_pool 1", "melee_pool 1; wounds_max 9; surprised yes")
    found = standing(s, "7", ("5", "red", split(2, 0)), ("5", "blue", split(0, 1)))
    played = rolled_out(s)["b"]
    assert column(found, "taken", "b") == {wounds: p for wounds, p in played.items() if p}


@pytest.mark.parametrize(("attack", "defence"), [(2, 1), (1, 2), (0, 2)])
def test_numbers_alone_are_worth_what_they_are_in_an_exchange(attack: int, defence: int) -> None:
    striker = f"melee_pool {attack or 1}; strength 3; traits Brutal (1)"
    s = at_the_split(striker, f"melee_pool {defence}; wounds_max 3; traits Armour (1), Tough (1), Parry (1)")
    dice = split(attack, 0) if attack else split(0, 1)
    found = standing(s, "7", ("5", "red", dice), ("5", "blue", split(0, defence)))
    given = {"attack": attack, "brutal": 1, "strength": 3, "defence": defence, "parry": 1, "armour": 1, "tough": 1}
    alone = present(RULESET.calculator).odds({**given, "wounds": 3})
    assert column(alone, "dealt", "") == column(found, "taken", "b")
    assert column(alone, "falls", "") == column(found, "falls", "b")


def rolled_out(s: Session) -> dict[str, dict[int, Fraction]]:
    """What playing on gives: the wounds of a and b."""
    played = explore(s, decide, read, same=same)
    a, b = played.map(lambda wounds: wounds[0]), played.map(lambda wounds: wounds[1])
    return {"a": a.fractions(), "b": b.fractions()}


def again(request: Request[object]) -> bool:
    return request.kind == "roll" and request.name != "7"


FEATS = (
    Feat("Still Mind", ki=1, windows=("7b",), effects=(Effect("fix_die", x=6, of="defence"),)),
    Feat("Second Wind", ki=1, windows=("7b",), effects=(Effect("add_die", of="defence"),)),
    Feat("Iron Arm", ki=1, windows=("7b",), effects=(Effect("add_die", x=3, of="attack"),)),
)
TIED = {"tie_counts_discarded": True}


@pytest.mark.parametrize(("slow", "options"), one_in(3, [(False, {}), (True, {}), (False, TIED), (True, TIED)]))
def test_a_feat_after_the_roll_and_the_die_it_adds_are_worth_what_playing_them_gives(
    slow: bool, options: dict[str, Any]
) -> None:
    """Either fighter has the initiative; the enemy takes a die away."""
    late = (Trait("Slow"),) if slow else ()
    s = at_the_split(
        {"melee_pool": 2, "wounds_max": 2, "traits": (Trait("Impenetrable Defence", x=1), *late)},
        {"melee_pool": 2, "wounds_max": 2, "ki_feats": FEATS, "ki_tokens": 1},
        **options,
    )
    rolled = [("5", "red", split(1, 1)), ("5", "blue", split(1, 1)), ("7", [[5], [3], [4], [3]])]
    found = standing(s, "7b.feat", *rolled)
    assert found.options() == ["pass", *(feat.name for feat in FEATS)]
    for option in found.options():
        count = s.undo_count
        s.answer(option)
        if option == "Second Wind":
            drive(s, stop=again)
            one_more = present(s.odds())
            assert {of: column(one_more, "taken", of) for of in "ab"} == rolled_out(s)
        assert {"a": column(found, "dealt", "a", option), "b": column(found, "taken", "b", option)} == rolled_out(s)
        s.undo(s.undo_count - count)


def test_the_tactical_test_and_the_length_of_a_game_have_their_chances() -> None:
    found = opposed_odds({"red": 1, "blue": 2}, str)
    ways = [(faces[:1], faces[1:]) for faces in product(DICE, repeat=3)]
    won = [(base_result(a), len(scoring(a))) > (base_result(b), len(scoring(b))) for a, b in ways]
    assert found.rows[0].p == Fraction(sum(won), 216)
    assert sum(row.p for row in found.rows) == 1
    assert found.headings[-1].text == "tied, roll again", "behind its chance: 5 % tied, roll again"
    assert length_odds(5).rows[0].p == Fraction(1, 3)


def test_a_boost_is_worth_best_play_with_one_more_die() -> None:
    s = at("4", "melee_pool 2; melee_boost_cost 1; ki_tokens 2", "melee_pool 2")
    found = standing(s, "4")
    assert found.options() == [0, 1, 2]
    assert found.safest == 2
    s.answer(1)
    drive(s, stop=lambda r: r.name == "5")
    assert dict(found.guarantees)[1] == odds_of(s, "red").value


def test_a_fear_test_and_rise() -> None:
    assert challenge_chance(1, 4) == Fraction(1, 2)
    assert challenge_chance(2, 6) == Fraction(sum(base_result(faces) >= 6 for faces in product(DICE, repeat=2)), 36)
    s = at_the_split("melee_pool 2; strength 12", "melee_pool 1; wounds_max 1; traits Rise (5)")
    drive(s, steps("2/0 v 0/1: 6 6 / / / 1; 12 [6 6]"), stop=lambda r: r.title.startswith("Rise"))
    found = present(s.odds())
    assert found.rows[0].p == Fraction(1, 3)


# -- pools of many dice: only some splits are compared, and it is said how far off that may be -------------------------


def of(s: Session, goal: str = "") -> Odds:
    return present(s.odds(goal=goal))


def named(found: Odds) -> tuple[float, float]:
    """Between what best play is worth, as the odds say it: wounds, or chances in percent."""
    line = next(line for line in found.assumes if "of all, best play is worth" in line)
    numbers = re.findall(r"[+-]?\d+\.\d+", line.partition("of all, best play is worth ")[2].replace("−", "-"))
    return float(numbers[0]), float(numbers[-1])


def test_of_as_many_dice_as_cards_and_boosts_bring_every_split_is_compared() -> None:
    found = of(at("5", "melee_pool 14", "melee_pool 14"))
    assert len(found.options()) == 15
    assert not [line for line in found.assumes if "compared" in line]


@pytest.mark.parametrize("goal", ["wounds", "trade", "kill", "survive"])
def test_the_true_worth_lies_between_what_is_said_of_more_dice(goal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = present(of(at("5", "melee_pool 7", "melee_pool 6"), goal).value)
    monkeypatch.setattr(splits, "MANY_DICE", 12)
    monkeypatch.setattr(splits, "FEW_SPLITS", 3)
    found = of(at("5", "melee_pool 7", "melee_pool 6"), goal)
    assert found.assumes[:2] == (
        "only 3 of the 8 splits of A are compared",
        "only 3 of the 7 splits of B are compared",
    )
    least, most = named(found)
    scale, rounded = (1, 0.005) if goal == "wounds" else (100, 0.05)
    assert least - rounded <= float(whole) * scale <= most + rounded
    assert least <= most


def test_boosts_to_many_dice_say_how_far_off_they_may_be() -> None:
    card = {"melee_pool": 12, "melee_boost_cost": 1, "ki_max": 1, "ki_tokens": 1}
    found = of(at("4", card, "melee_pool 8"))
    assert "only 10 of the 13 splits of A are compared" in found.assumes
    least, most = named(found)
    assert least - 0.01 <= float(present(found.value)) <= most + 0.01


def test_two_bounds_that_read_the_same_are_one_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splits, "MANY_DICE", 12)
    monkeypatch.setattr(splits, "FEW_SPLITS", 7)
    found = of(at("5", "melee_pool 7; wounds_max 90", "melee_pool 6"), "survive")
    line = next(line for line in found.assumes if "of all, best play is worth" in line)
    least, most = named(found)
    assert ("from" in line) == (least != most)
    assert "from" not in line


@pytest.mark.parametrize("name", ["4", "5"])
def test_of_more_dice_than_are_worked_out_there_are_no_odds(name: str) -> None:
    card = {"melee_pool": 40, "melee_boost_cost": 1, "ki_max": 1, "ki_tokens": 1}
    assert at(name, card, "melee_pool 40").odds() is None

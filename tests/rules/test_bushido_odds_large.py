"""Pools of many dice: only some splits are compared, and the odds say so and how far off that may be."""

from __future__ import annotations

import re

import pytest

from companion.engine.odds import Odds
from companion.engine.odds_desk import KNOWN
from companion.engine.session import Session
from companion.rules.bushido.odds import split as splits
from tests.rules.bushido_kit import at


def of(s: Session, goal: str = "") -> Odds:
    found = s.odds(goal=goal)
    assert found is not None
    return found


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
    whole = of(at("5", "melee_pool 7", "melee_pool 6"), goal).value
    assert whole is not None
    KNOWN.cache_clear()
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
    assert found.value is not None
    assert least - 0.01 <= float(found.value) <= most + 0.01


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

"""Fear tests, through a session."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.bushido.records import Trait
from companion.rules.bushido.units import BushidoUnit
from companion.testing import drive
from tests.rules.bushido_kit import DEFEND, act, those

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

"""The odds of a split against counting every roll, and what they may see."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from companion.engine.session import Session
from companion.rules.bushido.melee.results import base_result, scoring, table_wounds, verdict
from companion.rules.bushido.odds import one_kind
from companion.rules.bushido.records import Trait
from companion.testing import drive
from tests.rules.bushido_kit import pair, split

DICE = range(1, 7)


def at_the_split(a: dict[str, Any], b: dict[str, Any]) -> Session:
    s = pair(a, b)
    s.start("melee", {"pair": "a+b"})
    drive(s, stop=lambda r: r.name == "5")
    return s


@pytest.mark.parametrize("kata", [False, True])
def test_one_kind_is_the_count_of_all_rolls(kata: bool) -> None:
    for count in range(5):
        found: dict[tuple[int, int], float] = {}
        for faces in product(DICE, repeat=count):
            kept = scoring(faces, kata)
            key = (base_result(faces, 2, kata) + (1 if kept else 0), len(kept))
            found[key] = found.get(key, 0.0) + 6.0**-count
        assert one_kind(count, 2, kata, 1) == pytest.approx(found)


def counted(attack: int, pool: int, enemy: int, brutal: int, plus: int, keep: int, active: bool = True) -> float:
    """The chance that it wounds with this split, over every roll and every split of the enemy."""
    sums = [sum(sorted(f, reverse=True)[:2]) for f in product(DICE, repeat=keep)]
    hurt = {sl: sum(table_wounds(t + plus, sl) > 0 for t in sums) / len(sums) for sl in range(12)}
    total = 0.0
    for theirs in range(enemy + 1):
        for faces in product(DICE, repeat=pool + enemy):
            mine, other = faces[:pool], faces[pool:]
            strike = base_result(mine[:attack]) + (brutal if scoring(mine[:attack]) else 0)
            won = verdict(strike, base_result(other[theirs:]), len(scoring(mine)), len(scoring(other)), active)
            total += hurt[won.success] if won.attacker_wins else 0.0
    return total / (enemy + 1) / 6.0 ** (pool + enemy)


@pytest.mark.parametrize(
    ("traits", "armour", "brutal", "plus", "keep"),
    [((), 0, 0, 1, 2), ((Trait("Brutal", x=1), Trait("Strong")), 2, 1, -1, 3)],
)
def test_the_odds_are_exact(traits: tuple[Trait, ...], armour: int, brutal: int, plus: int, keep: int) -> None:
    s = at_the_split(
        {"melee_pool": 2, "strength": 1, "traits": traits},
        {"melee_pool": 3, "traits": (Trait("Armour", x=armour),) if armour else ()},
    )
    found = s.odds()
    assert found is not None
    assert found.exact
    rows = {(row.option, row.of): row.p for row in found.rows}
    for attack in (1, 2):
        wanted = counted(attack, 2, 3, brutal, plus, keep)
        assert rows[f"{attack} attack / {2 - attack} defence", "b"] == pytest.approx(wanted)
    assert rows["0 attack / 2 defence", "b"] == 0.0


def test_ties_favour_the_active_player_alone() -> None:
    s = at_the_split({"melee_pool": 2}, {"melee_pool": 2})
    s.answer(split(1, 1), by="red")
    found = s.odds()
    assert found is not None
    rows = {(row.option, row.of): row.p for row in found.rows}
    wanted = counted(1, 2, 2, 0, 0, 2, active=False)
    assert rows["1 attack / 1 defence", "a"] == pytest.approx(wanted)
    assert wanted < counted(1, 2, 2, 0, 0, 2, active=True)


def test_odds_know_no_sealed_split_and_are_for_the_split_alone() -> None:
    shown = set()
    s = at_the_split({}, {})
    for attack in range(4):
        s = at_the_split({}, {})
        s.answer(split(attack, 3 - attack), by="red")
        shown.add(repr(s.odds()))
    assert len(shown) == 1
    assert "B's split" in shown.pop()
    s.answer(split(1, 2), by="blue")
    assert s.odds() is None


def test_a_bound_split_has_only_its_own_rows() -> None:
    s = at_the_split({"traits": (Trait("Defensive"),)}, {})
    found = s.odds()
    assert found is not None
    assert {row.option for row in found.rows} == {"1 attack / 2 defence", "0 attack / 3 defence"}

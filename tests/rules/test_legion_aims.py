"""Several aim tokens of one attack, each of which rerolls the best dice after the one before."""

from typing import Any

import pytest

from companion.engine.requests import Roll
from companion.engine.session import Session
from companion.testing import drive
from tests.odds.aiming import Known, after, aimed_best
from tests.odds.stepping import after_the_roll, answer, columns, odds_of
from tests.rules.legion import those
from tests.rules.scene import begun, now, results
from tests.searching import one_in


def at_the_action(one: dict[str, Any], two: dict[str, Any]) -> Session:
    held = those("a v d; a.1+d.1", a={"threshold": 4, "order": "faceup", **one}, d={"threshold": 4, **two})
    return begun(held, "activate", {"unit": "a"}, until="action")


@pytest.mark.parametrize(
    ("one", "two"),
    one_in(
        4,
        [
            ({"dice": {"black": 1, "white": 1}}, {}),
            ({"dice": {"black": 3}}, {"keywords": {"Armor": True}}),
            ({"dice": {"red": 1, "white": 1}, "surge": 1}, {"keywords": {"Armor": 1}, "dodge": 1}),
            ({"dice": {"black": 1, "white": 1}, "weapon": {"Critical": 1}}, {"keywords": {"Djem So Mastery": True}}),
        ],
    ),
    ids=["plain", "armour", "tokens", "critical"],
)
def test_two_aims_are_worth_what_rerolling_the_best_dice_twice_gives(one: dict[str, Any], two: dict[str, Any]) -> None:
    session = at_the_action({**one, "aim": 2}, two)
    found = odds_of(session)
    assert "2 aims of a reroll the best dice" in found.assumes
    answer(session, "melee_attack")
    drive(session, stop=lambda request: request.name == "attack")
    assert columns(odds_of(session)) == columns(found, "melee_attack") == after_the_roll(session, aimed_best)


@pytest.mark.parametrize(
    ("one", "two", "faces"),
    [
        ({"dice": {"black": 2, "white": 1}}, {}, [["blank", "hit"], ["blank"]]),
        ({"dice": {"black": 3}}, {"keywords": {"Armor": True}}, [["hit", "blank", "crit"]]),
        ({"dice": {"red": 1, "white": 2}, "surge": 1}, {"dodge": 1}, [["surge"], ["surge", "blank"]]),
        ({"dice": {"black": 2}, "attack_surge": "crit"}, {"keywords": {"Djem So Mastery": True}}, [["blank", "surge"]]),
        ({"dice": {"red": 2}, "keywords": {"Lethal": 1}}, {"defence_die": "red"}, [["blank", "hit"]]),
    ],
    ids=["plain", "armour", "tokens", "chart", "lethal"],
)
def test_the_first_of_two_aims_counts_the_second(
    one: dict[str, Any], two: dict[str, Any], faces: list[list[str]]
) -> None:
    session = at_the_action({**one, "aim": 2}, two)
    answer(session, "melee_attack")
    drive(session, stop=lambda request: request.name == "attack")
    answer(session, faces)
    found = odds_of(session)
    assert "an aim of a rerolls the best dice" in found.assumes
    known: Known = {}
    options = [option for option in found.options() if option]
    assert options[0] == ("spend",)
    for option in options:
        assert columns(found, option) == after(session, option, known), option
    answer(session, [0])
    assert columns(odds_of(session)) == columns(found, (0,))


@pytest.mark.parametrize("places", [[0, 3], [3, 0], [3, 0, 2]])
def test_dice_of_a_reroll_land_in_the_order_in_which_they_were_given(places: list[int]) -> None:
    """Two black dice and two white ones; a `crit` is rolled for the first die named, blanks for the others."""
    one = {"dice": {"black": 2, "white": 2}, "keywords": {"Precise": 1}, "aim": 1}
    session = at_the_action(one, {})
    answer(session, "melee_attack")
    answer(session, [["hit", "hit"], ["hit", "hit"]])
    answer(session, places)
    assert now(session).title.endswith(", ".join(str(place + 1) for place in places[:-1]) + f" and {places[-1] + 1}")
    faces = iter(["crit", "blank", "blank"])
    answer(session, [[next(faces) for _ in range(group.count)] for group in now(session, Roll).dice])
    shown = [face for group in results(session)[-1].groups for face in group.faces]
    assert shown == ["crit" if at == places[0] else "blank" if at in places else "hit" for at in range(4)]


def test_defence_dice_land_in_the_order_in_which_they_were_given() -> None:
    session = at_the_action({"dice": {"black": 3}}, {"keywords": {"Uncanny Luck": 2}})
    answer(session, "melee_attack")
    answer(session, ["crit", "crit", "crit"])
    answer(session, ["blank", "blank", "blank"])
    answer(session, [2, 0])
    answer(session, ["block", "blank"])
    assert results(session)[-1].groups[0].faces == ("blank", "blank", "block")


@pytest.mark.parametrize(
    ("aims", "precise", "surge", "told"),
    [
        (1, 0, 1, "an aim of a rerolls the best dice"),
        (1, 1, 1, "a rerolls nothing afterwards"),
        (3, 0, 0, "3 aims of a reroll the best dice"),
        (3, 1, 0, "2 aims of a reroll the best dice, 1 more is kept"),
        (3, 2, 0, "an aim of a rerolls the best dice, 2 more are kept"),
    ],
)
def test_the_more_dice_an_aim_rerolls_the_fewer_aims_of_many_dice_are_counted(
    aims: int, precise: int, surge: int, told: str
) -> None:
    """Nine dice of three colours against full Armor, where hits are thrown again too."""
    one: dict[str, Any] = {"dice": {"red": 3, "black": 3, "white": 3}, "aim": aims, "surge": surge}
    one |= {"keywords": {"Precise": precise}} if precise else {}
    session = at_the_action(one, {"keywords": {"Armor": True}})
    answer(session, "melee_attack")
    drive(session, stop=lambda request: request.name == "attack")
    assert odds_of(session).assumes[0] == told

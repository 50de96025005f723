"""The number to reach is a field of the dice, declared by the rules: no name and no title makes one."""

from random import Random
from typing import Any

import pytest

from companion.engine import registry
from companion.engine.dice import D6, D20, Dice
from companion.engine.requests import Roll
from companion.engine.session import Session
from companion.testing import drive, step_random
from tests.examples import table_of
from tests.rules.speedies_aftermath import answer, hero
from tests.rules.speedies_aftermath import session as aftermath

NUMBERS: dict[str, set[str]] = {
    "speedies": {"melee_check", "defence_check", "ranged_check", "agility", "cast_check", "rout_check", "fear"},
    "better-wargame": {"rally", "break", "break.reroll", "suppressed_test", "to_hit", "to_wound", "save"},
    "bushido": {"fear", "size", "1"},
    "gods-gloom": set(),
    "legion": set(),
}
"""The rolls of each game that are read against a number, by name."""


@pytest.mark.parametrize("game", sorted(NUMBERS))
def test_names_that_look_like_numbers_to_reach_are_none(game: str) -> None:
    """Every unit is called `Oda 5+`: the numbers to reach are those of the same game with plain names."""
    assert _numbers(game, "Oda 5+") == _numbers(game, "Oda")


def _numbers(game: str, name: str) -> list[tuple[str, int | None, list[int | None]]]:
    """The rolls of a game played at random: name, the one number to reach, and that of each group."""
    ruleset = registry.find(game)
    table = table_of(ruleset)
    for place, unit in enumerate(table.units.values()):
        unit.name = f"{name} {'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[place]}"
    session, rng, found = Session(table, rng=Random(2)), Random(2), []
    for _ in range(150):
        request = session.request
        if request is None and not any(action.open for action in session.actions()):
            break
        if isinstance(request, Roll):
            found.append((request.name, request.reach, [group.reach for group in request.dice]))
            assert request.reach is None or request.name in NUMBERS[game], request.title
        step_random(session, rng)
    assert found
    return found


def test_several_numbers_are_no_one_number() -> None:
    dice = [Dice("a", D6, 2, reach=3), Dice("b", D6, 1, reach=4), Dice("c", D6, 0)]
    assert Roll("x", by="red", title="Roll", dice=dice).reach is None
    assert Roll("x", by="red", title="Roll", dice=[dice[0], dice[2]]).reach == 3
    assert Roll("x", by="red", title="Roll 5+", dice=[Dice("a", D6, 2)]).reach is None


def test_faces_from_the_number_to_reach_on_up_do_it() -> None:
    assert Dice("a", D20, 1, reach=18).doing == {18, 19, 20}
    assert Dice("a", D20, 1, reach=18, good=frozenset({1})).doing == {1}
    assert Dice("a", D20, 1).doing == frozenset()


def test_of_a_number_not_to_pass_the_faces_up_to_it_do_it() -> None:
    game = aftermath(hero(melee=14), gold=0)
    game.start("aftermath", {"side": "red"})
    given, seen = answer({"improvement": 7}, improve="melee", buy_improvement=False), []

    def watched(request: Any) -> Any:
        if request.name == "improvement_check":
            seen.append(request.dice[0].doing)
        return given(request)

    drive(game, default=watched)
    assert set(range(1, 15)) in seen

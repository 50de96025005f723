"""Skills, situations and several Wounds in the Speedies melee; what falls with a unit."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.speedies.units import Weapon
from tests.rules.scene import now
from tests.rules.speedies_setups import (
    BARE,
    FIRST,
    MISS,
    STUNNED,
    Fields,
    duel,
    facts,
    melee,
    play,
    skirmish,
    table_of,
    unit,
)

GREAT = "Great Weapon Specialist"


@pytest.mark.parametrize(
    ("one", "two", "dice", "result"),
    [
        ({}, {"skills": ("Undead",)}, [16], "dazed"),
        ({}, {"skills": ("Pit Fighter",)}, [14, MISS, MISS], "staggered"),
        ({}, {"skills": ("Pit Fighter", "Sturdy")}, [14, MISS], "ok"),
        ({"skills": ("Ambush",)}, {}, [3, 14], "dazed"),
        ({"skills": ("Diseased",)}, {}, [3, 14], "dazed"),
        ({"melee_advantage": 1, "weapons": ()}, {}, [14], "dazed"),
        ({"skills": ("Deadly",)}, {}, [14, 18], "incapacitated"),
        ({"skills": (GREAT,), "weapons": ("Great Sword",)}, {"defence": 5}, [17, 19, 2], "incapacitated"),
        ({"weapons": ("Great Sword",)}, {"defence": 5}, [17, 19, MISS], "ok"),
        ({}, {"defence": 5, "defence_advantage": 1}, [14, 2, 19, MISS], "ok"),
    ],
)
def test_skills_and_situations(one: Fields, two: Fields, dice: list[int], result: str) -> None:
    script = [("promotes", False)] if result == "incapacitated" else []
    assert melee(duel(one, BARE | two), dice, script)["volleys"][0]["result"] == result


@pytest.mark.parametrize(
    ("fields", "attacks"),
    [
        ({"attacks": 2, "bonus_attacks": 1}, 3),
        ({"attacks": 2, "weapons": ("Dagger", "Dagger"), "skills": ("Dual Wielding Specialist",)}, 4),
        ({"weapons": ("Fighting Claws",)}, 2),
        ({"weapons": (Weapon("Talons", attacks=2),)}, 3),
    ],
)
def test_how_often_a_unit_strikes(fields: Fields, attacks: int) -> None:
    assert melee(duel(fields, BARE), [MISS] * (attacks + 1))["volleys"][0]["attacks"] == attacks


def test_pack_tactics_needs_another_of_the_pack() -> None:
    pack: Fields = {"skills": ("Pack Tactics",)}
    session = skirmish("abc x", "ax bx cx", a=pack | {"agility": 5}, b=pack | {"agility": 6}, c=7, x=20)
    done = melee(session, [MISS, 3, MISS, 3, MISS, MISS], [("activate", "a"), ("activate", "b"), ("declare", "a")])
    assert [v["attacks"] for v in done["volleys"]] == [1, 1, 1, 1]


def test_cleave_strikes_once_more() -> None:
    session = skirmish("a xy", "ax ay", a=FIRST | {"skills": ("Cleave",)}, x=STUNNED, y=STUNNED)
    done = melee(session, [], [("declare", "x"), ("promotes", False), ("promotes", False)])
    assert [v["target"] for v in done["volleys"]] == ["x", "y"]


def test_reminders_and_unknown_skills_are_told() -> None:
    session = duel({"skills": ("Shove", "Whirlwind")}, BARE)
    melee(session, [MISS, MISS])
    told = ["Shove: May shove an enemy away instead of striking.", "Whirlwind: as its card says."]
    assert facts(session, "reminder") == told


def test_a_large_carrier_counts_twice_and_loses_its_treasure_to_the_striker() -> None:
    session = duel({}, STUNNED | {"large": True, "treasure": True})
    assert melee(session, [], [("promotes", False)])["units_lost"]["K"] == 2
    assert (unit(session, "a").treasure, unit(session, "x").treasure) == (True, False)
    assert session.table.over_winner == "R"


def test_a_striker_with_treasure_leaves_the_token_lying() -> None:
    session = duel({"treasure": True}, STUNNED | {"treasure": True})
    melee(session, [], [("promotes", False)])
    assert table_of(session).tokens == 1


def test_overruling_what_a_check_needs() -> None:
    session = duel({"melee": 14}, BARE, until="melee_check")
    needs = next(t for t in now(session).tally if t.name == "a needs with Weapon")
    session.overrule(needs.key, 10, "a charge downhill")
    assert "10 or more" in now(session).title
    assert play(session, [10])["volleys"][0]["hits"] == 1


def test_two_weapons_of_one_name_are_two_weapons() -> None:
    clubs: dict[str, Any] = {"weapons": (Weapon("Club", injury=1), Weapon("Club", injury=1))}
    assert melee(duel(clubs, BARE), [14, 15])["volleys"][0]["injury_value"] == 16


def test_hits_without_a_defence_roll_keep_their_place_among_the_others() -> None:
    session = duel({"attacks": 2, "skills": ("Hero Killer",)}, {"defence": 15, "max_wounds": 2})
    done = melee(session, [14, 18, 3, 1])
    assert facts(session, "die")[0] == 14
    assert (done["volleys"][0]["unsaved"], done["volleys"][0]["injury_value"]) == (2, 18)


def test_more_hits_than_a_d20_has_faces_still_go_on() -> None:
    session = duel({"attacks": 3}, BARE | {"max_wounds": 2}, until="melee_check")
    session.overrule(next(t.key for t in now(session).tally if t.unit == "attacks"), 24, "a great banner")
    session.answer([[14] * 24])
    assert now(session).name == "random_hit"
    assert play(session, [20])["volleys"][0]["injury_value"] == 14

"""Skills, situations and several Wounds in the Speedies melee; what falls with a unit."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.speedies.units import Weapon
from tests.rules.speedies_setups import MISS, advance, battle, facts, melee, plain, play, unit


def duel(one: dict[str, Any], two: dict[str, Any], **options: Any) -> Any:
    return battle(
        [plain("a", "R", engaged_this_turn=True, **one), plain("x", "K", **{"defence": None, **two})],
        [("a", "x")],
        options=options,
    )


@pytest.mark.parametrize(
    ("one", "two", "dice", "result"),
    [
        ({}, {"injury_resist": 2}, [16], "dazed"),
        ({}, {"skills": ("Hard to Kill",)}, [16], "dazed"),
        ({}, {"no_stun": True}, [16], "dazed"),
        ({}, {"skills": ("Undead",)}, [16], "dazed"),
        ({}, {"skills": ("Pit Fighter",)}, [14, MISS, MISS], "staggered"),
        ({}, {"skills": ("Pit Fighter", "Sturdy")}, [14, MISS], "ok"),
        ({"skills": ("Ambush",)}, {}, [3, 14], "dazed"),
        ({"skills": ("Diseased",)}, {}, [3, 14], "dazed"),
        ({"melee_advantage": 1}, {}, [3, 14], "dazed"),
        ({"melee_advantage": -1}, {}, [14, 3, MISS], "ok"),
        ({"weapons": ()}, {}, [14, 3, MISS], "ok"),
        ({"weapons": (), "natural_weapons": True}, {}, [14], "dazed"),
        ({"melee_advantage": 1, "weapons": ()}, {}, [14], "dazed"),
        ({"skills": ("Deadly",)}, {}, [14, 18], "incapacitated"),
        ({"skills": ("Hero Killer",)}, {"defence": 5}, [18], "incapacitated"),
        ({"skills": ("Hero Killer",)}, {"defence": 5}, [17, 10, MISS], "ok"),
        (
            {"skills": ("Great Weapon Specialist",), "weapons": ("Great Sword",)},
            {"defence": 5},
            [17, 19, 2],
            "incapacitated",
        ),
        ({"weapons": ("Great Sword",)}, {"defence": 5}, [17, 19, MISS], "ok"),
        ({}, {"defence": 5, "defence_advantage": 1}, [14, 2, 19, MISS], "ok"),
        ({}, {"defence": 5, "defence_advantage": -1}, [14, 2, 19], "dazed"),
        ({}, {"defence": 5, "status": "staggered"}, [14, 2, 19], "dazed"),
    ],
)
def test_skills_and_situations(one: dict[str, Any], two: dict[str, Any], dice: list[int], result: str) -> None:
    held = duel(one, two)
    script: list[Any] = [("promotes", False)] if result == "incapacitated" else []
    assert melee(held, dice, script)["volleys"][0]["result"] == result


@pytest.mark.parametrize(
    ("fields", "attacks"),
    [
        ({"attacks": 2}, 2),
        ({"attacks": 2, "bonus_attacks": 1}, 3),
        ({"attacks": 2, "weapons": ("Dagger", "Dagger")}, 3),
        ({"attacks": 2, "weapons": ("Dagger", "Dagger"), "skills": ("Dual Wielding Specialist",)}, 4),
    ],
)
def test_how_often_a_unit_strikes(fields: dict[str, Any], attacks: int) -> None:
    held = duel(fields, {})
    assert melee(held, [MISS] * (attacks + 1))["volleys"][0]["attacks"] == attacks


def test_pack_tactics_needs_another_of_the_pack() -> None:
    pack = {"skills": ("Pack Tactics",)}
    held = battle(
        [
            plain("a", "R", agility=5, **pack),
            plain("b", "R", agility=6, **pack),
            plain("c", "R", agility=7),
            plain("x", "K", agility=20),
        ],
        [("a", "x"), ("b", "x"), ("c", "x")],
    )
    done = melee(held, [MISS, 3, MISS, 3, MISS, MISS], [("activate", "a"), ("activate", "b"), ("declare", "a")])
    assert [v["attacks"] for v in done["volleys"]] == [1, 1, 1, 1]


def test_cleave_strikes_once_more() -> None:
    held = battle(
        [
            plain("a", "R", engaged_this_turn=True, skills=("Cleave",)),
            plain("x", "K", status="stunned"),
            plain("y", "K", status="stunned"),
        ],
        [("a", "x"), ("a", "y")],
    )
    done = melee(held, [], [("declare", "x"), ("promotes", False), ("promotes", False)])
    assert [v["target"] for v in done["volleys"]] == ["x", "y"]


def test_reminders_and_unknown_skills_are_told() -> None:
    held = duel({"skills": ("Shove", "Whirlwind")}, {})
    melee(held, [MISS, MISS])
    told = [f["reminder"] for f in facts(held, "reminder")]
    assert told == ["Shove: May shove an enemy away instead of striking.", "Whirlwind: as its card says"]


@pytest.mark.parametrize(
    ("status", "wounds", "buffer", "attacks", "dice", "after"),
    [
        ("dazed", 2, False, 1, [14, 2], ("incapacitated", 0)),
        ("dazed", 2, True, 1, [14, 2], ("dazed", 1)),
        ("dazed", 2, True, 2, [14, 2, 14, 2], ("incapacitated", 0)),
        ("dazed", 1, True, 1, [14, 2], ("incapacitated", 0)),
        ("stunned", 3, False, 1, [], ("incapacitated", 0)),
        ("stunned", 3, True, 2, [], ("stunned", 1)),
        ("stunned", 2, True, 3, [], ("incapacitated", 0)),
    ],
)
def test_the_helpless_with_several_wounds(
    status: str, wounds: int, buffer: bool, attacks: int, dice: list[int], after: tuple[str, int]
) -> None:
    held = duel(
        {"attacks": attacks}, {"status": status, "max_wounds": 3, "wounds": wounds}, injured_multiwound_buffer=buffer
    )
    done = melee(held, dice, [("promotes", False)] if after[0] == "incapacitated" else [])
    assert (unit(held, "x").status, unit(held, "x").wounds) == after
    if status == "stunned":
        assert done["volleys"][0]["spent"] == (min(attacks, wounds) if buffer else 1)


def test_a_large_carrier_counts_twice_and_loses_its_treasure_to_the_striker() -> None:
    held = duel({}, {"status": "stunned", "large": True, "treasure": True})
    assert melee(held, [], [("promotes", False)])["units_lost"]["K"] == 2
    assert unit(held, "a").treasure
    assert not unit(held, "x").treasure
    assert held.table.over_winner == "R"


def test_a_striker_with_treasure_leaves_the_token_lying() -> None:
    held = duel({"treasure": True}, {"status": "stunned", "treasure": True})
    melee(held, [], [("promotes", False)])
    assert held.table.tokens == 1


def test_overruling_what_a_check_needs() -> None:
    held = duel({"melee": 14}, {})
    held.start("melee_phase")
    advance(held, "melee_check")
    assert held.request is not None
    needs = next(t for t in held.request.tally if t.name == "a needs with Weapon")
    held.overrule(needs.key, 10, "a charge downhill")
    assert "10 or more" in held.request.title
    assert play(held, [10])["volleys"][0]["hits"] == 1


def test_two_weapons_of_one_name_are_two_weapons() -> None:
    clubs = (Weapon("Club", injury=1), Weapon("Club", injury=1))
    held = duel({"weapons": clubs}, {})
    assert melee(held, [14, 15])["volleys"][0]["injury_value"] == 16


def test_hits_without_a_defence_roll_keep_their_place_among_the_others() -> None:
    held = duel({"attacks": 2, "skills": ("Hero Killer",)}, {"defence": 15, "max_wounds": 2})
    done = melee(held, [14, 18, 3, 1])
    assert facts(held, "die")[0]["die"] == 14
    assert (done["volleys"][0]["unsaved"], done["volleys"][0]["injury_value"]) == (2, 18)


def test_more_hits_than_a_d20_has_faces_still_go_on() -> None:
    held = duel({"attacks": 3}, {"max_wounds": 2})
    held.start("melee_phase")
    advance(held, "melee_check")
    assert held.request is not None
    held.overrule(next(t.key for t in held.request.tally if t.unit == "attacks"), 24, "a great banner")
    held.answer([[14] * 24])
    assert held.request is not None
    assert held.request.name == "random_hit"
    assert play(held, [20])["volleys"][0]["injury_value"] == 14

"""Scripted play of a Speedies Melee phase: decisions and dice in order, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.rules.speedies import RULESET
from tests.rules.speedies_script import play_script

SWORD, HAMMER = {"name": "Sword", "pierce": 3}, {"name": "Hammer", "injury": 4}


def script(
    units: list[dict[str, Any]],
    contacts: list[list[str]],
    decisions: list[dict[str, Any]],
    dice: list[int],
    **profile: Any,
) -> dict[str, Any]:
    listed = [{"player": "K" if u["id"][0] in "KBZ" else "R", **u} for u in units]
    return {
        "setup": {
            "profile": {"agility_mode": "target", **profile},
            "current_player": "R",
            "units": listed,
            "contacts": contacts,
        },
        "decisions": decisions,
        "dice": dice,
    }


def test_example_8_as_a_script() -> None:
    out = play_script(
        RULESET,
        script(
            [
                {"id": "R1", "melee": 13, "weapons": [HAMMER], "engaged_this_turn": True},
                {"id": "K1", "agility": 6, "defence": 18},
                {"id": "R2", "melee": 14, "agility": 8},
                {"id": "K2", "melee": 13, "agility": 14, "defence": 16},
            ],
            [["R1", "K1"], ["R2", "K1"], ["R2", "K2"]],
            [],
            [14, 9, 16, 17, 13, 10],
        ),
    )
    assert (out["orders"], out["acted"]) == ([["R1", "K1", "R2", "K2"]], ["R1", "R2", "K2"])
    assert out["units"]["R2"] == {"status": "dazed", "wounds": 1}
    assert out["units"]["K1"] == {"status": "incapacitated", "wounds": 0}
    assert (out["improvement_draws"], out["units_lost"]) == (["R1"], {"R": 0, "K": 1})


def two_weapons(attacks: list[dict[str, str]], dice: list[int] | None = None, **fields: Any) -> dict[str, Any]:
    units = [
        {"id": "A", "engaged_this_turn": True, "attacks": 1, "weapons": [SWORD, HAMMER], **fields},
        {"id": "B", "defence": None},
        {"id": "Z", "defence": None},
    ]
    return script(
        units,
        [["A", "B"], ["A", "Z"]],
        [{"kind": "declare", "unit": "A", "attacks": attacks}, {"kind": "resolve_next", "target": "Z"}],
        [2, 14, 2, 13] if dice is None else dice,
    )


def test_two_weapons_over_two_targets() -> None:
    out = play_script(
        RULESET, two_weapons([{"target": "B", "weapon": "Sword"}, {"target": "Z", "weapon": "Hammer"}], [14, 13, 1])
    )
    first, second, back = out["volleys"]
    assert (first["target"], first["injury_value"], first["result"]) == ("Z", 18, "incapacitated")
    assert (second["target"], second["hits"]) == ("B", 0)
    assert (back["attacker"], back["target"], back["hits"]) == ("B", "A", 0)


@pytest.mark.parametrize(
    ("attacks", "code"),
    [
        ([{"target": "B", "weapon": "Sword"}], "wrong_attack_count"),
        ([{"target": "Q", "weapon": "Sword"}, {"target": "Z", "weapon": "Hammer"}], "invalid_target"),
        ([{"target": "B"}, {"target": "Z", "weapon": "Hammer"}], "weapon_not_named"),
        ([{"target": "B", "weapon": "Pike"}, {"target": "Z", "weapon": "Hammer"}], "unknown_weapon"),
        ([{"target": "B", "weapon": "Sword"}, {"target": "Z", "weapon": "Sword"}], "weapon_unused"),
    ],
)
def test_declarations_that_are_refused(attacks: list[dict[str, str]], code: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        play_script(RULESET, two_weapons(attacks))
    assert refusal.value.code == code


def one_target(decisions: list[dict[str, Any]], dice: list[int]) -> dict[str, Any]:
    return script([{"id": "A", "engaged_this_turn": True}, {"id": "B"}], [["A", "B"]], decisions, dice)


@pytest.mark.parametrize(
    ("attacks", "code"),
    [
        ([{"target": "Q"}], "invalid_target"),
        ([{"target": "B"}] * 2, "wrong_attack_count"),
        ([{"target": "B", "weapon": "Pike"}], "unknown_weapon"),
        ([{"target": "B"}], ""),
    ],
)
def test_declarations_that_are_not_asked_are_checked_too(attacks: list[dict[str, str]], code: str) -> None:
    made = one_target([{"kind": "declare", "unit": "A", "attacks": attacks}], [1, 1])
    if not code:
        assert play_script(RULESET, made)["acted"] == ["A", "B"]
        return
    with pytest.raises(InvalidInput) as refusal:
        play_script(RULESET, made)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("decision", "code"),
    [
        ({"kind": "choose_combat", "unit": "C"}, "no_such_combat"),
        ({"kind": "choose_combat", "unit": "B"}, "not_your_unit"),
    ],
)
def test_a_combat_that_cannot_be_chosen(decision: dict[str, Any], code: str) -> None:
    quick = {"agility": 6}
    units: list[dict[str, Any]] = [{"id": "A"}, {"id": "B", **quick}, {"id": "D"}, {"id": "Z", **quick}, {"id": "C"}]
    with pytest.raises(InvalidInput) as refusal:
        play_script(RULESET, script(units, [["A", "B"], ["D", "Z"]], [decision], []))
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("decisions", "code"),
    [
        ([{"kind": "activate", "unit": "B"}], "not_your_unit"),
        ([{"kind": "activate", "unit": "E"}], "not_in_leading_run"),
        ([{"kind": "activate", "unit": "A"}, {"kind": "declare", "unit": "D", "attacks": []}], "not_your_unit"),
        ([], ""),
    ],
)
def test_activations_that_are_refused(decisions: list[dict[str, Any]], code: str) -> None:
    units = [
        {"id": "A", "agility": 5},
        {"id": "D", "agility": 6},
        {"id": "B", "agility": 7},
        {"id": "E", "agility": 8},
        {"id": "Z", "agility": 9},
    ]
    with pytest.raises(InvalidInput) as refusal:
        play_script(RULESET, script(units, [["A", "B"], ["A", "Z"], ["D", "B"], ["E", "B"]], decisions, [1, 1]))
    assert refusal.value.code == code


@pytest.mark.parametrize("dice", [[1], [1, 1, 1], [1, 21]])
def test_wrong_dice_are_refused(dice: list[int]) -> None:
    with pytest.raises(InvalidInput) as refusal:
        play_script(RULESET, one_target([], dice))
    assert refusal.value.code in ("dice_count", "dice_value")


def test_alliances_promotions_heroes_and_a_file_that_says_nothing() -> None:
    units = [
        {"id": "A", "player": "A", "side": "west", "engaged_this_turn": True},
        {"id": "C", "player": "C", "side": "west", "agility": 5, "type": "hero", "skills": ["Cleave"]},
        {"id": "B", "player": "B", "status": "stunned"},
        {"id": "D", "player": "B", "status": "stunned"},
        {"id": "E", "player": "B", "status": "stunned"},
    ]
    made = {
        "setup": {"current_player": "A", "units": units, "contacts": [["A", "B"], ["C", "D"], ["C", "B"], ["E", "C"]]},
        "decisions": [
            {"kind": "promotes", "promotes": True},
            {"kind": "declare", "unit": "C", "attacks": [{"target": "D"}]},
            {"kind": "improvement_card", "result": "attacks"},
        ],
        "dice": [],
    }
    out = play_script(RULESET, made)
    assert (out["orders"], out["improvement_draws"]) == ([["A", "C"]], ["A", "C", "C"])
    assert out["units_lost"] == {"A": 0, "C": 0, "B": 3}


def test_a_declaration_that_is_not_asked_may_stand_before_one_that_is() -> None:
    made = two_weapons([{"target": "B", "weapon": "Sword"}, {"target": "Z", "weapon": "Hammer"}], [1] * 5, agility=9)
    made["setup"]["units"].append({"id": "F", "player": "R", "agility": 5, "engaged_this_turn": True})
    made["setup"]["contacts"].append(["F", "B"])
    made["decisions"][:0] = [
        {"kind": "activate", "unit": "F"},
        {"kind": "declare", "unit": "F", "attacks": [{"target": "B"}]},
    ]
    made["decisions"] += [{"kind": "declare", "unit": "B", "attacks": [{"target": "A"}]}]
    made["decisions"] += [{"kind": "activate", "unit": "Z"}]
    out = play_script(RULESET, made)
    assert out["acted"] == ["F", "A", "Z", "B"]
    assert [v["target"] for v in out["volleys"]] == ["B", "Z", "B", "A", "A"]

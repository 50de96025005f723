"""The data of God's Gloom: traits, tables, faults, sheets, and scripted play."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.rules.gods_gloom import RULESET
from companion.rules.gods_gloom.options import OPTIONS
from companion.rules.gods_gloom.script import play_script
from companion.rules.gods_gloom.sheets import sheets
from companion.rules.gods_gloom.tables import load_formations
from companion.rules.gods_gloom.traits import TRAITS, load, malformed, traits_of
from companion.rules.gods_gloom.units import Pool
from tests.rules.gloom import table, unit
from tests.rules.test_gods_gloom_examples import E10

DIGEST_TRAITS = (
    "blind_rage",
    "berserk",
    "attack_stance",
    "charge_bonus",
    "charge_breaker",
    "battle_focus",
    "blind_spot",
    "circular_defence",
    "exploit_broken",
    "exploit_negative_tokens",
    "direct_wounds",
    "demoralizing",
    "brittle",
    "immovable",
    "control_push_direction",
    "death_curse",
    "bloodlust",
    "morale_immune",
)


def test_every_trait_of_the_digest_is_known_and_does_something() -> None:
    for of in DIGEST_TRAITS:
        held = traits_of(unit("rav", "p1", traits=(of + (":1" if TRAITS[of].needs_x else ""),)))
        assert not held.reminders, of
        assert held != traits_of(unit("rav", "p1")), of


def test_unknown_and_malformed_traits_are_reminders() -> None:
    board = table([unit("rav", "p1", traits=("sworn_brothers", "direct_wounds", "challenge")), unit("ogre", "p2")], [])
    assert [name for name, _ in traits_of(board.unit("rav")).reminders] == [
        "sworn_brothers",
        "direct_wounds",
        "Challenge",
    ]
    assert list(RULESET.faults(board)) == [("rav", "traits", "Direct Wounds X needs a number: direct_wounds:2")]


@pytest.mark.parametrize(
    ("written", "as_if"),
    [
        ("Blind Rage", "blind_rage"),
        ("Exploit: Broken", "exploit_broken"),
        ("counter-charge", "counter_charge"),
        ("Direct Wounds: 2", "direct_wounds:2"),
        ("DEMORALIZING:1", "demoralizing:1"),
    ],
)
def test_traits_may_be_written_as_people_write_them(written: str, as_if: str) -> None:
    assert traits_of(unit("rav", "p1", traits=(written,))) == traits_of(unit("rav", "p1", traits=(as_if,)))
    assert malformed(written) == ""


@pytest.mark.parametrize("x", ["", "²", "-1", "100", "two", "1.5"])
def test_only_a_small_number_stands_behind_the_colon(x: str) -> None:
    assert malformed(f"direct_wounds:{x}") == "Direct Wounds X needs a number: direct_wounds:2"
    assert traits_of(unit("rav", "p1", traits=(f"direct_wounds:{x}",))).direct_wounds == 0
    assert malformed("berserk:1") == "Berserk takes no number"


def test_pools_and_traits_may_be_set_by_hand_as_they_are_written() -> None:
    session = Session(table([unit("rav", "p1"), unit("ogre", "p2")], []))
    session.adjust("rav", "offence", {"red": 3, "blue": 2})
    session.adjust("rav", "traits", ["berserk"])
    assert session.table.unit("rav").offence == Pool(3, 2)
    for field, wrong in (
        ("offence", 5),
        ("offence", {"red": 3}),
        ("offence", {"red": 21, "blue": 0}),
        ("defence", {"red": 1, "blue": 1, "green": 1}),
        ("traits", [1]),
    ):
        with pytest.raises(InvalidInput):
            session.adjust("rav", field, wrong)
    session.undo(2)
    assert session.table.unit("rav").offence == Pool(5, 0)


def test_faults_of_pools_and_sides() -> None:
    board = table([unit("rav", "p3", offence={"red": 21, "blue": 0}), unit("ogre", "p2")], [])
    assert [fault[:2] for fault in RULESET.faults(board)] == [("rav", "side"), ("rav", "offence")]
    assert RULESET.example is not None
    assert list(RULESET.faults(RULESET.example())) == []


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"mark": ["fearless"]}, "unknown key 'mark'"),
        ({"marks": ["brave"]}, "unknown mark 'brave'"),
        ({"dice": [{"role": "attacker", "when": "raining", "red": 1}]}, "unknown when 'raining'"),
        ({"curse": {"wounds": 1, "token": "cold"}}, "unknown token 'cold'"),
    ],
)
def test_a_wrong_word_in_the_trait_file_names_file_and_entry(entry: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=r"traits.toml: \[odd\] has an " + says):
        load({"odd": {"text": "x", "hook": "y", **entry}})


def test_a_formation_must_beat_another() -> None:
    with pytest.raises(ValueError, match="beats 'rock'"):
        load_formations({"paper": {"name": "Paper", "text": "", "beats": "rock"}})


def test_sheets_show_every_trait_and_formation() -> None:
    held = {sheet.id: sheet for sheet in sheets(RULESET.default_options())}
    assert len(held["traits"].rows) == len(TRAITS)
    assert [row[2] for row in held["formations"].rows] == ["Harass (III)", "Advance (I)", "Hold (II)"]
    assert all(len(row) == len(sheet.columns) for sheet in held.values() for row in sheet.rows)


def test_the_options_of_section_3_have_their_defaults() -> None:
    defaults = {o.name: o.default for o in OPTIONS}
    assert (
        defaults
        | {
            "success_on": 3,
            "criticals": True,
            "morale_loss_at_zero": "wound",
            "charge_attacker_red": 1,
            "flank_attacker_red": 0,
            "flank_defender_blue": -1,
            "boost_red": 1,
            "boost_blue": 1,
            "weak_red": -1,
            "weak_blue": -1,
            "upkeep_morale_recovery": 0,
        }
        == defaults
    )


# -- scripted play ---------------------------------------------------------------------------------------------------


def script(**setup: Any) -> dict[str, Any]:
    made = copy.deepcopy(E10)
    made["setup"] |= setup
    return made


def test_a_script_with_an_illegal_action_gives_the_code_alone() -> None:
    assert play_script(RULESET, script(contacts=[])) == {"illegal": "not_adjacent"}
    assert play_script(RULESET, script(action={"attacker": "lan", "target": "x"})) == {"illegal": "unknown_unit"}


@pytest.mark.parametrize(
    ("rolls", "code"),
    [
        ({"red": [3, 3], "blue": [3, 1]}, "dice_count"),
        ({"red": [3, 3, 5, 1, 2, 4, 7], "blue": [3, 1]}, "dice_value"),
        ({"red": [3, 3, 5, 1, 2, 4, 2]}, "dice_count"),
    ],
)
def test_a_script_with_wrong_dice_gives_an_error(rolls: dict[str, list[int]], code: str) -> None:
    wrong = script()
    wrong["dice"][0]["rolls"] = rolls
    assert play_script(RULESET, wrong) == {"error": {"code": code, "step": "ATC.10", "who": "attacker"}}


def test_a_script_without_a_needed_decision_is_refused() -> None:
    wrong = script()
    wrong["decisions"] = wrong["decisions"][:1]
    with pytest.raises(InvalidInput, match=r"no decision for MEL\.60\.push"):
        play_script(RULESET, wrong)


def test_effects_modifiers_contacts_and_rerolls_in_a_script() -> None:
    units = [
        {**E10["setup"]["units"][0], "boost": False, "single_rerolls": 1},
        E10["setup"]["units"][1],
        {
            "id": "ogre",
            "owner": "p2",
            "offence": {"red": 1, "blue": 0},
            "defence": {"red": 1, "blue": 0},
            "morale_max": 1,
            "health_max": 2,
            "traits": ["circular_defence"],
        },
    ]
    made = script(
        units=units,
        modifiers=[
            {"unit": "lan", "red": -1, "blue": 0, "reason": "mud"},
            {"unit": "lan", "red": -1, "blue": 1, "reason": "fog"},
        ],
        map_answers={
            "charge": False,
            "no_assists": True,
            "loser_in_winner_zone": False,
            "new_contacts": [{"a": "ogre", "b": "lan", "a_engaged": False, "b_engaged": True}],
        },
    )
    made["decisions"] = [
        {"step": "MEL.10.effects", "who": "table", "choice": [{"unit": "ogre", "wounds": 1, "morale": 1}]},
        {"step": "ATC.20.single", "who": "attacker", "choice": {"colour": "red", "index": 1}},
        {
            "step": "MEL.40.effects",
            "who": "table",
            "choice": [{"unit": "shield", "wounds": 1, "by": "attacker"}, {"unit": "lan", "token": "boost"}],
        },
        {"step": "MEL.60.push", "who": "attacker", "choice": "push"},
        {"step": "MEL.60.stand", "who": "defender", "choice": "give_ground"},
    ]
    made["dice"] = [
        {"step": "ATC.10", "who": "attacker", "rolls": {"red": [3, 1], "blue": [2, 2]}},
        {"step": "ATC.10", "who": "defender", "rolls": {"red": [1], "blue": [2]}},
        {"step": "ATC.20.single", "who": "attacker", "rolls": {"red": [4]}},
    ]
    out = play_script(RULESET, made)
    assert out["pools"] == {"attacker": {"red": 2, "blue": 2}, "defender": {"red": 1, "blue": 1}}
    assert out["inflicted"] == {"attacker": 3, "defender": 0}
    assert (out["units"]["ogre"]["health"], out["units"]["ogre"]["morale"]) == (1, 0)
    assert out["units"]["lan"]["boost"]
    assert out["push"] == "pushed"
    assert out["contacts"] == [
        ["lan", "ogre", True],
        ["lan", "shield", True],
        ["ogre", "lan", False],
        ["shield", "lan", False],
    ]


def test_a_script_may_wound_more_than_there_is_health_and_leave_the_players_out() -> None:
    made = script(decisions=[])
    del made["setup"]["players"]
    made["decisions"] = [
        {"step": "MEL.10.effects", "who": "table", "choice": [{"unit": "shield", "wounds": 50, "morale": 3}]},
        {"step": "MEL.70", "who": "attacker", "choice": "hold"},
    ]
    out = play_script(RULESET, made)
    assert (out["winner"], out["path"]) == ("lan", ["MEL.10", "MEL.70", "MEL.80"])
    assert (out["units"]["shield"]["health"], out["units"]["shield"]["morale"]) == (0, 3)
    assert out["players"] == {"p1": {"command_seals": 0}, "p2": {"command_seals": 0}}

"""The data of God's Gloom: traits, tables, checks, and sheets."""

from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.rules.gods_gloom import RULESET
from companion.rules.gods_gloom.catalog import TOKENS, TRAITS, load_colours, load_formations, load_rows, load_traits
from companion.rules.gods_gloom.sheets import sheets
from companion.rules.gods_gloom.traits import malformed, traits_of
from companion.rules.gods_gloom.units import Pool
from tests.examples import table_of
from tests.rules.gloom import table, those, unit

CARRIED_OUT = """
blind_rage berserk attack_stance charge_bonus charge_breaker battle_focus blind_spot circular_defence exploit_broken
exploit_negative_tokens direct_wounds demoralizing brittle immovable control_push_direction death_curse bloodlust
morale_immune
"""


def test_every_trait_that_the_app_carries_out_does_something() -> None:
    for of in CARRIED_OUT.split():
        held = traits_of(unit("rav", "p1", traits=(of + (":1" if TRAITS[of].needs_x else ""),)))
        assert not held.reminders, of
        assert held != traits_of(unit("rav", "p1")), of


def test_unknown_and_malformed_traits_are_reminders() -> None:
    board = those("rav", "ogre", rav={"traits": ("sworn_brothers", "direct_wounds", "challenge")})
    assert [reminder.name for reminder in traits_of(board.unit("rav")).reminders] == [
        "Sworn brothers",
        "Direct wounds",
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
    assert traits_of(unit("rav", "p1", traits=(f"direct_wounds:{x}",))).direct_wounds["attacker"] == 0
    assert malformed("berserk:1") == "Berserk takes no number"


def test_pools_and_traits_may_be_adjusted_as_they_are_written() -> None:
    session = Session(those("rav", "ogre"))
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
    assert list(RULESET.faults(table_of(RULESET))) == []


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"mark": ["fearless"]}, ": unknown key 'mark'"),
        ({"marks": ["brave"]}, ": marks cannot be 'brave'"),
        ({"dice": [{"roles": "attacker", "when": "raining", "red": 1}]}, ": dice: when cannot be 'raining'"),
        ({"curse": {"wounds": 1, "token": "cold"}}, " has an unknown token 'cold'"),
        ({"dice": [{"roles": "attacker", "when": "always", "red": "rounds_of_beer"}]}, ": no option 'rounds_of_beer'"),
        ({"direct_wounds": {"roles": "bystander", "amount": 1}}, ": direct_wounds: roles cannot be 'bystander'"),
    ],
)
def test_a_wrong_word_in_the_trait_file_names_file_and_entry(entry: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=r"traits.toml: \[odd\]" + says):
        load_traits("traits.toml", {"odd": {"name": "Odd", "text": "x", "hook": "y", **entry}}, TOKENS)


def test_a_critical_needs_a_face_and_a_count() -> None:
    red, blue = ({"name": "Red", "success": "hit", "critical_face": face, "critical_count": 1} for face in (1, 6))
    assert load_colours("tables.toml", {"red": red, "blue": blue})["red"].critical_count == 1
    for wrong in ({"critical_face": 0}, {"critical_face": 7}, {"critical_count": 0}):
        with pytest.raises(ValueError, match=r"tables.toml: \[dice.red\] needs a critical face from 1 to 6"):
            load_colours("tables.toml", {"red": red | wrong, "blue": blue})


def test_a_cell_that_depends_on_an_option_has_a_text_for_each_value() -> None:
    cell = {"option": "morale_loss_at_zero", "wound": "1 wound"}
    with pytest.raises(ValueError, match=r"\[push.x\] needs a text for each value of morale_loss_at_zero"):
        load_rows("tables.toml", "push", {"x": [cell]})
    with pytest.raises(ValueError, match=r"\[push.x\] names no option"):
        load_rows("tables.toml", "push", {"x": [{"option": "weather"}]})


def test_a_formation_must_beat_another() -> None:
    with pytest.raises(ValueError, match=r"\[formations.paper\] beats another formation, not 'rock'"):
        load_formations("tables.toml", {"paper": {"name": "Paper", "beats": "rock"}})


def test_sheets_show_every_trait_and_formation() -> None:
    held = {sheet.id: sheet for sheet in sheets(RULESET.default_options())}
    assert len(held["traits"].rows) == len(TRAITS)
    assert [row[1] for row in held["formations"].rows] == [
        "the unit of the player rolls +1 red",
        "the unit of the player rolls +1 blue",
        "the opposing unit loses 1 morale token",
    ]
    assert [row[2] for row in held["formations"].rows] == ["Harass (III)", "Advance (I)", "Hold (II)"]
    assert all(len(row) == len(sheet.columns) for sheet in held.values() for row in sheet.rows)


def test_sheets_say_what_the_options_of_the_table_make_of_the_rules() -> None:
    options = RULESET.default_options() | {
        "success_on": 5,
        "criticals": False,
        "boost_red": 2,
        "boost_blue": 0,
        "weak_red": 0,
        "weak_blue": 0,
        "charge_attacker_red": 3,
        "morale_loss_at_zero": "nothing",
    }
    before, after = ({s.id: repr(s.rows) for s in sheets(o)} for o in (RULESET.default_options(), options))
    for of, usual, changed in (
        ("dice", "3 to 6: a hit', 'two 6s: one extra red die", "5 to 6: a hit', 'none, by option"),
        ("dice", "3 to 6: a block', 'two 1s: one extra blue die", "5 to 6: a block', 'none, by option"),
        ("tokens", "for more dice: +1 red, +1 blue", "for more dice: +2 red"),
        ("tokens", "next Attack Test: −1 red, −1 blue", "next Attack Test: nothing"),
        ("tokens", "a loss is 1 wound", "an impossible push is 1 wound"),
        ("modifiers", "'on a charge', '+1 red', '–'", "'on a charge', '+3 red', '–'"),
        ("outcomes", "1 wound instead', 'MEL.70 if", "'nothing', 'MEL.60'"),
    ):
        assert usual in before[of]
        assert usual not in after[of]
        assert changed in after[of]


def test_the_options_have_the_defaults_of_the_page() -> None:
    defaults = RULESET.default_options()
    page = {
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
    assert {name: defaults[name] for name in page} == page

"""What is asked in a Legion melee and what is not: idle questions, questions in one, and minis without room."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.table_text import row_text
from companion.testing import drive
from tests.rules.legion import LegionTable, Weapon, asked, attack, duel, those
from tests.rules.scene import begun
from tests.rules.script import steps

ARMOR, IMMUNE, IMPERVIOUS = ({"keywords": {name: True}} for name in ("Armor", "Immune: Pierce", "Impervious"))
MAKASHI = {"weapon": {"Pierce": 2}, "keywords": {"Makashi Mastery": True}}
RAM = {"weapon": {"Ram": 1}, "dice": {"black": 2}}
LETHAL = {"weapon": {"Lethal": 1}, "aim": 1}


def dodging(*keywords: str) -> dict[str, Any]:
    """A defender with a dodge token and these keywords."""
    return {"dodge": 1, "keywords": dict.fromkeys(keywords, True)}


@pytest.mark.parametrize(
    ("asked_for", "one", "foe", "script", "expected"),
    [
        ("spend_dodge", {}, dodging(), "attack [blank]", False),
        ("spend_dodge", {}, dodging(), "attack [hit]", True),
        ("spend_dodge", {}, dodging(), "attack [crit]", False),
        ("spend_dodge", {}, dodging("Deflect"), "attack [blank]", False),
        ("spend_dodge", {}, dodging("Deflect"), "attack [crit]", True),
        ("spend_dodge", {}, dodging("Duelist"), "attack [crit]", True),
        ("spend_dodge", {}, dodging("Nimble"), "attack [crit]", True),
        ("spend_dodge", {}, dodging("Outmaneuver"), "attack [crit]", True),
        ("spend_dodge", {}, dodging("Armor"), "attack [hit]", False),
        ("spend_dodge", {}, {"dodge": 1, "keywords": {"Armor": 1}}, "attack [hit]", False),
        ("spend_dodge", {"weapon": {"Impact": 1}}, dodging("Armor"), "attack [hit]", True),
        ("makashi", MAKASHI, {}, "", False),
        ("makashi", MAKASHI, IMMUNE, "", True),
        ("makashi", MAKASHI, IMPERVIOUS, "", True),
        ("makashi", MAKASHI, {"keywords": {"Duelist": True}}, "", False),
        ("makashi", MAKASHI, dodging("Duelist"), "", True),
        ("ram", RAM, {}, "attack [hit crit]", False),
        ("ram", RAM, {}, "attack [hit blank]", True),
        ("ram", RAM, ARMOR, "attack [hit crit]", True),
        ("ram", RAM, ARMOR, "attack [crit crit]", False),
        ("spend_lethal", LETHAL, {}, "attack [hit]; spend_aim []", True),
        ("spend_lethal", LETHAL, {}, "attack [blank]; spend_aim []", False),
        ("spend_lethal", LETHAL, ARMOR, "attack [hit]; spend_aim []", False),
        ("spend_lethal", LETHAL, IMMUNE, "attack [hit]; spend_aim []", False),
    ],
)
def test_nothing_is_asked_for_but_where_it_changes_something(
    asked_for: str, one: dict[str, Any], foe: dict[str, Any], script: str, expected: bool
) -> None:
    session = begun(duel(one, foe), "melee_attack", {"unit": "one"})
    for answer in steps(script):
        session.answer(answer[-1])
    assert (session.request is not None and session.request.name == asked_for) is expected


def crowded() -> LegionTable:
    """Blue has two minis with a blade and an axe each, red two enemies; the third blue mini has no room."""
    arms = (Weapon("blade", "melee", {"black": 1}), Weapon("axe", "melee", {"red": 1}))
    return those(
        "one*3 v foe other; foe.1+one.1 one.2+other.1",
        one={"weapons": arms},
        foe={"threshold": 9},
        other={"threshold": 9},
        active_player="blue",
    )


def test_no_room_is_remembered_until_the_melee_changes() -> None:
    held = crowded()
    session, out = attack(
        held,
        "one",
        "choose_defender foe; choose_weapons [blade]; keep_weapons [one.3]; more_defenders yes; "
        "pool_order foe; attack [blank*2]; place_mini blue no_room; attack [blank]",
    )
    assert [pool["asked"] for pool in out["pools"]] == [{"blue": ["one.3"]}, {}]
    assert asked(session).count("place_mini") == 1
    again, out = attack(held, "one", "choose_defender foe; choose_weapons [blade]; attack [blank*3]")
    assert "place_mini" not in asked(again)
    again.connect("one.2", "foe.1")
    again.start("melee_attack", {"unit": "one"})
    out = drive(again, steps("choose_defender foe; choose_weapons [blade]; attack [blank*3]"))
    assert out["asked"] == {"blue": ["one.3"]}


def test_nobody_is_promoted_when_the_last_round_is_over() -> None:
    held = those("one two v foe", foe={"rank": "commander"}, phase="end", active=None, round=6)
    session = begun(held, "end_phase")
    drive(session, steps("winner draw"))
    assert asked(session) == ["winner"]


def test_suppression_stands_with_what_it_means() -> None:
    """A unit is suppressed at its courage; it breaks nowhere."""
    held = those("one v droid", one={"courage": 2, "suppression": 1}, droid={"courage": 2, "suppression": 1})
    row = next(row for row in held.unit("one").standing_rows() if row.key == "suppression")
    assert row_text(row) == "suppression 1 (suppressed at 2)"

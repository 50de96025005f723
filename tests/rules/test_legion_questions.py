"""What is asked in a Legion melee and what is not: idle questions, questions in one, and minis without room."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.table_text import row_text
from companion.testing import drive
from tests.rules.legion import LegionTable, Weapon, asked, attack, duel, table, unit
from tests.rules.scene import begun
from tests.rules.script import steps


@pytest.mark.parametrize(
    ("foe", "faces", "expected"),
    [
        ({}, ["blank"], False),
        ({}, ["hit"], True),
        ({}, ["crit"], False),
        ({"keywords": {"Deflect": True}}, ["blank"], False),
        ({"keywords": {"Deflect": True}}, ["crit"], True),
        ({"keywords": {"Duelist": True}}, ["crit"], True),
        ({"keywords": {"Nimble": True}}, ["crit"], True),
        ({"keywords": {"Outmaneuver": True}}, ["crit"], True),
        ({"keywords": {"Armor": True}}, ["hit"], False),
        ({"keywords": {"Armor": 1}}, ["hit"], False),
    ],
)
def test_a_dodge_is_asked_for_only_where_it_changes_something(
    foe: dict[str, Any], faces: list[str], expected: bool
) -> None:
    assert _next(duel({}, {"dodge": 1, **foe}), faces) == ("spend_dodge" if expected else _next(duel({}, foe), faces))


def _next(held: LegionTable, faces: list[str]) -> str:
    """What an attack of blue asks after its dice; empty where it is over."""
    session = begun(held, "melee_attack", {"unit": "one"})
    session.answer(faces)
    return session.request.name if session.request is not None else ""


def test_impact_makes_a_dodge_against_armour_worth_asking() -> None:
    held = duel({"weapon": {"Impact": 1}}, {"dodge": 1, "keywords": {"Armor": True}})
    session, out = attack(held, "one", steps("attack [hit]; spend_dodge 1"))
    assert "spend_dodge" in asked(session)
    assert out["wounds"] == 0


@pytest.mark.parametrize(
    ("keywords", "dodge", "expected"),
    [
        ({}, 0, False),
        ({"Immune: Pierce": True}, 0, True),
        ({"Impervious": True}, 0, True),
        ({"Duelist": True}, 0, False),
        ({"Duelist": True}, 1, True),
    ],
)
def test_makashi_is_asked_for_only_against_what_it_lifts(keywords: dict[str, Any], dodge: int, expected: bool) -> None:
    mine = {"weapon": {"Pierce": 2}, "keywords": {"Makashi Mastery": True}}
    session, _ = attack(duel(mine, {"keywords": keywords, "dodge": dodge}), "one", steps("attack [blank]"))
    assert ("makashi" in asked(session)) is expected


@pytest.mark.parametrize(
    ("foe", "faces", "expected"),
    [
        ({}, ["hit", "crit"], False),
        ({}, ["hit", "blank"], True),
        ({"keywords": {"Armor": True}}, ["hit", "crit"], True),
        ({"keywords": {"Armor": True}}, ["crit", "crit"], False),
    ],
)
def test_ram_is_asked_for_only_where_a_die_can_better_it(foe: dict[str, Any], faces: list[str], expected: bool) -> None:
    held = duel({"weapon": {"Ram": 1}, "dice": {"black": 2}}, foe)
    assert (_next(held, faces) == "ram") is expected


@pytest.mark.parametrize(
    ("foe", "faces", "expected"),
    [
        ({}, ["hit"], True),
        ({}, ["blank"], False),
        ({"keywords": {"Armor": True}}, ["hit"], False),
        ({"keywords": {"Immune: Pierce": True}}, ["hit"], False),
    ],
)
def test_lethal_is_asked_for_only_where_pierce_will_count(
    foe: dict[str, Any], faces: list[str], expected: bool
) -> None:
    session = begun(duel({"weapon": {"Lethal": 1}, "aim": 1}, foe), "melee_attack", {"unit": "one"})
    session.answer(faces)
    session.answer([])
    assert (session.request is not None and session.request.name == "spend_lethal") is expected


def crowded() -> LegionTable:
    """Blue has two minis with a blade and an axe each, red two enemies; the third blue mini has no room."""
    arms = (Weapon("blade", "melee", {"black": 1}), Weapon("axe", "melee", {"red": 1}))
    return table(
        [
            unit("one", "blue", 3, weapons=arms),
            unit("foe", "red", threshold=9),
            unit("other", "red", threshold=9),
        ],
        [("foe.1", "one.1"), ("one.2", "other.1")],
        active_player="blue",
    )


def test_no_room_is_remembered_until_the_melee_changes() -> None:
    held = crowded()
    session, out = attack(
        held,
        "one",
        steps(
            "choose_defender foe; choose_weapons [blade]; keep_weapons [one.3]; more_defenders yes; "
            "pool_order foe; attack [blank*2]; place_mini blue no_room; attack [blank]"
        ),
    )
    assert [pool["asked"] for pool in out["pools"]] == [{"blue": ["one.3"]}, {}]
    assert asked(session).count("place_mini") == 1
    again, out = attack(held, "one", steps("choose_defender foe; choose_weapons [blade]; attack [blank*3]"))
    assert "place_mini" not in asked(again)
    again.connect("one.2", "foe.1")
    again.start("melee_attack", {"unit": "one"})
    out = drive(again, steps("choose_defender foe; choose_weapons [blade]; attack [blank*3]"))
    assert out["asked"] == {"blue": ["one.3"]}


def test_nobody_is_promoted_when_the_last_round_is_over() -> None:
    held = table(
        [unit("one", "blue"), unit("two", "blue"), unit("foe", "red", rank="commander")],
        phase="end",
        active=None,
        round=6,
    )
    session = begun(held, "end_phase")
    drive(session, steps("winner draw"))
    assert asked(session) == ["winner"]


def test_suppression_stands_with_what_it_means() -> None:
    """A unit is suppressed at its courage; it breaks nowhere."""
    held = table([unit("one", "blue", courage=2, suppression=1), unit("droid", "red", courage=2, suppression=1)])
    row = next(row for row in held.unit("one").standing_rows() if row.key == "suppression")
    assert row_text(row) == "suppression 1 (suppressed at 2)"

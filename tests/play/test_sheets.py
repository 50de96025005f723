"""The tables of a game as plain text."""

import dataclasses

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.ruleset import Sheet
from companion.frontend.saying.sheets import chosen, sheet_lines
from tests.games.duel import DUEL

WEAPONS = Sheet(
    "weapons",
    "Weapons",
    ("Name", "What it does"),
    (("Katana", "a long blade that cuts well and costs nothing"), ("Te\x1bssen", "")),
    "Each warrior carries one.",
)


def test_a_sheet_as_a_table() -> None:
    assert list(sheet_lines(WEAPONS, 40)) == [
        "Weapons (weapons)",
        "Each warrior carries one.",
        "",
        "Name    What it does",
        "------  --------------------------------",
        "Katana  a long blade that cuts well and",
        "        costs nothing",
        "Tessen",
    ]


def test_a_sheet_too_wide_for_the_screen_is_a_list() -> None:
    assert list(sheet_lines(WEAPONS, 12)) == [
        "Weapons",
        "(weapons)",
        "Each warrior",
        "carries one.",
        "",
        "Name: Katana",
        "What it",
        "  does: a",
        "  long blade",
        "  that cuts",
        "  well and",
        "  costs",
        "  nothing",
        "",
        "Name: Tessen",
        "What it",
        "  does:",
    ]


def test_a_sheet_is_found_by_its_beginning() -> None:
    other = Sheet("wounds", "Wound table", ("d6",), (("1",),))
    ruleset = dataclasses.replace(DUEL, sheets=lambda options: (WEAPONS, other))
    assert chosen(ruleset, "weap") == [WEAPONS]
    assert chosen(ruleset, "Wound table") == [other]
    assert [sheet.id for sheet in chosen(ruleset, "")] == [
        *("weapons", other.id, "unit-fields", "side-fields", "table-fields", "options", "steps")
    ]
    assert chosen(ruleset, "steps")[0].rows[0] == ("exchange", "A", "Face")
    for word in ("w", "x"):
        with pytest.raises(InvalidInput, match=r"has (no table|2 tables whose names begin with)"):
            chosen(ruleset, word)

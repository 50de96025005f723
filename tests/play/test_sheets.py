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


def test_a_sheet_is_a_table_or_where_it_is_too_wide_for_the_screen_a_list() -> None:
    title = ["Weapons (weapons)", "Each warrior carries one.", ""]
    assert list(sheet_lines(WEAPONS, 40)) == [
        *title,
        "Name    What it does",
        "------  --------------------------------",
        "Katana  a long blade that cuts well and",
        "        costs nothing",
        "Tessen",
    ]
    blade = ["What it", "  does: a", "  long blade", "  that cuts", "  well and", "  costs", "  nothing"]
    title = ["Weapons", "(weapons)", "Each warrior", "carries one.", ""]
    told = [*title, "Name: Katana", *blade, "", "Name: Tessen", "What it", "  does:"]
    assert list(sheet_lines(WEAPONS, 12)) == told


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

"""Plain play says in words what screens draw: a unit's card, the kit, tables of the game, reinforcements."""

import dataclasses
from random import Random

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.ruleset import Sheet
from companion.engine.session import Session
from companion.frontend.entity_form import EntityFields
from companion.frontend.saying.sheets import chosen, sheet_lines
from tests.examples import table_of
from tests.games.duel import DUEL
from tests.play.held import Held
from tests.play.test_plain import answers, sit


def bushido() -> Held:
    return Held(Session(table_of("bushido"), rng=Random(1)))


def legion() -> Held:
    return Held(Session(table_of("legion"), rng=Random(1)))


def told(*lines: str) -> list[str]:
    """What was printed after each line of a Bushido game at rest."""
    return answers(sit(lines, bushido())[1])[1:]


def test_the_card_of_a_unit_has_its_weapons_and_traits_with_what_they_do() -> None:
    (card, *_) = told("unit aya")
    assert "Masaema Aya: Wounds marked 0 of 6, Ki" in card
    assert "Side: Ito. In contact with Chiyo." in card
    assert "Weapons: Katana" in card
    assert "Armour (1): -X on damage rolls against it." in card
    assert "Melee Pool 3" in card


def test_whose_minis_touch_is_in_contact_and_each_unit_is_named_once() -> None:
    held = legion()
    touched = {b.split(".")[0] for a, b in held.session.table.contacts if a.startswith("rebels.")}
    names = ", ".join(unit.name for of, unit in held.session.table.units.items() if of in touched)
    assert touched
    assert f"In contact with {names}." in answers(sit(["unit rebels"], held)[1])[1]


def test_points_have_a_history_units_have_notes_and_marks_and_the_log_is_searched() -> None:
    steps = told(
        "score ito 2 the bridge", "score Ito -1 too much", "score", "note oda hurt by the bell", "mark aya goal", "note"
    )
    assert "Victory points 0 to 2 (the bridge)" in steps[0]
    assert "Ito: 1 victory point.\n  Round 1: +2, the bridge.\n  Round 1: minus 1, too much.\n" in steps[2]
    assert "Masaema Aya: marked goal.\nOda: hurt by the bell.\n" in steps[5]
    assert "Nothing is written" not in steps[5]
    assert "Nothing is written" in told("note oda hurt by the bell", "note oda none", "note")[2]
    steps = told("score ito 2 the bridge", "score sora 1 the mill", "find BRIDGE", "find nothing of it", "find")
    assert "1. Ito: Victory points 0 to 2 (the bridge).\n" in steps[2]
    assert "mill" not in steps[2]
    assert "No line of the log has" in steps[3]
    assert "Not taken: find what?" in steps[4]


def test_words_of_a_field_and_those_of_players_are_no_names_of_sides() -> None:
    """The defence die of Stormtroopers was called like the side whose id is red; a mark stood nowhere."""
    held = legion()
    held.session.table.side("red").name = "Vader's"
    lines = ["unit stormtroopers", "adjust stormtroopers defence_die white", "note stormtroopers red"]
    steps = answers(sit([*lines, "mark stormtroopers blue", "state"], held)[1])[1:]
    assert "defence die red" in steps[0]
    assert "Stormtroopers: defence die red to white." in steps[1]
    assert "Notes none to red" in steps[2]
    assert "Stormtroopers (blue): " in steps[4]
    table = held.session.table
    storm = next(unit for unit in table.units.values() if unit.name == "Stormtroopers")
    assert {field.label: field.shown for field in EntityFields().place(storm, "lists", table)}["Notes"] == "red"


def test_an_end_that_players_set_stands_in_the_log() -> None:
    ends = ["adjust table over_why 'it is late'", "adjust table over_winner sora we said"]
    assert "1. The game is over: it is late.\n2. Sora has won (we said).\n" in told(*ends, "log")[2]


def test_units_join_and_leave_between_procedures_and_undo_brings_back() -> None:
    held, text = sit(["join", "join ito hiro", "unit hiro a", "remove hiro a", "undo", "undo"], bushido())
    steps = answers(text)[1:]
    assert "  Hiro.\n" in steps[0]
    assert "Hiro A joins Ito" in steps[1]
    assert "Hiro A: Wounds marked" in steps[2]
    assert "Hiro A leaves Ito" in steps[3]
    assert [unit.name for unit in held.session.table.units.values()].count("Hiro A") == 0
    steps = told("1", "join ito hiro")
    assert "units join between procedures" in steps[1]


def test_a_roster_is_printed_as_lines_and_a_line_joins() -> None:
    held, text = sit(["roster", "join ito Grim, axe +2, Tough 1", "join ito Grim, Tough x"], bushido())
    steps = answers(text)[1:]
    assert "# Ito\nMasaema Aya" in steps[0]
    assert "Grim joins Ito" in steps[1]
    grim = next(unit for unit in held.session.table.units.values() if unit.name == "Grim")
    assert [weapon.name for weapon in grim.weapons] == ["axe"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("join ito", "a side and a unit are wanted"),
        ("join oda hiro", "a side and a unit are wanted"),
        ("join ito dragon", "no unit is called 'dragon'"),
        ("score ito", "a name and something behind it are wanted"),
        ("score oda 2", "Oda is no side"),
        ("score ito two", "a number comes first"),
        ("note sora dark", "Sora is no unit"),
        ("unit sora", "Sora is no unit"),
        ("unit", "which unit?"),
        ("remove", "which unit?"),
        ("tables nonsense", "Bushido: Risen Sun has no table"),
        ("adjust aya weapons -dragon", "there is no 'dragon' (there is: Katana"),
        ("adjust aya weapons +Club wings=3", "Club has no 'wings'"),
        ("adjust aya weapons +Katana 3", "which number of Katana is 3?"),
        ("adjust aya weapons +Club strength=many", "'many' is no whole number"),
        ("adjust aya weapons +", "what is added or taken off?"),
        ("adjust aya weapons Katana", "Weapons are changed one at a time"),
        ("adjust aya side nobody", "side cannot be 'nobody'"),
        ("adjust aya name Hiro", "there is a unit called Hiro already"),
        ("mini", "a unit or mini, and joins or leaves, are wanted"),
        ("mini storm", "a unit or mini, and joins or leaves, are wanted"),
        ("mini storm flies", "a unit or mini, and joins or leaves, are wanted"),
        ("mini dragon joins", "there is nothing called 'dragon'"),
        ("mini Mara joins", "Mara is no unit"),
        ("mini storm.1 leaves", "Stormtroopers 1 is in contact with Rebel Troopers 1 (end that first)"),
        ("mini storm.3 joins", "Stormtroopers 3 is on the table already"),
        ("mini luke leaves", "Luke Skywalker is in contact with"),
        ("adjust storm minis 3", "the minis of a unit join and leave one at a time"),
    ],
)
def test_what_cannot_be_is_said(line: str, why: str) -> None:
    held, text = sit([line], legion() if "mini" in line else bushido())
    assert f"Not taken: {why}" in text
    assert not held.session.entries


@pytest.mark.parametrize(
    ("game", "line", "said"),
    [
        (
            "bushido",
            "adjust aya weapons +Naginata strength=2 found it",
            "Weapons: Naginata (strength 2) added (found it).",
        ),
        ("bushido", "adjust aya weapons +katana strength=3", "Katana (strength 1) to Katana (strength 3)."),
        ("bushido", "adjust aya weapons -kat", "Weapons: Katana (strength 1) taken off."),
        ("bushido", "adjust aya types +Monk", "Types: Monk added."),
        ("bushido", "adjust aya side Sora bribed", "side Ito to Sora (bribed)."),
        ("legion", "adjust han keywords '+Armor 2'", "Armor 2."),
        ("legion", "adjust han keywords +Armor 2 a new plate", "Armor 2 (a new plate)."),
        ("legion", "adjust luke keywords -Charge", "to Deflect"),
        ("gods-gloom", "adjust ogre traits +Charge", "Charge added."),
        ("speedies", "adjust otto skills +Scout", "skills: Scout added."),
        ("speedies", "adjust otto spells +Bolt harmful=yes", "spells: Bolt (harmful) added."),
        ("better-wargame", "adjust first_squad keywords +Fearless", "Fearless added."),
        ("better-wargame", "adjust first_squad name Guard", "First Squad to Guard."),
    ],
)
def test_weapons_traits_and_sides_change_by_their_words(game: str, line: str, said: str) -> None:
    """Lists could only be emptied or, where they hold words alone, typed anew; a side only by its id."""
    held, text = sit([line, "log"], Held(Session(table_of(game), rng=Random(1))))
    steps = answers(text)[1:]
    assert said in steps[0]
    assert said.rstrip(".") in steps[1]
    assert held.session.undo_count == 1


def test_a_mini_comes_late_and_another_is_taken_off() -> None:
    held, text = sit(
        ["mini storm joins late train", "mini stormtroopers 4 leaves", "undo", "mini storm leaves"], legion()
    )
    steps = answers(text)[1:]
    assert "Stormtroopers 5 joins (late train)." in steps[0]
    assert "Stormtroopers 4 leaves (taken off, no casualty)." in steps[1]
    assert "Not taken: which of its minis? (Stormtroopers 1 or Stormtroopers 2" in steps[3]
    assert len(held.session.table.unit("storm").miniatures) == 5


def test_a_table_of_the_game_is_read_cell_by_cell_and_many_values_of_an_action_are_counted() -> None:
    steps = told("tables", "tables wounds", "remember")
    assert "  wounds: Wound table.\n" in steps[0]
    assert "  2D6: 2; 0: 0; " in steps[1]
    assert "\n" in steps[2]
    (rest, *_) = answers(sit([], bushido())[1])
    assert "(pair: 6 to choose from)" in rest


def test_enter_alone_picks_nothing_where_nothing_may_be_picked() -> None:
    held, text = sit(["1", "1", "2", "", ""], Held(Session(table_of("legion"), rng=Random(1))))
    assert "Pick 0 to 4: numbers with spaces between them. Enter alone means none.\n" in text
    assert held.session.run is None


# -- tables of a game


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

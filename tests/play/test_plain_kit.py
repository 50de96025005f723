"""Plain play says in words what screens draw: a unit's card, the kit, tables of the game, units that join, the past."""

import dataclasses
import io
from pathlib import Path
from random import Random

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.ruleset import Sheet
from companion.engine.session import Session
from companion.frontend.past_view import PastView, place_meant
from companion.frontend.saying.sheets import chosen, sheet_lines
from companion.play import plain
from companion.play.words import WORDS
from companion.store import create_session, open_session
from companion.testing import step_random
from companion.tui import commands
from tests.examples import table_of
from tests.games.duel import DUEL
from tests.play.held import Held
from tests.play.test_plain import TO_ROLL, TO_SPLIT, answers, sit


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


def test_points_have_a_history_units_have_notes_and_marks_and_the_log_is_searched() -> None:
    steps = told(
        "score ito 2 the bridge", "score Ito -1 too much", "score", "note oda hurt by the bell", "mark aya goal", "note"
    )
    assert "Victory points 0 to 2 (the bridge)" in steps[0]
    assert "Ito: 1 victory point.\n  Round 1: +2, the bridge.\n  Round 1: minus 1, too much.\n" in steps[2]
    assert "Masaema Aya: marked goal.\nOda: hurt by the bell.\n" in steps[5]
    assert "Nothing is written" not in steps[5]
    steps = told("score ito 2 the bridge", "score sora 1 the mill", "find BRIDGE", "find nothing of it", "find")
    assert "1. Ito: Victory points 0 to 2 (the bridge).\n" in steps[2]
    assert "mill" not in steps[2]
    assert "No line of the log has" in steps[3]
    assert "Not taken: find what?" in steps[4]


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


# -- the past


THE_END = [*TO_ROLL, "4 5 1 6", "y"]

SAID_BY = {
    "accept": "", "peek": "", "here": "", "fold": "", "menu": "", "theme": "", "settings": "", "big": "", "table": "",
    "roll": "roll", "units": "adjust", "panel": "", "earlier": "then before", "later": "then next",
    "loss_before": "then loss", "loss_after": "then next loss", "melee_before": "then melee",
    "melee_after": "then next melee", "round_before": "then round 1", "round_after": "then round 2",
    "beginning": "then 0", "latest": "state", "go_to": "then 12", "from_here": "undo to 12", "past": "then 12",
    "filter": "find", "less": "score", "more": "score", "melees": "state", "kit": "score", "sheets": "tables",
    "answers": "change", "change_game": "adjust", "take_over": "takeover", "tick": "", "save_roster": "",
    "new": "companion new", "new_campaign": "companion campaign new", "import": "companion campaign import",
    "duplicate": "companion copy", "rename": "companion rename", "delete": "companion delete", "bin": "companion bin",
    "campaign": "companion campaign show", "home": "quit", "copy_lines": "roster", "second_less": "adjust",
    "second_more": "adjust", "share": "companion serve",
}  # fmt: skip
"""Commands of the screens by the plain word that does the same; empty for what only a screen has."""


def test_every_command_of_the_screens_has_its_plain_word() -> None:
    words = {word.name for word in WORDS}
    for command in commands.COMMANDS.values():
        said = SAID_BY.get(command.id, command.id)
        assert not said or said.startswith("companion ") or said == "roll" or said.split()[0] in words, command.id


def test_the_past_is_gone_through_line_by_line_and_loss_by_loss() -> None:
    steps = answers(sit([*THE_END, "then loss", "then before", "then next", "then next loss", "then melee"])[1])[-6:-1]
    assert "Health 3 to 2" in steps[0]
    number = int(steps[0].split("Line ")[1].split(" of")[0])
    assert f"Line {number - 1} of" in steps[1]
    assert f"Line {number} of" in steps[2]
    assert "As it was" in steps[3] or "Not taken: there is no loss after line" in steps[3]
    assert "As it was" in steps[4] or "Not taken: there is no melee before" in steps[4]


def test_play_goes_back_to_a_line_or_a_round_and_never_as_far_as_a_name_would_lead() -> None:
    held, said = sit([*THE_END, "undo to Ann", "undo to exchange anyway", "undo to 999"])
    stood, refused = held.session.undo_count, answers(said)[-4:-1]
    for by_name in refused[:2]:
        assert "Not taken: back to which line or round? (undo to 12, undo to round 2)." in by_name
    assert "Not taken: there is no line 999" in refused[2]
    for place in ("2", "round 1"):
        back, said = sit([*THE_END, f"undo to {place}"])
        assert answers(said)[-2].startswith("Undone: ")
        assert back.session.undo_count < stood
        sit([f"redo {back.session.redo_count}"], back)
        assert back.session.undo_count == stood


def test_steps_and_clocks_are_told() -> None:
    at_rest = answers(sit(["steps"])[1])[1]
    assert at_rest == "No procedure is open.\n"
    steps = answers(sit([*TO_SPLIT, "steps"])[1])[4]
    assert "  B, Split in secret: now.\n  C, Roll: to come.\n" in steps
    off, on, times, wrong = told("clock", "clock start", "clock", "clock later")[:4]
    assert "The clocks do not run; clock start." in off
    assert "Ito: 0:00." in on
    assert "Sora: 0:00." in times
    assert "Not taken: clock, clock start, clock stop." in wrong


def test_the_table_is_adjusted_by_the_names_of_phases_and_sides() -> None:
    steps = told("adjust table phase Main Phase we are late", "adjust table active Sora", "adjust table phase soon")
    assert "Main Phase" in steps[0]
    assert "Sora acts." in steps[1]
    assert "Not taken: phase cannot be 'soon' (one of: " in steps[2]
    assert "over, over" not in steps[2]


def test_a_report_is_written_from_plain_play(tmp_path: Path) -> None:
    opened = open_session(create_session(table_of("speedies"), tmp_path, "ford"), rng=Random(1))
    out = io.StringIO()
    named = tmp_path / "told.md"
    plain.play(opened, iter(["1\n", "report\n", f"report {named}\n", f"report {named}\n", "report x.txt\n"]), out)  # type: ignore[arg-type]
    said = out.getvalue()
    assert f"Written: {tmp_path / 'ford-report.html'}\n" in said
    assert f"Written: {named}\n" in said
    assert f"Not taken: {named} is there already" in said
    assert "Not taken: the name of a report ends in .html, in .md for Markdown" in said
    assert "Speedies" in named.read_text()


def test_the_app_answers_as_best_play_does() -> None:
    held = Held(Session(table_of("bushido"), rng=Random(1)))
    talk = plain.Plain(held, io.StringIO(), 0)
    rng = Random(4)
    while held.session.secret is None:
        step_random(held.session, rng)
    before = held.session.sealed
    talk.take("odds pick")
    assert held.session.sealed != before


# -- looking back, where nothing changes

TO_THE_END = [*TO_ROLL, "45 12", "61 3", "n"]


def test_then_tells_the_table_at_a_line() -> None:
    held, told = sit([*TO_THE_END, "log all", "then 1", "then 999", "then round 1", "then bob", "then nobody", "then"])
    log, first, beyond, began, bob, nobody, nothing = answers(told)[-8:-1]
    assert log.startswith("1. Exchange of blows: Ann.\n")
    assert "As it was. Line 1 of " in first
    assert "Health 3 of 3" in first
    assert "Nothing is undone; this was then." in first
    assert "Not taken: there is no line 999" in beyond
    assert "As it was. The beginning." in began
    assert "Line 1 of " not in bob
    assert "Bob" in bob
    assert "there is nothing called 'nobody'" in nobody
    assert "Not taken: go where?" in nothing
    assert held.session.redo_count == 0


def test_back_with_a_number_tells_the_table_so_many_inputs_ago() -> None:
    held, told = sit([*TO_ROLL, "45 12", "back 1", "back 99", "back"])
    before, beyond, nothing = answers(told)[-4:-1]
    assert "As it was. 1 inputs ago." not in before
    assert "As it was. 1 input ago." in before
    assert "Health 3 of 3" in before
    assert "Not taken" in beyond
    assert "there is nothing to go back from" in nothing
    assert held.session.undo_count == 6


def test_a_sealed_answer_is_told_by_no_look_back() -> None:
    _, told = sit([*TO_ROLL[:-1], "then 4", "back 1", "log all"])
    for answer in answers(told)[-4:-1]:
        assert "2 attack" not in answer


def test_where_players_mean_to_go() -> None:
    held, _ = sit(TO_THE_END)
    past = PastView(held).past
    assert place_meant(past, " 3 ") == 3
    assert place_meant(past, "Round 1") == 0
    past.go(1)
    assert place_meant(past, "bob") > 1
    assert place_meant(past, "Ann") > 1
    past.go(past.now)
    assert place_meant(past, "ann") == 1
    for typed in ("", "round 9", "-1", "round x", "zzz"):
        with pytest.raises(InvalidInput):
            place_meant(past, typed)

"""Plain play goes about in the past in words, where nothing changes, and takes play back to it."""

import io
from pathlib import Path
from random import Random

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.frontend.past_view import PastView, place_meant
from companion.play import plain
from companion.play.words import WORDS
from companion.store.manage import create_session
from companion.store.opening import open_session
from companion.testing import step_random
from companion.tui import commands
from tests.examples import table_of
from tests.play.held import Held, typed
from tests.play.test_plain import TO_ROLL, TO_SPLIT, answers, sit
from tests.play.test_plain_kit import told

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
    named = tmp_path / "told.md"
    said = typed(opened, ["1", "report", f"report {named}", f"report {named}", "report x.txt"])
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
    for words in ("", "round 9", "-1", "round x", "zzz"):
        with pytest.raises(InvalidInput):
            place_meant(past, words)

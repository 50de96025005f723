"""Plain play goes about in the past in words, takes play back to it."""

import io
from pathlib import Path
from random import Random

from companion.engine.session import Session
from companion.play import plain
from companion.play.words import WORDS
from companion.store import create_session, open_session
from companion.testing import step_random
from companion.tui import commands
from tests.examples import table_of
from tests.play.held import Held
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


def test_play_goes_back_to_a_line_and_redo_brings_it_back() -> None:
    held, said = sit([*THE_END, "undo to 2", "undo to 999", "redo 4"])
    back, wrong, _ = answers(said)[-4:-1]
    assert back.startswith("Undone: ")
    assert "Not taken: there is no line 999" in wrong
    assert held.session.run is not None or held.session.entries


def test_play_goes_back_to_a_line_or_a_round_and_never_as_far_as_a_name_would_lead() -> None:
    held, said = sit([*THE_END, "undo to Ann", "undo to exchange anyway"])
    stood = held.session.undo_count
    for refused in answers(said)[-3:-1]:
        assert "Not taken: back to which line or round? (undo to 12, undo to round 2)." in refused
    back, said = sit([*THE_END, "undo to round 1"])
    assert answers(said)[-2].startswith("Undone: ")
    assert back.session.undo_count < stood


def test_the_steps_of_a_procedure_are_told() -> None:
    at_rest = answers(sit(["steps"])[1])[1]
    assert at_rest == "No procedure is open.\n"
    steps = answers(sit([*TO_SPLIT, "steps"])[1])[4]
    assert "  B, Split in secret: now.\n  C, Roll: to come.\n" in steps


def test_clocks_run_when_they_are_started() -> None:
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

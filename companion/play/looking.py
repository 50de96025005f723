"""What each word of plain play does that only looks: at the table, the log, the past, the rules.

Those that play: plain_words.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.engine import log
from companion.engine.bookkeeping import told
from companion.engine.errors import InvalidInput
from companion.engine.steps import short_number
from companion.frontend.clocks import deciding
from companion.frontend.luck import luck_lines
from companion.frontend.past_view import PastHooks, PastView
from companion.frontend.wording import sentence
from companion.play import earlier, kit
from companion.play.reasons import why_lines
from companion.play.sheets import chosen, spoken_lines
from companion.play.table_text import table_lines
from companion.play.talk import Act, Talk, how_many
from companion.play.unit_text import life_lines, unit_lines
from companion.play.words import HELP
from companion.store.folders import typed_path

STATES: Final = {"done": "done", "now": "now", "todo": "to come", "skipped": "skipped"}
"""How the states of a step are called."""

LOG_LINES: Final = 20
"""How many lines `log` shows when no number is typed."""


def _help(talk: Talk, _: str) -> None:
    talk.say(*HELP)
    talk.ask_again()


def _again(talk: Talk, _: str) -> None:
    talk.ask(whole=True)


def _closed(talk: Talk, _: str) -> None:
    talk.say(*(talk.closed() or ["Nothing is closed."]))
    talk.ask_again()


def _then(talk: Talk, rest: str) -> None:
    view = PastView(talk.opened)
    talk.looked_at = earlier.go(view.past, rest, talk.looked_at)
    line = view.past.line
    words = f"{view.where()}: {line.text}" if line is not None else "The beginning"
    as_it_was(talk, words, table_lines(PastHooks(view)))


def as_it_was(talk: Talk, when: str, lines: Iterable[str]) -> None:
    """Prints the table as it was."""
    talk.say(sentence(f"As it was. {when}"), *lines, "Nothing is undone; this was then.")
    talk.ask_again()


def _steps(talk: Talk, _: str) -> None:
    run = talk.session.run
    for step in run.steps() if run is not None else ():
        why = f", {step.why}" if step.why else ""
        number = short_number(step.id)
        talk.say(sentence(f"  {f'{number}, ' if number else ''}{step.title}: {STATES[step.state]}{why}"))
    if run is None:
        talk.say("No procedure is open.")
    talk.ask_again()


def _report(talk: Talk, rest: str) -> None:
    # Here and not above: who writes no report does not pay for the import.
    from companion.report.writing import write_report

    file = talk.opened.file
    out = typed_path(rest.strip()) if rest.strip() else file.with_name(f"{file.stem}-report.html")
    if out.suffix.casefold() not in (".html", ".htm", ".md", ".svg"):
        raise InvalidInput(
            "the name of a report ends in .html, in .md for Markdown, in .svg for the match card",
            hint="report battle.html",
        )
    if rest.strip() and out.exists():
        raise InvalidInput(f"{out} is there already", hint="another name, or report alone")
    try:
        talk.say(f"Written: {write_report(file, out)}")
    except OSError as fault:
        talk.say(f"Not written: {fault.strerror or fault}.")
    talk.ask_again()


def _clock(talk: Talk, rest: str) -> None:
    wanted = rest.strip().casefold()
    if wanted not in ("", "start", "stop"):
        raise InvalidInput("clock, clock start, clock stop")
    if wanted and talk.clocks.running != (wanted == "start"):
        if talk.clocks.running:
            # Stopped clocks forget.
            talk.say(*(f"{talk.session.table.title(of)}: {talk.clocks.words(of)}." for of in talk.session.table.sides))
        talk.clocks.switch()
        talk.clocks.turn(deciding(talk.session))
    sides = talk.session.table.sides
    if talk.clocks.running:
        talk.say(*(f"{talk.session.table.title(side)}: {talk.clocks.words(side)}." for side in sides))
    else:
        talk.say("The clocks do not run; clock start.")
    talk.ask_again()


def _why(talk: Talk, _: str) -> None:
    talk.say(*why_lines(talk.session))
    talk.ask_again()


def _log(talk: Talk, rest: str) -> None:
    whole = rest.strip().casefold() == "all"
    lines = _log_lines(talk, story=not whole)
    many = len(lines) if whole else how_many(rest, LOG_LINES)
    talk.say(*(lines[-many:] or ["Nothing has happened yet."]))
    talk.ask_again()


def _log_lines(talk: Talk, *, story: bool = False) -> list[str]:
    """The whole log, numbered as `then` counts; of the `story` what is no bookkeeping."""
    lines = []
    number = 0
    found = log.lines(talk.session)
    shown = set(told(found) if story else range(len(found)))
    for place, line in enumerate(found):
        # The numbers of `then`: what was undone is no part of the past.
        number += line.kind != "undone"
        head = f"{number}. " if line.kind != "undone" else ""
        if place in shown:
            lines.append(head + sentence(line.text))
    return lines


def _find(talk: Talk, rest: str) -> None:
    wanted = rest.strip().casefold()
    if not wanted:
        raise InvalidInput("find what?", hint="find and the words")
    found = [line for line in _log_lines(talk) if wanted in line.casefold()]
    talk.say(*(found or [f"No line of the log has {rest.strip()!r} in it."]))
    talk.ask_again()


def _unit(talk: Talk, rest: str) -> None:
    unit = kit.unit_named(talk.session, rest)
    talk.say(*unit_lines(talk.hooks, unit), *life_lines(talk.opened, unit))
    talk.ask_again()


def _remember(talk: Talk, _: str) -> None:
    talk.say(*(list(kit.remember_lines(talk.hooks)) or ["Nothing is easily forgotten now."]))
    talk.ask_again()


def _tables(talk: Talk, rest: str) -> None:
    sheets = chosen(talk.session.ruleset, rest.strip(), talk.session.table.options)
    if not rest.strip():
        talk.say(*(f"  {sheet.id}: {sheet.title}." for sheet in sheets))
    else:
        talk.say(*spoken_lines(sheets[0]))
    talk.ask_again()


def _luck(talk: Talk, _: str) -> None:
    talk.say(*luck_lines(talk.session))
    talk.ask_again()


def _state(talk: Talk, _: str) -> None:
    talk.say(*table_lines(talk.hooks))
    talk.ask_again()


LOOKS: Final[Mapping[str, Act]] = {
    "again": _again,
    "clock": _clock,
    "closed": _closed,
    "find": _find,
    "help": _help,
    "log": _log,
    "luck": _luck,
    "remember": _remember,
    "report": _report,
    "state": _state,
    "steps": _steps,
    "tables": _tables,
    "then": _then,
    "unit": _unit,
    "why": _why,
}

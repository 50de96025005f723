"""What each word of plain play does that only looks: at the table, the log, the past, the rules.

Those that play: plain_words.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from companion.engine import log
from companion.engine.bookkeeping import told
from companion.engine.errors import InvalidInput
from companion.engine.steps import short_number
from companion.frontend.clocks import deciding
from companion.frontend.luck import luck_lines
from companion.frontend.past_view import PastHooks, PastView
from companion.frontend.wording import sentence
from companion.play import kit, past_words
from companion.play.reasons import why_lines
from companion.play.reinforcing import roster_lines
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


def _said(lines: Callable[[Talk, str], Iterable[str]], none: str = "") -> Act:
    """A word that prints these lines, or `none` where there are none, and asks again."""

    def do(talk: Talk, rest: str) -> None:
        talk.say(*(list(lines(talk, rest)) or [none]))
        talk.ask_again()

    return do


def _again(talk: Talk, _: str) -> None:
    talk.ask(whole=True)


def _then(talk: Talk, rest: str) -> None:
    view = PastView(talk.opened)
    talk.looked_at = past_words.go(view.past, rest, talk.looked_at)
    line = view.past.line
    words = f"{view.where()}: {line.text}" if line is not None else "The beginning"
    as_it_was(talk, words, table_lines(PastHooks(view)))


def as_it_was(talk: Talk, when: str, lines: Iterable[str]) -> None:
    """Prints the table as it was."""
    talk.say(sentence(f"As it was. {when}"), *lines, "Nothing is undone; this was then.")
    talk.ask_again()


def _steps(talk: Talk, _: str) -> Iterator[str]:
    run = talk.session.run
    for step in run.steps() if run is not None else ():
        why = f", {step.why}" if step.why else ""
        number = short_number(step.id)
        yield sentence(f"  {f'{number}, ' if number else ''}{step.title}: {STATES[step.state]}{why}")
    if run is None:
        yield "No procedure is open."


def _report(talk: Talk, rest: str) -> Iterator[str]:
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
        yield f"Written: {write_report(file, out)}"
    except OSError as fault:
        yield f"Not written: {fault.strerror or fault}."


def _clock(talk: Talk, rest: str) -> Iterator[str]:
    wanted = rest.strip().casefold()
    if wanted not in ("", "start", "stop"):
        raise InvalidInput("clock, clock start, clock stop")
    sides = talk.session.table.sides
    if wanted and talk.clocks.running != (wanted == "start"):
        if talk.clocks.running:
            # Stopped clocks forget.
            yield from (f"{talk.session.table.title(side)}: {talk.clocks.words(side)}." for side in sides)
        talk.clocks.switch()
        talk.clocks.turn(deciding(talk.session))
    if talk.clocks.running:
        yield from (f"{talk.session.table.title(side)}: {talk.clocks.words(side)}." for side in sides)
    else:
        yield "The clocks do not run; clock start."


def _log(talk: Talk, rest: str) -> list[str]:
    whole = rest.strip().casefold() == "all"
    lines = _log_lines(talk, story=not whole)
    many = len(lines) if whole else how_many(rest, LOG_LINES)
    return lines[-many:]


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


def _find(talk: Talk, rest: str) -> list[str]:
    wanted = rest.strip().casefold()
    if not wanted:
        raise InvalidInput("find what?", hint="find and the words")
    found = [line for line in _log_lines(talk) if wanted in line.casefold()]
    return found or [f"No line of the log has {rest.strip()!r} in it."]


def _unit(talk: Talk, rest: str) -> list[str]:
    unit = kit.unit_named(talk.session, rest)
    return [*unit_lines(talk.hooks, unit), *life_lines(talk.opened, unit)]


def _tables(talk: Talk, rest: str) -> Iterable[str]:
    sheets = chosen(talk.session.ruleset, rest.strip(), talk.session.table.options)
    return spoken_lines(sheets[0]) if rest.strip() else [f"  {sheet.id}: {sheet.title}." for sheet in sheets]


LOOKS: Final[Mapping[str, Act]] = {
    "again": _again,
    "clock": _said(_clock),
    "closed": _said(lambda talk, _: talk.closed(), "Nothing is closed."),
    "find": _said(_find),
    "help": _said(lambda _, __: HELP),
    "log": _said(_log, "Nothing has happened yet."),
    "luck": _said(lambda talk, _: luck_lines(talk.session)),
    "remember": _said(lambda talk, _: kit.remember_lines(talk.hooks), "Nothing is easily forgotten now."),
    "report": _said(_report),
    "roster": _said(lambda talk, _: roster_lines(talk.session)),
    "state": _said(lambda talk, _: table_lines(talk.hooks)),
    "steps": _said(_steps),
    "tables": _said(_tables),
    "then": _then,
    "unit": _said(_unit),
    "why": _said(lambda talk, _: why_lines(talk.session)),
}

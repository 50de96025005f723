"""What each word of plain play does beside answering: those that look, then those that play. How typed: words.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from companion.engine import log
from companion.engine.errors import InvalidInput
from companion.engine.progress import short_number
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.engine.state.table import DICE_WORD
from companion.engine.wording import count
from companion.frontend.clocks import deciding
from companion.frontend.hooks import Hooks
from companion.frontend.opened import take_over, undo
from companion.frontend.past_view import PastHooks, PastView, hooks_ago
from companion.frontend.saying.luck import luck_lines
from companion.frontend.saying.odds import looked_at, told, words_of
from companion.frontend.saying.reminders import reminder_words, reminders
from companion.frontend.saying.sentences import sentence
from companion.frontend.saying.sheets import chosen, spoken_lines
from companion.play import adjustments, past_words, rulings
from companion.play.adjustments import roster_lines
from companion.play.request_text import why_lines
from companion.play.table_text import life_lines, table_lines, unit_lines
from companion.play.words import Act, Talk, help_lines, how_many, saved_words
from companion.store.diagnostics import CannotOpen
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
    _as_it_was(talk, words, PastHooks(view))


def _as_it_was(talk: Talk, when: str, hooks: Hooks) -> None:
    """Prints the table of these hooks as that of the past."""
    talk.say(sentence(f"As it was. {when}"), *table_lines(hooks), "Nothing is undone; this was then.")
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
    if talk.opened.at_seat:
        raise InvalidInput("a seat keeps no file to tell of", hint="companion report FILE, where the table is shared")
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
    except (OSError, CannotOpen) as fault:
        yield f"Not written: {getattr(fault, 'strerror', '') or fault}."


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
    shown = set(log.told(found) if story else range(len(found)))
    for place, line in enumerate(found):
        # The numbers of `then`: what was undone is no part of the past.
        number += line.kind != "undone"
        head = f"{number}. " if line.kind != "undone" else ""
        if place in shown:
            lines.append(head + sentence(line.text))
    return lines


def _remember(talk: Talk, _: str) -> Iterator[str]:
    found = reminders(talk.hooks, talk.hooks.to_act())
    return (sentence(reminder_words(talk.hooks, one)) for one in found)


def _find(talk: Talk, rest: str) -> list[str]:
    wanted = rest.strip().casefold()
    if not wanted:
        raise InvalidInput("find what?", hint="find and the words")
    found = [line for line in _log_lines(talk) if wanted in line.casefold()]
    return found or [f"No line of the log has {rest.strip()!r} in it."]


def _unit(talk: Talk, rest: str) -> list[str]:
    unit = adjustments.unit_named(talk.session, rest)
    return [*unit_lines(talk.hooks, unit), *life_lines(talk.opened, unit)]


def _tables(talk: Talk, rest: str) -> Iterable[str]:
    sheets = chosen(talk.session.ruleset, rest.strip(), talk.session.table.options)
    return spoken_lines(sheets[0]) if rest.strip() else [f"  {sheet.id}: {sheet.title}." for sheet in sheets]


LOOKS: Final[Mapping[str, Act]] = {
    "again": _again,
    "clock": _said(_clock),
    "closed": _said(lambda talk, _: talk.closed(), "Nothing is closed."),
    "find": _said(_find),
    "help": _said(lambda _, rest: help_lines(rest)),
    "log": _said(_log, "Nothing has happened yet."),
    "luck": _said(lambda talk, _: luck_lines(talk.session)),
    "remember": _said(_remember, "Nothing is easily forgotten now."),
    "report": _said(_report),
    "roster": _said(lambda talk, _: roster_lines(talk.session)),
    "state": _said(lambda talk, _: table_lines(talk.hooks)),
    "steps": _said(_steps),
    "tables": _said(_tables),
    "then": _then,
    "unit": _said(_unit),
    "why": _said(lambda talk, _: why_lines(talk.opened)),
}


PICK: Final = "pick"
"""Behind `odds`: the app answers."""


def _back(talk: Talk, rest: str) -> None:
    if rest.strip():
        many = how_many(rest)
        _as_it_was(talk, f"{count(many, 'input')} ago", hooks_ago(talk.opened, many))
        return
    if not talk.forget_choice():
        raise InvalidInput("there is nothing to go back from", hint="undo undoes the last answer")
    talk.ask()


def _undo(talk: Talk, rest: str) -> None:
    if rest.casefold().startswith("to "):
        inputs, happened = past_words.back_to(talk.opened, rest[3:])
        talk.forget_choice()
        talk.say(f"Undone: {count(inputs, 'input')}.")
        talk.tell(happened)
        return
    typed, across = past_words.without_anyway(rest)
    happened = undo(talk.opened, how_many(typed), across=across, hint=f"undo {typed} anyway".replace("  ", " "))
    talk.forget_choice()
    talk.say("Undone.")
    talk.tell(happened)


def _change(talk: Talk, rest: str) -> None:
    text = rest.strip()
    if talk.changing.confirms(text):
        talk.changing.do(text)
        talk.forget_choice()
        # What is different was told with the question; all that was given again would drown what is asked now.
        talk.looked_at = None
        talk.say("Changed.")
        talk.ask(whole=True)
        return
    talk.say(*talk.changing.lines(text))
    talk.ask_again()


def _redo(talk: Talk, rest: str) -> None:
    happened = talk.session.redo(how_many(rest))
    talk.forget_choice()
    talk.tell(happened)


def _given(
    act: Callable[[Session, str], list[Event]], lines: Callable[[Session], Iterable[str]] | None = None, none: str = ""
) -> Act:
    """A word that gives an input with what is typed behind it; alone it says what there is, if it lists anything."""

    def do(talk: Talk, rest: str) -> None:
        if lines is not None and not rest.strip():
            talk.say(*(list(lines(talk.session)) or [none]))
            talk.ask_again()
        elif happened := act(talk.session, rest):
            talk.tell(happened)
        else:
            talk.say("Nothing changed: it is so already.")
            talk.ask_again()

    return do


def _leave(talk: Talk, rest: str) -> None:
    word, _, why = rest.strip().partition(" ")
    if word.casefold() not in ("keep", "back"):
        raise InvalidInput("leave keep, or leave back", hint="keep: what happened so far counts; back: it is undone")
    talk.tell(talk.session.leave(word.casefold() == "keep", why.strip()))


def _overrule(talk: Talk, rest: str) -> None:
    if rest.strip():
        talk.tell(adjustments.overrule(talk.book, talk.opened, rest))
        talk.say(*rulings.keeping_lines(talk.book))
        return
    lines = list(adjustments.rulings(talk.opened))
    talk.say(*(lines or ["Nothing can be overruled at rest; adjust sets any value."]))
    talk.ask_again()


def _ruling(talk: Talk, rest: str) -> None:
    events, lines = rulings.ruling(talk.book, rest)
    if events:
        talk.tell(events)
        return
    talk.say(*lines)
    talk.ask_again()


def _odds(talk: Talk, rest: str) -> None:
    request = talk.session.request
    *goal, pick = rest.casefold().split() or [""]
    found, events = looked_at(talk.session, " ".join([*goal, pick] if pick != PICK else goal))
    if pick == PICK and request is not None:
        if not found.mix:
            raise InvalidInput("the odds know no best play here", hint="odds tells them")
        talk.answered(lambda by: talk.session.draw(found.mix, by))
        return
    talk.say(
        *told(found, words_of(talk.session), bars=False),
        *(["The log says that the odds were looked at."] if events else []),
    )
    talk.ask_again()


def _takeover(talk: Talk, _: str) -> None:
    take_over(talk.opened)
    talk.say("This session is played here from now on.", *talk.opened.notices)
    talk.ask(whole=True)


def _save(talk: Talk, _: str) -> None:
    talk.opened.save()
    trouble = talk.opened.trouble
    if talk.opened.saved:
        talk.say(saved_words(talk.opened), *([f"{trouble}."] if trouble else []))
    else:
        talk.say(f"Not saved: {trouble}.")
    talk.ask_again()


def _quit(talk: Talk, _: str) -> None:
    talk.close()


ACTS: Final[Mapping[str, Act]] = {
    **LOOKS,
    "adjust": _given(adjustments.adjust),
    "back": _back,
    "change": _change,
    "join": _given(adjustments.join, adjustments.template_lines),
    "leave": _leave,
    "mark": _given(partial(adjustments.write, field="mark")),
    "mini": _given(adjustments.mini),
    "note": _given(
        partial(adjustments.write, field="notes"), adjustments.written_lines, "Nothing is written on any unit."
    ),
    "odds": _odds,
    "overrule": _overrule,
    "part": _given(partial(adjustments.touch, ends=True)),
    "quit": _quit,
    "redo": _redo,
    "remove": _given(adjustments.remove),
    "ruling": _ruling,
    "save": _save,
    "dice": _given(partial(adjustments.write, field=DICE_WORD), adjustments.dice_word_lines),
    "score": _given(adjustments.score, adjustments.score_lines),
    "takeover": _takeover,
    "touch": _given(adjustments.touch),
    "undo": _undo,
}

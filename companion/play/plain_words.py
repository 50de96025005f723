"""What each word of plain play does, beside answering. Which words there are and how they are typed: words.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final, Protocol

from companion.engine import log
from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.frontend.hooks import Hooks
from companion.frontend.luck import luck_lines
from companion.frontend.numbers import whole
from companion.frontend.odds import looked_at, told
from companion.frontend.odds_choices import option_words
from companion.frontend.opened import OpenSession
from companion.frontend.past_view import PastHooks, PastView, place_meant
from companion.frontend.rulings import RulingBook
from companion.frontend.taking_over import take_over
from companion.frontend.undoing import undo
from companion.frontend.wording import sentence
from companion.play import adjustments, kit, reinforcing, rulings
from companion.play.reasons import why_lines
from companion.play.sheets import chosen, spoken_lines
from companion.play.table_text import table_lines
from companion.play.unit_text import life_lines, unit_lines
from companion.play.words import HELP

LOG_LINES: Final = 20
"""How many lines `log` shows when no number is typed."""


class Talk(Protocol):
    """The sitting that a word is typed in."""

    opened: OpenSession
    hooks: Hooks
    book: RulingBook

    @property
    def session(self) -> Session:
        """The session being played."""

    def say(self, *lines: str) -> None:
        """Prints lines."""

    def tell(self, happened: list[Event]) -> None:
        """Prints what happened and what stands now."""

    def ask(self, *, whole: bool = False) -> None:
        """Prints what stands; `whole` also what was printed before."""

    def closed(self) -> list[str]:
        """What may not be chosen or started now, each with its reason."""

    def ask_again(self) -> None:
        """Prints the one line that says what is asked."""

    def forget_choice(self) -> bool:
        """Gives up choosing what to start; whether something was being chosen."""

    def close(self) -> None:
        """Ends the sitting."""


def _help(talk: Talk, _: str) -> None:
    talk.say(*HELP)
    talk.ask_again()


def _again(talk: Talk, _: str) -> None:
    talk.ask(whole=True)


def _closed(talk: Talk, _: str) -> None:
    talk.say(*(talk.closed() or ["Nothing is closed."]))
    talk.ask_again()


def _back(talk: Talk, rest: str) -> None:
    if rest.strip():
        count = _count(rest)
        lines = talk.session.look_back(count, lambda: list(table_lines(talk.hooks)))
        _as_it_was(talk, f"{count} input{'s' if count > 1 else ''} ago", lines)
        return
    if not talk.forget_choice():
        raise InvalidInput("there is nothing to go back from", hint="undo undoes the last answer")
    talk.ask()


def _then(talk: Talk, rest: str) -> None:
    view = PastView(talk.opened)
    view.past.go(place_meant(view.past, rest))
    line = view.past.line
    words = f"{view.where()}: {line.text}" if line is not None else "The beginning"
    _as_it_was(talk, words, table_lines(PastHooks(view)))


def _as_it_was(talk: Talk, when: str, lines: Iterable[str]) -> None:
    talk.say(sentence(f"As it was. {when}"), *lines, "Nothing is undone; this was then.")
    talk.ask_again()


def _undo(talk: Talk, rest: str) -> None:
    words = rest.split()
    across = words[-1:] == ["anyway"]
    count = " ".join(words[:-1] if across else words)
    happened = undo(talk.opened, _count(count), across=across, hint=f"undo {count} anyway".replace("  ", " "))
    talk.forget_choice()
    talk.say("Undone.")
    talk.tell(happened)


def _redo(talk: Talk, rest: str) -> None:
    happened = talk.session.redo(_count(rest))
    talk.forget_choice()
    talk.tell(happened)


def _adjust(talk: Talk, rest: str) -> None:
    _adjusted(talk, adjustments.adjust(talk.session, rest))


def _touch(talk: Talk, rest: str) -> None:
    _adjusted(talk, adjustments.touch(talk.session, rest))


def _part(talk: Talk, rest: str) -> None:
    _adjusted(talk, adjustments.touch(talk.session, rest, ends=True))


def _adjusted(talk: Talk, happened: list[Event]) -> None:
    if happened:
        talk.tell(happened)
    else:
        talk.say("Nothing changed: it is so already.")
        talk.ask_again()


def _leave(talk: Talk, rest: str) -> None:
    word, _, why = rest.strip().partition(" ")
    if word.casefold() not in ("keep", "back"):
        raise InvalidInput("leave keep, or leave back", hint="keep: what happened so far counts; back: it is undone")
    talk.tell(talk.session.leave(word.casefold() == "keep", why.strip()))


def _overrule(talk: Talk, rest: str) -> None:
    if rest.strip():
        talk.tell(adjustments.overrule(talk.book, talk.session, rest))
        talk.say(*rulings.keeping_lines(talk.book))
        return
    talk.say(*(adjustments.rulings(talk.session) or ["Nothing can be overruled at rest; adjust sets any value."]))
    talk.ask_again()


def _ruling(talk: Talk, rest: str) -> None:
    events, lines = rulings.ruling(talk.book, rest)
    if events:
        talk.tell(events)
        return
    talk.say(*lines)
    talk.ask_again()


def _why(talk: Talk, _: str) -> None:
    talk.say(*why_lines(talk.session))
    talk.ask_again()


def _log(talk: Talk, rest: str) -> None:
    lines = _log_lines(talk)
    many = len(lines) if rest.strip().casefold() == "all" else _count(rest, LOG_LINES)
    talk.say(*(lines[-many:] or ["Nothing has happened yet."]))
    talk.ask_again()


def _log_lines(talk: Talk) -> list[str]:
    """The whole log, numbered as `then` counts."""
    lines = []
    number = 0
    for line in log.lines(talk.session):
        # The numbers of `then`: what was undone is no part of the past.
        number += line.kind != "undone"
        head = f"{number}. " if line.kind != "undone" else ""
        lines.append(head + (f"{line.step}: " if line.step else "") + line.text)
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


def _score(talk: Talk, rest: str) -> None:
    if rest.strip():
        _adjusted(talk, kit.score(talk.session, rest))
        return
    talk.say(*kit.score_lines(talk.session))
    talk.ask_again()


def _note(talk: Talk, rest: str) -> None:
    if rest.strip():
        _adjusted(talk, kit.write(talk.session, "notes", rest))
        return
    talk.say(*(list(kit.written_lines(talk.session)) or ["Nothing is written on any unit."]))
    talk.ask_again()


def _mark(talk: Talk, rest: str) -> None:
    _adjusted(talk, kit.write(talk.session, "mark", rest))


def _join(talk: Talk, rest: str) -> None:
    if rest.strip():
        _adjusted(talk, reinforcing.join(talk.session, rest))
        return
    talk.say(*reinforcing.template_lines(talk.session))
    talk.ask_again()


def _remove(talk: Talk, rest: str) -> None:
    _adjusted(talk, reinforcing.remove(talk.session, rest))


def _odds(talk: Talk, rest: str) -> None:
    request = talk.session.request
    found, events = looked_at(talk.session, rest.strip().casefold())
    talk.say(
        *told(found, partial(option_words, request, title=talk.session.table.title)),
        *(["The log says that the odds were looked at."] if events else []),
    )
    talk.ask_again()


def _luck(talk: Talk, _: str) -> None:
    talk.say(*luck_lines(talk.session))
    talk.ask_again()


def _state(talk: Talk, _: str) -> None:
    talk.say(*table_lines(talk.hooks))
    talk.ask_again()


def _takeover(talk: Talk, _: str) -> None:
    take_over(talk.opened)
    talk.say("This session is played here from now on.", *talk.opened.notices)
    talk.ask(whole=True)


def _save(talk: Talk, _: str) -> None:
    talk.opened.save()
    trouble = talk.opened.trouble
    if talk.opened.saved:
        talk.say(f"Saved in {talk.opened.file}.", *([f"{trouble}."] if trouble else []))
    else:
        talk.say(f"Not saved: {trouble}.")
    talk.ask_again()


def _quit(talk: Talk, _: str) -> None:
    talk.close()


ACTS: Final[Mapping[str, Callable[[Talk, str], None]]] = {
    "adjust": _adjust,
    "again": _again,
    "back": _back,
    "closed": _closed,
    "find": _find,
    "help": _help,
    "join": _join,
    "leave": _leave,
    "log": _log,
    "luck": _luck,
    "mark": _mark,
    "note": _note,
    "odds": _odds,
    "overrule": _overrule,
    "part": _part,
    "quit": _quit,
    "redo": _redo,
    "remember": _remember,
    "remove": _remove,
    "ruling": _ruling,
    "save": _save,
    "score": _score,
    "state": _state,
    "tables": _tables,
    "takeover": _takeover,
    "then": _then,
    "touch": _touch,
    "undo": _undo,
    "unit": _unit,
    "why": _why,
}


def _count(rest: str, default: int = 1) -> int:
    count = whole(rest.strip(), "a number, 1 or more") if rest.strip() else default
    if count < 1:
        raise InvalidInput("a number, 1 or more, is wanted")
    return count

"""What each word of plain play does that plays, beside answering.

Those that only look: looking.py; how each is typed: words.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.engine.state.table import DICE_WORD
from companion.frontend.odds import looked_at, told, words_of
from companion.frontend.takeover import take_over
from companion.frontend.undo import undo
from companion.play import adjustments, kit, past_words, reinforcing, rulings
from companion.play.look_words import LOOKS, as_it_was
from companion.play.table_text import table_lines
from companion.play.talk import Act, Talk, how_many

PICK: Final = "pick"
"""Behind `odds`: the app answers."""


def _back(talk: Talk, rest: str) -> None:
    if rest.strip():
        count = how_many(rest)
        lines = talk.session.look_back(count, lambda: list(table_lines(talk.hooks)))
        as_it_was(talk, f"{count} input{'s' if count > 1 else ''} ago", lines)
        return
    if not talk.forget_choice():
        raise InvalidInput("there is nothing to go back from", hint="undo undoes the last answer")
    talk.ask()


def _undo(talk: Talk, rest: str) -> None:
    if rest.casefold().startswith("to "):
        inputs, happened = past_words.back_to(talk.opened, rest[3:])
        talk.forget_choice()
        talk.say(past_words.undone_words(inputs))
        talk.tell(happened)
        return
    words = rest.split()
    across = words[-1:] == ["anyway"]
    count = " ".join(words[:-1] if across else words)
    happened = undo(talk.opened, how_many(count), across=across, hint=f"undo {count} anyway".replace("  ", " "))
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
        talk.say(f"Saved in {talk.opened.file}.", *([f"{trouble}."] if trouble else []))
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
    "join": _given(reinforcing.join, reinforcing.template_lines),
    "leave": _leave,
    "mark": _given(partial(kit.write, field="mark")),
    "mini": _given(reinforcing.mini),
    "note": _given(partial(kit.write, field="notes"), kit.written_lines, "Nothing is written on any unit."),
    "odds": _odds,
    "overrule": _overrule,
    "part": _given(partial(adjustments.touch, ends=True)),
    "quit": _quit,
    "redo": _redo,
    "remove": _given(reinforcing.remove),
    "ruling": _ruling,
    "save": _save,
    "dice": _given(partial(kit.write, field=DICE_WORD), kit.dice_word_lines),
    "score": _given(kit.score, kit.score_lines),
    "takeover": _takeover,
    "touch": _given(adjustments.touch),
    "undo": _undo,
}

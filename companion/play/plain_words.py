"""What each word of plain play does that plays, beside answering.

Those that only look: looking.py; how each is typed: words.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.errors import InvalidInput
from companion.engine.state.changes import Event
from companion.frontend.odds import looked_at, told, words_of
from companion.frontend.taking_over import take_over
from companion.frontend.undoing import undo
from companion.play import adjustments, earlier, kit, reinforcing, rulings
from companion.play.looking import LOOKS, as_it_was
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
        inputs, happened = earlier.back_to(talk.opened, rest[3:])
        talk.forget_choice()
        talk.say(earlier.undone_words(inputs))
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


def _score(talk: Talk, rest: str) -> None:
    if rest.strip():
        _adjusted(talk, kit.score(talk.session, rest))
        return
    talk.say(*kit.score_lines(talk.session))
    talk.ask_again()


def _dice(talk: Talk, rest: str) -> None:
    if rest.strip():
        _adjusted(talk, kit.dice_word(talk.session, rest))
        return
    talk.say(*kit.dice_word_lines(talk.session))
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


def _mini(talk: Talk, rest: str) -> None:
    _adjusted(talk, reinforcing.mini(talk.session, rest))


def _odds(talk: Talk, rest: str) -> None:
    request = talk.session.request
    *goal, pick = rest.casefold().split() or [""]
    found, events = looked_at(talk.session, " ".join([*goal, pick] if pick != PICK else goal))
    if pick == PICK and request is not None:
        if not found.mix:
            raise InvalidInput("the odds know no best play here", hint="odds tells them")
        mix = [(request.answer_for(option, found.options()), p) for option, p in found.mix]
        talk.answered(lambda by: talk.session.draw(mix, by))
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
    "adjust": _adjust,
    "back": _back,
    "change": _change,
    "join": _join,
    "leave": _leave,
    "mark": _mark,
    "mini": _mini,
    "note": _note,
    "odds": _odds,
    "overrule": _overrule,
    "part": _part,
    "quit": _quit,
    "redo": _redo,
    "remove": _remove,
    "ruling": _ruling,
    "save": _save,
    "dice": _dice,
    "score": _score,
    "takeover": _takeover,
    "touch": _touch,
    "undo": _undo,
}

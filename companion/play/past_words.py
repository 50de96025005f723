"""What was, as typed words: the table at a line of the log, play taken back to one, another answer to a question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.engine import log
from companion.engine.answers import answer_record, answer_words
from companion.engine.errors import InvalidInput
from companion.engine.past import Past, Stop, rest_at
from companion.engine.state.changes import Event
from companion.frontend.amending import EarlierAnswer, answer_at, changeable
from companion.frontend.opened import OpenSession, undo
from companion.frontend.past_view import place_meant
from companion.frontend.request_words import ask_of
from companion.frontend.saying.sentences import sentence, titled, who
from companion.frontend.typed import is_whole, whole

ANYWAY: Final = "anyway"
"""Crosses a border of the campaign."""

_STOPS: Final[dict[str, Stop]] = {"melee": "melee", "loss": "loss", "fall": "loss"}


def go(past: Past, typed: str, at: int | None) -> int:
    """Goes to the line that is meant, from the line that was looked at last (`at`), else from now; returns it.

    `before` and `next` are one line on; `loss`, `melee` and `next loss` the next of them. Raises InvalidInput.
    """
    past.go(past.now if at is None else at)
    words = typed.casefold().split()
    way = 1 if words[:1] == ["next"] else -1
    rest = words[1:] if words[:1] in (["next"], ["before"]) else words
    if not rest and words:
        past.go(past.place + way)
    elif len(rest) == 1 and rest[0] in _STOPS:
        place = past.stop(_STOPS[rest[0]], way)
        if place is None:
            raise InvalidInput(f"there is no {rest[0]} {'after' if way > 0 else 'before'} line {past.place}")
        past.go(place)
    else:
        past.go(place_meant(past, typed))
    return past.place


def without_anyway(text: str) -> tuple[str, bool]:
    """What is typed without `anyway` at its end, and whether that was there."""
    words = text.split()
    across = [word.casefold() for word in words[-1:]] == [ANYWAY]
    return " ".join(words[:-1] if across else words), across


def back_to(opened: OpenSession, typed: str) -> tuple[int, list[Event]]:
    """Takes play back to a line, `12`, or to the beginning of a round, `round 2`; how many inputs that undid.

    `anyway` behind it crosses a border of the campaign. Raises InvalidInput.
    """
    meant, across = without_anyway(typed)
    past = Past(opened.session)
    if not is_whole(meant) and meant.partition(" ")[0].casefold() not in ("round", "r", past.table.spec.round_word):
        # The name of a unit would lead to the first line about it, and that far nobody means.
        raise InvalidInput("back to which line or round?", hint="undo to 12, undo to round 2")
    back = rest_at(opened.session, past.lines, place_meant(past, meant)).undo
    if not back:
        raise InvalidInput("play stands there now")
    return back, undo(opened, back, across=across, hint=f"undo to {meant} {ANYWAY}")


CHANGE = "change, change LINE, change LINE and the answer, then change yes"
_YES: Final = "yes"


def _is_yes(text: str) -> bool:
    return without_anyway(text)[0].casefold() == _YES


class Changing:
    """The other answer that players look at, until they say yes or go on otherwise."""

    def __init__(self, opened: OpenSession) -> None:
        self.opened = opened
        self._meant: tuple[EarlierAnswer, object] | None = None

    def forget(self) -> None:
        """Players went on: a yes means nothing any more."""
        self._meant = None

    def confirms(self, text: str) -> bool:
        """Whether this is the yes to what was shown last."""
        return self._meant is not None and _is_yes(text)

    def do(self, text: str) -> None:
        """Gives the answer that was shown. Raises InvalidInput, AtBorder and NotSaved as the answer itself would."""
        assert self._meant is not None
        earlier, value = self._meant
        earlier.change(value, across=without_anyway(text)[1], hint="change yes anyway")
        self.forget()

    def lines(self, text: str) -> Iterator[str]:
        """What can be changed, a question with its answers, or what the typed answer would change."""
        self.forget()
        number, _, answer = text.partition(" ")
        if _is_yes(text):
            raise InvalidInput("nothing was shown that a yes could mean", hint=CHANGE)
        if not number:
            yield from self._list()
            return
        earlier = answer_at(self.opened, whole(number, CHANGE))
        request, table = earlier.asked()
        given = answer_words(table, earlier.record)
        if not answer.strip():
            yield sentence(f"It was answered: {given}")
            yield f"{who(table, request.by)}: {request.title}"
            yield from ask_of(request, table).lines()
            yield f"change {number} and another answer shows what would change."
            return
        value = ask_of(request, table).answer(answer)
        if request.dice and value == "roll":
            raise InvalidInput("dice that lie are not rolled again", hint=f"change {number} and their faces")
        effect = earlier.effect(value)
        self._meant = earlier, value
        meant = answer_words(table, answer_record((request, request.check(value), "typed", 0)))
        yield sentence(f"{request.title} — {meant} instead of {given}")
        told = [f"{head}: {text}" if head else text for head, text in effect]
        yield from ("  " + sentence(titled(line)) for line in told or ["nothing else changes"])
        yield "change yes does it; anything else leaves it as it was."

    def _list(self) -> Iterator[str]:
        """The answers of the open procedure, or of the last one, by the lines of the log."""
        session = self.opened.session
        told = [line for line in log.lines(session) if line.kind != "undone"]
        places = range(len(session.entries) - (session.run is None), -1, -1)
        place = next((place for place in places if changeable(session, place)), None)
        keys = {record.key for record in changeable(session, place)} if place is not None else set()
        own = [(at, line) for at, line in enumerate(told, 1) if line.entry == place and line.key in keys]
        if not own:
            yield "Nothing was answered yet that could be changed."
            return
        yield from (f"  {at}. {sentence(line.text)}" for at, line in own)
        yield "change and a number asks it again; log has the numbers of all earlier answers."

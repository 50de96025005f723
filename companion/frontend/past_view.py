"""The past of an open session as front ends read a session: a table, its melees and badges, and nothing to do."""

from __future__ import annotations

from companion.engine.errors import InvalidInput
from companion.engine.past import Past
from companion.engine.ruleset import Action
from companion.engine.session import Session
from companion.frontend.hooks import Hooks
from companion.frontend.opened import OpenSession, Unfiled
from companion.frontend.typed import entity_named, is_whole, whole


class PastView(Unfiled):
    """Shows another open session at a line of its log. Its session is read-only, and nothing was played in it.

    Make a new one when play goes on.
    """

    def __init__(self, opened: OpenSession) -> None:
        self.past = Past(opened.session)
        super().__init__(Session(self.past.table, read_only="it shows how the game stood"), opened.file)

    def where(self) -> str:
        """`Line 112 of 340, round 3`."""
        past = self.past
        return f"Line {past.place} of {past.now}, {past.table.spec.round_named(past.round_at(past.place))}"


class PastHooks(Hooks):
    """The hooks of a ruleset at a table of the past: what may be started there is not asked."""

    def actions(self) -> list[Action]:
        return []


def hooks_ago(opened: OpenSession, inputs: int) -> Hooks:
    """The hooks at the table as it was so many inputs ago. Raises InvalidInput if they cannot be undone."""
    then = opened.session.twin()
    if inputs:
        then.undo(inputs)
    return Hooks(Unfiled(then, opened.file))


def place_meant(past: Past, typed: str) -> int:
    """The place that players mean: `112`, `round 3`, or the next line about a unit by its name, from the place on.

    A round may also be called as the game calls it. Raises InvalidInput if there is none.
    """
    text = typed.strip()
    called = past.table.spec.round_word
    if not text:
        raise InvalidInput("go where?", hint=f"the number of a line, {called} 3, or a name")
    word, _, rest = text.partition(" ")
    if word.casefold() in ("round", "r", called, called[0]) and rest.strip():
        return _round(past, whole(rest.strip(), f"the number of a {called}"), called)
    if is_whole(text):
        place = whole(text, "the number of a line")
        if not 0 <= place <= past.now:
            raise InvalidInput(f"there is no line {place}", hint=f"0 to {past.now}")
        return place
    of = entity_named(past.table, text)
    owner = past.table.owner_of(of)
    wanted = owner.id if owner is not None else of
    about = [n for n, line in enumerate(past.lines, 1) if wanted in line.of or wanted == line.side]
    if not about:
        raise InvalidInput(f"no line is about {past.table.title(wanted)}")
    return next((n for n in about if n > past.place), about[0])


def _round(past: Past, number: int, called: str) -> int:
    for place, known in past.rounds():
        if known == number:
            return place
    known_rounds = [known for _, known in past.rounds()]
    raise InvalidInput(f"there is no {called} {number}", hint=f"{called}s {min(known_rounds)} to {max(known_rounds)}")

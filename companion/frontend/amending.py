"""What can still be decided otherwise: an earlier answer of any procedure."""

from __future__ import annotations

from companion.engine import log
from companion.engine.amending import asked_then, go_on, inputs_since, later_inputs, preview
from companion.engine.answers import AnswerRecord
from companion.engine.change_words import sentence
from companion.engine.errors import InvalidInput
from companion.engine.log import worth_a_line
from companion.engine.requests import Request
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.engine.state.table import AnyTable
from companion.frontend.opened import OpenSession, undo


class EarlierAnswer:
    """One answer that was given: `place` is the number of its procedure, that of the open one behind all entries."""

    def __init__(self, opened: OpenSession, place: int, record: AnswerRecord) -> None:
        self.opened = opened
        self.place = place
        self.record = record

    @property
    def session(self) -> Session:
        """The session that it is in."""
        return self.opened.session

    @property
    def is_open(self) -> bool:
        """Whether its procedure is still open."""
        return self.place == len(self.session.entries)

    def asked(self) -> tuple[Request[object], AnyTable]:
        """The question, and the table to show it with. Raises InvalidInput if it can no longer be asked."""
        run = self.session.run
        if self.is_open and run is not None:
            return run.asked[self.record.key], self.session.table
        twin, request = asked_then(self.session, self.place, self.record.key)
        return request, twin.table

    def effect(self, value: object) -> list[tuple[str, str]]:
        """What this answer would change: what becomes of later procedures and of questions, each with its title.

        Then sentences about what would stand otherwise, with nothing before them. In a closed procedure one question
        may be asked again; where all that was given fits, another one or another kind of answer may be asked then.
        The session stays as it is. Raises InvalidInput if it does not fit.
        """
        session = self.session
        asked = session.run.asked if session.run is not None else {}
        if self.is_open:
            asked[self.record.key].check(value)
        found = preview(session, self.place, self.record.key, value)
        dropped = [asked[key].title if key in asked else key for key in found.dropped]
        now, then = session.request, found.asked
        again = [then.title] if found.lost and then is not None else []
        others = then is not None and (now is None or then.fingerprint() != now.fingerprint())
        instead = [then.title] if then is not None and others and not (found.lost or dropped) else []
        table = session.table
        stands = [sentence(table, change) for change in found.changes if worth_a_line(table, change)]
        gone = (("must be played again", found.lost), ("no longer counts", dropped))
        heads = (*gone, ("asked again", again), ("asked then", instead), ("", stands))
        return [(head, text) for head, texts in heads for text in texts]

    def change(self, value: object, *, across: bool = False, hint: str = "") -> list[Event]:
        """Gives the other answer, and again all that came later and fits. Returns what happened, undone or done.

        Raises InvalidInput if it does not fit, AtBorder if players are to be asked first (`across`: they were);
        Raises NotSaved if the disk fails. Nothing has changed then.
        """
        session, key = self.session, self.record.key
        if self.is_open:
            return session.amend(key, value)
        # Refused before anything is undone.
        preview(session, self.place, key, value)
        later = later_inputs(session, self.place)
        count = inputs_since(session, self.place)
        return session.as_one(
            lambda: [
                *undo(self.opened, count, across=across, hint=hint),
                *go_on(session, key, value, later)[0],
            ]
        )


def changeable(session: Session, place: int) -> list[AnswerRecord]:
    """The answers in a procedure that players gave and that all may see: no automatic one, none under seal."""
    run = session.run
    if place == len(session.entries):
        if run is None:
            return []
        sealed = run.sealed_keys()
        return [r for r in run.answers if _was_given(r) and r.key not in sealed and r.key in run.asked]
    return [record for record in session.entries[place].answers if _was_given(record)]


def answer_at(opened: OpenSession, line: int) -> EarlierAnswer:
    """The answer that a line of the log tells; lines count from 1, without those on what was undone.

    Raises InvalidInput if there is no such line, or it tells no answer that may be changed.
    """
    session = opened.session
    told = [one for one in log.lines(session) if one.kind != "undone"]
    if not 1 <= line <= len(told):
        raise InvalidInput(f"there is no line {line}", hint=f"1 to {len(told)}; log shows them")
    found = told[line - 1]
    record = next((r for r in changeable(session, found.entry) if found.key and r.key == found.key), None)
    if record is None:
        raise InvalidInput(f"line {line} is no answer that could be changed: {found.text}")
    return EarlierAnswer(opened, found.entry, record)


def answered(opened: OpenSession, key: str, place: int | None = None) -> EarlierAnswer:
    """The last answer to the request of this key, or that in procedure `place`.

    Raises InvalidInput if it was never answered, or may not be changed.
    """
    session = opened.session
    many = len(session.entries) + (session.run is not None)
    if not many:
        raise InvalidInput("nothing was answered yet")
    if place is not None and not 0 <= place < many:
        raise InvalidInput(f"there is no procedure {place}", hint=f"0 to {many - 1}")
    for at in (place,) if place is not None else range(many - 1, -1, -1):
        record = next((record for record in changeable(session, at) if record.key == key), None)
        if record is not None:
            return EarlierAnswer(opened, at, record)
    raise InvalidInput(f"nothing was answered under {key!r}", hint="amend takes the key of an earlier prompt")


def _was_given(record: AnswerRecord) -> bool:
    return record.how != "auto" and record.kind != "do"

"""Another answer to an earlier question, of the open procedure or a closed one: what it would change, and doing it."""

from __future__ import annotations

from typing import Any

from companion.engine.amending import asked_then, go_on, inputs_since, later_inputs, preview
from companion.engine.answers import AnswerRecord
from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.log import sentence, worth_a_line
from companion.engine.requests import Request
from companion.engine.session import Session
from companion.engine.state.table import Table
from companion.frontend.opened import OpenSession
from companion.frontend.undoing import undo


@frozen
class Effect:
    """What another answer would change, in words.

    `changes` are sentences about what would stand otherwise, `asked_again` the titles of questions whose answers no
    longer fit, `lost` those of later procedures that would have to be played again.
    """

    changes: list[str]
    asked_again: list[str]
    lost: list[str]


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

    def asked(self) -> tuple[Request[Any], Table[Any, Any]]:
        """The question, and the table to show it with. Raises InvalidInput where it can no longer be asked."""
        run = self.session.run
        if self.is_open and run is not None:
            return run.asked[self.record.key], self.session.table
        twin, request = asked_then(self.session, self.place, self.record.key)
        return request, twin.table

    def effect(self, value: object) -> Effect:
        """What this answer would change. The session stays as it is. Raises InvalidInput where it does not fit."""
        session = self.session
        run = session.run
        if self.is_open and run is not None:
            run.asked[self.record.key].check(value)
            found = session.preview_amend(self.record.key, value)
            again = [run.asked[key].title if key in run.asked else key for key in found.asked_again]
            return Effect(_sentences(session.table, found.changes), again, [])
        closed = preview(session, self.place, self.record.key, value)
        again = [closed.asked.title] if closed.lost and closed.asked is not None else []
        return Effect(_sentences(session.table, closed.changes), again, closed.lost)

    def change(self, value: object, *, across: bool = False) -> None:
        """Gives the other answer, and again all that came later and fits.

        Raises InvalidInput where it does not fit, AtBorder where players are to be asked first (`across`: they were);
        nothing has changed then. Raises NotSaved where the disk fails.
        """
        session, key = self.session, self.record.key
        if self.is_open:
            session.amend(key, value)
            return
        # Refused before anything is undone.
        preview(session, self.place, key, value)
        later = later_inputs(session, self.place)
        count = inputs_since(session, self.place)
        undo(self.opened, count, across=across)
        try:
            go_on(session, key, value, later)
        except InvalidInput:
            if session.redo_count >= count:
                session.redo(count)
            raise


def changeable(session: Session, place: int) -> list[AnswerRecord]:
    """The answers in a procedure that players gave and that all may see: no automatic one, none under seal."""
    run = session.run
    if place == len(session.entries):
        if run is None:
            return []
        sealed = run.sealed_keys()
        return [r for r in run.answers if _was_given(r) and r.key not in sealed and r.key in run.asked]
    return [record for record in session.entries[place].answers if _was_given(record)]


def _was_given(record: AnswerRecord) -> bool:
    return record.how != "auto" and record.kind != "do"


def _sentences(table: Table[Any, Any], changes: list[Any]) -> list[str]:
    return [sentence(table, change) for change in changes if worth_a_line(table, change)]

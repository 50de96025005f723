"""What the players decided against the app in one session, with their reasons: overrules, answers, adjustments."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from companion.engine.answers import answer_words
from companion.engine.change_words import sentence
from companion.engine.inputs import Adjust, Amend, Answer, Leave, Overrule, TakenInput
from companion.engine.journal import JournalEntry
from companion.engine.session import Session
from companion.engine.state.changes import Change, Note
from companion.engine.state.phrases import parts_of
from companion.engine.state.table import AnyTable
from companion.frontend.saying.sentences import titled
from companion.report.playback import entries_of


def rulings_of(session: Session, rounds: Sequence[int]) -> tuple[str, ...]:
    """One line each, in the order in which they were made. `rounds` has the round in which every entry began."""
    sealed = session.run.sealed_keys() if session.run is not None else []
    return tuple(
        f"{titled(session.ruleset.round_named(round_))}{f', {entry.title}' if entry.procedure else ''}: {words}"
        for entry, round_ in zip(entries_of(session), rounds, strict=True)
        for words in _of_entry(session.table, entry, sealed)
    )


def _of_entry(table: AnyTable, entry: JournalEntry, sealed: Collection[str]) -> Iterator[str]:
    if not entry.procedure:
        yield from (sentence(table, change) for change in entry.changes())
        return
    dropped = {n for taken in entry.inputs for n in taken.drops}
    for taken in entry.inputs:
        made = taken.input
        # An answer that is still sealed is nobody's to read.
        hidden = isinstance(made, (Answer, Amend, Overrule)) and made.key in sealed
        if taken.n not in dropped and not hidden:
            yield from _of_input(table, entry, taken)


def _of_input(table: AnyTable, entry: JournalEntry, taken: TakenInput) -> Iterator[str]:
    made = taken.input
    if isinstance(made, Overrule):
        notes = (event for event in entry.events if isinstance(event, Note) and event.facts.get("ruling") == made.key)
        yield from (parts_of(note.text)[-1] for note in list(notes)[:1])
    elif isinstance(made, Adjust):
        yield _adjusted(table, entry, made)
    elif isinstance(made, Answer) and made.how == "ruled":
        given = next((record for record in entry.answers if record.key == made.key), None)
        if given is not None:
            why = f" ({made.why})" if made.why else ""
            who = f" by {table.title(made.seat)}" if made.seat in table.sides else ""
            yield f"{given.title} — {answer_words(table, given)}, against the rules{who}{why}"
    elif isinstance(made, Leave):
        yield "broken off" + (f" ({made.why})" if made.why else "")


def _adjusted(table: AnyTable, entry: JournalEntry, made: Adjust) -> str:
    """The adjustment as it took effect; if it changed nothing, what it set."""
    for change in entry.changes():
        if (change.of, change.field, change.after, change.why) == (made.of, made.field, made.value, made.why):
            return sentence(table, change)
    return sentence(table, Change(made.of, made.field, None, made.value, made.why, ""))

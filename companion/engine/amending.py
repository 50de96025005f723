"""Another answer to an earlier question, tried first on a twin of the session: players see what would come of it.

In a closed procedure play goes back into it, and later inputs are given again as far as they fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.engine.answers import frozen_answer
from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.inputs import Adjust, Amend, Answer, Input, Start, TakenInput
from companion.engine.journal import JournalEntry
from companion.engine.look_ahead import run_copy
from companion.engine.requests import Request
from companion.engine.session import Session
from companion.engine.state.changes import Change, Event, net


@frozen
class LaterInput:
    """An input that came after the closed procedure was left, with the title of the procedure it belongs to."""

    title: str
    made: Input


@frozen
class Preview:
    """What another answer would do: the net changes, what could not be given again, and what is asked in the end.

    `dropped` are the keys of later answers of the same procedure that no longer fit, `lost` the titles of the
    procedures whose inputs no longer do, in their order; a title is there once.
    """

    changes: list[Change]
    dropped: list[str]
    lost: list[str]
    asked: Request[object] | None


def inputs_since(session: Session, place: int) -> int:
    """How many inputs to undo so that entry `place` is open again, without its last input."""
    run = session.run
    open_ = 0 if run is None else 1 + len(run.inputs)
    return open_ + sum(entry.weight for entry in session.entries[place + 1 :]) + 1


def later_inputs(session: Session, place: int) -> list[LaterInput]:
    """All that was given from the last input of entry `place` on, in its order."""
    entry = session.entries[place]
    found = [LaterInput(entry.title, entry.inputs[-1].input)] if entry.inputs else []
    for later in session.entries[place + 1 :]:
        found += [LaterInput(later.title, made) for made in inputs_of(later)]
    run = session.run
    if run is not None:
        found += [LaterInput(run.procedure.title, made) for made in _given(run.procedure.name, run.args, run.inputs)]
    return found


def asked_then(session: Session, place: int, key: str) -> tuple[Session, Request[object]]:
    """The request of this key in the closed procedure, with a twin of the session that is in it.

    Raises InvalidInput if the procedure no longer replays, or has no such request.
    """
    if not session.entries[place].procedure:
        raise InvalidInput("this is no procedure")
    twin = session.twin()
    twin.undo(inputs_since(session, place))
    run, asked = twin.run, twin.request
    if run is not None and key in run.asked:
        return twin, run.asked[key]
    if run is not None and asked is not None and asked.key == key:
        return twin, asked
    raise InvalidInput("this answer can no longer be changed", hint="the rules are others now")


def preview(session: Session, place: int, key: str, value: object) -> Preview:
    """What another answer to the request `key` of entry `place` would do; the open procedure is behind all entries.

    The session stays as it is. Raises InvalidInput if the answer does not fit, or the procedure no longer replays.
    """
    back = [change.inverse() for change in reversed([*_changes(session, place)])]
    if place < len(session.entries):
        twin, request = asked_then(session, place, key)
        _, lost = go_on(twin, key, request.check(value), later_inputs(session, place))
        return Preview(net([*back, *_changes(twin, place)]), [], lost, twin.request)
    if session.run is None:
        raise InvalidInput("no procedure is open", hint="start one first")
    run = run_copy(session.run)
    taken = run.take(Amend(key, frozen_answer(value)))
    gone = [one.input for one in run.inputs if one.n in taken.drops]
    dropped = [made.key for made in gone if isinstance(made, (Answer, Amend))]
    return Preview(net([*back, *run.changes()]), dropped, [], run.driver.request)


def go_on(session: Session, key: str, value: object, later: Sequence[LaterInput]) -> tuple[list[Event], list[str]]:
    """In a procedure that was entered again: gives the other answer, then all that fits of what came later.

    Returns what happened, and the titles of what is not given again, each once: of the first input that no longer
    fits, and of all after it. Raises InvalidInput if the other answer does not fit; nothing has changed then.
    """
    asked = session.request
    run = session.run
    if run is not None and any(given.key == key for given in run.answers):
        asked = run.asked.get(key)
        events = session.amend(key, asked.check(value) if asked is not None else value)
    elif asked is not None and asked.key == key:
        events = session.answer(value)
        later = later[1:]
    else:
        raise InvalidInput("this answer can no longer be changed")
    for number, one in enumerate(later):
        happened = _give(session, one.made)
        if happened is None:
            return events, list(dict.fromkeys(rest.title for rest in later[number:]))
        events = [*events, *happened]
    return events, []


def _give(session: Session, made: Input) -> list[Event] | None:
    try:
        if isinstance(made, Start):
            return session.give(Start(_action_of(session, made), made.args))
        if isinstance(made, Answer) and (session.run is None or session.run.slot(made.by).key != made.key):
            return None
        return session.give(made)
    except InvalidInput:
        return None


def _action_of(session: Session, made: Start) -> str:
    """The action that starts the procedure of this name. Raises InvalidInput if none does now."""
    for action in session.actions():
        if action.procedure.name == made.procedure and {action.param} - {""} == set(made.args):
            return action.name
    raise InvalidInput(f"{made.procedure} cannot be started now")


def inputs_of(entry: JournalEntry) -> Iterator[Input]:
    """All that was given in an entry, as it can be given again. A start names its procedure."""
    if entry.procedure:
        yield from _given(entry.procedure, entry.args, entry.inputs)
    else:
        yield from (Adjust(change.of, change.field, change.after, change.why) for change in entry.changes())


def _given(procedure: str, args: Any, inputs: Sequence[TakenInput]) -> Iterator[Input]:
    yield Start(procedure, dict(args))
    yield from (taken.input for taken in inputs)


def _changes(session: Session, place: int) -> Iterator[Change]:
    for entry in session.entries[place:]:
        yield from entry.changes()
    if session.run is not None:
        yield from session.run.changes()

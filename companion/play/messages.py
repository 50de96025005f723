"""What goes out: the table, the standing request and what happened, as the objects of the line protocol."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any, Final

import companion
from companion.engine.errors import InvalidInput
from companion.engine.ruleset import Action, Odds
from companion.engine.session import AmendPreview, Session
from companion.engine.state.changes import Change, Done, Event, Note, Tally, plain
from companion.engine.state.results import Result
from companion.play.opened import Opened

PROTOCOL: Final = 1

Message = dict[str, Any]


def hello(opened: Opened, can: Sequence[str]) -> Message:
    """Who speaks, which session, and which words it takes."""
    session = opened.session
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "app": companion.__version__,
        "ruleset": session.ruleset.id,
        "revision": session.ruleset.revision,
        "session": session.table.name,
        "file": str(opened.file),
        "read_only": opened.read_only,
        "can": list(can),
    }


def standing(session: Session) -> Message:
    """The prompt that stands, or rest."""
    return rest(session) if session.request is None else prompt(session)


def prompt(session: Session) -> Message:
    """The standing request; of a secret, the slot that is next."""
    request, run = session.request, session.run
    assert request is not None
    assert run is not None
    return {
        "type": "prompt",
        "key": request.key,
        "name": request.name,
        "procedure": run.procedure.name,
        "with": plain(run.args),
        "step": request.step,
        "step_title": request.step_title,
        "by": request.by if isinstance(request.by, str) else list(request.by),
        "kind": request.kind,
        "title": request.title,
        "legal": request.schema(),
        "tally": [tally(t) for t in request.tally],
        "secret": session.secret is not None,
        "sealed": session.sealed,
    }


def tally(made: Tally) -> Message:
    """A computed number with its reasons."""
    lines = [{"label": line.label, "value": int(line.value), "rule": line.rule} for line in made.lines]
    return {"key": made.key, "name": made.name, "total": int(made), "lines": lines}


def rest(session: Session) -> Message:
    """No procedure runs: what may be started, and whether the game is over."""
    table = session.table
    over = table.over
    return {
        "type": "rest",
        "round": table.round,
        "phase": table.phase,
        "active": table.active,
        "actions": [action(a) for a in session.actions()],
        "over": None if over is None else {"winner": over.winner, "why": over.why},
    }


def action(offered: Action) -> Message:
    """An action with the values its one parameter may have."""
    values = [plain(option.value) for option in offered.values if option.why_not is None]
    return {
        "name": offered.name,
        "title": offered.title,
        "open": offered.open,
        "why_not": offered.why_not,
        "with": {offered.param: values} if offered.param else {},
    }


def change(made: Change) -> Message:
    """A recorded difference, without its place in the conversation."""
    message = {
        "of": made.of,
        "field": made.field,
        "before": plain(made.before),
        "after": plain(made.after),
        "why": made.why,
        "step": made.step,
    }
    return {name: value for name, value in message.items() if value is not None}


def note(made: Note) -> Message:
    """A sentence with its facts."""
    return {"type": "note", "text": made.text, "step": made.step, "facts": plain(made.facts)}


def result(made: Result) -> Message:
    """What came of a roll."""
    groups = [plain(dataclasses.asdict(group)) for group in made.groups]
    message = {"type": "result", "key": made.key, "title": made.title, "groups": groups, "text": made.text}
    return message | {"step": made.step, "facts": plain(made.facts)}


def happened(events: Iterable[Event], seq: int) -> list[Message]:
    """What happened, in order; the changes are numbered on from `seq`."""
    found: list[Message] = []
    for event in events:
        if isinstance(event, Change):
            seq += 1
            found.append({"type": "change", **change(event), "seq": seq})
        elif isinstance(event, Done):
            found.append({"type": "done", "procedure": event.procedure, "outcome": plain(event.outcome)})
        elif isinstance(event, Result):
            found.append(result(event))
        else:
            found.append(note(event))
    return found


def preview(looked: AmendPreview) -> Message:
    """What an amended answer would change."""
    changes = [change(made) for made in looked.changes]
    return {"type": "preview", "changes": changes, "asked_again": looked.asked_again}


def state(session: Session) -> Message:
    """The whole table, with the sections and names of the file."""
    # The store's shapes cost 70 ms to import: nobody pays for them who never asks for the state.
    from companion.store.format.state import sections

    table: Message = {}
    for path, data in sections(session.table):
        place = table
        for name in path:
            place = place.setdefault(name, {})
        place.update(data)
    return {
        "type": "state",
        "table": table,
        "melees": session.melees(),
        "undo": session.undo_count,
        "redo": session.redo_count,
    }


def odds(found: Odds) -> Message:
    """Chances, a row a value of an option."""
    rows = [{"option": option, "value": value, "p": p} for option, value, p in found.rows]
    message = {
        "type": "odds",
        "of": found.of,
        "goal": found.goal,
        "assumes": list(found.assumes),
        "rows": rows,
        "exact": found.exact,
    }
    return message if found.exact else {**message, "error": found.error}


def error(fault: InvalidInput) -> Message:
    """Why a line was refused."""
    return {"type": "error", "message": fault.message, "hint": fault.hint}


def bye(opened: Opened, saved: bool) -> Message:
    """The last line."""
    return {"type": "bye", "saved": saved, "file": str(opened.file)}

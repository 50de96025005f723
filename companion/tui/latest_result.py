"""What came since the last roll was answered: losses, who falls, breaks or panics, what was revealed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice

from companion.engine.answers import AnswerRecord
from companion.engine.keys import secret_of
from companion.engine.session import Session
from companion.engine.standing import Standing
from companion.engine.state.changes import Change, Event, Note, Tally
from companion.engine.state.declarations import StandingRow
from companion.engine.state.entity import has
from companion.engine.state.phrases import spans_of
from companion.engine.state.results import Result
from companion.engine.state.table import Unit
from companion.tui.controller import SessionController


def events_since(controller: SessionController) -> Sequence[Event]:
    """The events since the last roll of the open procedure was answered, or of the one that ended last."""
    result = controller.session.last_result
    answers, events = _given(controller.session)
    if result is None:
        return events
    given = [one for one in answers if one.key == result.key] if result.key else []
    # A result that sums up has no roll of its own: it is of the last one before it.
    given = given or [one for one in answers if one.kind == "roll"]
    return events[given[-1].at_event if given else len(events) :]


def _given(session: Session) -> tuple[Sequence[AnswerRecord], Sequence[Event]]:
    """The answers and events of the open procedure, or of the one that ended last."""
    if session.run is not None:
        return session.run.answers, session.run.context.events
    return (session.entries[-1].answers, session.entries[-1].events) if session.entries else ((), ())


def losses(controller: SessionController) -> Mapping[str, int]:
    """What each unit lost since the last roll of the procedure, or since it began, by its id: health, or models."""
    session = controller.session
    found: dict[str, int] = {}
    touched = set()
    units = session.table.units
    alone = {unit.miniatures[0].id: unit for unit in units.values() if len(unit.miniatures) == 1}
    for event in events_since(controller):
        if not isinstance(event, Change):
            continue
        touched.add(event.of)
        if isinstance(event.before, int) and isinstance(event.after, int):
            unit = alone.get(event.of) or units.get(event.of)
            # Of a unit of one mini the wounds may be those of the mini.
            entity = unit.miniatures[0] if event.of in alone and unit is not None else unit
            spec = entity.specs().get(event.field) if entity is not None else None
            if unit is not None and spec is not None and spec.vital:
                change = event.before - event.after
                found[unit.id] = found.get(unit.id, 0) + (-change if spec.default == 0 else change)
    for unit in session.table.units.values():
        models = [model for model in unit.miniatures if model.id in touched and not model.alive]
        if models and len(unit.miniatures) > 1:
            found[unit.id] = len(models)
    return {of: number for of, number in found.items() if number > 0}


def unsaid(session: Session) -> list[Standing]:
    """Who fights, without the rows that the last result has at its dice, or that sentences beside an answer say."""
    result, events = session.last_result, session.run.context.events if session.run is not None else ()
    dice = {
        (group.by, value.key, int(value))
        for group in (result.groups if result is not None else ())
        for value in group.counts.values()
        if isinstance(value, Tally)
    }
    made = next((at for at, event in enumerate(events) if event is result), -1)
    notes = [event for event in islice(events, made + 1, None) if isinstance(event, Note) and event.beside == "answer"]
    told = [(span.of, span.field, span.value) for note in notes for span in spans_of(note.text)]

    def said(one: Standing, row: StandingRow) -> bool:
        return (one.side, row.key, row.value) in dice or (one.of, row.key, row.value) in told

    return [replace(one, rows=tuple(row for row in one.rows if not said(one, row))) for one in session.standings]


def loudest(controller: SessionController, lost: Mapping[str, int]) -> tuple[list[Unit], str]:
    """The units that the last result put out of play or broke, and the verb for it: falls, breaks, panics."""
    units = controller.session.table.units
    fallen = [units[of] for of in lost if of in units and not units[of].alive]
    if fallen:
        return fallen, "falls"
    broken: list[Unit] = []
    word = ""
    for event in events_since(controller):
        if isinstance(event, (Note, Result)) and event.facts.get("breaks") in units:
            broken.append(units[event.facts["breaks"]])
            word = str(event.facts.get("breaks_as", "breaks"))
        elif isinstance(event, Change) and event.after and event.of in units:
            unit = units[event.of]
            verb = next(
                (c.breaks for c in unit.conditions if c.breaks and c.field == event.field and has(unit, c.id)), ""
            )
            if verb:
                broken.append(unit)
                word = verb
    return list(dict.fromkeys(broken)), word


def revealed(controller: SessionController) -> list[AnswerRecord]:
    """The answers of the secret that was revealed last, if no roll was made since. Never what is sealed."""
    session = controller.session
    sealed = session.run.sealed_keys() if session.run is not None else ()
    answers, events = _given(session)
    made = next((at for at, event in enumerate(events) if event is session.last_result), -1)
    slots = [one for one in answers if one.at_event > made and secret_of(one.key) and one.key not in sealed]
    return [one for one in slots if secret_of(one.key) == secret_of(slots[-1].key)]

"""The journal: closed procedures as records of the file and back.

Undo takes a closed procedure back by its changes and replays its inputs, so both must return exactly as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.engine.changes import Change, Note, plain
from companion.engine.requests import Allotment
from companion.engine.run import Given, Input
from companion.engine.session import Entry, plain_answer
from companion.store import toml
from companion.store.shapes import settled

Thaw = Callable[[str, str, Any, str], Any]
"""(of, field, raw, place in the file) → the value as the unit holds it; complains where it cannot be."""

_USUAL = {"how": "typed", "kind": "answer"}
_SAID = ("value", "before", "after", "for")
_INPUT = {"kind": "answer", "value": None, "why": "", "of": "", "field": "", "after": "", "changes": 0, "steps": 0}
"""What an input holds when nothing is said."""


def entry_text(entry: Entry) -> str:
    """One entry of the journal, one record a line."""
    head: dict[str, Any] = {"title": entry.title, "round": entry.round, "phase": entry.phase, "fx": entry.fx}
    if entry.procedure:
        head = {"procedure": entry.procedure, **head, "args": plain(entry.args), "outcome": plain(entry.outcome)}
    if entry.remarks:
        head["remarks"] = entry.remarks
    told = "[[journal]]\n" + toml.pairs(head)
    if entry.inputs or entry.given:
        told += toml.rows("inputs", _inputs(entry))
    return told + toml.rows("events", map(_event, entry.events))


def _inputs(entry: Entry) -> Iterator[dict[str, Any]]:
    """What was asked, in order, each with its answer; then the inputs that answered nothing that was asked at last."""
    gone = {n for i in entry.inputs for n in i.drops}
    standing = {i.key: i for i in entry.inputs if i.kind in ("answer", "amend") and i.n not in gone}
    told: list[int] = []
    for given in entry.given:
        held = standing.get(given.key) if given.how != "auto" else None
        record = {
            "name": given.name,
            "asks": given.kind,
            "step": given.step,
            "title": given.title,
            "by": given.by,
            "value": plain_answer(given.value),
            "told": given.told,
            "how": given.how,
            "at": given.at_event,
            "key": given.key,
        }
        if held is not None:
            told.append(held.n)
            record |= {"n": held.n} | _said(held)
            if held.by != given.by:
                record["for"] = held.by
        yield _short(record)
    for made in entry.inputs:
        if made.n not in told:
            record = {"n": made.n, "key": made.key, "by": made.by, "how": made.how, "kind": made.kind}
            yield _short(record | _said(made))


def _said(made: Input) -> dict[str, Any]:
    record = {name: getattr(made, name) for name, usual in _INPUT.items() if getattr(made, name) != usual}
    if "value" in record:
        record["value"] = plain_answer(made.value)
    return record | ({"drops": list(made.drops)} if made.drops else {})


def _event(event: Change | Note) -> dict[str, Any]:
    if isinstance(event, Note):
        return _short({"note": event.text, "step": event.step, "facts": plain(event.facts)})
    return _short(
        {
            "of": event.of,
            "field": event.field,
            "before": plain(event.before),
            "after": plain(event.after),
            "why": event.why,
            "step": event.step,
        }
    )


def _short(record: dict[str, Any]) -> dict[str, Any]:
    """A record without what says nothing: most answers are typed. Values stay: false and 0 are answers too."""
    return {
        k: v for k, v in record.items() if (k in _SAID and v is not None) or v not in (None, "", {}, _USUAL.get(k, ""))
    }


def entry_of(data: Mapping[str, Any], place: str, thaw: Thaw) -> Entry:
    """The entry that a record of the journal holds. Raises KeyError, TypeError, ValueError where it is none."""
    records = data.get("inputs", [])
    inputs = sorted((_input(r) for r in records if "n" in r), key=lambda i: i.n)
    events = [_event_of(r, f"{place}.events[{n}]", thaw) for n, r in enumerate(data.get("events", []))]
    return Entry(
        str(data.get("procedure", "")),
        str(data["title"]),
        dict(data.get("args", {})),
        inputs,
        events,
        [_given(r) for r in records if "asks" in r],
        undashed(data.get("outcome", {})),
        int(data["round"]),
        str(data["phase"]),
        int(data.get("fx", 0)),
        [str(r) for r in data.get("remarks", [])],
    )


def _input(record: Mapping[str, Any]) -> Input:
    said = {name: record.get(name, usual) for name, usual in _INPUT.items()}
    said["value"] = answer_of(said["value"])
    return Input(
        n=int(record["n"]),
        key=str(record.get("key", "")),
        by=str(record.get("for", record.get("by", ""))),
        how=record.get("how", "typed"),
        drops=tuple(record.get("drops", ())),
        **said,
    )


def _given(record: Mapping[str, Any]) -> Given:
    return Given(
        str(record["key"]),
        str(record["name"]),
        str(record["asks"]),
        str(record.get("by", "")),
        str(record.get("title", "")),
        answer_of(record.get("value")),
        record.get("how", "typed"),
        str(record.get("step", "")),
        int(record["at"]),
        str(record.get("told", "")),
    )


def answer_of(raw: Any) -> Any:
    """An answer as the rules got it: faces and picks in tuples, a split as an allotment."""
    if isinstance(raw, Mapping) and set(raw) == {"plan", "parts"}:
        return Allotment(str(raw["plan"]), dict(raw["parts"]))
    return settled(raw)


def _event_of(record: Mapping[str, Any], place: str, thaw: Thaw) -> Change | Note:
    step = str(record.get("step", ""))
    if "note" in record:
        return Note(str(record["note"]), step, undashed(record.get("facts", {})))
    of, field = str(record["of"]), str(record["field"])
    before, after = (
        thaw(of, field, record[side], f"{place}.{side}") if side in record else None for side in ("before", "after")
    )
    return Change(of, field, before, after, str(record.get("why", "")), step)


def undashed(raw: Any) -> Any:
    """Facts as they were noted: there a dash is nothing, whatever type it stands for."""
    if isinstance(raw, Mapping):
        return {k: undashed(v) for k, v in raw.items()}
    if isinstance(raw, list):
        return [undashed(v) for v in raw]
    return None if raw == "-" else raw

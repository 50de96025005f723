"""The journal: closed procedures as records of the file and back.

Undo reverts the changes of a closed procedure and replays its inputs, so both must come back exactly as they were.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, repeat
from typing import Any

from companion.engine.answers import AnswerRecord, freeze, frozen_answer, plain_answer
from companion.engine.inputs import (
    Adjust,
    Amend,
    Answer,
    RunInput,
    RunPoint,
    TakenInput,
    answers_of,
    input_of,
    record_of,
)
from companion.engine.journal import JournalEntry
from companion.engine.reading import Reading
from companion.engine.state.changes import Change, Note, Recorded, plain
from companion.engine.state.phrases import Phrase, Span
from companion.engine.state.results import FaceGroup, Groups, Result
from companion.engine.state.shapes import builder
from companion.store.format import toml

Deserialize = Callable[[str, str, Any, str], Any]
"""(of, field, raw, place in the file) → the value as the unit holds it. Notes a problem if it cannot be."""

_USUAL = {"how": "typed", "kind": "answer"}
_OTHERWISE = {"asks": "kind", "at": "at_event"}
ANSWER = {
    key: _OTHERWISE.get(key, key)
    for key in ("name", "asks", "step", "title", "by", "value", "label", "how", "at", "key")
}
"""The keys of a request with its answer, and the fields that they are."""
_VALUES = ("value", "before", "after", "for")
_PLACE = ("after", "changes", "steps")
_UNPLACED = RunPoint()
HEADER = "[[journal]]\n"


def entry_text(entry: JournalEntry) -> str:
    """One entry of the journal, one record a line."""
    head: dict[str, Any] = {
        "title": entry.title,
        "round": entry.round,
        "phase": entry.phase,
        "state_crc": entry.state_crc,
        "count": len(entry.inputs),
        "doers": True,
    }
    if entry.procedure:
        head = {"procedure": entry.procedure, **head}
    if entry.remarks:
        head |= {"remarks": [text for _, text in entry.remarks], "remarked_at": [at for at, _ in entry.remarks]}
    text = HEADER + toml.document(head)
    if entry.conclusion:
        text += toml.pairs({"conclusion": [_sentence(one) for one in entry.conclusion]})
    if entry.procedure:
        # On one line each: as tables of their own they would end the entry's own keys.
        text += toml.pairs({"args": plain(entry.args), "outcome": plain(entry.outcome)})
    if entry.inputs or entry.answers:
        text += toml.rows("inputs", _inputs(entry))
    return text + toml.rows("events", (_event(event, bool(entry.procedure)) for event in entry.events))


def _inputs(entry: JournalEntry) -> Iterator[dict[str, Any]]:
    """Every request with its answer, in order; then the inputs that are not, or no longer, the answer to one."""
    answers = answers_of(entry.inputs)
    written: list[int] = []
    for given in entry.answers:
        taken = answers.get(given.key) if given.how != "auto" else None
        record = {key: getattr(given, name) for key, name in ANSWER.items()} | {"value": plain_answer(given.value)}
        if taken is not None:
            written.append(taken.n)
            # The answer as it counts: one that was amended may have been given in another order.
            record |= {"n": taken.n} | {k: v for k, v in _fields(taken).items() if k not in ("by", "value")}
            if isinstance(taken.input, (Answer, Amend)) and taken.input.by != given.by:
                record["for"] = taken.input.by
        yield _short(record)
    for taken in entry.inputs:
        if taken.n not in written:
            yield _short({"n": taken.n} | _fields(taken))


def _fields(taken: TakenInput) -> dict[str, Any]:
    """An input with its place, as the keys of a record; `kind` is the input's, left out of answers."""
    record = record_of(taken.input)
    record["kind"] = record.pop("do")
    place = taken.place
    record |= {name: getattr(place, name) for name in _PLACE if getattr(place, name) != getattr(_UNPLACED, name)}
    return record | ({"drops": list(taken.drops)} if taken.drops else {})


def _event(event: Recorded, in_procedure: bool) -> dict[str, Any]:
    """A recorded event. Between procedures every change is by hand, and nothing says so."""
    if isinstance(event, Result):
        groups = list(map(_group, event.groups))
        told = {"title": event.title, "key": event.key, "step": event.step, "groups": groups}
        thrown = {} if event.thrown is None else {"thrown": list(map(_group, event.thrown))}
        return {"result": event.text} | _spans(event.text) | _short(told | {"facts": plain(event.facts)}) | thrown
    if isinstance(event, Note):
        told = {"step": event.step, "facts": plain(event.facts), "beside": event.beside}
        return {"note": event.text} | _spans(event.text) | _short(told)
    record = {name: plain(getattr(event, name)) for name in ("of", "field", "before", "after", "why", "step")}
    by = {"by_hand": (event.by_hand and in_procedure) or None, "by": event.by}
    return _short(record | _spans(event.why) | by)


def _spans(text: str) -> dict[str, Any]:
    """What a sentence says, a list a span; nothing for a text that knows nothing."""
    if not isinstance(text, Phrase):
        return {}
    return {"spans": [plain(tuple(span) if span.value is not None else span[:4]) for span in text.spans]}


def _sentence(text: str) -> str | dict[str, Any]:
    return {"text": str(text)} | _spans(text) if isinstance(text, Phrase) else text


def _group(group: FaceGroup) -> dict[str, Any]:
    fields = ("name", "by", "die", "faces", "marks", "counts", "before")
    record: dict[str, Any] = {name: plain(getattr(group, name)) for name in fields}
    if not group.before:
        del record["before"]
    if group.role:
        record["role"] = group.role
    return record if group.reads is None else record | {"reads": _reading(group.reads)}


def _reading(reads: Reading) -> dict[str, Any]:
    """What is read of dice, without its usual values; of what faces are worth each key is a face."""
    worth = {} if reads.worth is None else {"worth": {str(face): value for face, value in reads.worth.items()}}
    numbers = {"best": reads.best, "lot": reads.lot, "supports": reads.supports}
    return {**({"noun": reads.noun} if reads.noun else {}), **{k: v for k, v in numbers.items() if v}, **worth}


def _short(record: dict[str, Any]) -> dict[str, Any]:
    """A record without its empty fields and usual values. `false` and 0 stay: they are answers too."""
    return {
        k: v
        for k, v in record.items()
        if (k in _VALUES and v is not None) or v not in (None, "", {}, _USUAL.get(k, ""))
    }


def entry_record(text: str) -> dict[str, Any]:
    """The record in the text of one entry, as `entry_text` wrote it."""
    return tomllib.loads(text.removeprefix(HEADER))


def entry_of(data: Mapping[str, Any], place: str, deserialize: Deserialize) -> JournalEntry:
    """The entry that a record of the journal holds. Raises KeyError, TypeError, ValueError if it is none."""
    records = data.get("inputs", [])
    inputs = sorted((_input(r) for r in records if "n" in r), key=lambda i: i.n)
    events = [_event_of(r, f"{place}.events[{n}]", deserialize) for n, r in enumerate(data.get("events", []))]
    procedure = str(data.get("procedure", ""))
    _mark_by_hand(events, procedure, inputs)
    return JournalEntry(
        procedure,
        str(data["title"]),
        dict(data.get("args", {})),
        inputs,
        events,
        [_answer(r) for r in records if "asks" in r],
        decode_null(data.get("outcome", {})),
        int(data["round"]),
        str(data["phase"]),
        int(data.get("state_crc", 0)),
        _remarks(data, len(events)),
        tuple(map(_sentence_of, data.get("conclusion", ()))),
    )


def _remarks(data: Mapping[str, Any], end: int) -> list[tuple[int, str]]:
    """Each after as many events as came before it; one of an older version, without a place, after all."""
    places = chain(map(int, data.get("remarked_at", ())), repeat(end))
    return [(min(at, end), str(remark)) for at, remark in zip(places, data.get("remarks", ()), strict=False)]


def _words(text: str, record: Mapping[str, Any]) -> str:
    """The text of a record with what it says, if it knows."""
    if "spans" not in record:
        return text
    return Phrase.of(text, [Span(*row) for row in freeze(record["spans"])])


def _sentence_of(raw: str | Mapping[str, Any]) -> str:
    return raw if isinstance(raw, str) else _words(str(raw["text"]), raw)


def _mark_by_hand(events: Iterable[Recorded], procedure: str, inputs: Iterable[TakenInput]) -> None:
    """Changes between procedures are by hand; so are those in one that an adjustment among its inputs made.

    Records of earlier versions have no mark: there the adjustment has the same value and reason.
    """
    asked = [i.input for i in inputs if isinstance(i.input, Adjust)]
    for event in events:
        if isinstance(event, Change) and not event.by_hand:
            event.by_hand = not procedure or any(
                (made.of, made.field, plain(made.value), made.why)
                == (event.of, event.field, plain(event.after), event.why)
                for made in asked
            )


def _input(record: Mapping[str, Any]) -> TakenInput:
    kind = record.get("kind", "answer")
    made = input_of({**record, "do": kind, "by": record.get("for", record.get("by", ""))})
    if not isinstance(made, RunInput):
        raise ValueError(f"{kind} is no input of an open procedure")
    place = RunPoint(str(record.get("after", "")), int(record.get("changes", 0)), int(record.get("steps", 0)))
    return TakenInput(int(record["n"]), made, place, tuple(record.get("drops", ())))


def _answer(record: Mapping[str, Any]) -> AnswerRecord:
    fields = {name: record.get(key, _USUAL.get(key, "")) for key, name in ANSWER.items()}
    return AnswerRecord(**fields | {"value": frozen_answer(record.get("value")), "at_event": int(record["at"])})


def _event_of(record: Mapping[str, Any], place: str, deserialize: Deserialize) -> Recorded:
    step, facts = str(record.get("step", "")), decode_null(record.get("facts", {}))
    if "result" in record:
        groups = builder(Groups)(record.get("groups", []))
        key, title = str(record.get("key", "")), str(record.get("title", ""))
        thrown = builder(Groups)(record["thrown"]) if "thrown" in record else None
        return Result(key, title, groups, _words(str(record["result"]), record), step, facts, thrown)
    if "note" in record:
        return Note(_words(str(record["note"]), record), step, facts, record.get("beside", ""))
    of, field = str(record["of"]), str(record["field"])
    before, after = (
        deserialize(of, field, record[side], f"{place}.{side}") if side in record else None
        for side in ("before", "after")
    )
    why, by = _words(str(record.get("why", "")), record), str(record.get("by", ""))
    return Change(of, field, before, after, why, step, bool(record.get("by_hand")), by)


def decode_null(raw: Any) -> Any:
    """Facts as they were noted: a dash is None there, whatever the type."""
    if isinstance(raw, Mapping):
        return {k: decode_null(v) for k, v in raw.items()}
    if isinstance(raw, list):
        return [decode_null(v) for v in raw]
    return None if raw == toml.NULL else raw

"""The journal of a file as entries: all validated at once, with what is wrong, or each read when it is looked at."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any, Literal, get_args

from companion.engine.answers import AnswerRecord, freeze
from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.inputs import KINDS, RunInput, RunPoint
from companion.engine.journal import JournalEntry
from companion.engine.requests import KINDS as REQUESTS
from companion.engine.state.adjustments import doer_named
from companion.engine.state.changes import Beside, Change
from companion.engine.state.joining import gone_ids, past_spec
from companion.engine.state.paths import contact_of, is_nested, split_path, unit_of
from companion.engine.state.results import Groups
from companion.engine.state.shapes import Build, Count, Number, Problem, builder, needed_of, record_fields, table
from companion.engine.state.table import AnyTable
from companion.store.format.journal import ANSWER, Deserialize, entry_of, entry_record
from companion.store.format.state import Findings
from companion.store.format.toml import dotted
from companion.store.format.values import deserialize, problems

Facts = Mapping[str, Any]
Spans = tuple[tuple[Any, ...], ...]


@frozen
class Sentence:
    """A sentence that knows what it says."""

    text: str
    spans: Spans = ()


_ENTRY = table(
    lambda: {
        "procedure": str,
        "title": str,
        "round": int,
        "phase": str,
        "state_crc": Count,
        "count": Count,
        "remarks": tuple[str, ...],
        "remarked_at": tuple[Count, ...],
        "conclusion": tuple[str | Sentence, ...],
        "doers": bool,
        "args": Facts,
        "outcome": Facts,
        "inputs": tuple[Any, ...],
        "events": tuple[Any, ...],
    },
    ("title", "round", "phase"),
)
_ANSWERED = record_fields(AnswerRecord)
_ASKED: Mapping[str, Any] = {
    **{key: _ANSWERED[name] for key, name in ANSWER.items()},
    "asks": Literal[REQUESTS],
    "at": Count,
    "for": str,
}
"""A request with its answer, which is an input too if players gave it."""
_TOLD: Mapping[str, Any] = {"spans": Spans, "step": str, "facts": Facts}
_EVENTS = {
    "note": table(lambda: {**_TOLD, "note": str, "beside": Beside}, ("note",)),
    "result": table(
        lambda: {**_TOLD, "result": str, "title": str, "key": str, "groups": Groups, "thrown": Groups}, ("result",)
    ),
    "of": table(lambda: {**record_fields(Change), "spans": Spans}, ("of", "field")),
}
_RUN_KINDS = {name: kind for name, kind in KINDS.items() if kind in get_args(RunInput)}


@functools.cache
def _input(kind: str, asked: bool) -> Build:
    """The record of an input of an open procedure; `asked` with its request."""
    taken = _RUN_KINDS[kind]
    keys = {**record_fields(taken), "kind": str, "n": Number, "drops": tuple[Number, ...]}  # type: ignore[arg-type]
    if asked:
        return table(lambda: {**keys, **_ASKED}, ("name", "key", "asks", "at"))
    placed = record_fields(RunPoint) if kind == "adjust" else {}
    return table(lambda: {**keys, **placed}, ("n", *needed_of(taken)))


def _input_problems(row: object) -> list[Problem]:
    record = row if isinstance(row, dict) else {}
    kind, asked = record.get("kind", "answer"), "asks" in record
    known = ("answer", "amend") if asked else tuple(_RUN_KINDS)
    return problems(_input(kind, asked), row) if kind in known else problems(builder(Literal[known]), kind, ("kind",))


def _event_problems(row: object) -> list[Problem]:
    kind = next((name for name in ("note", "result") if isinstance(row, dict) and name in row), "of")
    return problems(_EVENTS[kind], row)


def journal_problems(entries: Sequence[object]) -> Iterator[Problem]:
    """Everything that is wrong with the shape of a journal, each with its path below `journal`."""
    found = [problem for place, entry in enumerate(entries) for problem in _entry_problems(place, entry)]
    yield from found
    for place, entry in enumerate(entries if not found else ()):
        assert isinstance(entry, Mapping)
        yield from _number_problems(place, entry)


def _entry_problems(place: int, entry: object) -> Iterator[Problem]:
    own = problems(_ENTRY, entry, (place,))
    # What is wrong inside a row is said below, by what the row is.
    yield from (one for one in own if len(one[0]) < 3 or one[0][1] not in ("inputs", "events"))
    if not isinstance(entry, dict):
        return
    for name, rows in (("inputs", _input_problems), ("events", _event_problems)):
        listed = entry.get(name, [])
        for number, row in enumerate(listed if isinstance(listed, list) else ()):
            yield from (((place, name, number, *path), reason) for path, reason in rows(row))


def _number_problems(place: int, entry: Mapping[str, Any]) -> Iterator[Problem]:
    numbers = [(row, record["n"]) for row, record in enumerate(entry.get("inputs", [])) if "n" in record]
    count = entry.get("count", len(numbers))
    if count != len(numbers):
        yield (place, "count"), f"this is how many inputs are numbered, {len(numbers)}, not {count}"
    seen: set[int] = set()
    for row, number in numbers:
        if number in seen:
            yield (place, "inputs", row, "n"), f"there is an input {number} above already"
        seen.add(number)


_FIELDS = tuple(each.name for each in dataclasses.fields(JournalEntry))
_COMPARED = (*(each.name for each in dataclasses.fields(JournalEntry) if each.compare), "state_crc")
_JOINS = ('"units.', '"minis.')
_COUNT = re.compile(r"(?m)^count = (\d+)$")
_PROCEDURE = re.compile(r'(?m)^procedure = "([^"\\]*)"$')


def read_entries(records: Any, table: AnyTable, found: Findings) -> Iterator[JournalEntry]:
    """The entries of a journal that somebody may have changed. What is wrong goes to `found.problems`."""
    if not isinstance(records, list):
        found.problems.append(("journal", "the journal is a list of [[journal]] tables"))
        return
    if not records:
        return
    if wrong := list(journal_problems(records)):
        found.problems += [(dotted("journal", *path), reason) for path, reason in wrong]
        return
    value = _values(table, found, set(gone_ids(event for record in records for event in record.get("events", ()))))
    for place, record in enumerate(records):
        key = dotted("journal", place)
        try:
            yield _read(record, key, value, table)
        except (LookupError, TypeError, ValueError, AttributeError) as fault:
            found.problems.append((key, f"this entry cannot be read: {fault}"))


def _read(record: Mapping[str, Any], place: str, value: Deserialize, table: AnyTable) -> JournalEntry:
    entry = entry_of(record, place, value)
    if not record.get("doers"):
        # Played before a change knew who made it: as far as its reason names a unit, that is read from it, once, here.
        for change in entry.changes():
            change.by = doer_named(table, change.why, change.of)
    return entry


def _values(table: AnyTable, found: Findings, gone: Container[str] = ()) -> Deserialize:
    """Reads the values of changes, each as the field that it belongs to holds them.

    `gone` are the ids of those that have left the table; in a text that Companion wrote nobody else is unknown.
    """

    def value(of: str, name: str, raw: Any, place: str) -> Any:
        if of == "table" and (contact_of(name) or unit_of(name)) is not None:
            return freeze(raw)
        field = split_path(name)[0]
        try:
            spec = table.find(of).specs().get(field)
        except InvalidInput as fault:
            if not found.trusted and of not in gone:
                found.problems.append((place, fault.message))
                return None
            spec = past_spec(table.spec.unit_type, field)
        if spec is None or is_nested(name):
            return freeze(raw)
        built, wrong = deserialize(spec.type, raw)
        found.problems.extend((place, reason) for _, reason in wrong)
        return built

    return value


class StoredEntry(JournalEntry):
    """An entry that is read from its text when a field of it is first asked for.

    Undo reaches back rarely and not far: opening a long game need not wait for all that happened in it.
    """

    __slots__ = ("_load", "joins", "weight")

    _load: Callable[[], JournalEntry]
    joins: bool
    weight: int
    """Both are known without reading it, and fixed: a closed entry stays."""

    @classmethod
    def unread(cls, load: Callable[[], JournalEntry], procedure: str, weight: int, joins: bool) -> StoredEntry:
        """The entry that `load` reads."""
        entry = cls.__new__(cls)
        entry.procedure = procedure
        entry._load, entry.weight, entry.joins = load, weight, joins
        return entry

    def __getattr__(self, name: str) -> Any:
        # Python comes here for a slot that has no value yet.
        if name not in _FIELDS:
            raise AttributeError(name)
        entry = self._load()
        for each in _FIELDS:
            setattr(self, each, getattr(entry, each))
        return getattr(self, name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, JournalEntry):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _COMPARED)

    __hash__ = None  # type: ignore[assignment]  # like every dataclass that is not frozen


def stored_entry(text: str, table: AnyTable) -> JournalEntry:
    """The entry in a text that Companion wrote and nobody has changed; `table` is the one it was played on."""

    def load() -> JournalEntry:
        return _read(entry_record(text), "journal[0]", _values(table, Findings(trusted=True)), table)

    count, named = _COUNT.search(text), _PROCEDURE.search(text)
    if count is None:
        return load()
    joins = any(head in text for head in _JOINS)
    return StoredEntry.unread(load, named[1] if named else "", 1 + int(count[1]), joins)

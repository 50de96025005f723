"""The shape of the records of a journal, and everything that is wrong with them. Inputs are as their classes are."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, get_args

from companion.engine.answers import How
from companion.engine.frozen import frozen
from companion.engine.inputs import KINDS, RunInput, RunPoint
from companion.engine.state.changes import Beside
from companion.engine.state.results import Groups
from companion.engine.state.shapes import Count, Number, Problem
from companion.store.format.faults import Shape, faults, shape_of

Kind = Literal["choose", "pick", "number", "yes_no", "do", "roll", "split", "text", "grid"]
Facts = Mapping[str, Any]
Spans = tuple[tuple[Any, ...], ...]


@frozen
class Sentence:
    """A sentence that knows what it says."""

    text: str
    spans: Spans = ()


_ENTRY = Shape(
    {
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
_ASKED: Mapping[str, Any] = {
    "name": str,
    "key": str,
    "asks": Kind,
    "at": Count,
    "step": str,
    "title": str,
    "by": str,
    "value": Any,
    "label": str,
    "how": How,
    "for": str,
}
"""A request with its answer, which is an input too if players gave it."""
_TOLD: Mapping[str, Any] = {"spans": Spans, "step": str, "facts": Facts}
_EVENTS = {
    "note": Shape({**_TOLD, "note": str, "beside": Beside}, ("note",)),
    "result": Shape(
        {**_TOLD, "result": str, "title": str, "key": str, "groups": Groups, "thrown": Groups}, ("result",)
    ),
    "of": Shape(
        {
            **dict.fromkeys(("of", "field", "why", "step", "by"), str),
            **dict.fromkeys(("before", "after"), Any),
            "by_hand": bool,
        },
        ("of", "field"),
    ),
}
_RUN_KINDS = {name: kind for name, kind in KINDS.items() if kind in get_args(RunInput)}


@functools.cache
def _input(kind: str, asked: bool) -> Shape:
    """The record of an input of an open procedure; `asked` with its request."""
    taken = shape_of(_RUN_KINDS[kind])  # type: ignore[arg-type]  # classes are hashable
    keys = {**taken.keys, "kind": str, "n": Number, "drops": tuple[Number, ...]}
    if asked:
        return Shape({**keys, **_ASKED}, ("name", "key", "asks", "at"))
    return Shape({**keys, **shape_of(RunPoint).keys} if kind == "adjust" else keys, ("n", *taken.needed))


def _input_faults(row: object) -> Iterator[Problem]:
    record = row if isinstance(row, dict) else {}
    kind, asked = record.get("kind", "answer"), "asks" in record
    known = ("answer", "amend") if asked else tuple(_RUN_KINDS)
    if kind in known:
        yield from faults(_input(kind, asked), row)
    else:
        yield from faults(Literal[known], kind, ("kind",))


def _event_faults(row: object) -> Iterator[Problem]:
    kind = next((name for name in ("note", "result") if isinstance(row, dict) and name in row), "of")
    return faults(_EVENTS[kind], row)


def journal_problems(entries: Sequence[object]) -> Iterator[Problem]:
    """Everything that is wrong with the shape of a journal, each with its path below `journal`."""
    found = [problem for place, entry in enumerate(entries) for problem in _entry_faults(place, entry)]
    yield from found
    for place, entry in enumerate(entries if not found else ()):
        assert isinstance(entry, Mapping)
        yield from _number_problems(place, entry)


def _entry_faults(place: int, entry: object) -> Iterator[Problem]:
    wrong = list(faults(_ENTRY, entry, (place,)))
    yield from wrong
    if not isinstance(entry, dict):
        return
    for name, rows in (("inputs", _input_faults), ("events", _event_faults)):
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

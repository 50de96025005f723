"""Pydantic models of the journal and of the records of a write-ahead log, which are the same in every game.

Strict: `"1"` is no number, and a mistyped key, which would pass for a default, is refused. Imported only if there is
something to validate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, TypeAdapter, ValidationError

from companion.engine.state.changes import Beside
from companion.engine.state.shapes import Problem
from companion.store.format.validation import problem_of

Count = Annotated[int, Field(ge=0)]
Number = Annotated[int, Field(ge=1)]
Plain = Any
"""Whatever TOML can hold: answers, facts and values of fields, which the game's own declarations check."""
How = Literal["typed", "rolled", "drawn", "auto", "ruled"]
Kind = Literal["choose", "pick", "number", "yes_no", "do", "roll", "split", "text", "grid"]


class Closed(BaseModel):
    """A record with no keys but its own."""

    model_config = ConfigDict(strict=True, extra="forbid")


# -- the journal --------------------------------------------------------------------------------------------------


class ShareRow(Closed):
    """One answer of what the app picked from."""

    value: Plain
    weight: Count


class AskedRow(Closed):
    """A request with its answer; `n` if players gave it."""

    name: str
    key: str
    asks: Kind
    at: Count
    step: str = ""
    title: str = ""
    by: str = ""
    value: Plain = None
    label: str = ""
    how: How = "typed"
    mix: list[ShareRow] = []
    kind: Literal["answer", "amend"] = "answer"
    n: Number | None = None
    for_: str = Field("", alias="for")
    why: str = ""
    drops: list[Number] = []


class Numbered(Closed):
    """What all inputs have that are not the answer to a request."""

    n: Number
    why: str = ""
    drops: list[Number] = []


class AnswerRow(Numbered):
    kind: Literal["answer"] = "answer"
    key: str
    value: Plain = None
    by: str = ""
    how: How = "typed"
    mix: list[ShareRow] = []


class AmendRow(Numbered):
    kind: Literal["amend"]
    key: str
    value: Plain = None
    by: str = ""


class AdjustRow(Numbered):
    kind: Literal["adjust"]
    of: str
    field: str
    value: Plain = None
    after: str = ""
    changes: Count = 0
    steps: Count = 0


class OverruleRow(Numbered):
    kind: Literal["overrule"]
    key: str
    value: int


class LeaveRow(Numbered):
    kind: Literal["leave"]
    keep: bool


class ChangeRow(Closed):
    of: str
    field: str
    before: Plain = None
    after: Plain = None
    why: str = ""
    step: str = ""
    by_hand: bool = False
    by: str = ""


class Sentence(Closed):
    text: str
    spans: list[list[Plain]] = []


class NoteRow(Closed):
    note: str
    spans: list[list[Plain]] | None = None
    step: str = ""
    facts: dict[str, Plain] = {}
    beside: Beside = ""


class Reads(Closed):
    noun: str = ""
    worth: dict[str, int] | None = None
    best: int = 0
    lot: int = 0
    supports: int = 0


class Group(Closed):
    name: str
    by: str
    die: str
    faces: list[int | str]
    marks: list[str]
    counts: dict[str, int] = {}
    before: list[int | str] = []
    reads: Reads | None = None


class ResultRow(Closed):
    result: str
    spans: list[list[Plain]] | None = None
    title: str = ""
    key: str = ""
    step: str = ""
    groups: list[Group] = []
    thrown: list[Group] | None = None
    facts: dict[str, Plain] = {}


# A tag is in the place of an error; with a space in it, it is never taken for a key of the file.


def _input_tag(row: object) -> str:
    if not isinstance(row, Mapping):
        return "answer row"
    return "asked row" if "asks" in row else f"{row.get('kind', 'answer')} row"


def _event_tag(row: object) -> str:
    return next(
        (f"{name} row" for name in ("note", "result") if isinstance(row, Mapping) and name in row), "change row"
    )


InputRow = Annotated[
    Annotated[AskedRow, Tag("asked row")]
    | Annotated[AnswerRow, Tag("answer row")]
    | Annotated[AmendRow, Tag("amend row")]
    | Annotated[AdjustRow, Tag("adjust row")]
    | Annotated[OverruleRow, Tag("overrule row")]
    | Annotated[LeaveRow, Tag("leave row")],
    Discriminator(_input_tag),
]
EventRow = Annotated[
    Annotated[ChangeRow, Tag("change row")]
    | Annotated[NoteRow, Tag("note row")]
    | Annotated[ResultRow, Tag("result row")],
    Discriminator(_event_tag),
]


class JournalRow(Closed):
    """One closed procedure, or an adjustment at rest."""

    procedure: str = ""
    title: str
    round: int
    phase: str
    state_crc: Count = 0
    count: Count | None = None
    remarks: list[str] = []
    conclusion: list[str | Sentence] = []
    doers: bool = False
    args: dict[str, Plain] = {}
    outcome: dict[str, Plain] = {}
    inputs: list[InputRow] = []
    events: list[EventRow] = []


# -- the write-ahead log ------------------------------------------------------------------------------------------


class SideRow(Closed):
    name: str
    left: int
    colour: str = ""


class RestRow(Closed):
    """How the game is at a rest."""

    round: int
    phase: str
    sides: list[SideRow]
    over: str


class Logged(Closed):
    """What every record has beside its input."""

    state_crc: Count = 0
    request_crc: Count = 0
    sealed: bool = False
    at: str = ""
    rest: RestRow | None = None
    played: str = ""
    seed: str = ""
    seed_since: Count = 0
    seed_method: Count = 1


class PlaceRow(Closed):
    """Where in the open procedure an adjustment takes effect."""

    after: str
    changes: Count


class LoggedStart(Logged):
    do: Literal["start"]
    procedure: str
    args: dict[str, Plain]


class LoggedAnswer(Logged):
    do: Literal["answer"]
    key: str
    value: Plain = None
    by: str = ""
    how: How
    why: str = ""
    mix: list[ShareRow] = []


class LoggedAmend(Logged):
    do: Literal["amend"]
    key: str
    value: Plain = None
    by: str = ""


class LoggedAdjust(Logged):
    do: Literal["adjust"]
    of: str
    field: str
    value: Plain = None
    why: str = ""
    place: PlaceRow | None = None


class LoggedConnect(Logged):
    do: Literal["connect"]
    a: str
    b: str
    flags: dict[str, Plain] | None = None
    why: str = ""
    place: PlaceRow | None = None


class LoggedOverrule(Logged):
    do: Literal["overrule"]
    key: str
    value: Plain
    why: str = ""


class LoggedLeave(Logged):
    do: Literal["leave"]
    keep: bool
    why: str = ""


class LoggedUndo(Logged):
    do: Literal["undo", "redo"]
    count: Number


class LoggedOffer(Logged):
    """The answer of a record that no longer fitted."""

    do: Literal["offer"]
    key: str
    value: Plain = None


LogRecord = Annotated[
    LoggedStart
    | LoggedAnswer
    | LoggedAmend
    | LoggedAdjust
    | LoggedConnect
    | LoggedOverrule
    | LoggedLeave
    | LoggedUndo
    | LoggedOffer,
    Field(discriminator="do"),
]


# -- what is wrong ------------------------------------------------------------------------------------------------


def journal_problems(entries: Sequence[object]) -> Iterator[Problem]:
    """Everything that is wrong with the shape of a journal, each with its path below `journal`."""
    shaped = True
    for problem in _problems(TypeAdapter(list[JournalRow]), entries):
        shaped = False
        yield problem
    if shaped:
        for place, entry in enumerate(entries):
            assert isinstance(entry, Mapping)
            yield from _number_problems(place, entry)


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


def record_problems(records: Sequence[object]) -> Iterator[Problem]:
    """Everything that is wrong with the shape of the records of a log, each with its place in the list first."""
    yield from _problems(TypeAdapter(list[LogRecord]), records)


def _problems(adapter: TypeAdapter[Any], raw: object) -> Iterator[Problem]:
    try:
        adapter.validate_python(raw)
    except ValidationError as fault:
        for error in fault.errors(include_url=False):
            yield problem_of(error["type"], error["loc"], error["msg"], error["input"], raw)

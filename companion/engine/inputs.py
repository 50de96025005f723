"""Everything that comes from outside, one frozen class an input, to and from a record of plain data.

`procedure`, `args`: what is started. `key`: of a request or a tally. `of`, `field`: a unit, model, side or `table`, and
a dotted path in it. `by`: the side that answers, `table` if anyone may, empty for a joint roll. `why`: the reason
that players gave. `seat`: of a ruling or an undo at a shared table the side that gave it; else empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from companion.engine.answers import How, freeze, frozen_answer, plain_answer
from companion.engine.frozen import frozen
from companion.engine.state.paths import contact_path, ordered_flags
from companion.engine.state.shapes import Count, Number


@frozen
class Start:
    """Starts the procedure of an action."""

    procedure: str
    args: Mapping[str, Any]


@frozen
class Share:
    """One answer of a mix, and how often it is drawn: of the sum of all weights, which is at most 2**32."""

    value: Any
    weight: Count

    def as_record(self) -> dict[str, object]:
        return {"value": plain_answer(self.value), "weight": self.weight}


@frozen
class Answer:
    """Answers the open request, or one slot of a secret. `mix` is what the app drew the answer from, if it did."""

    key: str
    value: Any
    by: str = ""
    how: How = "typed"
    why: str = ""
    mix: tuple[Share, ...] = ()
    seat: str = ""


@frozen
class Amend:
    """Changes an earlier answer of the open procedure."""

    key: str
    value: Any
    by: str = ""


@frozen
class Adjust:
    """Sets a field: a manual adjustment."""

    of: str
    field: str
    value: Any
    why: str = ""


@frozen
class Connect:
    """Puts two units or models in contact, with these flags; None ends their contact."""

    a: str
    b: str
    flags: Mapping[str, Any] | None
    why: str = ""

    def adjustment(self) -> Adjust:
        """The same as an adjustment of the table's contacts."""
        flags = None if self.flags is None else ordered_flags(self.a, self.b, self.flags)
        return Adjust("table", contact_path(self.a, self.b), flags, self.why)


@frozen
class Overrule:
    """Sets a number that the open procedure computed."""

    key: str
    value: Any
    why: str = ""
    seat: str = ""


@frozen
class Leave:
    """Breaks the open procedure off; `keep` keeps what happened in it."""

    keep: bool
    why: str = ""


@frozen
class Undo:
    """Undoes the last `count` inputs."""

    count: Number
    seat: str = ""


@frozen
class Redo:
    """Redoes `count` of the inputs that were undone."""

    count: Number


RunInput = Answer | Amend | Adjust | Overrule | Leave
"""What a procedure takes while it is open."""

Input = Start | RunInput | Connect | Undo | Redo

InputT = TypeVar("InputT", bound=Input)

KINDS: Mapping[str, type[Input]] = {
    "start": Start,
    "answer": Answer,
    "amend": Amend,
    "adjust": Adjust,
    "connect": Connect,
    "overrule": Overrule,
    "leave": Leave,
    "undo": Undo,
    "redo": Redo,
}
_NAMES = {kind: name for name, kind in KINDS.items()}


def _frozen_mix(raw: Any) -> tuple[Share, ...]:
    return tuple(Share(frozen_answer(share["value"]), share["weight"]) for share in raw)


_FROZEN: Mapping[tuple[type[Input], str], Callable[[Any], Any]] = {
    (Answer, "mix"): _frozen_mix,
    (Answer, "value"): frozen_answer,
    (Amend, "value"): frozen_answer,
    (Adjust, "value"): freeze,
}


def kind_of(made: Input) -> str:
    return _NAMES[type(made)]


def record_of(made: Input) -> dict[str, object]:
    """An input as plain data under `do` and the names of its fields. What is None, an empty text or list is left out.

    An empty text as `value` stays: it is an answer, and a name or a note that players took away.
    """
    record: dict[str, Any] = {"do": kind_of(made)}
    for item in fields(made):
        value = plain_answer(getattr(made, item.name))
        if value not in (None, "", []) or (item.name == "value" and value is not None):
            record[item.name] = value
    return record


def input_of(record: Mapping[str, object]) -> Input:
    """The input that a record holds; fields that are absent are None or empty.

    Raises KeyError if `do` names no input or a field is missing that has no empty value.
    """
    kind = KINDS[str(record["do"])]
    values: dict[str, Any] = {}
    for item in fields(kind):
        if item.name in record:
            raw, read = record[item.name], _FROZEN.get((kind, item.name))
            values[item.name] = raw if read is None else read(raw)
        elif item.name in ("value", "flags"):
            values[item.name] = None
    try:
        return kind(**values)
    except TypeError as fault:
        raise KeyError(str(fault)) from fault


@frozen
class RunPoint:
    """Where in a run an adjustment takes effect.

    After the answer to the request `after` and then `changes` changes; an option, which the rules may read at any
    step, after `steps` entered steps.
    """

    after: str = ""
    changes: Count = 0
    steps: Count = 0


UNPLACED = RunPoint()


@frozen
class TakenInput:
    """An input that the open procedure took. `n` numbers them from 1.

    `drops` are the numbers of earlier answers that no longer fitted when it came.
    """

    n: int
    input: RunInput
    place: RunPoint = UNPLACED
    drops: tuple[int, ...] = ()

    @property
    def lasting_place(self) -> RunPoint | None:
        """The place of an adjustment that changed nothing before it: a replay may impose it with others at once.

        None for an option, which earlier steps may read, and if earlier answers were dropped.
        """
        placed = isinstance(self.input, Adjust) and not self.place.steps and not self.drops
        return self.place if placed else None


def answers_of(inputs: Sequence[TakenInput]) -> dict[str, TakenInput]:
    """The last answer to each request that still counts, by the key of the request."""
    gone = {n for one in inputs for n in one.drops}
    return {one.input.key: one for one in inputs if isinstance(one.input, (Answer, Amend)) and one.n not in gone}

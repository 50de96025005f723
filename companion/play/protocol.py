"""The lines of the protocol as types: what the program says, by `type`. docs/protocol.md describes each field.

Values of fields, answers and facts are plain JSON: text, whole numbers, true, false, null, lists and objects of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

Json: TypeAlias = Any
"""A value of a field, an answer or a fact, as `json` reads and writes it."""

Command: TypeAlias = dict[str, Json]
"""One line of the program that drives: checked field by field where it is used."""


class NoticePart(TypedDict):
    """What a person would see as a warning. `kind`: `file`, `changed`, `unchanged`, `ruling` or `ruleset`."""

    text: str
    kind: str


class Hello(TypedDict):
    """The first line."""

    type: Literal["hello"]
    protocol: int
    app: str
    ruleset: str
    revision: int
    session: str
    file: str
    read_only: bool
    can: list[str]
    notices: list[NoticePart]
    seat: NotRequired[str]
    dice_hash: NotRequired[str]


class Reason(TypedDict):
    """One line of a tally."""

    label: str
    value: int
    rule: str


class TallyPart(TypedDict):
    """A computed number with its reasons."""

    key: str
    name: str
    total: int
    lines: list[Reason]


class RowPart(TypedDict):
    """One number or word of a fighter: at `breaks_at` or beyond it falls, breaks or is pushed."""

    key: str
    label: str
    value: int | str
    max: int | None
    breaks_at: int | None


class StandingPart(TypedDict):
    """How one fighter stands."""

    of: str
    side: str
    name: str
    role: str
    rows: list[RowPart]


class CostPart(TypedDict):
    """What an answer spends of a number that a unit, side or the table has."""

    of: str
    field: str
    label: str
    have: int
    spend: int


class RulingPart(TypedDict):
    """A ruling of the campaign that bears on a prompt."""

    n: int
    key: str
    alike: str
    value: Json
    text: str
    why: str
    made: str
    why_not: str | None


Prompt = TypedDict(
    "Prompt",
    {
        "type": Literal["prompt"],
        "key": str,
        "name": str,
        "procedure": str,
        "with": Mapping[str, Json],
        "step": str,
        "step_title": str,
        "by": str | list[str],
        "kind": str,
        "title": str,
        "legal": Mapping[str, Json],
        "tally": list[TallyPart],
        "standing": list[StandingPart],
        "cost": list[CostPart],
        "secret": bool,
        "sealed": list[str],
        "rulings": NotRequired[list[RulingPart]],
    },
)
"""A request that stands."""

ActionPart = TypedDict(
    "ActionPart",
    {
        "name": str,
        "title": str,
        "open": bool,
        "why_not": str | None,
        "code": str | None,
        "kind": str,
        "suggested": bool,
        "with": Mapping[str, Sequence[Json]],
    },
)
"""Something that may be started at rest, with the values of its one parameter."""


class OverPart(TypedDict):
    """How the game ended."""

    winner: str | None
    why: str


class Rest(TypedDict):
    """No procedure runs."""

    type: Literal["rest"]
    round: int
    phase: str
    active: str | None
    actions: list[ActionPart]
    over: OverPart | None


class ChangePart(TypedDict):
    """A recorded difference. `before` or `after` is left out where there is none."""

    of: str
    field: str
    before: NotRequired[Json]
    after: NotRequired[Json]
    why: str
    step: str


class ChangeLine(ChangePart):
    """A difference as it happens, numbered."""

    type: Literal["change"]
    seq: int


class NoteLine(TypedDict):
    """A sentence for the log with its facts."""

    type: Literal["note"]
    text: str
    step: str
    facts: Mapping[str, Json]


class GroupPart(TypedDict):
    """Equal dice of one side that were read together; one word in `marks` a face.

    `before` only where dice of the group were rolled again: the face that each showed until then, or null.
    """

    name: str
    by: str
    die: str
    faces: list[int | str]
    marks: list[str]
    counts: Mapping[str, int]
    before: NotRequired[list[int | str | None]]
    noun: NotRequired[str]
    value: NotRequired[int]
    p: NotRequired[float]
    exact: NotRequired[str]


class ResultLine(TypedDict):
    """What came of a roll. `thrown` only where `groups` also shows dice that lay already."""

    type: Literal["result"]
    key: str
    title: str
    groups: list[GroupPart]
    thrown: NotRequired[list[GroupPart]]
    text: str
    step: str
    facts: Mapping[str, Json]


class DoneLine(TypedDict):
    """A procedure ended. `conclusion` says in words what it came to."""

    type: Literal["done"]
    procedure: str
    outcome: Mapping[str, Json]
    conclusion: list[str]


class NoticeLine(NoticePart):
    """A warning as it comes up."""

    type: Literal["notice"]


class Preview(TypedDict):
    """What an amended answer would change. `entry` and `lost` only where its procedure is closed."""

    type: Literal["preview"]
    changes: list[ChangePart]
    asked_again: list[str]
    entry: NotRequired[int]
    lost: NotRequired[list[str]]


class GivenPart(TypedDict):
    """An answer that may be changed."""

    key: str
    name: str
    kind: str
    by: str
    title: str
    value: Json
    how: str


AnsweredPart = TypedDict(
    "AnsweredPart",
    {
        "entry": int,
        "procedure": str,
        "with": Mapping[str, Json],
        "open": bool,
        "answers": list[GivenPart],
    },
)
"""A procedure with its answers."""


class AnswersLine(TypedDict):
    """The answers of the last procedures."""

    type: Literal["answers"]
    entries: list[AnsweredPart]


class State(TypedDict):
    """The whole table, with the sections and names of the file."""

    type: Literal["state"]
    past: NotRequired[bool]
    table: Mapping[str, Json]
    melees: list[list[str]]
    undo: int
    redo: int


class OddsRow(TypedDict):
    """One chance."""

    option: str
    measure: str
    of: str
    value: int | None
    p: float
    exact: NotRequired[str]


class MixRow(TypedDict):
    """How often best play takes an option."""

    option: str
    p: float
    exact: str


class Worth(TypedDict):
    """What an option is worth by itself."""

    option: str
    value: float
    exact: str


class OddsLine(TypedDict):
    """Chances for the open prompt."""

    type: Literal["odds"]
    of: str
    goal: str
    assumes: list[str]
    rows: list[OddsRow]
    exact: bool
    error: NotRequired[float | None]
    aim: NotRequired[str]
    goals: NotRequired[list[str]]
    mix: NotRequired[list[MixRow]]
    value: NotRequired[float]
    safest: NotRequired[str]
    guarantees: NotRequired[list[Worth]]


class ErrorLine(TypedDict):
    """Why a line was refused."""

    type: Literal["error"]
    message: str
    hint: str
    code: str | None


class Bye(TypedDict):
    """The last line."""

    type: Literal["bye"]
    saved: bool
    file: str


Happened: TypeAlias = ChangeLine | NoteLine | ResultLine | DoneLine | NoticeLine
"""What may come before the line that closes an answer."""

Closing: TypeAlias = Prompt | Rest | Preview | State | OddsLine | AnswersLine | ErrorLine | Bye
"""The one line that closes an answer."""

Message: TypeAlias = Hello | Happened | Closing
"""One line of the program."""

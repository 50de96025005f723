"""Answers outside the rules: as plain data for files and programs, frozen for the rules, in few words for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, final, overload

from companion.engine.dice import face_words
from companion.engine.frozen import freeze as freeze
from companion.engine.requests import COMPOSED, Request
from companion.engine.state.changes import plain
from companion.engine.state.table import AnyTable


@final
class Withheld:
    """The one placeholder. No rule ever gets it, and no request takes it but the slot of a secret."""

    def __repr__(self) -> str:
        return "WITHHELD"


WITHHELD: Final = Withheld()


How = Literal["typed", "rolled", "drawn", "auto", "ruled"]
"""`rolled` by the app, `drawn` by it from a mix of answers, `auto` if just one answer was legal, `ruled` by the
players against the rules."""

RawAnswer = tuple[Request[object], Any, How, int]
"""A request, the frozen answer that the rules got, how it was given, and how many events came before it."""


@dataclass(slots=True)
class AnswerRecord:
    """One answer as the rules got it, for the log and the file.

    `kind` is that of its request, `at_event` how many events came before it, `label` the answer in the words that
    were chosen, empty if the value says enough.
    """

    key: str
    name: str
    kind: str
    by: str
    title: str
    value: Any
    how: How
    step: str
    at_event: int
    label: str = ""


def answer_record(given: RawAnswer) -> AnswerRecord:
    """An answer as it is kept."""
    request, value, how, at_event = given
    return AnswerRecord(
        request.key,
        request.name,
        request.kind,
        "+".join(request.sides),
        request.title,
        value,
        how,
        request.step,
        at_event,
        "" if value is WITHHELD else request.label(value),
    )


class AnswerRecords(Sequence[AnswerRecord]):
    """The answers of a procedure as they are kept, made when somebody first looks: play itself reads none."""

    def __init__(self, given: Iterable[RawAnswer]) -> None:
        self._given = tuple(given)
        self._made: list[AnswerRecord] | None = None

    @property
    def _records(self) -> list[AnswerRecord]:
        given = self._given
        if self._made is None:
            self._made = [answer_record(each) for each in given]
            # Nobody needs the requests any more, which know all of their procedure.
            self._given = ()
        return self._made

    @overload
    def __getitem__(self, at: int) -> AnswerRecord: ...
    @overload
    def __getitem__(self, at: slice) -> list[AnswerRecord]: ...
    def __getitem__(self, at: int | slice) -> AnswerRecord | list[AnswerRecord]:
        return self._records[at]

    def __len__(self) -> int:
        return len(self._records)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._records == list(other)

    __hash__ = None  # type: ignore[assignment]  # like every list


def plain_answer(value: object) -> Any:
    """An answer as JSON and TOML know it. As in the line protocol: `{plan, parts}`, `{rows}`; one withheld is None."""
    return None if value is WITHHELD else plain(value)


def frozen_answer(value: object) -> object:
    """An answer as the rules get it: faces and picks in tuples, `{plan, parts}` as an Allotment, `{rows}` as Cells."""
    if isinstance(value, Mapping):
        for kind in COMPOSED:
            made = kind.of_record(value)
            if made is not None:
                return made
    return freeze(value)


def answer_words(table: AnyTable, given: AnswerRecord) -> str:
    """What was answered, as players would say it: the words they chose, parts and units by name."""
    if type(given.value) in COMPOSED:
        words: str = given.value.told(given.label, table.title)
        return words
    if given.label:
        return given.label
    return table.title(given.value) if isinstance(given.value, str) else words_of(given.value)


def words_of(value: object) -> str:
    """An answer in few words, for the log."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if type(value) is tuple:
        if value and isinstance(value[0], tuple):
            return " / ".join(" ".join(map(face_words, faces)) for faces in value if faces)
        return " ".join(str(v) for v in value)
    return str(value)

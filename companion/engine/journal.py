"""What a session consists of once it was played, and what it hands to whoever makes it durable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Protocol

from companion.engine.answers import AnswerRecord
from companion.engine.dice import Faces
from companion.engine.errors import InvalidValue
from companion.engine.frozen import frozen
from companion.engine.inputs import Input, RunPoint, TakenInput
from companion.engine.state.changes import Change, Recorded, checksum
from companion.engine.state.joining import mini_of_record, unit_of_record
from companion.engine.state.paths import ROUND, mini_of, unit_of
from companion.engine.state.table import AnyTable, Departed, Model, Unit


class ReplayMismatch(Exception):
    """A recorded input no longer fits the rules. `reason` says what differs."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(slots=True)
class JournalEntry:
    """One closed procedure, or one adjustment at rest (`procedure` is then empty).

    `recorded_crc` is the checksum of its changes as a file has it, None if none was written yet; `remarks` are
    sentences about what was undone on the way, each after how many events came before it. `conclusion` is what it came
    to, as the rules said it.
    """

    procedure: str
    title: str
    args: Mapping[str, Any]
    inputs: list[TakenInput]
    events: list[Recorded]
    answers: Sequence[AnswerRecord]
    outcome: Mapping[str, Any]
    round: int
    phase: str
    recorded_crc: int | None = field(default=None, compare=False)
    remarks: list[tuple[int, str]] = field(default_factory=list)
    conclusion: Sequence[str] = ()

    def changes(self) -> list[Change]:
        return [e for e in self.events if isinstance(e, Change)]

    @property
    def began_in(self) -> int:
        """The round in which it began; `round` is that in which it ended."""
        return next((each.before for each in self.changes() if (each.of, each.field) == ROUND), self.round)

    def copy(self) -> JournalEntry:
        """The same entry, read if it was not yet, with inputs and remarks of its own."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        own = {name: list(values[name]) for name in ("inputs", "remarks")}
        return JournalEntry(**values | own)

    @property
    def joins(self) -> bool:
        """Whether units may join or leave in it: they do so at rest alone."""
        return not self.procedure

    @property
    def state_crc(self) -> int:
        """The checksum of its changes. Counted when it is first looked at: the events of an entry never change."""
        if self.recorded_crc is None:
            self.recorded_crc = checksum(self.changes())
        return self.recorded_crc

    @property
    def weight(self) -> int:
        """How many undos it takes to undo it whole: one an input, and one for its start."""
        return 1 + len(self.inputs) if self.procedure else 1


@frozen
class UndoneRoll:
    """A roll of the app that players took back: where it was made (see `ProcedurePlace`), its request, its faces."""

    number: int
    procedure: str
    earlier: int
    key: str
    title: str
    value: tuple[Faces, ...]


@frozen
class Commit:
    """One input that was taken, complete: all that a write-ahead log needs of it.

    `request_crc` is the fingerprint of the request that it answers, 0 for other inputs; `state_crc` the checksum of
    the procedure's changes after it. `sealed` marks the answer to a slot of a secret. `waits_at` says in words where
    play is after it, and `waits_in` in which procedure, both empty at rest. `place` is where in the open procedure an
    adjustment takes effect; None for any other input, and for one that cannot be replayed together with those beside
    it.
    """

    input: Input
    request_crc: int
    state_crc: int
    sealed: bool
    waits_at: str
    place: RunPoint | None = None
    waits_in: str = ""


class Recorder(Protocol):
    """Makes inputs durable."""

    def commit(self, *made: Commit) -> None:
        """Returns when all inputs are on disk. Raises NotSaved if they cannot be; they are undone then, all."""

    def at_rest(self, table: AnyTable, entries: Sequence[JournalEntry], taken_back: Sequence[UndoneRoll] = ()) -> None:
        """The table is at rest and nothing can be redone: a snapshot of it may be written."""


class Gathered:
    """The recorder of inputs that are to be recorded together."""

    def __init__(self) -> None:
        self.made: list[Commit] = []

    def commit(self, *made: Commit) -> None:
        """Keeps them until all are there."""
        self.made += made

    def at_rest(self, table: AnyTable, entries: Sequence[JournalEntry], taken_back: Sequence[UndoneRoll] = ()) -> None:
        """Nothing is on disk yet."""


class Departures:
    """Who has left a table, by the entries of its journal, which are read as far as there is something new in them."""

    def __init__(self, table: AnyTable, entries: Sequence[JournalEntry]) -> None:
        self._table = table
        self._entries = entries
        self._read: list[JournalEntry] = []
        self._forget()

    def _forget(self) -> None:
        self._read.clear()
        self._units: dict[str, Departed] = {}
        self._minis: dict[str, tuple[str, Model]] = {}
        """Minis that left their unit, each with its id."""
        self._known: Mapping[str, Departed] = {}
        self._moves: list[Change] = []

    def __call__(self) -> Mapping[str, Departed]:
        """All who left, by id, the models of a unit too; who came back is among them as it was when it left."""
        self._read_on()
        return self._known

    def moves(self) -> Sequence[Change]:
        """The changes by which units joined the table and left it, in order."""
        self._read_on()
        return self._moves

    def _read_on(self) -> None:
        read = len(self._read)
        if read > len(self._entries) or (read and self._entries[read - 1] is not self._read[-1]):
            self._forget()
            read = 0
        if read == len(self._entries):
            # Asked for every word that is no id: mostly nothing is new.
            return
        for entry in self._entries[read:]:
            self._read.append(entry)
            for change in entry.changes() if entry.joins else ():
                self._note(change)
        self._known = {**dict(self._of_minis()), **self._units}

    def _note(self, change: Change) -> None:
        place = unit_of(change.field) if change.of == "table" else mini_of(change.field)
        if place is not None and change.of == "table":
            self._moves.append(change)
        if place is None or change.after is not None:
            return
        kind = self._table.spec.unit_type
        try:
            if change.of != "table":
                self._minis[place.of] = change.of, mini_of_record(kind, place.of, change.before)
                return
            unit = unit_of_record(kind, place.of, change.before)
        except InvalidValue:
            return
        members: tuple[Unit | Model, ...] = (unit, *unit.miniatures)
        self._units.update({one.id: Departed(one, unit) for one in members})

    def _of_minis(self) -> Iterator[tuple[str, Departed]]:
        """The unit of a mini may have left after it."""
        for of, (unit, mini) in self._minis.items():
            owner = self._table.units.get(unit)
            if owner is None and unit in self._units:
                owner = self._units[unit].owner
            if owner is not None:
                yield of, Departed(mini, owner)

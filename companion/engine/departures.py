"""Units that have left the table, and minis their units: the journal goes on telling of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.engine.errors import InvalidValue
from companion.engine.journal import JournalEntry
from companion.engine.state.changes import Change
from companion.engine.state.joining import unit_of_record
from companion.engine.state.minis import mini_of_record
from companion.engine.state.paths import mini_of, unit_of
from companion.engine.state.table import AnyTable, Departed, Model, Unit


class Departures:
    """Who has left a table, by the entries of its journal, which are read as far as there is something new in them."""

    def __init__(self, table: AnyTable, entries: Sequence[JournalEntry]) -> None:
        self._table = table
        self._entries = entries
        self._units: dict[str, Departed] = {}
        self._minis: dict[str, tuple[str, Model]] = {}
        """Minis that left their unit, each with its id."""
        self._read: list[JournalEntry] = []
        self._known: Mapping[str, Departed] = {}

    def __call__(self) -> Mapping[str, Departed]:
        """All who left, by id, the models of a unit too; who came back is among them as it was when it left."""
        read = len(self._read)
        if read > len(self._entries) or (read and self._entries[read - 1] is not self._read[-1]):
            self._units, self._minis, self._read, read = {}, {}, [], 0
            self._known = {}
        if read == len(self._entries):
            # Asked for every word that is no id: mostly nothing is new.
            return self._known
        for entry in self._entries[read:]:
            self._read.append(entry)
            for change in entry.changes() if entry.joins else ():
                self._note(change)
        self._known = {**dict(self._of_minis()), **self._units}
        return self._known

    def _note(self, change: Change) -> None:
        place = unit_of(change.field) if change.of == "table" else mini_of(change.field)
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

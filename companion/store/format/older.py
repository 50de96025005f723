"""Entries of sessions that were played before a change knew who made it: it is read from the reason, once, here."""

from __future__ import annotations

from companion.engine.journal import JournalEntry
from companion.engine.state.doers import doer_named
from companion.engine.state.table import AnyTable


def name_doers(entry: JournalEntry, table: AnyTable) -> None:
    """Writes into the changes of an entry of an older version who made them, as far as their reasons name a unit."""
    for change in entry.changes():
        change.by = doer_named(table, change.why, change.of)

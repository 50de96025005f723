"""What a session writes through: each input to the write-ahead log, the table at rest to the snapshot."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

from companion.engine.errors import NotSaved
from companion.engine.inputs import record_of
from companion.engine.journal import Commit, JournalEntry
from companion.engine.state.table import Table
from companion.store.format.session_file import snapshot
from companion.store.format.state import Extras
from companion.store.snapshot import SnapshotWriter
from companion.store.wal import WriteAheadLog


class FileRecorder:
    """The recorder of a session on disk."""

    def __init__(self, wal: WriteAheadLog, main: SnapshotWriter, extras: Extras) -> None:
        self.main = main
        self.wal = wal
        self.closed = False
        self.failure = ""
        self._extras = extras
        self._played = main.header.played

    def commit(self, made: Commit) -> None:
        """One input as a record of the log, on disk when this returns. Raises NotSaved."""
        if self.closed:
            raise NotSaved("the session is closed")
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        try:
            self.wal.append(wal_record(made) | {"played": now})
        except NotSaved as fault:
            self.failure = str(fault)
            raise
        self.failure = ""
        self._played = now

    def at_rest(self, table: Table[Any, Any], entries: Sequence[JournalEntry]) -> None:
        """Hands the state to the worker that writes the snapshot."""
        self.main.write(snapshot(table, entries, self._extras), self.wal.count, self._played)


def wal_record(made: Commit) -> dict[str, Any]:
    """A commit as a record of the log; what is empty is left out."""
    record = record_of(made.input) | {"state_crc": made.state_crc}
    if made.request_crc:
        record["request_crc"] = made.request_crc
    if made.sealed:
        record["sealed"] = True
    if made.standing:
        record["at"] = made.standing
    return record

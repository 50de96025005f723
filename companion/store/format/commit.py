"""An input that was taken, as a record of the write-ahead log."""

from __future__ import annotations

from companion.engine.inputs import record_of
from companion.engine.journal import Commit
from companion.store.format.wal_file import Record


def commit_record(made: Commit, played: str) -> Record:
    """A commit as a record of the log, taken at this time. What is empty is left out."""
    record = record_of(made.input) | {"state_crc": made.state_crc}
    if made.request_crc:
        record["request_crc"] = made.request_crc
    if made.sealed:
        record["sealed"] = True
    if made.standing:
        record["at"] = made.standing
    return record | {"played": played}

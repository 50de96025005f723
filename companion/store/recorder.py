"""What a session writes through: each input to the write-ahead log, the table at rest to the snapshot."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.errors import RULES_FAIL, NotSaved
from companion.engine.journal import Commit, JournalEntry, UndoneRoll
from companion.engine.seed import Seed
from companion.engine.state.table import AnyTable
from companion.store.format.commit import commit_record
from companion.store.format.session_file import situation, snapshot
from companion.store.format.state import Extras
from companion.store.snapshot import SnapshotWriter
from companion.store.wal import WriteAheadLog


class FileRecorder:
    """The recorder of a session on disk."""

    def __init__(
        self,
        wal: WriteAheadLog,
        snapshots: SnapshotWriter,
        table: AnyTable,
        extras: Extras,
        seed: Seed | None = None,
    ) -> None:
        self.wal = wal
        self.snapshots = snapshots
        self.closed = False
        self.rested: Callable[[], None] | None = None
        """Called at every rest, when the input that led there is on disk."""
        self._failure = ""
        self._table = table
        self._extras = extras
        self._seed = seed
        self._played = snapshots.header.played

    @property
    def saved(self) -> bool:
        """Whether everything is on disk, in the log if it is not in the session file yet."""
        return not (self.snapshots.busy or self.snapshots.failure or self._failure)

    @property
    def trouble(self) -> str:
        """What is wrong with the files now, in a sentence; empty if nothing is."""
        snapshots = self.snapshots
        return self._failure or snapshots.failure or snapshots.moved or snapshots.doubt or self.wal.doubt

    def commit(self, *made: Commit) -> None:
        """Inputs as records of the log, on disk when this returns. Raises NotSaved; none of them is there then."""
        if self.closed:
            raise NotSaved("the session is closed")
        if reason := self.snapshots.lost():
            self._failure = reason
            raise NotSaved(reason)
        self.snapshots.put_back()
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        seed = self._seed if self.snapshots.header.seed is None else None
        records = [commit_record(one, now, seed) for one in made]
        # Lists show it in the middle of a procedure too: a whole phase may be one.
        if made[-1].waits_at or self.snapshots.is_long:
            records[-1] |= self._stands()
        try:
            self.wal.append(*records)
        except NotSaved as fault:
            self._failure = str(fault)
            raise
        self._failure = ""
        self._played = now

    def at_rest(self, table: AnyTable, entries: Sequence[JournalEntry], taken_back: Sequence[UndoneRoll] = ()) -> None:
        """Hands the state to the worker that writes the snapshot, if one is due."""
        if self.snapshots.is_due:
            self.write(table, entries, taken_back)
        if self.rested is not None:
            self.rested()

    def write(self, table: AnyTable, entries: Sequence[JournalEntry], taken_back: Sequence[UndoneRoll] = ()) -> None:
        """Hands the state to the worker that writes the snapshot. The table is at rest."""
        shot = snapshot(table, entries, self._extras, taken_back)
        self.snapshots.write(shot, self.wal.count, self._played, self._seed)

    def _stands(self) -> dict[str, Any]:
        """How the game stands where no snapshot may say so; nothing if the ruleset fails to say."""
        try:
            return {"rest": situation(self._table)}
        except RULES_FAIL:
            return {}

    def close(self) -> None:
        """Closes the log and releases the session; nothing is recorded after it."""
        self.closed = True
        self.wal.close()
        self.snapshots.release()

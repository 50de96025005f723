"""Writes the session file anew in the background, while the players go on."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from filelock import FileLock

from companion.engine.frozen import frozen
from companion.engine.journal import JournalEntry
from companion.engine.seed import Seed
from companion.store import disk
from companion.store.folders import history_dir, unused
from companion.store.format.journal import entry_text
from companion.store.format.session_file import Header, Snapshot, compose
from companion.store.lock import acquire
from companion.store.wal import WriteAheadLog


@frozen
class _Job:
    shot: Snapshot
    records: int
    played: str
    seed: Seed | None


class SnapshotWriter:
    """The session file of a session that is being played: one worker, which writes the latest state it was given.

    A file that somebody else has changed is never written over: play then goes on in a new file beside it.
    """

    def __init__(
        self, file: Path, header: Header, seen: disk.FileId | None, lock: FileLock, wal: WriteAheadLog, contained: int
    ) -> None:
        self.file = file
        self.header = header
        self.failure = ""
        self.moved = ""
        self._seen = seen
        self._locks = [lock]
        self._wal = wal
        self._contained = contained
        self._texts: list[tuple[JournalEntry, str]] = []
        self._next: _Job | None = None
        self._worker: threading.Thread | None = None
        self._turn = threading.Lock()

    def remember(self, entries: Sequence[JournalEntry], texts: Sequence[str]) -> None:
        """The text of journal entries that were read from the file: they are written back as they stood there."""
        self._texts = list(zip(entries, texts, strict=False))

    @property
    def stale(self) -> bool:
        """Whether inputs were made that are not in the session file, or the file is gone."""
        return self._contained < self._wal.count or disk.file_id(self.file) is None

    @property
    def busy(self) -> bool:
        """Whether something is still to be written."""
        return self._worker is not None

    def write(self, shot: Snapshot, records: int, played: str, seed: Seed | None = None) -> None:
        """Hands a state to the worker and returns at once. It contains the first `records` records of the log.

        `seed` is that of the session, for its file.
        """
        with self._turn:
            self._next = _Job(shot, records, played, seed)
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, name="companion-save")
                self._worker.start()

    def wait(self) -> None:
        """Returns when nothing is left to write."""
        worker = self._worker
        if worker is not None:
            worker.join()

    def release(self) -> None:
        """Releases the session for other programs."""
        for lock in self._locks:
            lock.release()

    def _work(self) -> None:
        while True:
            with self._turn:
                job, self._next = self._next, None
                if job is None:
                    self._worker = None
                    return
            try:
                self._put(job)
                self.failure = ""
            except Exception as fault:
                # Whatever went wrong, play goes on: every input is in the log, and the next rest tries again.
                self.failure = f"{self.file.name} could not be written ({fault}); nothing is lost, it is tried again"

    def _put(self, job: _Job) -> None:
        contains = self._wal.contained(job.records)
        generation = self.header.generation + 1
        header = replace(self.header, generation=generation, contains=contains, played=job.played, seed=job.seed)
        data = compose(job.shot, header, self._texts_of(job.shot.entries))
        file, moved = self.file, self.moved
        there = disk.file_id(file)
        if there is not None and there != self._seen:
            file, moved = self._elsewhere()
        elif there is not None:
            disk.keep_generation(file, history_dir(file), self.header.generation)
        self._seen = disk.write_whole(file, data)
        self.file, self.header, self.moved, self._contained = file, header, moved, job.records
        self._wal.truncate(file, header.generation, job.records)

    def _elsewhere(self) -> tuple[Path, str]:
        file = unused(self.file.parent, self.file.stem)
        lock, reason = acquire(file)
        if lock is None:
            raise OSError(reason)
        self._locks.append(lock)
        return file, f"{self.file.name} was changed by another program and is left alone; play goes on in {file.name}"

    def _texts_of(self, entries: Sequence[JournalEntry]) -> list[str]:
        """The journal in TOML. An entry that was written or read before keeps its text."""
        same = 0
        for (known, _), entry in zip(self._texts, entries, strict=False):
            if known is not entry:
                break
            same += 1
        del self._texts[same:]
        self._texts += [(entry, entry_text(entry)) for entry in entries[same:]]
        return [text for _, text in self._texts]

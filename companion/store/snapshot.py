"""Writes the main file anew behind the players' backs, while they go on."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from filelock import FileLock

from companion.engine.journal import JournalEntry
from companion.store import disk
from companion.store.folders import history_dir, unused
from companion.store.format.journal import entry_text
from companion.store.format.session_file import Header, Snapshot, compose
from companion.store.lock import hold
from companion.store.wal import WriteAheadLog


@dataclass(frozen=True, slots=True)
class _Job:
    shot: Snapshot
    lines: int
    played: str


class SnapshotWriter:
    """The main file of a session that is being written: one worker, which writes the latest state it was given.

    A file that somebody else has changed is never written over: play then goes on in a new file beside it.
    """

    def __init__(
        self, file: Path, header: Header, seen: disk.FileId | None, lock: FileLock, journal: WriteAheadLog, lines: int
    ) -> None:
        self.file = file
        self.header = header
        self.failure = ""
        self.moved = ""
        self._seen = seen
        self._locks = [lock]
        self._journal = journal
        self._lines = lines
        self._texts: list[tuple[JournalEntry, str]] = []
        self._next: _Job | None = None
        self._worker: threading.Thread | None = None
        self._turn = threading.Lock()

    def remember(self, entries: Sequence[JournalEntry], texts: Sequence[str]) -> None:
        """The journal entries that need not be put in words again, for they were read from the file."""
        self._texts = list(zip(entries, texts, strict=False))

    @property
    def stale(self) -> bool:
        """Whether inputs were made that are not in the main file, or the file is gone."""
        return self._lines < self._journal.count or disk.signature(self.file) is None

    @property
    def busy(self) -> bool:
        """Whether something is still to be written."""
        return self._worker is not None

    def write(self, shot: Snapshot, lines: int, played: str) -> None:
        """Hands a state to the worker and returns at once. `lines` of the open file are in it."""
        with self._turn:
            self._next = _Job(shot, lines, played)
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, name="companion-save")
                self._worker.start()

    def wait(self) -> None:
        """Returns when nothing is left to write."""
        worker = self._worker
        if worker is not None:
            worker.join()

    def release(self) -> None:
        """Gives the session free for other programs."""
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
                # Whatever went wrong, play goes on: every input is in the open file, and the next end tries again.
                self.failure = f"{self.file.name} could not be written ({fault}); nothing is lost, it is tried again"

    def _put(self, job: _Job) -> None:
        contains = self._journal.contained(job.lines)
        header = replace(self.header, generation=self.header.generation + 1, contains=contains, played=job.played)
        data = compose(job.shot, header, self._worded(job.shot.entries))
        file, moved = self.file, self.moved
        there = disk.signature(file)
        if there is not None and there != self._seen:
            file, moved = self._elsewhere()
        elif there is not None:
            disk.keep_generation(file, history_dir(file), self.header.generation)
        self._seen = disk.write_whole(file, data)
        self.file, self.header, self.moved, self._lines = file, header, moved, job.lines
        self._journal.rebase(file, header.generation, job.lines)

    def _elsewhere(self) -> tuple[Path, str]:
        file = unused(self.file.parent, self.file.stem)
        lock, reason = hold(file)
        if lock is None:
            raise OSError(reason)
        self._locks.append(lock)
        return file, f"{self.file.name} was changed by another program and is left alone; play goes on in {file.name}"

    def _worded(self, entries: Sequence[JournalEntry]) -> list[str]:
        """The journal in TOML. What was put in words before is not put in words again."""
        same = 0
        for (known, _), entry in zip(self._texts, entries, strict=False):
            if known is not entry:
                break
            same += 1
        del self._texts[same:]
        self._texts += [(entry, entry_text(entry)) for entry in entries[same:]]
        return [text for _, text in self._texts]

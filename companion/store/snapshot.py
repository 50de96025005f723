"""Writes the session file again in the background, while the players go on."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import replace
from operator import is_
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from companion.engine.journal import JournalEntry
from companion.engine.seed import Seed
from companion.store import disk, generations
from companion.store.diagnostics import CannotOpen
from companion.store.files import read_text
from companion.store.folders import history_dir, unused
from companion.store.format.journal import entry_text
from companion.store.format.session_file import Header, Snapshot, compose
from companion.store.lock import Lock, acquire
from companion.store.wal import WriteAheadLog

SMALL: Final = 256 << 10
"""A session file of fewer bytes is written at every rest."""
MOST_RECORDS: Final = 250
"""A larger one when so many records are in the log: written at every rest, a long game would write gigabytes."""


class _Job(NamedTuple):
    shot: Snapshot
    records: int
    played: str
    seed: Seed | None


class SnapshotWriter:
    """The session file of a session that is being played: one worker, which writes the latest state it was given.

    A file that somebody else has changed is never written over: play then goes on in a new file beside it.
    """

    pause: ClassVar[float] = 0.1
    """Seconds between a rest and the writing of it: the screen is drawn first, on a slow disk too, and rests that come
    in a row are one."""

    def __init__(
        self, header: Header, found: bytes, lock: Lock, wal: WriteAheadLog, contained: int, *, edited: bool
    ) -> None:
        self.header = header
        self.failure = ""
        self.moved = ""
        self.doubt = ""
        self._found = found
        """The file as it was last read or written here, to know it by and to put it back."""
        self._edited = edited
        """Whether that is not as Companion wrote it."""
        self._kept = 0
        """The generation whose copy is known to be kept."""
        self._lock = lock
        self._locks = [lock]
        self._wal = wal
        self._contained = contained
        self._entries: list[JournalEntry] = []
        self._texts: list[bytes] = []
        """The text of each of these entries."""
        self._read: Sequence[str] = ()
        """The same as it was read, until the first is written: most of a long file, which many only look at."""
        self._next: _Job | None = None
        self._worker: threading.Thread | None = None
        self._turn = threading.Lock()
        self._hurry = threading.Event()
        self._writing = False
        self._alone = threading.Lock()
        """Held while the file is replaced, and while it is found out whether it is still ours: a file that this very
        program replaces looks like one that another program has put there."""

    def remember(self, entries: Sequence[JournalEntry], texts: Sequence[str]) -> None:
        """The text of journal entries that were read from the file: they are written back as they stood there."""
        self._read = texts
        self._entries = list(entries[: len(texts)])

    @property
    def file(self) -> Path:
        """The session file: another one after somebody else wrote to it."""
        return self._lock.file

    @property
    def stale(self) -> bool:
        """Whether inputs were made that are not in the session file."""
        return self._contained < self._wal.count

    @property
    def busy(self) -> bool:
        """Whether the file is being written now. What waits for that is on the disk, in the log."""
        return self._writing

    @property
    def is_long(self) -> bool:
        """Whether the file is too long to be written at every rest: its log says how the game stands."""
        return len(self._found) >= SMALL

    @property
    def is_due(self) -> bool:
        """Whether a snapshot is to be written at this rest."""
        return not self.is_long or self._wal.count - self._contained >= MOST_RECORDS

    def write(self, shot: Snapshot, records: int, played: str, seed: Seed | None = None) -> None:
        """Hands a state to the worker and returns at once. It contains the first `records` records of the log.

        `seed` is that of the session, for its file.
        """
        with self._turn:
            self._next = _Job(shot, records, played, seed)
            if self._worker is None:
                self._hurry.clear()
                self._worker = threading.Thread(target=self._work, name="companion-save")
                self._worker.start()

    def put_back(self) -> None:
        """Writes the file as it was last, if somebody has deleted it while it is played. Its log alone is no session.

        If it cannot be written, `doubt` says so, and it is tried again.
        """
        if os.path.exists(self.file):
            return
        with self._alone:
            # Where the whole folder is gone, writing the log says so better.
            if os.path.lexists(self.file) or not self.file.parent.is_dir():
                return
            self.doubt = f"{self.file.name} was deleted while it is played"
            try:
                self._lock.replace(self._found)
                self.doubt += ": it is written again"
            except OSError as fault:
                self.doubt += f" and could not be written again: {fault.strerror or fault}"

    def wait(self) -> None:
        """Returns when nothing is left to write."""
        worker = self._worker
        if worker is not None:
            self._hurry.set()
            worker.join()

    def lost(self) -> str:
        """Why this program must write no more, in a sentence; empty if it may: see `Lock.lost`."""
        if self._lock.stands:
            return ""
        with self._alone:
            return self._lock.lost(lambda: self._is_changed(self.file) or self._wal.is_foreign())

    def release(self) -> None:
        """Releases the session for other programs."""
        for lock in self._locks:
            lock.release()

    def _work(self) -> None:
        while True:
            self._hurry.wait(self.pause)
            with self._turn:
                job, self._next = self._next, None
                self._writing = job is not None
                if job is None:
                    self._worker = None
                    return
            try:
                if reason := self.lost():
                    raise OSError(reason)
                self._put(job)
                self.failure = ""
            except Exception as fault:
                # Whatever went wrong, play goes on: every input is in the log, and the next rest tries again.
                self.failure = f"{self.file.name} could not be written ({fault}); nothing is lost, it is tried again"
            self._writing = False

    def _put(self, job: _Job) -> None:
        contains = self._wal.contained(job.records)
        doubts: list[str] = []
        with self._alone:
            file, moved, lock = self.file, self.moved, self._lock
            history = history_dir(file)
            # An older generation may have been put back by hand: numbers go on from the newest all the same.
            number = max(self.header.generation, generations.highest(history)) + 1
            header = replace(self.header, generation=number, contains=contains, played=job.played, seed=job.seed)
            data = compose(job.shot, header, self._texts_of(job.shot.entries))
            if self._is_changed(file):
                lock, moved = self._elsewhere()
                file = lock.file
            elif self._kept != self.header.generation and os.path.exists(file):
                self._keep_found(file, history, doubts)
            doubt = lock.replace(data)
            self._found, self._edited = data, False
            self._lock, self.header, self.moved, self._contained = lock, header, moved, job.records
        try:
            self._wal.truncate(file, number, job.records)
        except OSError as fault:
            # The file is written, and says which records of the log it contains: they are not played twice.
            doubts.append(f"the log could not be put away: {fault.strerror or fault}")
        if kept := generations.keep_copy(data, file, number):
            doubts.append(kept)
        else:
            self._kept = number
        self.doubt = next(iter([*doubts, doubt]), "")

    def _is_changed(self, file: Path) -> bool:
        """Whether another program has put something else there. The same content again is no change.

        Content alone tells: a change in place may have neither another size nor, by a coarse clock, another time.
        """
        try:
            # Other line ends are no change.
            return disk.read_plain(file) != self._found and read_text(file).encode() != self._found
        except FileNotFoundError:
            return False
        except (OSError, CannotOpen):
            return True

    def _keep_found(self, file: Path, history: Path, doubts: list[str]) -> None:
        """Before it is written over for the first time, the file as it was found; edited, it must be kept."""
        mark = generations.EDITED if self._edited else ""
        try:
            generations.keep(disk.read_plain(file), history, self.header.generation, mark, like=file)
        except OSError as fault:
            if self._edited and not generations.is_link(history):
                raise
            doubts.append(f"no backup generation is kept: {fault.strerror or fault}")

    def _elsewhere(self) -> tuple[Lock, str]:
        file = unused(self.file.parent, self.file.stem)
        lock, reason = acquire(file)
        if lock is None:
            raise OSError(reason)
        self._locks.append(lock)
        return lock, f"{self.file.name} was changed by another program and is left alone; play goes on in {file.name}"

    def _texts_of(self, entries: Sequence[JournalEntry]) -> list[bytes]:
        """The journal in TOML. An entry that was written or read before keeps its text."""
        if self._read:
            self._texts, self._read = [text.encode() for text in self._read], ()
        alike = list(map(is_, self._entries, entries))
        same = len(alike) if all(alike) else alike.index(False)
        self._texts[same:] = [entry_text(entry).encode() for entry in entries[same:]]
        self._entries[same:] = entries[same:]
        return self._texts

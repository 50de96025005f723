"""The write-ahead log of a session that is being written: a record is on disk before anyone sees what it led to."""

from __future__ import annotations

import contextlib
import os
import secrets
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.engine.errors import NotSaved
from companion.store import disk
from companion.store.folders import log_file, open_mark, quarantine_file
from companion.store.format.wal_file import Log, LogHeader, encode_log, encode_mark, encode_record
from companion.store.generations import is_link


class WriteAheadLog:
    """The open handle on a session's log. Safe for two threads.

    The file comes into being with the first record and goes when a snapshot contains all of them.
    """

    def __init__(self, file: Path, session: str, generation: int) -> None:
        self._file = file
        self._path = log_file(file)
        self._header = LogHeader(session, generation)
        self._records: list[Mapping[str, Any]] = []
        self._truncated = 0
        self._crc = 0
        self._size = 0
        self._handle: int | None = None
        self._mark_handle: int | None = None
        self._refused = False
        self.doubt = ""
        """Why a power failure might take back what was written last, in a sentence."""
        self._lock = threading.Lock()

    @property
    def count(self) -> int:
        """How many records were ever in it, those included that a snapshot has contained since it was opened."""
        return self._truncated + len(self._records)

    def contained(self, count: int) -> tuple[str, int]:
        """The first `count` records as a snapshot names them: the id of the log they are in, and how many.

        If there is no file yet, the id is that of the log which the next record makes.
        """
        with self._lock:
            self._name()
            return self._header.id, count - self._truncated

    def resume(self, log: Log, records: Sequence[Mapping[str, Any]], *, rewrite: bool) -> None:
        """Continues the log that is on disk: after all its records, or, with `rewrite`, after these and no others."""
        with self._lock:
            self._header, self._records = log.header, list(records)
            if rewrite:
                self._rewrite(self._records)
            else:
                self._crc, self._size = log.crc, len(log.data)
                self._handle = disk.open_to_append(self._path)
                self._mark()

    def append(self, *records: Mapping[str, Any]) -> None:
        """More records, on disk when this returns. Raises NotSaved, and then none of them is there."""
        with self._lock:
            try:
                # Of several that count together a power cut would leave the first ones: the file is written whole.
                if self._handle is None or len(records) > 1 or not self._is_ours(self._handle):
                    self._rewrite([*self._records, *records])
                else:
                    self._write(self._handle, records)
            except OSError as fault:
                self._close()
                self._take_back()
                why = fault.strerror or fault
                raise NotSaved(
                    f"this could not be written to {self._path}: {why}", f"this could not be written: {why}"
                ) from fault
            self._records += records
            self._count()

    def _write(self, handle: int, records: Sequence[Mapping[str, Any]]) -> None:
        lines, crc = b"", self._crc
        for number, record in enumerate(records, len(self._records) + 1):
            line, crc = encode_record(number, record, crc)
            lines += line
        try:
            disk.write_out(handle, lines)
            disk.sync(handle)
        except OSError:
            self._refused = True
            with contextlib.suppress(OSError):
                os.ftruncate(handle, self._size)
                self._refused = False
            raise
        self._crc, self._size = crc, self._size + len(lines)

    def _take_back(self) -> None:
        """What was refused must not be there after reopening, even if the disk would not cut it off.

        The true records are rewritten, and if the disk syncs nothing, without a sync.
        """
        if not self._refused:
            return
        data, _ = encode_log(self._header, self._records)
        for durable in (True, False):
            with contextlib.suppress(OSError):
                disk.write_whole(self._path, data, like=self._file, durable=durable)
                self._refused = False
                return

    def truncate(self, file: Path, generation: int, count: int) -> None:
        """A snapshot is written and contains the first `count` records: they go; later ones go to a new log.

        `file` is the session file from now on. Raises OSError; the log stays then, and the snapshot's header says
        which of its records are contained.
        """
        with self._lock:
            left = self._records[count - self._truncated :]
            before, self._file, self._path = self._path, file, log_file(file)
            self._header = LogHeader(self._header.session, generation)
            self._records, self._truncated = left, count
            self._close()
            if before == self._path:
                # Before the log goes, so that it is not missed.
                with contextlib.suppress(OSError):
                    disk.remove(open_mark(self._file))
            if left:
                self._rewrite(left)
            elif before == self._path:
                disk.remove(self._path)

    def _name(self) -> None:
        if not self._header.id:
            self._header = LogHeader(self._header.session, self._header.generation, secrets.token_hex(8))

    def _is_ours(self, handle: int) -> bool:
        """Whether the name still means the file behind the handle, at the length that was written."""
        with contextlib.suppress(OSError):
            seen = os.stat(self._path)
            return (seen.st_ino, seen.st_size) == (os.fstat(handle).st_ino, self._size)
        return False

    def is_foreign(self) -> bool:
        """Whether another program has written a log under this name since this one wrote last."""
        with self._lock:
            if self._handle is not None:
                return not self._is_ours(self._handle) and self._path.exists()
            return not self._records and self._path.exists()

    def _rewrite(self, records: Sequence[Mapping[str, Any]]) -> None:
        """Writes the file whole: for the first record, or if the file behind the handle is in doubt."""
        foreign = self._handle is not None and not self._is_ours(self._handle)
        self._close()
        if foreign and self._path.exists() and self._is_changed():
            disk.replace(self._path, quarantine_file(self._file, "truncated"))
        self._name()
        data, crc = encode_log(self._header, records)
        self.doubt = disk.write_whole(self._path, data, like=self._file)
        self._crc, self._size, self._refused = crc, len(data), False
        with contextlib.suppress(OSError):
            # It is written. If it cannot be opened now, the next record writes it whole again.
            self._handle = disk.open_to_append(self._path)
        self._mark()

    def _is_changed(self) -> bool:
        """Whether another program has put something else there: it may have written the same again."""
        try:
            return disk.read_plain(self._path) != encode_log(self._header, self._records)[0]
        except OSError:
            return True

    def _mark(self) -> None:
        """Notes beside the backup generations that there is a log. What fails here costs a warning and no input."""
        mark = open_mark(self._file)
        if not is_link(mark.parent):
            with contextlib.suppress(OSError):
                mark.parent.mkdir(parents=True, exist_ok=True)
                disk.write_whole(mark, encode_mark(self._header.id, len(self._records)), like=self._file, durable=False)
                self._mark_handle = os.open(mark, os.O_WRONLY | disk.NO_LINK | disk.BINARY)

    def _count(self) -> None:
        """Notes how many records there are, each after it is on disk: a log that was cut between two of them is missed.

        It is not synced: after a power failure it says too little, and never too much.
        """
        if self._mark_handle is not None:
            try:
                os.lseek(self._mark_handle, 0, os.SEEK_SET)
                disk.write_out(self._mark_handle, encode_mark(self._header.id, len(self._records)))
            except OSError:
                self._close_mark()

    def _close(self) -> None:
        handle, self._handle = self._handle, None
        self._close_mark()
        disk.close(handle)

    def _close_mark(self) -> None:
        handle, self._mark_handle = self._mark_handle, None
        disk.close(handle)

    def close(self) -> None:
        """Closes the file. It stays where it is."""
        with self._lock:
            self._close()
            self._take_back()

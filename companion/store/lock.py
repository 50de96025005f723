"""One writer a session: a lock of the operating system on a file beside it, which a killed process gives back.

Somebody may delete that file, and it keeps nobody out then. All that keeps this harmless is here: the session file
itself is locked too, where a lock keeps no reader out (not on Windows), and that lock passes on to each file that
replaces it; and before anything is written, `Lock.lost` finds out whether the lock file is still the one that was
locked. If not, it is locked anew, or the session is lost to another program.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout, lock_descriptor, unlock_descriptor

from companion.store import disk
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.folders import is_campaign, lock_file

BUSY: Final = "another program has this session open"
"""The reason that may pass by itself: it is worth to wait for."""
LOCKS_FILES = os.name != "nt"
"""Whether the session file is locked too: on Windows nobody could read it then."""
_TRIES: Final = 5


class Lock:
    """The right to write one file. Another thread may release it."""

    def __init__(self, file: Path, beside: FileLock, handle: int | None) -> None:
        self.file = file
        self._beside = [beside]
        self._id = _id_of(lock_file(file))
        self._handle = handle
        self._lost = ""

    @property
    def stands(self) -> bool:
        """Whether the lock file is still the one that was locked, and the session is not lost."""
        return not self._lost and _id_of(lock_file(self.file)) == self._id

    def lost(self, is_played_elsewhere: Callable[[], bool]) -> str:
        """Why this program must write no more, in a sentence; empty if it may. Once lost, it stays lost.

        A lock file that somebody deleted keeps nobody out any more: it is locked again. Where the session file is not
        locked itself, another program may have the session now, or may have written in between.
        """
        # Where the whole folder is gone, a new lock would make it again: writing to it says so better.
        if self._lost or self.stands or not self.file.parent.is_dir():
            return self._lost
        if self._handle is not None and _is_behind(self._handle, self.file):
            with contextlib.suppress(OSError, Timeout):
                self._beside.append(_beside(self.file))
                self._id = _id_of(lock_file(self.file))
            return ""
        another, reason = acquire(self.file)
        if another is not None:
            _unlock(self._handle)
            self._beside += another._beside
            self._id, self._handle = another._id, another._handle
            if not is_played_elsewhere():
                return ""
            reason = "another program has played this session meanwhile"
        self._lost = f"{reason}, its lock was deleted here: open the session again to go on"
        return self._lost

    def replace(self, data: bytes) -> str:
        """Replaces the file by a whole new one, which takes over the lock. Returns and raises as `write_whole` does."""
        new: int | None = None

        def lock(handle: int) -> None:
            nonlocal new
            with contextlib.suppress(OSError):
                new = os.dup(handle)
                lock_descriptor(new, blocking=False)

        try:
            doubt = disk.write_whole(self.file, data, before=lock if LOCKS_FILES else None)
        except OSError:
            disk.close(new)
            raise
        disk.close(self._handle)
        self._handle = new
        return doubt

    def release(self) -> None:
        """Lets other programs write the file."""
        _unlock(self._handle)
        self._handle = None
        for beside in self._beside:
            beside.release()


def acquire(file: Path) -> tuple[Lock | None, str]:
    """The lock of a session or campaign, or None and the reason why it cannot be had."""
    try:
        beside = _beside(file)
    except Timeout:
        return None, BUSY
    except OSError as fault:
        return None, f"this folder cannot be written to ({fault.strerror or fault})"
    try:
        return Lock(file, beside, _handle_of(file)), ""
    except BlockingIOError:
        beside.release()
        return None, BUSY


@contextlib.contextmanager
def locked(file: Path, wait: float = 0) -> Iterator[None]:
    """Nobody else has this file open in a `with` block. Waits so many seconds for who has it now. Raises CannotOpen."""
    end = time.monotonic() + wait
    lock, reason = acquire(file)
    while lock is None and reason == BUSY and time.monotonic() < end:
        time.sleep(0.05)
        lock, reason = acquire(file)
    if lock is None:
        if reason == BUSY and is_campaign(file):
            reason = "another program has this campaign open"
        raise CannotOpen(Diagnostic(file, reason))
    try:
        yield
    finally:
        # While it is locked: who waits for it then sees that this file guards nothing any more. Windows forbids that.
        with contextlib.suppress(PermissionError):
            lock_file(file).unlink(missing_ok=True)
        lock.release()


def _beside(file: Path) -> FileLock:
    """The lock file, locked. Raises Timeout if another program has it, OSError if that cannot be known."""
    lock = FileLock(lock_file(file), timeout=0, thread_local=False)
    lock.acquire()
    return lock


def _handle_of(file: Path) -> int | None:
    """A handle on the locked file; None if there is no file, or no such lock. Raises BlockingIOError."""
    for _ in range(_TRIES if LOCKS_FILES else 0):
        try:
            handle = os.open(file, os.O_RDONLY | disk.NO_WAIT | disk.BINARY)
        except OSError:
            return None
        try:
            locked = lock_descriptor(handle, blocking=False)
        except OSError:
            # Some network file systems know no such locks.
            disk.close(handle)
            return None
        if locked and _is_behind(handle, file):
            return handle
        disk.close(handle)
        if not locked:
            raise BlockingIOError
        # Its writer has replaced it in between.
    return None


def _unlock(handle: int | None) -> None:
    """Unlocks and closes it: a child process may have it open too, and closing it here alone would not unlock it."""
    if handle is not None:
        with contextlib.suppress(OSError):
            unlock_descriptor(handle)
    disk.close(handle)


def _is_behind(handle: int, file: Path) -> bool:
    """Whether the name still means the file behind the handle."""
    seen = os.fstat(handle)
    return _id_of(file) == (seen.st_dev, seen.st_ino)


def _id_of(file: Path) -> tuple[int, int] | None:
    try:
        seen = os.stat(file)
    except OSError:
        return None
    return seen.st_dev, seen.st_ino

"""One writer a session: a lock of the operating system on a file beside it, which a killed process gives back.

Somebody may delete that file, and it keeps nobody out then. So the session file itself is locked too, if the system
can do that (flock of Unix); that lock passes on to each file that replaces it.

Beside the session it is the lock that filelock takes. If the system has flock it is taken here, for the import of
filelock is a twentieth of the time in which the app opens a game. Elsewhere, and on a disk without such locks, filelock
takes it.
"""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from typing import Any, Final, Protocol

from companion.store import disk
from companion.store.folders import lock_file

try:
    import fcntl as _fcntl

    fcntl: Any = _fcntl
except ImportError:  # Windows
    fcntl = None

BUSY: Final = "another program has this session open"
"""The reason that may pass by itself: it is worth to wait for."""
_TRIES: Final = 5


class Beside(Protocol):
    """A lock file that is locked."""

    def release(self) -> object:
        """Unlocks it; the file stays, so that everybody locks the same one."""


class Lock:
    """The right to write one file. Another thread may release it."""

    def __init__(self, file: Path, beside: Beside, handle: int | None) -> None:
        self.file = file
        self._beside = [beside]
        self._id = _id_of(lock_file(file))
        self._handle = handle

    @property
    def is_there(self) -> bool:
        """Whether the lock file is still the one that was locked."""
        return _id_of(lock_file(self.file)) == self._id

    @property
    def is_held(self) -> bool:
        """Whether the file itself is locked by this program: nobody else can have it, whatever became of its lock."""
        return self._handle is not None and _is_behind(self._handle, self.file)

    def renew(self) -> None:
        """Makes the lock file again that somebody has deleted."""
        beside, _ = _acquire_beside(self.file)
        if beside is not None:
            self._beside.append(beside)
            self._id = _id_of(lock_file(self.file))

    def replace(self, data: bytes) -> disk.Written:
        """Replaces the file by a whole new one, which takes over the lock. Raises OSError as `write_whole` does."""
        new: list[int] = []

        def lock(handle: int) -> None:
            with contextlib.suppress(OSError):
                new.append(os.dup(handle))
                _lock(new[0])

        try:
            written = disk.write_whole(self.file, data, before=lock if fcntl is not None else None)
        except OSError:
            _close(new)
            raise
        _close([self._handle] if self._handle is not None else [])
        self._handle = new[0] if new else None
        return written

    def release(self) -> None:
        """Lets other programs write the file."""
        _unlock([self._handle] if self._handle is not None else [])
        self._handle = None
        for beside in self._beside:
            beside.release()


def acquire(file: Path) -> tuple[Lock | None, str]:
    """The lock of a session or campaign, or None and the reason why it cannot be had."""
    beside, reason = _acquire_beside(file)
    if beside is None:
        return None, reason
    try:
        return Lock(file, beside, _handle_of(file)), ""
    except BlockingIOError:
        beside.release()
        return None, BUSY


def _acquire_beside(file: Path) -> tuple[Beside | None, str]:
    try:
        lock = _lock_beside(lock_file(file))
    except OSError as fault:
        return None, f"this folder cannot be written to ({fault.strerror or fault})"
    return lock, "" if lock is not None else BUSY


def _lock_beside(path: Path) -> Beside | None:
    """This lock file, locked; None if another program has it. Raises OSError if that cannot be known."""
    for _ in range(_TRIES if fcntl is not None else 0):
        handle, is_new = _opened(path)
        try:
            _lock(handle)
        except OSError as fault:
            _close([handle])
            if fault.errno in (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES):
                return None
            if fault.errno == errno.ENOSYS:
                if is_new:
                    # There the file itself is the lock: filelock is to find none.
                    path.unlink(missing_ok=True)
                return _by_filelock(path)
            raise
        if _is_behind(handle, path):
            return _Handle(handle)
        # Somebody has deleted it in between: a lock on it keeps nobody out.
        _close([handle])
    return None if fcntl is not None else _by_filelock(path)


def _opened(path: Path) -> tuple[int, bool]:
    """A handle on a lock file, and whether it is made now. Raises OSError; a link is not followed."""
    flags = os.O_RDWR | disk.NO_WAIT | disk.NO_LINK
    with contextlib.suppress(FileExistsError):
        return os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o666), True
    return os.open(path, flags), False


class _Handle:
    """A lock file that this program has open and locked."""

    def __init__(self, handle: int) -> None:
        self._handle = [handle]

    def release(self) -> None:
        """Unlocks and closes it, once."""
        handles, self._handle = self._handle, []
        _unlock(handles)


def _by_filelock(path: Path) -> Beside | None:
    # Here and not above: most systems need no more than flock.
    from filelock import FileLock, Timeout

    lock = FileLock(path, timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        return None
    return lock


def _handle_of(file: Path) -> int | None:
    """A handle on the locked file; None if there is no file, or no such lock. Raises BlockingIOError."""
    for _ in range(_TRIES if fcntl is not None else 0):
        try:
            handle = os.open(file, os.O_RDONLY | disk.NO_WAIT | disk.BINARY)
        except OSError:
            return None
        try:
            _lock(handle)
        except BlockingIOError:
            _close([handle])
            raise
        except OSError:
            # Some network file systems know no such locks.
            _close([handle])
            return None
        if _is_behind(handle, file):
            return handle
        # Its writer has replaced it in between.
        _close([handle])
    return None


def _lock(handle: int) -> None:
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _unlock(handles: list[int]) -> None:
    for handle in handles if fcntl is not None else ():
        # A child process may have it open too: closing it here alone would not unlock it.
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_UN)
    _close(handles)


def _close(handles: list[int]) -> None:
    for handle in handles:
        with contextlib.suppress(OSError):
            os.close(handle)


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

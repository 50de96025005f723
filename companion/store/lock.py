"""One writer a session: a lock of the operating system on a file beside it, which a killed process gives back."""

from __future__ import annotations

import os
from pathlib import Path

from filelock import FileLock, Timeout

from companion.store.folders import lock_file


def lock_id(file: Path) -> tuple[int, int] | None:
    """What tells whether the lock file of a session is still the one that was locked; None where there is none."""
    try:
        seen = os.stat(lock_file(file))
    except OSError:
        return None
    return seen.st_dev, seen.st_ino


def acquire(file: Path) -> tuple[FileLock | None, str]:
    """The lock of a session, or None and the reason why it cannot be had. Another thread may release it."""
    lock = FileLock(lock_file(file), timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        return None, "another program has this session open"
    except OSError as fault:
        return None, f"this folder cannot be written to ({fault.strerror or fault})"
    return lock, ""

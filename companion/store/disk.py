"""What the disk has to promise: whole files or none, and durable before anyone hears of it."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

KEPT = 20
"""How many backup generations of a session are kept."""

BINARY: int = getattr(os, "O_BINARY", 0)
"""Without it, Windows turns every line end that is written into two bytes."""

FileId = tuple[int, int, int]
"""Inode, size, and time of the last write in nanoseconds: whether a file is still the one that was seen."""

_SHARING = (5, 32, 33)
"""Windows: access denied, sharing violation, lock violation. A virus scanner or indexer holds the file for a moment."""
_PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4)
_NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EBADF, errno.EISDIR, errno.EACCES, errno.EPERM)
_NO_FULL_SYNC = (errno.ENOTSUP, errno.EINVAL, errno.ENOTTY, errno.ENOSYS)


def file_id(file: Path) -> FileId | None:
    """What tells whether a file is still the one that was seen; None where there is none."""
    try:
        seen = os.stat(file)
    except OSError:
        return None
    return seen.st_ino, seen.st_size, seen.st_mtime_ns


def sync_folder(folder: Path) -> None:
    """Makes names in a folder durable, where the file system can do that at all.

    Windows cannot open a folder; some network and FUSE file systems refuse the sync. The files themselves are synced
    before, so what is left to lose there is a name. Raises OSError for anything else: a full or failing disk.
    """
    if os.name == "nt":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return
    try:
        os.fsync(handle)
    except OSError as fault:
        if fault.errno not in _NO_FOLDER_SYNC:
            raise
    finally:
        os.close(handle)


def sync(handle: int) -> None:
    """Returns when the disk has it. On macOS fsync alone only hands it to the drive."""
    if sys.platform == "darwin" and _full_sync(handle):
        return
    os.fsync(handle)


def _full_sync(handle: int) -> bool:
    """Whether the drive was made to write; network drives and some others cannot be."""
    import fcntl

    command: int | None = getattr(fcntl, "F_FULLFSYNC", None)
    if command is None:
        return False
    try:
        fcntl.fcntl(handle, command)
    except OSError as fault:
        if fault.errno not in _NO_FULL_SYNC:
            raise
        return False
    return True


def write_out(handle: int, data: bytes) -> None:
    """Writes all of it: the system may take less at a time."""
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def write_whole(file: Path, data: bytes) -> FileId:
    """Puts a whole new file in place of the old one, durable when this returns. Returns its id.

    Raises OSError; the old file stays then.
    """
    temporary = file.with_name(f".{file.name}.new")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o644)
    try:
        try:
            write_out(handle, data)
            sync(handle)
            made = os.fstat(handle)
        finally:
            os.close(handle)
        replace(temporary, file)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(file.parent)
    return made.st_ino, made.st_size, made.st_mtime_ns


def replace(source: Path, to: Path) -> None:
    """Moves a file over another. On Windows it waits a moment for whoever has one of them open. Raises OSError."""
    _patiently(lambda: os.replace(source, to))


def remove(file: Path) -> None:
    """Removes a file if it is there, with the same patience. Raises OSError."""
    _patiently(lambda: file.unlink(missing_ok=True))


def _patiently(act: Callable[[], None]) -> None:
    for pause in _PAUSES:
        try:
            return act()
        except PermissionError as fault:
            if getattr(fault, "winerror", None) not in _SHARING:
                raise
            time.sleep(pause)
    return act()


def keep_generation(file: Path, history: Path, generation: int) -> None:
    """Keeps the file as it is now as a backup generation; the oldest beyond the limit go. Raises OSError."""
    history.mkdir(parents=True, exist_ok=True)
    kept = history / f"{generation:06}.toml"
    remove(kept)
    try:
        os.link(file, kept)
    except OSError:
        shutil.copyfile(file, kept)
    for old in sorted(history.glob("*.toml"))[:-KEPT]:
        remove(old)

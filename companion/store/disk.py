"""What the disk has to promise: whole files or none, and durable before anyone hears of it."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

WINDOWS = os.name == "nt"

BINARY: int = getattr(os, "O_BINARY", 0)
"""Without it, Windows turns every line end that is written into two bytes."""

NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)
"""A name that leads elsewhere is not followed: what is there belongs to somebody else."""

NO_WAIT: int = getattr(os, "O_NONBLOCK", 0)
"""Opening a pipe does not wait for somebody to write into it."""

MOST_BYTES = 64 << 20
"""No file of ours is larger. What is, would only fill the memory."""

Fingerprint = tuple[int, int, int, int]
"""Inode, size, time of the last write in nanoseconds, and a checksum of both ends.

Some file systems count time in steps of two seconds and give a new file the inode of an old one: the checksum tells two
writes of one moment apart.
"""

_SHARING = (5, 32, 33)
"""Windows: access denied, sharing violation, lock violation. A virus scanner or indexer holds the file for a moment."""
_PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4)
_FEW_PAUSES = _PAUSES[:3]
"""For reading: a list of many files that may not be read is not to take minutes."""
_END = 1 << 12
"""Bytes at each end of a file that are looked at, to see whether it is another."""
T = TypeVar("T")
_NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EBADF, errno.EISDIR, errno.EACCES, errno.EPERM)
_NO_FULL_SYNC = (errno.ENOTSUP, errno.EINVAL, errno.ENOTTY, errno.ENOSYS)


def fingerprint(file: Path) -> Fingerprint | None:
    """What tells whether a file of Companion is as it was seen, however coarse the clock; None if there is none.

    It looks at both ends: checksums of all the rest are in the head of a file and at the end of a log.
    """
    try:
        seen = os.stat(file)
    except OSError:
        return None
    size, ends = seen.st_size, b""
    with contextlib.suppress(OSError):
        ends = read_start(file, _END) + (b"" if size <= _END else read_start(file, _END, size - _END))
    return seen.st_ino, size, seen.st_mtime_ns, zlib.crc32(ends)


def read_plain(file: Path, most: int = MOST_BYTES, *, follow: bool = True) -> bytes:
    """All bytes of a file of ours. Raises OSError, also if it is no plain file, a link, or longer than `most`.

    A pipe or a device is never waited for, and no more is read than is allowed, however large the file says it is.
    """
    seen = os.stat(file, follow_symlinks=follow)
    data = b"" if seen.st_size > most else read_start(file, most + 1, follow=follow)
    if max(seen.st_size, len(data)) > most:
        raise OSError(errno.EFBIG, f"this is larger than {most >> 20} MB")
    return data


def read_start(file: Path, count: int, at: int = 0, *, follow: bool = True) -> bytes:
    """`count` bytes from the place `at` of a plain file, or all if it has fewer. Raises OSError."""
    flags = os.O_RDONLY | BINARY | NO_WAIT | (0 if follow else NO_LINK)
    if WINDOWS and os.path.isdir(file):
        # Windows says no more of a folder than that it cannot be opened.
        raise _folder()
    handle = _with_retries(lambda: os.open(file, flags), _FEW_PAUSES)
    try:
        seen = os.fstat(handle)
        if stat.S_ISDIR(seen.st_mode):
            raise _folder()
        if not stat.S_ISREG(seen.st_mode):
            raise OSError(errno.EINVAL, "this is no plain file")
        if at:
            os.lseek(handle, at, os.SEEK_SET)
        left = min(count, seen.st_size + 1)
        data = os.read(handle, left)
        while len(data) < left and (more := os.read(handle, left - len(data))):
            data += more
        return data
    finally:
        os.close(handle)


def _folder() -> IsADirectoryError:
    return IsADirectoryError(errno.EISDIR, "this is a folder")


def sync_folder(folder: Path) -> None:
    """Makes names in a folder durable, if the file system can do that at all.

    Windows cannot open a folder; some network and FUSE file systems refuse the sync. The files themselves are synced
    before, so what is left to lose there is a name. Raises OSError for anything else: a full or failing disk.
    """
    if WINDOWS:
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


def settle_name(folder: Path) -> str:
    """Makes a name durable that a file has already: why that failed, in a sentence, or nothing.

    It raises nothing. The file has its name already, and whoever opens it finds it: to say that it was not saved
    would not be true. Only a power failure in this moment could take the name back.
    """
    try:
        sync_folder(folder)
    except OSError as fault:
        return f"the folder {folder} could not be synced ({fault.strerror or fault}): a power failure now may undo this"
    return ""


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


def close(handle: int | None) -> None:
    """Closes a handle, if there is one. What it wrote was synced: a close that fails takes nothing back."""
    if handle is not None:
        with contextlib.suppress(OSError):
            os.close(handle)


def write_out(handle: int, data: bytes) -> None:
    """Writes all of it: the system may take less at a time."""
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def write_whole(
    file: Path,
    data: bytes,
    *,
    like: Path | None = None,
    durable: bool = True,
    before: Callable[[int], None] | None = None,
) -> str:
    """Puts a whole new file in place of the old one, durable when this returns, unless it need not be.

    It keeps the mode of the old file, or of `like` if there was none. No link is followed: a link of this name is
    replaced, and what it leads to is left alone. `before` gets the handle of the new file before it is put in place.
    Returns why a power failure might take its name back, empty if none can. Raises OSError; the old file stands then,
    and only then.
    """
    temporary = file.with_name(f".{file.name}.new")
    mode = _mode_of(file, like)
    # What a killed program left. A link goes, not what it leads to; remade, the file is ours and nobody else's.
    remove(temporary)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK | BINARY
    handle = _with_retries(lambda: os.open(temporary, flags, 0o644 if mode is None else mode))
    try:
        try:
            if mode is not None and hasattr(os, "fchmod"):
                _keep_mode(handle, mode)
            write_out(handle, data)
            if durable:
                sync(handle)
            if before is not None:
                before(handle)
        finally:
            os.close(handle)
        replace(temporary, file)
    except OSError:
        with contextlib.suppress(OSError):
            remove(temporary)
        raise
    return settle_name(file.parent) if durable else ""


def _mode_of(file: Path, like: Path | None) -> int | None:
    """The permissions that a file or else its pattern has; None if neither is there."""
    for pattern in (file, like):
        with contextlib.suppress(OSError):
            if pattern is not None and stat.S_ISREG((seen := os.lstat(pattern)).st_mode):
                return stat.S_IMODE(seen.st_mode)
    return None


def _keep_mode(handle: int, mode: int) -> None:
    """Some file systems have no permissions of their own."""
    with contextlib.suppress(OSError):
        os.fchmod(handle, mode)


def replace(source: Path, to: Path) -> None:
    """Moves a file over another. On Windows it waits a moment for whoever has one of them open. Raises OSError."""
    _with_retries(lambda: os.replace(source, to))


def remove(file: Path) -> None:
    """Removes a file if it is there, with the same retries. Raises OSError."""
    _with_retries(lambda: file.unlink(missing_ok=True))


def open_to_append(file: Path) -> int:
    """A handle on a file of ours that is there, no link; with the same retries. Raises OSError."""
    return _with_retries(lambda: os.open(file, os.O_WRONLY | os.O_APPEND | NO_LINK | BINARY))


def _with_retries(act: Callable[[], T], pauses: Sequence[float] = _PAUSES) -> T:
    for pause in pauses:
        try:
            return act()
        except PermissionError as fault:
            if not _is_held(fault):
                raise
            time.sleep(pause)
    return act()


def _is_held(fault: PermissionError) -> bool:
    """Whether somebody else holds a file for a moment. If Windows opens one, it only says that it may not."""
    code = getattr(fault, "winerror", None)
    return code in _SHARING or (WINDOWS and code is None)

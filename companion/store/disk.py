"""What the disk has to promise: whole files or none, and durable before anyone is told."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

KEPT = 20
"""How many earlier generations of a session are kept."""

FileId = tuple[int, int, int]


def signature(file: Path) -> FileId | None:
    """What tells whether a file is still the one that was seen: its inode, size and time. None where there is none."""
    try:
        seen = os.stat(file)
    except OSError:
        return None
    return seen.st_ino, seen.st_size, seen.st_mtime_ns


def sync_folder(folder: Path) -> None:
    """Makes names in a folder durable. Windows cannot and need not."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync(handle: int) -> None:
    """Returns when the disk has it. On macOS fsync alone only hands it to the drive."""
    if sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
    else:
        os.fsync(handle)


def write_out(handle: int, data: bytes) -> None:
    """Writes all of it: the system may take less at a time."""
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def write_whole(file: Path, data: bytes) -> FileId:
    """Puts a whole new file in place of the old one, durable when this returns; says what it looks like.

    Raises OSError; the old one stays then.
    """
    temporary = file.with_name(f".{file.name}.new")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    try:
        write_out(handle, data)
        sync(handle)
    except OSError:
        os.close(handle)
        temporary.unlink(missing_ok=True)
        raise
    made = os.fstat(handle)
    os.close(handle)
    os.replace(temporary, file)
    sync_folder(file.parent)
    return made.st_ino, made.st_size, made.st_mtime_ns


def keep_generation(file: Path, history: Path, generation: int) -> None:
    """Keeps the file as it is now among its earlier generations; the oldest beyond the limit go."""
    history.mkdir(parents=True, exist_ok=True)
    kept = history / f"{generation:06}.toml"
    kept.unlink(missing_ok=True)
    try:
        os.link(file, kept)
    except OSError:
        shutil.copyfile(file, kept)
    for old in sorted(history.glob("*.toml"))[:-KEPT]:
        old.unlink(missing_ok=True)

"""A folder that comes into being whole, under a name that nobody else has: several programs may make one at once."""

from __future__ import annotations

import contextlib
import secrets
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.store import disk
from companion.store.folders import unused_folder

_MARK: Final = ".half-"
_FORGOTTEN: Final = 3600
"""Seconds after which what a killed program left half made is in nobody's hands any more."""


@contextlib.contextmanager
def half_made(saves: Path) -> Iterator[Path]:
    """A hidden folder to be filled in a `with` block and then moved by `put_in_place`; else it is gone after it."""
    saves.mkdir(parents=True, exist_ok=True)
    for old in saves.glob(f"{_MARK}*"):
        with contextlib.suppress(OSError):
            if time.time() - old.lstat().st_mtime > _FORGOTTEN:
                shutil.rmtree(old)
    away = saves / f"{_MARK}{secrets.token_hex(6)}"
    away.mkdir()
    try:
        yield away
    finally:
        shutil.rmtree(away, ignore_errors=True)


def put_in_place(folder: Path, saves: Path, stem: str) -> Path:
    """Moves a folder to this name in `saves`, or to that with the next free number, and returns it. Raises OSError."""
    while True:
        to = unused_folder(saves, stem)
        try:
            disk.replace(folder, to)
        except OSError:
            # Another program may have taken the name meanwhile.
            if not to.exists():
                raise
            continue
        disk.sync_folder(folder.parent)
        disk.sync_folder(saves)
        return to

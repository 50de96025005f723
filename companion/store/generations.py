"""Backup generations of a session or campaign: copies of its file as it stood, in a folder of their own.

A copy shares nothing with the file: an editor that writes into the file does not change what is kept of it.
"""

from __future__ import annotations

import contextlib
import datetime
import errno
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from companion.engine.frozen import frozen
from companion.store import disk
from companion.store.diagnostics import CannotOpen
from companion.store.files import read_tables, read_text
from companion.store.folders import LOG_SUFFIX, history_dir
from companion.store.format.document import Kind

KEPT: Final = 20
"""How many of the last generations are kept."""
DAYS: Final = 30
"""Of older ones the last of each day, on so many days."""
BYTES: Final = 16 << 20
"""So much room all of them may take, and all marked ones; the newest few stay however long they are."""
FEWEST: Final = 3
EDITED: Final = "edited"
"""The mark of a file that was changed outside Companion."""
REPLACED: Final = "replaced"
"""The mark of what stood there when players went back to an older generation."""

_NAME: Final = re.compile(r"(\d{6,12})(?:-([a-z]+)(?:-\d+)?)?\.toml")


@frozen
class Generation:
    """One copy. `number` counts how often the file had been written, `mark` says why it was kept, mostly nothing."""

    path: Path
    number: int
    mark: str
    kept: str
    """When, as 2026-11-21 10:16 of the players' clock."""
    size: int = 0
    """In bytes."""

    @property
    def name(self) -> str:
        """What players type for it."""
        return self.path.stem


def generations(history: Path) -> list[Generation]:
    """What is kept in this folder, the newest first. Other files there are nobody's business."""
    found: list[Generation] = []
    if is_link(history):
        return found
    with contextlib.suppress(OSError), os.scandir(history) as entries:
        for entry in entries:
            named = _NAME.fullmatch(entry.name)
            if named is not None and entry.is_file(follow_symlinks=False):
                seen = entry.stat(follow_symlinks=False)
                kept = datetime.datetime.fromtimestamp(seen.st_mtime).isoformat(" ", "minutes")
                found.append(Generation(Path(entry.path), int(named[1]), named[2] or "", kept, seen.st_size))
    return sorted(found, key=lambda one: (one.number, one.mark != "", one.name), reverse=True)


def copies_of(history: Path, number: int) -> list[Path]:
    """The copies of the generation of this number as Companion wrote it, mostly one."""
    return [one.path for one in generations(history) if one.number == number and not one.mark]


def copy_as_written(file: Path, number: int, kind: Kind, of: str | None) -> dict[str, Any] | None:
    """The tables of a generation of this file with this id, from a copy as Companion wrote it; None if none is kept."""
    for copy in copies_of(history_dir(file), number):
        with contextlib.suppress(CannotOpen):
            text = read_text(copy)
            tables = read_tables(copy, text)
            if kind.is_whole(text, tables, of):
                return tables
    return None


def highest(history: Path) -> int:
    """The number of the newest generation; 0 if none is kept. What is written next counts on from it."""
    return max((one.number for one in generations(history)), default=0)


def keep(data: bytes, history: Path, number: int, mark: str = "", *, like: Path, sync: bool = True) -> Path:
    """Keeps these bytes as a generation and returns its file; one of the same name and content is left as it is.

    It never writes over another one: that gets a number more in its name. Without `sync` a power failure may take it.
    Raises OSError, also if the folder is a link, which leads to what is not ours.
    """
    if is_link(history):
        raise OSError(errno.ELOOP, f"{history.parent.name}/{history.name} is a link: nothing is kept behind it")
    history.mkdir(parents=True, exist_ok=True)
    tries = 1
    path = history / f"{number:06}{f'-{mark}' if mark else ''}.toml"
    while os.path.lexists(path):
        if path.is_file() and not path.is_symlink() and path.read_bytes() == data:
            return path
        tries += 1
        path = history / f"{number:06}-{mark or 'other'}-{tries}.toml"
    disk.write_whole(path, data, like=like, durable=sync)
    return path


def write_kept(file: Path, compose: Callable[[int], bytes], number: int, mark: str) -> None:
    """Replaces a file whole by the next generation, whose bytes `compose` makes of its number. Raises OSError.

    `number` is the generation that was read. What stands there is kept before, with this mark if it is no copy of its
    generation; what was written is kept too, for a later change to be compared with.
    """
    history = history_dir(file)
    newest = highest(history)
    if file.exists() and not is_link(history):
        before = disk.read_plain(file)
        was = newest if mark == REPLACED else number
        if mark != REPLACED or before not in [copy.read_bytes() for copy in copies_of(history, was)]:
            keep(before, history, was, mark, like=file)
    number = max(number, newest) + 1
    data = compose(number)
    disk.write_whole(file, data)
    keep_copy(data, file, number)


def keep_copy(data: bytes, file: Path, number: int) -> str:
    """A second copy of what was written: a damaged file is compared with it, and replaced by it.

    What fails here is no loss: returns why, in a sentence, or nothing.
    """
    history = history_dir(file)
    try:
        keep(data, history, number, like=file, sync=False)
        prune(history)
    except OSError as fault:
        return f"no backup generation is kept: {fault.strerror or fault}"
    return ""


def prune(history: Path) -> None:
    """Lets old generations go: the last ones stay, of older ones one a day, and of marked ones as many as of others.

    If these take too much room, the last of each day are kept before those in between.
    """
    found = generations(history)
    plain = [one for one in found if not one.mark]
    marked = [one for one in found if one.mark]
    days, older = _last_of_days(plain), _last_of_days(plain[KEPT:])
    wanted = [*plain[:KEPT], *older[:DAYS]]
    stay = _that_fit([*plain[:FEWEST], *(one for one in wanted if one in days), *wanted])
    stay |= _that_fit(marked[:KEPT])
    for one in found:
        if one.path not in stay:
            disk.remove(one.path)
            disk.remove(one.path.with_name(one.path.stem + LOG_SUFFIX))


def _last_of_days(found: Sequence[Generation]) -> list[Generation]:
    days: dict[str, Generation] = {}
    for one in found:
        days.setdefault(one.kept[:10], one)
    return list(days.values())


def _that_fit(found: Sequence[Generation]) -> set[Path]:
    """The first few, and of those after them as many as there is room for."""
    stay: dict[Path, int] = {}
    for one in found:
        if len(stay) < FEWEST or sum(stay.values()) + one.size <= BYTES:
            stay[one.path] = one.size
    return set(stay)


def is_link(history: Path) -> bool:
    """Whether the folder of generations, or the one it is in, leads elsewhere."""
    return history.is_symlink() or history.parent.is_symlink()

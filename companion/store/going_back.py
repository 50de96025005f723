"""Going back to a backup generation of a session, campaign or roster. What is there is kept first, with its log."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from companion.store import disk
from companion.store.campaigns import read_campaign
from companion.store.changed import differences
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.files import read_log, read_tables, read_text
from companion.store.folders import history_dir, log_file, one_name, open_mark
from companion.store.format.document import CAMPAIGN, ROSTER, SESSION, kind_of
from companion.store.format.wal_file import LogHeader, encode_log
from companion.store.generations import REPLACED, Generation, generations, highest, keep, keep_copy
from companion.store.lock import locked
from companion.store.manage import with_values
from companion.store.restore import restore
from companion.store.rosters import read_roster


def kept(file: Path) -> list[Generation]:
    """The backup generations of a file, the newest first. The file itself need not be there any more."""
    return generations(history_dir(one_name(file)))


def named(file: Path, typed: str) -> Generation:
    """The generation that is meant: by its name or its number. Raises CannotOpen."""
    found = kept(file)
    for one in found:
        if typed in (one.name, str(one.number)):
            return one
    known = ", ".join(one.name for one in found) or "none"
    raise CannotOpen(Diagnostic(file, f"there is no generation {typed!r} (kept: {known})"))


def compared(file: Path, generation: Generation) -> list[str]:
    """What would be different after going back, a line each. Raises CannotOpen if the generation cannot be read."""
    then = read_tables(generation.path, read_text(generation.path))
    try:
        now = read_tables(file, read_text(file))
    except CannotOpen as fault:
        return [f"what stands there cannot be compared: {fault}"]
    kind = kind_of(then)
    lines = differences(now, then, kind.compared)
    name, rows = kind.rows
    before, after = (len(tables.get(name, [])) for tables in (now, then))
    if before != after:
        lines.append(f"{name}: {before} {rows}, then {after}")
    if log_file(file).exists():
        lines.append(f"{log_file(file).name}, what was played since: kept, and no longer in play")
    return lines


def go_back(file: Path, generation: Generation) -> Path | None:
    """Puts a generation in place of the file. Returns what is kept of what stood there; None of nothing.

    A program that is killed in between leaves the session as it was, or the older one; what stood there is kept before.
    Raises CannotOpen if another program has the session open or the generation cannot be played, OSError if
    something cannot be written.
    """
    file = one_name(file)
    text = read_text(generation.path)
    then = read_tables(generation.path, text)
    kind = kind_of(then)
    with locked(file):
        _READ[kind.name](generation.path)
        history = history_dir(file)
        newest = highest(history)
        saved = _keep_now(file, history, newest)
        own = then[kind.name].get("generation")
        number = max(newest, own if type(own) is int else 0) + 1
        made = with_values(generation.path, text, kind, [(kind.name, "generation", number)]).encode()
        log = read_log(generation.path) if kind is SESSION else None
        disk.write_whole(file, made, like=generation.path)
        disk.remove(open_mark(file))
        if log is not None and log.header.id:
            header = LogHeader(log.header.session, number, log.header.id)
            disk.write_whole(log_file(file), encode_log(header, log.records)[0], like=file)
        else:
            disk.remove(log_file(file))
        keep_copy(made, file, number)
    return saved


_READ: Final[Mapping[str, Callable[[Path], object]]] = {
    SESSION.name: restore,
    CAMPAIGN.name: functools.partial(read_campaign, thorough=True),
    ROSTER.name: read_roster,
}
"""What reads a file to its end, and raises CannotOpen if it cannot be played on with."""


def _keep_now(file: Path, history: Path, number: int) -> Path | None:
    """The file and its log as they stand, damaged or not, as a generation with a log of its own."""
    if not os.path.lexists(file):
        return None
    saved = keep(disk.read_plain(file), history, number, REPLACED, like=file)
    if log_file(file).exists():
        log = disk.read_plain(log_file(file), follow=False)
        if log_file(saved).exists() and log_file(saved).read_bytes() != log:
            saved = keep(disk.read_plain(file) + b"\n", history, number, REPLACED, like=file)
        disk.write_whole(log_file(saved), log, like=file)
    return saved

"""Going back to a backup generation of a session, campaign or roster. What is there is kept first, with its log."""

from __future__ import annotations

import contextlib
import os
import tomllib
from pathlib import Path

from companion.store import campaign_changed, disk
from companion.store.campaigns import read_campaign
from companion.store.changed import differences
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.files import read_log, read_tables, read_text
from companion.store.folders import history_dir, log_file, one_name, open_mark
from companion.store.format.document import CAMPAIGN, ROSTER, SESSION, Kind
from companion.store.format.wal_file import LogHeader, encode_log
from companion.store.generations import REPLACED, Generation, generations, highest, keep
from companion.store.manage import locked, with_values
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
    raise CannotOpen([Diagnostic(file, None, "", f"there is no generation {typed!r} (kept: {known})")])


def compared(file: Path, generation: Generation) -> list[str]:
    """What would be different after going back, a line each. Raises CannotOpen if the generation cannot be read."""
    then = read_tables(generation.path, read_text(generation.path))
    try:
        now = read_tables(file, read_text(file))
    except CannotOpen as fault:
        return [f"what stands there cannot be compared: {fault}"]
    if "campaign" in then:
        return campaign_changed.compared(now, then)
    lines = differences(now, then)
    before, after = (len(tables.get("journal", [])) for tables in (now, then))
    if before != after:
        lines.append(f"journal: {before} entries, then {after}")
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
    then = read_tables(generation.path, read_text(generation.path))
    for kind in (CAMPAIGN, ROSTER):
        if kind.name in then:
            return _go_back(file, generation, kind)
    with locked(file):
        restore(generation.path)
        history = history_dir(file)
        newest = highest(history)
        saved = _keep_now(file, history, newest)
        text = read_text(generation.path)
        number = newest + 1
        if (id_ := tomllib.loads(text)["session"].get("generation")) is not None and type(id_) is int:
            number = max(number, id_ + 1)
        made = with_values(generation.path, text, SESSION, [("session", "generation", number)])
        log = read_log(generation.path)
        disk.write_whole(file, made.encode(), like=generation.path)
        disk.remove(open_mark(file))
        if log is not None and log.header.id:
            header = LogHeader(log.header.session, number, log.header.id)
            disk.write_whole(log_file(file), encode_log(header, log.records)[0], like=file)
        else:
            disk.remove(log_file(file))
    return saved


def _go_back(file: Path, generation: Generation, kind: Kind) -> Path | None:
    """The same for a campaign or a roster, which have one file and no log."""
    with locked(file):
        if kind is CAMPAIGN:
            read_campaign(generation.path, thorough=True)
        else:
            read_roster(generation.path)
        history = history_dir(file)
        newest = highest(history)
        saved = _keep_now(file, history, newest)
        text = read_text(generation.path)
        made = with_values(generation.path, text, kind, [(kind.name, "generation", newest + 1)]).encode()
        disk.write_whole(file, made, like=generation.path)
        with contextlib.suppress(OSError):
            keep(made, history, newest + 1, like=file, sync=False)
    return saved


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

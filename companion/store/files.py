"""Reading the two files of a session off the disk, and saying where they are wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.store import disk
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.folders import LOG_SUFFIX, log_file, owner_of_log
from companion.store.format.document import Kind
from companion.store.format.source_map import SourceMap, TooDeep, syntax_problem, tables_of
from companion.store.format.wal_file import Log, parse_log

Seen = tuple[disk.Fingerprint | None, disk.Fingerprint | None]
"""What the session file and its log looked like when they were read."""

_TRIES = 5


def owner_of(file: Path) -> Path:
    """The session file that is meant by the name of its log; any other file as it is. Raises CannotOpen."""
    if not file.name.endswith(LOG_SUFFIX):
        return file
    session = owner_of_log(file)
    if not session.is_file():
        reason = f"this continues {session.name}, which is not there: companion restore brings back what is kept of it"
        raise CannotOpen(Diagnostic(file, reason))
    return session


def look(file: Path) -> Seen:
    """What both files of a session look like now."""
    return disk.fingerprint(file), disk.fingerprint(log_file(file))


def read_text(file: Path) -> str:
    """The text of a file, its line ends as on Unix. Raises CannotOpen."""
    try:
        text = disk.read_plain(file).decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as fault:
        raise _unreadable(file, fault) from fault
    except UnicodeDecodeError as fault:
        line = fault.object[: fault.start].count(b"\n") + 1
        raise CannotOpen(Diagnostic(file, "this is no UTF-8 text", line=line)) from fault
    return text


def read_tables(file: Path, text: str) -> dict[str, Any]:
    """The tables in the text of a file. Raises CannotOpen with line, key and reason if it is no TOML."""
    try:
        return tables_of(text)
    except TooDeep as fault:
        raise CannotOpen(Diagnostic(file, str(fault))) from fault
    except ValueError as fault:
        # Mostly TOMLDecodeError; a number of more digits than Python reads is a plain ValueError.
        line, key, reason = syntax_problem(text, fault)
        raise CannotOpen(Diagnostic(file, reason, key, line)) from fault


@dataclass(slots=True)
class Document:
    """A file of one kind as it was read, and what of it is not as Companion wrote it (see `Kind.changed`)."""

    file: Path
    kind: Kind
    text: str
    tables: Mapping[str, Any]
    changed: set[str] = field(default_factory=set)

    def refused(self, problems: Sequence[tuple[str, str]]) -> CannotOpen:
        """Problems as (key, reason), to be raised with the lines where they stand."""
        return CannotOpen(*located(self.file, self.text, problems))


def read(file: Path, kind: Kind) -> Document:
    """Reads a file of this kind. Raises CannotOpen if it is none, in a format of its own, or was cut off."""
    return parsed(file, kind, read_text(file))


def parsed(file: Path, kind: Kind, text: str) -> Document:
    """The same of a text that was read."""
    found = Document(file, kind, text, read_tables(file, text))
    if reason := kind.refusal(found.tables):
        raise found.refused([reason])
    if kind.is_cut(found.text, found.tables[kind.name]):
        raise found.refused([("", f"{found.file.name} was cut off: its last line is missing")])
    found.changed |= kind.changed(found.text, found.tables)
    return found


def read_log(file: Path) -> Log | None:
    """The write-ahead log beside a session; None if there is none. Raises CannotOpen if it cannot be read."""
    data = log_bytes(file)
    return parse_log(data) if data is not None else None


def log_bytes(file: Path) -> bytes | None:
    """The same as bytes."""
    try:
        return disk.read_plain(log_file(file), follow=False)
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise _unreadable(log_file(file), fault) from fault


def read_both(file: Path) -> tuple[Seen, str, Log | None]:
    """The text of a session file and its log, and what both looked like. Raises CannotOpen.

    A writer may be at work: they are read again if they changed meanwhile.
    """
    found = look(file), read_text(file), read_log(file)
    for _ in range(_TRIES):
        if look(file) == found[0]:
            break
        found = look(file), read_text(file), read_log(file)
    return found


def _unreadable(file: Path, fault: OSError) -> CannotOpen:
    return CannotOpen(Diagnostic(file, f"cannot be read: {fault.strerror or fault}"))


def located(file: Path, text: str, problems: Sequence[tuple[str, str]]) -> list[Diagnostic]:
    """Problems with the lines where they stand, in the order of the file."""
    source = SourceMap(text)
    found = [Diagnostic(file, reason, key, source.line(key)) for key, reason in problems]
    return sorted(found, key=lambda d: (d.line or 0, d.key))

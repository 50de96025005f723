"""Managing sessions: creating one, and copying, renaming or binning one that is closed."""

from __future__ import annotations

import contextlib
import datetime
import os
import re
import secrets
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.engine.state.table import AnyTable
from companion.store import disk
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.files import read_log, read_tables, read_text
from companion.store.finding import find_again
from companion.store.folders import (
    bin_dir,
    history_dir,
    is_named,
    lock_file,
    log_file,
    one_name,
    slug,
    unused,
)
from companion.store.format import toml
from companion.store.format.document import SESSION, Kind
from companion.store.format.session_file import Header, compose, snapshot
from companion.store.format.wal_file import LogHeader, encode_log
from companion.store.generations import is_link
from companion.store.lock import acquire
from companion.store.whole_folder import put_in_place

_SEED = re.compile(r"(?m)^\[+session\.dice(?:\.taken_back)?\]+\n(?:[^\[\n].*\n)*\n?")
"""The table with the seed of a session's dice, and those of the rolls that were taken back."""


def create_session(table: AnyTable, folder: Path, name: str) -> Path:
    """Writes a new session of this table and returns its file. Raises OSError if it cannot be written."""
    folder.mkdir(parents=True, exist_ok=True)
    table.name = name
    file = unused(folder, slug(name))
    disk.write_whole(file, compose(snapshot(table, [], {}), Header(secrets.token_hex(8)), []))
    return file


def copy_session(source: Path, folder: Path, name: str = "") -> Path:
    """A copy with an id of its own, its open procedure included, dated now. Returns its file.

    It gets a seed of its own when it is played: with the same one, the dice of one would foretell those of the other.
    Backup generations are not copied. Raises CannotOpen if the source is no session.
    """
    text, log = read_text(source), read_log(source)
    data = read_tables(source, text)
    header, summary = data.get("session"), data.get("summary")
    if not isinstance(header, dict) or not isinstance(summary, dict):
        raise CannotOpen([Diagnostic(source, None, "session", "this is no session: it has no table [session]")])
    name = name or str(summary.get("name", source.stem))
    folder.mkdir(parents=True, exist_ok=True)
    file = unused(folder, slug(name))
    own = secrets.token_hex(8)
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    values = [("summary", "name", name), ("summary", "played", now), ("session", "id", own)]
    copied = with_values(source, _SEED.sub("", text), SESSION, values, text)
    if log is not None and log.header.id and log.header.session == header.get("id"):
        own_header = LogHeader(own, log.header.generation, log.header.id)
        records = [{k: v for k, v in r.items() if k not in ("seed", "seed_since", "seed_method")} for r in log.records]
        disk.write_whole(log_file(file), encode_log(own_header, records)[0], like=source)
    try:
        disk.write_whole(file, copied.encode(), like=source)
    except OSError:
        disk.remove(log_file(file))
        raise
    return file


def rename_session(file: Path, name: str) -> Path:
    """Gives a session another name, and its file with what belongs to it. Returns the new file.

    Raises CannotOpen if another program has it open or it is no TOML.
    """
    file = one_name(file)
    with locked(file):
        find_again(file)
        text = read_text(file)
        read_tables(file, text)
        disk.write_whole(file, with_values(file, text, SESSION, [("summary", "name", name)]).encode())
        return file if is_named(file, slug(name)) else _moved(file, unused(file.parent, slug(name)))


def bin_session(file: Path) -> Path:
    """Moves a session with what belongs to it to the folder .bin beside it; moving it back restores it.

    Raises CannotOpen if another program has it open.
    """
    with locked(file):
        find_again(file)
        away = bin_dir(file.parent)
        if away.is_symlink():
            raise CannotOpen([Diagnostic(away, None, "", "this is a link: nothing is moved to where it leads")])
        away.mkdir(exist_ok=True)
        return _moved(file, unused(away, file.stem))


def put_back(path: Path) -> Path:
    """Moves a session or a campaign out of the bin, under a free name, and returns where it is now.

    Raises CannotOpen if another program has it open, OSError if it cannot be moved.
    """
    home = path.parent.parent
    if path.is_dir():
        return put_in_place(path, home, path.name)
    with locked(path):
        find_again(path)
        return _moved(path, unused(home, path.stem))


@contextlib.contextmanager
def locked(file: Path) -> Iterator[None]:
    """Nobody else has this file open in a `with` block. Raises CannotOpen."""
    lock, reason = acquire(file)
    if lock is None:
        raise CannotOpen([Diagnostic(file, None, "", reason)])
    try:
        yield
    finally:
        # While it is locked: who waits for it then sees that this file guards nothing any more. Windows forbids that.
        with contextlib.suppress(PermissionError):
            lock_file(file).unlink(missing_ok=True)
        lock.release()


def _moved(file: Path, to: Path) -> Path:
    """Moves both files and the backup generations. The log goes first: alone it is never taken for a session.

    Killed in between, each part is under one of the two names, and `find_again` brings them together.
    """
    logged = os.path.lexists(log_file(file))
    if logged:
        disk.replace(log_file(file), log_file(to))
    try:
        disk.replace(file, to)
    except OSError:
        if logged:
            disk.replace(log_file(to), log_file(file))
        raise
    # The session has its new name: what fails from here on is made good when it is next opened.
    if history_dir(file).is_dir() and not is_link(history_dir(file)):
        with contextlib.suppress(OSError):
            history_dir(to).parent.mkdir(exist_ok=True)
            disk.replace(history_dir(file), history_dir(to))
    disk.settle_name(file.parent)
    disk.settle_name(to.parent)
    return to


def with_values(
    file: Path, text: str, kind: Kind, values: Sequence[tuple[str, str, str | int]], before: str = ""
) -> str:
    """The text of a file with these (table, key, value), its checksums set again if they fitted.

    `before` is the text that they fitted if something else was taken out of it.
    """
    made = text
    for table, key, value in values:
        made = with_value(file, made, table, key, value)
    for key, crc in kind.renewed(before or text, tomllib.loads(made)).items():
        made = with_value(file, made, kind.name, key, crc)
    return made


def with_value(file: Path, text: str, table: str, key: str, value: str | int) -> str:
    """The text with one key of one table set; all else stays as it was written.

    Raises CannotOpen if the table is written in some other way than Companion writes it.
    """
    header, line = f"[{table}]\n", f"{key} = {toml.inline(value)}\n"
    start = text.find(header) + len(header)
    end = text.find("\n[", start) + 1 or len(text)
    body, found = re.subn(rf"(?m)^{key}\s*=.*\n", lambda _: line, text[start:end], count=1)
    made = text[:start] + (body if found else line + body) + text[end:]
    with contextlib.suppress(tomllib.TOMLDecodeError):
        tomllib.loads(made)
        if start >= len(header):
            return made
    reason = f"this is to stand on a line of its own under {header.strip()}"
    raise CannotOpen([Diagnostic(file, None, f"{table}.{key}", reason)])

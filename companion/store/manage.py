"""Managing sessions and campaigns: creating, copying, renaming or binning one that is closed, and deleting it."""

from __future__ import annotations

import contextlib
import datetime
import os
import re
import secrets
import shutil
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.engine.state.table import AnyTable
from companion.store import disk
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.files import read_log, read_tables, read_text
from companion.store.finding import find_again
from companion.store.folders import (
    BIN,
    bin_dir,
    campaign_file,
    half_made,
    history_dir,
    is_campaign,
    is_kept_file,
    is_named,
    is_own_file,
    log_file,
    one_name,
    put_in_place,
    slug,
    unused,
)
from companion.store.format import toml
from companion.store.format.document import CAMPAIGN, SESSION, Kind, kind_of
from companion.store.format.session_file import Header, compose, snapshot
from companion.store.format.wal_file import LogHeader, encode_log
from companion.store.generations import is_link
from companion.store.lock import locked

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
    data = _tables(source, text, SESSION)
    name = name or str(data["summary"].get("name", source.stem))
    folder.mkdir(parents=True, exist_ok=True)
    file = unused(folder, slug(name))
    own = secrets.token_hex(8)
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    values = [("summary", "name", name), ("summary", "played", now), ("session", "id", own)]
    copied = with_values(source, _SEED.sub("", text), SESSION, values, text)
    if log is not None and log.header.id and log.header.session == data["session"].get("id"):
        own_header = LogHeader(own, log.header.generation, log.header.id)
        records = [{k: v for k, v in r.items() if k not in ("seed", "seed_since", "seed_method")} for r in log.records]
        disk.write_whole(log_file(file), encode_log(own_header, records)[0], like=source)
    try:
        disk.write_whole(file, copied.encode(), like=source)
    except OSError:
        disk.remove(log_file(file))
        raise
    return file


def copy_campaign(file: Path, saves: Path, name: str = "") -> Path:
    """A copy with an id of its own and all its sessions, in a new folder of `saves`. Returns its file.

    Backup generations and what is in its bin are not copied. Raises CannotOpen if it cannot be read, OSError if
    it cannot be written.
    """
    text = read_text(file)
    name = name or str(_tables(file, text, CAMPAIGN)["summary"].get("name", "")) or file.parent.name
    values = [("summary", "name", name), ("campaign", "id", secrets.token_hex(8))]
    text = with_values(file, text, CAMPAIGN, values)
    with half_made(saves) as half:
        for path in sorted(file.parent.glob("*.toml")):
            if path != file and is_own_file(path):
                disk.write_whole(half / path.name, disk.read_plain(path, follow=False))
        disk.write_whole(campaign_file(half), text.encode())
        return campaign_file(put_in_place(half, saves, slug(name, "campaign")))


def rename_file(file: Path, name: str) -> Path:
    """Gives a session or a campaign another name; returns its file, which is another if it is a session.

    What belongs to a session goes with it; the folder of a campaign keeps its own name. Raises CannotOpen if another
    program has it open or it cannot be read, OSError if it cannot be written.
    """
    file = one_name(file)
    with locked(file):
        find_again(file)
        text = read_text(file)
        kind = kind_of(_tables(file, text, CAMPAIGN if is_campaign(file) else SESSION))
        disk.write_whole(file, with_values(file, text, kind, [("summary", "name", name)]).encode())
        stays = is_campaign(file) or is_named(file, slug(name))
        return file if stays else _moved(file, unused(file.parent, slug(name)))


def bin_file(file: Path) -> Path:
    """Moves a session with what belongs to it, or a whole campaign, to the folder .bin beside it; returns where it is.

    Raises CannotOpen if another program has it, or a session of the campaign, open.
    """
    folder = file.parent.parent if is_campaign(file) else file.parent
    away = bin_dir(folder)
    if away.is_symlink():
        raise CannotOpen(Diagnostic(away, "this is a link: nothing is moved to where it leads"))
    away.mkdir(exist_ok=True)
    return _put_into(away, file.parent if is_campaign(file) else file)


def put_back(path: Path) -> Path:
    """Moves a session or a campaign out of the bin, under a free name, and returns its file.

    Raises CannotOpen if another program has it open, OSError if it cannot be moved.
    """
    to = _put_into(path.parent.parent, path)
    return campaign_file(to) if to.is_dir() else to


def _put_into(folder: Path, path: Path) -> Path:
    """Moves a closed session, or the folder of a campaign, into a folder under a free name; returns where it is."""
    if path.is_dir():
        _check_closed(path)
        return put_in_place(path, folder, path.name)
    with locked(path):
        find_again(path)
        return _moved(path, unused(folder, path.stem))


def discard(path: Path) -> None:
    """Deletes a session or a campaign that is in a bin, with all that belongs to it. Nothing brings it back.

    Raises ValueError for anything that is elsewhere, CannotOpen if another program has it open, OSError if it
    cannot be deleted.
    """
    if path.parent.name != BIN:
        raise ValueError(f"{path.name} does not lie in the bin")
    if is_link(path):
        path.unlink()
    elif path.is_dir():
        _check_closed(path)
        # Under another name first: killed in between, it is no campaign with half of its sessions.
        away = path.with_name(f".{path.name}.gone")
        shutil.rmtree(away, ignore_errors=True)
        disk.replace(path, away)
        shutil.rmtree(away)
    else:
        with locked(path):
            # A log or generations without their session are nothing that anybody opens.
            disk.remove(path)
            disk.remove(log_file(path))
            if not is_link(history_dir(path)):
                shutil.rmtree(history_dir(path), ignore_errors=True)


def _check_closed(folder: Path) -> None:
    """Raises CannotOpen if another program has a file of this campaign open."""
    with contextlib.ExitStack() as locks:
        for file in sorted(folder.glob("*.toml")):
            if is_kept_file(file.name):
                locks.enter_context(locked(file))


def _tables(file: Path, text: str, kind: Kind) -> dict[str, Any]:
    """The tables of a file of this kind. Raises CannotOpen if its header or summary is not there."""
    data = read_tables(file, text)
    for table in (kind.name, "summary"):
        if not isinstance(data.get(table), dict):
            raise CannotOpen(Diagnostic(file, kind.missing(table), table))
    return data


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
    raise CannotOpen(Diagnostic(file, reason, f"{table}.{key}"))

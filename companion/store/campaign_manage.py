"""Managing whole campaigns: copying, renaming and binning one whose sessions are closed."""

from __future__ import annotations

import contextlib
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.store import disk
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.files import read_tables, read_text
from companion.store.folders import bin_dir, campaign_file, is_kept_file, slug, unused_folder
from companion.store.format.checksums import CAMPAIGN
from companion.store.manage import locked, with_values


def copy_campaign(folder: Path, saves: Path, name: str = "") -> Path:
    """A copy with an id of its own and all its sessions, in a new folder of `saves`. Returns its file.

    Backup generations and what is in its bin are not copied. Raises CannotOpen if it cannot be read, OSError if
    it cannot be written.
    """
    file = campaign_file(folder)
    text, data = _read(file)
    name = name or str(data.get("summary", {}).get("name", "")) or folder.name
    own = secrets.token_hex(8)
    text = with_values(file, text, CAMPAIGN, [("summary", "name", name), ("campaign", "id", own)])
    to = unused_folder(saves, slug(name, "campaign"))
    half = to.with_name(f".{to.name}.new")
    # What a killed program left.
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(parents=True)
    try:
        for path in sorted(folder.glob("*.toml")):
            if path != file and not path.is_symlink() and not path.name.startswith("."):
                disk.write_whole(half / path.name, path.read_bytes())
        disk.write_whole(campaign_file(half), text.encode())
        disk.replace(half, to)
    except OSError:
        shutil.rmtree(half, ignore_errors=True)
        raise
    disk.sync_folder(saves)
    return campaign_file(to)


def rename_campaign(file: Path, name: str) -> Path:
    """Gives a campaign another name; its folder keeps its own. Returns its file. Raises CannotOpen, OSError."""
    with locked(file):
        text, _ = _read(file)
        disk.write_whole(file, with_values(file, text, CAMPAIGN, [("summary", "name", name)]).encode())
    return file


def _read(file: Path) -> tuple[str, dict[str, Any]]:
    """The text of a campaign and its tables. Raises CannotOpen if the first two are not there."""
    text = read_text(file)
    data = read_tables(file, text)
    for table in ("campaign", "summary"):
        if not isinstance(data.get(table), dict):
            raise CannotOpen([Diagnostic(file, None, table, f"this is no campaign: it has no table [{table}]")])
    return text, data


def bin_campaign(folder: Path) -> Path:
    """Moves a campaign with all its sessions to the bin beside its folder, and returns where it is.

    Raises CannotOpen if another program has one of its files open.
    """
    away = bin_dir(folder.parent)
    away.mkdir(exist_ok=True)
    with contextlib.ExitStack() as locks:
        for file in _files(folder):
            locks.enter_context(locked(file))
    to = unused_folder(away, folder.name)
    disk.replace(folder, to)
    disk.sync_folder(folder.parent)
    disk.sync_folder(away)
    return to


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in sorted(folder.glob("*.toml")) if is_kept_file(file.name))

"""Managing whole campaigns: copying, renaming and binning one whose sessions are closed."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.store import disk
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.files import read_tables, read_text
from companion.store.folders import bin_dir, campaign_file, is_kept_file, is_own_file, slug
from companion.store.format.document import CAMPAIGN
from companion.store.manage import locked, with_values
from companion.store.whole_folder import half_made, put_in_place


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
    with half_made(saves) as half:
        for path in sorted(folder.glob("*.toml")):
            if path != file and is_own_file(path):
                disk.write_whole(half / path.name, disk.read_plain(path, follow=False))
        disk.write_whole(campaign_file(half), text.encode())
        return campaign_file(put_in_place(half, saves, slug(name, "campaign")))


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
    return put_in_place(folder, away, folder.name)


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in sorted(folder.glob("*.toml")) if is_kept_file(file.name))

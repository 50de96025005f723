"""A campaign as one zip of its folder. What comes in is untrusted: names, links, sizes and every file are checked."""

from __future__ import annotations

import io
import shutil
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Final

from companion.store import disk
from companion.store.campaigns import changing, read_campaign
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.files import read_tables, read_text
from companion.store.folders import campaign_file, half_made, history_dir, is_kept_file, is_own_file, put_in_place, slug
from companion.store.verify import check_alone, check_file

MOST_FILES: Final = 1_000
MOST_BYTES: Final = 8 << 20
"""Of one file. A session of 1,000 inputs has about a third of a megabyte."""
MOST_IN_ALL: Final = 128 << 20
_LONGEST: Final = 120
_TRIES: Final = 5
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)


def export_campaign(file: Path, to: Path) -> Path:
    """Writes the campaign with its sessions and what is open in them to a zip, and returns it.

    Backup generations, locks and quarantined files stay at home. The same folder gives the same bytes. Raises
    CannotOpen if the campaign cannot be read, OSError if the zip cannot be written.
    """
    read_campaign(file)
    contents = _read_folder(file.parent)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in contents.items():
            info = zipfile.ZipInfo(f"{file.parent.name}/{name}", _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    disk.write_whole(to, packed.getvalue())
    return to


def _read_folder(folder: Path) -> dict[str, bytes]:
    """The files of a campaign by name. Somebody may be playing: they are read again if one changed meanwhile."""
    contents: dict[str, bytes] = {}
    for _ in range(_TRIES):
        files = [path for path in sorted(folder.glob("*.toml")) if is_own_file(path)]
        seen = [disk.fingerprint(path) for path in files]
        try:
            contents = {path.name: disk.read_plain(path, follow=False) for path in files}
        except FileNotFoundError:
            continue
        if [disk.fingerprint(path) for path in files] == seen:
            break
    return contents


def import_campaign(source: Path, saves: Path) -> Path:
    """Unpacks a campaign into a new folder of `saves` and returns its file.

    Raises CannotOpen with everything that is wrong with the zip or a file in it, OSError if the folder cannot be
    written; nothing is left behind then.
    """
    with half_made(saves) as away:
        for name, data in _contents(source):
            disk.write_whole(away / name, data)
        faults = _shapes(away) or check_alone(campaign_file(away))
        if faults:
            raise CannotOpen(*(replace(one, file=source / one.file.name) for one in faults))
        _set_inert(campaign_file(away))
        for lock in away.glob(".*.lock"):
            lock.unlink()
        stem = slug(read_campaign(campaign_file(away)).name, "campaign")
        return campaign_file(put_in_place(away, saves, stem))


def _shapes(folder: Path) -> list[Diagnostic]:
    """What is wrong with files before they are looked at closely: what is no file of ours."""
    wrong: list[Diagnostic] = []
    for path in sorted(folder.glob("*.toml")):
        if is_kept_file(path.name):
            try:
                tables = read_tables(path, read_text(path))
            except CannotOpen as fault:
                wrong += fault.diagnostics
                continue
            if not {"campaign", "session", "roster"} & tables.keys():
                wrong.append(Diagnostic(path, "this is no session, roster or campaign"))
            elif "roster" in tables:
                wrong += check_file(path)
    return wrong


def _set_inert(file: Path) -> None:
    """Rulings of others hold once they were accepted here, and not before."""
    if any(row.accepted for row in read_campaign(file).rulings):
        with changing(file) as made:
            made.campaign.rulings[:] = [replace(row, accepted=False) for row in made.campaign.rulings]
        # What it was before is not to be gone back to.
        shutil.rmtree(history_dir(file).parent, ignore_errors=True)


def _contents(source: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a zip, each with the name that it gets here. Raises CannotOpen, whatever is wrong with it."""
    try:
        with zipfile.ZipFile(io.BytesIO(disk.read_plain(source, MOST_IN_ALL))) as archive:
            members = [info for info in archive.infolist() if not info.is_dir()]
            wrong = _problems(members)
            if wrong:
                raise CannotOpen(*(Diagnostic(source, reason, name) for name, reason in wrong))
            left = MOST_IN_ALL
            for info in members:
                # What a zip says of its sizes need not be true: never more is unpacked than is allowed.
                with archive.open(info) as packed:
                    data = packed.read(min(MOST_BYTES, left) + 1)
                if len(data) > MOST_BYTES or len(data) > left:
                    raise CannotOpen(Diagnostic(source, "this is larger than it says", info.filename))
                left -= len(data)
                yield PurePosixPath(info.filename).name, data
    except FileNotFoundError as fault:
        raise CannotOpen(Diagnostic(source, "there is no such file")) from fault
    except OSError as fault:
        raise CannotOpen(Diagnostic(source, f"cannot be read: {fault.strerror or fault}")) from fault
    except (zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, ValueError, LookupError, struct.error) as fault:
        raise CannotOpen(Diagnostic(source, f"this is no zip that can be read: {fault}")) from fault


def _problems(members: list[zipfile.ZipInfo]) -> list[tuple[str, str]]:
    """What is wrong with the list of files, before anything is unpacked."""
    if len(members) > MOST_FILES:
        return [("", f"{len(members)} files are too many: at most {MOST_FILES}")]
    wrong = [(info.filename, reason) for info in members if (reason := _problem(info))]
    names = [PurePosixPath(info.filename).name.casefold() for info in members]
    wrong += [(name, "this name is there twice") for name in sorted({n for n in names if names.count(n) > 1})]
    if len({str(PurePosixPath(info.filename).parent) for info in members}) > 1:
        wrong.append(("", "a campaign is one folder"))
    if "campaign.toml" not in names:
        wrong.append(("", "there is no campaign.toml in it"))
    if sum(info.file_size for info in members) > MOST_IN_ALL:
        wrong.append(("", f"it unpacks to more than {MOST_IN_ALL >> 20} MB"))
    return wrong


def _problem(info: zipfile.ZipInfo) -> str:
    path = PurePosixPath(info.filename)
    mode = info.external_attr >> 16
    if mode and not stat.S_ISREG(mode) and stat.S_IFMT(mode):
        return "this is a link or a device, no file"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "this is packed in a way that is not known here"
    if info.flag_bits & 1:
        return "this is encrypted"
    if path.is_absolute() or len(path.parts) > 2 or any(part in ("..", ".") for part in path.parts):
        return "a file of a campaign stands in its folder and nowhere else"
    name = path.name
    stem = name.partition(".")[0]
    if any(sign in name or ord(sign) < 32 for sign in '\\:*?"<>|') or any(ord(sign) < 32 for sign in name):
        return "this is no name that every system can use"
    if not name.endswith(".toml") or name.startswith(".") or len(name.encode()) > _LONGEST:
        return "only sessions, rosters and their logs (.toml) belong in a campaign"
    if slug(stem, "file") == f"{stem.casefold()}-file":
        return "Windows keeps this name for a device"
    if info.file_size > MOST_BYTES:
        return f"this is larger than {MOST_BYTES >> 20} MB"
    return ""

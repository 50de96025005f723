"""Where files lie and how they are named: saves, ready games, a session's file and what is beside it, new folders."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import shutil
import time
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import companion
from companion.engine.errors import InvalidInput
from companion.store import disk

LOG_SUFFIX = ".open.toml"
"""What the name of a write-ahead log ends with, after that of its session."""
BIN = ".bin"
_CAMPAIGN = "campaign.toml"
_DEVICES = {"con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in "0123456789¹²³")}
_LONGEST = 60
_MARK: Final = ".half-"
_FORGOTTEN: Final = 3600
"""Seconds after which what a killed program left half made is in nobody's hands any more."""


def saves_dir(chosen: str | Path | None = None) -> Path:
    """The folder of saves: `chosen`, else $COMPANION_SAVES, else ./saves if it exists, else the user's data folder.

    It need not exist yet; it is made when the first session is. Raises InvalidInput where the user has no home.
    """
    here = Path("saves")
    if wanted := chosen or os.environ.get("COMPANION_SAVES"):
        found = at_home(lambda: Path(wanted).expanduser())
    elif here.is_dir():
        found = here.resolve()
    else:
        from platformdirs import user_data_path

        found = at_home(lambda: user_data_path("companion", appauthor=False) / "saves")
    if found is None:
        raise InvalidInput("this user has no home folder to keep games in", hint="name a folder: --saves DIR")
    return found


def at_home(find: Callable[[], Path]) -> Path | None:
    """A place that may be in the user's home; None if there is none."""
    try:
        found = find()
    except RuntimeError:
        return None
    # platformdirs says so by its version.
    return None if found.parts[:1] == ("~",) else found


def typed_path(text: str) -> Path:
    """A path as players type it: `~` is the home folder, and a sign like any other where there is none."""
    return at_home(lambda: Path(text).expanduser()) or Path(text)


def ready_dir() -> Path:
    """The ready games and rosters: `companion/ready` of an installed package; a checkout has saves/ready instead.

    The package is asked first: beside an installed one, `saves` would be somebody else's folder.
    """
    package = Path(companion.__file__).resolve().parent
    carried = package / "ready"
    return carried if carried.is_dir() else package.parent / "saves" / "ready"


def slug(name: str, kind: str = "session") -> str:
    """A file name, without its suffix, for any name: letters and digits of any script, lower case, at most 60 bytes.

    If the name leaves nothing, or Windows keeps it for a device, `kind` is used instead.
    """
    words = "".join(c if c.isalnum() else "-" for c in unicodedata.normalize("NFC", name).casefold())
    short = re.sub("-+", "-", words).encode(errors="ignore")[:_LONGEST].decode(errors="ignore").strip("-")
    return f"{short}-{kind}" if short in _DEVICES else short or kind


def unused(folder: Path, stem: str) -> Path:
    """A file of that name that is not taken, or with the next free number.

    A name whose backup generations are still there is taken: they are another session's.
    """
    files = (folder / f"{name}.toml" for name in _numbered(stem))
    return next(f for f in files if not any(map(os.path.lexists, (f, log_file(f), history_dir(f)))))


def _numbered(stem: str) -> Iterator[str]:
    """`duel`, `duel-2`, `duel-3`."""
    yield stem
    yield from (f"{stem}-{number}" for number in itertools.count(2))


def is_named(file: Path, stem: str) -> bool:
    """Whether a file has this name already, or one that its file system takes for the same.

    Case may make no difference there, nor how a letter with an accent is put together.
    """
    wanted = file.with_name(f"{stem}{file.suffix}")
    if wanted.name == file.name:
        return True
    alike = _folded(wanted.name) == _folded(file.name)
    with contextlib.suppress(OSError):
        return alike and os.path.samefile(wanted, file)
    return False


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def one_name(file: Path) -> Path:
    """The file that a link leads to: under all its names a session has one lock, one log and one history."""
    return file.resolve() if file.is_symlink() else file


def log_file(file: Path) -> Path:
    """The write-ahead log of a session."""
    return file.with_name(file.stem + LOG_SUFFIX)


def owner_of_log(log: Path) -> Path:
    """The session that a write-ahead log continues, by its name."""
    return log.with_name(log.name.removesuffix(LOG_SUFFIX) + ".toml")


def lock_file(file: Path) -> Path:
    """What the writer of a session locks."""
    return file.with_name(f".{file.stem}.lock")


def history_dir(file: Path) -> Path:
    """The backup generations of a session."""
    return file.parent / ".history" / file.stem


def open_mark(file: Path) -> Path:
    """Stands while the session has a write-ahead log, and holds its id: a log that vanishes is missed."""
    return history_dir(file) / "open"


def bin_dir(folder: Path) -> Path:
    """The bin of a folder, for sessions and campaigns. What is in it can be put back."""
    return folder / BIN


def campaign_file(folder: Path) -> Path:
    """The file of the campaign in this folder."""
    return folder / _CAMPAIGN


def is_campaign(file: Path) -> bool:
    """Whether this is the file of a campaign, by its name."""
    return file.name == _CAMPAIGN


def quarantine_file(file: Path, word: str) -> Path:
    """A free name beside a session for what cannot be used: `duel.truncated-1`."""
    paths = (file.with_name(f"{file.stem}.{word}-{number}") for number in itertools.count(1))
    return next(path for path in paths if not path.exists())


def toml_files(folder: Path) -> Iterator[Path]:
    """The files of a folder and its campaigns that may be sessions or rosters, by name. Hidden folders are not read."""
    ready = ready_dir()
    for place in (folder, *(inside for inside in folders_of(folder) if inside.resolve() != ready)):
        yield from kept_files(place)


def kept_files(folder: Path) -> list[Path]:
    """The files of this folder that may be sessions or rosters, by name."""
    return [file for file in listed(folder) if is_kept_file(file.name) and not is_campaign(file)]


def is_kept_file(name: str) -> bool:
    """Whether a file of this name may be a session, a roster or a campaign."""
    return name.endswith(".toml") and not name.startswith(".") and not name.endswith(LOG_SUFFIX)


def is_own_file(path: Path) -> bool:
    """Whether a campaign takes this file along: no link, pipe or device, and nothing hidden."""
    return path.is_file() and not path.is_symlink() and not path.name.startswith(".")


def folders_of(folder: Path) -> list[Path]:
    """The folders in a folder, and links to some, by name. Hidden ones are not read."""
    return [path for path in listed(folder) if not path.name.startswith(".") and path.is_dir()]


def listed(folder: Path) -> list[Path]:
    """What is in a folder, by name; nothing if it cannot be read."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def roster_file(saves: Path, name: str) -> Path:
    """A file of its own for a roster of this name, in the folder of rosters. Any name is a fit one: see `slug`."""
    return unused(saves / "rosters", slug(name, "roster"))


@contextlib.contextmanager
def half_made(saves: Path) -> Iterator[Path]:
    """A hidden folder to be filled in a `with` block and then moved by `put_in_place`; else it is gone after it."""
    saves.mkdir(parents=True, exist_ok=True)
    for old in saves.glob(f"{_MARK}*"):
        with contextlib.suppress(OSError):
            if time.time() - old.lstat().st_mtime > _FORGOTTEN:
                shutil.rmtree(old)
    away = saves / f"{_MARK}{os.urandom(6).hex()}"
    away.mkdir()
    try:
        yield away
    finally:
        shutil.rmtree(away, ignore_errors=True)


def put_in_place(folder: Path, saves: Path, stem: str) -> Path:
    """Moves a folder to this name in `saves`, or to that with the next free number, and returns it. Raises OSError."""
    while True:
        to = next(free for name in _numbered(stem) if not (free := saves / name).exists())
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

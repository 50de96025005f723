"""Where things lie: the folder of saves, the ready games, a session's file and what stands beside it."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import companion

_OPEN = ".open.toml"
_DEVICES = {"con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(10))}
_LONGEST = 60


def saves_dir(said: str | Path | None = None) -> Path:
    """The folder of saves: the one said, else $COMPANION_SAVES, else ./saves where it exists, else the user's own.

    It need not exist yet; it is made when the first session is.
    """
    told = said or os.environ.get("COMPANION_SAVES")
    if told:
        return Path(told).expanduser()
    here = Path("saves")
    if here.is_dir():
        return here.resolve()
    from platformdirs import user_data_path

    return user_data_path("companion", appauthor=False) / "saves"


def ready_dir() -> Path:
    """The ready games and rosters: in a clone its saves/ready, else the ones carried in the package."""
    package = Path(companion.__file__).resolve().parent
    clone = package.parent / "saves" / "ready"
    return clone if clone.is_dir() else package / "ready"


def slug(name: str) -> str:
    """A file name (without its end) for any name: letters and digits of any script, small, at most 60 bytes."""
    words = "".join(c if c.isalnum() else "-" for c in unicodedata.normalize("NFC", name).casefold())
    short = re.sub("-+", "-", words).encode(errors="ignore")[:_LONGEST].decode(errors="ignore").strip("-")
    return f"{short}-session" if short in _DEVICES else short or "session"


def unused(folder: Path, stem: str) -> Path:
    """A session file of that name, or the next free number of it: `duel`, `duel-2`, `duel-3`."""
    number = 1
    while True:
        file = folder / f"{stem if number == 1 else f'{stem}-{number}'}.toml"
        if not file.exists() and not open_file(file).exists():
            return file
        number += 1


def open_file(file: Path) -> Path:
    """Where the inputs of an open procedure stand."""
    return file.with_name(file.stem + _OPEN)


def lock_file(file: Path) -> Path:
    """What the writer of a session holds."""
    return file.with_name(f".{file.stem}.lock")


def history_dir(file: Path) -> Path:
    """Where earlier generations of a session lie."""
    return file.parent / ".history" / file.stem


def aside(file: Path, word: str) -> Path:
    """A free name beside a session for what is set aside: `duel.torn-1`."""
    number = 1
    while (path := file.with_name(f"{file.stem}.{word}-{number}")).exists():
        number += 1
    return path


def toml_files(folder: Path) -> Iterator[Path]:
    """The files of a folder and its campaigns that may be sessions or rosters, by name. Hidden folders are not read."""
    ready = ready_dir()
    for place in (folder, *sorted(p for p in _listed(folder) if p.is_dir())):
        if place.name.startswith(".") or (place != folder and place.resolve() == ready):
            continue
        for file in sorted(_listed(place)):
            if file.suffix == ".toml" and not file.name.startswith(".") and not file.name.endswith(_OPEN):
                yield file


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []

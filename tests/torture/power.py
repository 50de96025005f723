"""A disk that loses power: what was not synced may be there, in part, or not at all."""

import contextlib
import os
import stat
import threading
from pathlib import Path
from random import Random
from typing import Any, Self


class Cut(BaseException):
    """The power is gone."""


class PowerCut:
    """Watches the syncs in a folder while it is in a `with` block; `fail` makes what a reader may find after a cut.

    With `at` the power fails in the sync of that number, before it came to its end: it raises Cut. The syncs of the
    background writer are not counted.
    """

    def __init__(self, folder: Path, at: int = 0) -> None:
        self.folder = folder
        self._left = at
        self._synced: dict[int, bytes] = {}
        """What of each file is on the disk for certain, by inode."""
        self._names: dict[Path, dict[str, int]] = {}
        """The names in each folder that are on the disk for certain."""
        for place in [folder, *(p for p in folder.rglob("*") if p.is_dir())]:
            self._look(place)
        for file in folder.rglob("*"):
            if file.is_file():
                self._synced[file.stat().st_ino] = file.read_bytes()

    def __enter__(self) -> Self:
        self._fsync = os.fsync
        os.fsync = self._sync  # type: ignore[assignment]  # nobody here syncs anything but numbers
        return self

    def __exit__(self, *_: Any) -> None:
        os.fsync = self._fsync

    def _sync(self, handle: int) -> None:
        if threading.current_thread() is threading.main_thread():
            self._left -= 1
            if self._left == 0:
                raise Cut
        self._fsync(handle)
        seen = os.fstat(handle)
        path = Path(os.readlink(f"/proc/self/fd/{handle}"))
        if stat.S_ISDIR(seen.st_mode):
            self._look(path)
        else:
            self._synced[seen.st_ino] = path.read_bytes()

    def _look(self, place: Path) -> None:
        self._names[place] = _names_in(place)

    def fail(self, to: Path, chance: Random) -> Path:
        """A copy of the folder as it may be after the cut."""
        for place in [self.folder, *(p for p in self.folder.rglob("*") if p.is_dir())]:
            target = to / place.relative_to(self.folder)
            target.mkdir(parents=True)
            sure = self._names.get(place, {})
            now = _names_in(place)
            for name in sorted({*sure, *now}):
                known = sure.get(name) if sure.get(name) == now.get(name) or chance.random() < 0.5 else now.get(name)
                if known is not None:
                    (target / name).write_bytes(self._content(known, place, now, chance))
        return to

    def _content(self, inode: int, place: Path, now: dict[str, int], chance: Random) -> bytes:
        """What was synced; of what came after, any beginning."""
        synced = self._synced.get(inode, b"")
        names = [name for name, known in now.items() if known == inode]
        if not names:
            return synced
        try:
            data = (place / names[0]).read_bytes()
        except FileNotFoundError:
            # The background writer is at work: the file is gone since its name was read.
            return synced
        if not data.startswith(synced):
            return synced
        return data[: chance.randint(len(synced), len(data))]


def _names_in(place: Path) -> dict[str, int]:
    """The files of a folder by name, each with its inode. The background writer may take one away meanwhile."""
    found = {}
    with os.scandir(place) as entries:
        for entry in entries:
            with contextlib.suppress(FileNotFoundError):
                if entry.is_file(follow_symlinks=False):
                    found[entry.name] = entry.stat(follow_symlinks=False).st_ino
    return found

"""Windows, macOS and their file systems, as far as they can be simulated: each refuses or bends the calls of `os`."""

import contextlib
import errno
import os
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.store import disk

_TEXT_UNLESS = 1 << 40
"""A flag of `os.open` that no system has: it stands for O_BINARY."""


def paths_open(inside: Path) -> Iterator[Path]:
    """Every file below this folder that this process has a handle on."""
    for fd in os.listdir("/proc/self/fd"):
        try:
            path = Path(os.readlink(f"/proc/self/fd/{fd}"))
        except OSError:
            continue
        if inside in path.parents:
            yield path


def text_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is opened without O_BINARY turns each line end into two bytes, and ends where a control-Z stands."""
    opened, wrote, read, text = os.open, os.write, os.read, set()

    def open_(path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        handle = opened(path, flags & ~_TEXT_UNLESS, mode, **more)
        text.discard(handle)
        if not flags & _TEXT_UNLESS and not os.path.isdir(path):
            text.add(handle)
        return handle

    def write(handle: int, data: Any) -> int:
        if handle not in text:
            return wrote(handle, data)
        wrote(handle, bytes(data).replace(b"\n", b"\r\n"))
        return len(data)

    def read_(handle: int, count: int) -> bytes:
        data = read(handle, count)
        return data.replace(b"\r\n", b"\n").partition(b"\x1a")[0] if handle in text else data

    monkeypatch.setattr(disk, "BINARY", _TEXT_UNLESS)
    monkeypatch.setattr(os, "open", open_)
    monkeypatch.setattr(os, "write", write)
    monkeypatch.setattr(os, "read", read_)


def held(code: int = 32) -> PermissionError:
    fault = PermissionError(errno.EACCES, "used by another process")
    fault.winerror = code  # type: ignore[attr-defined]  # only Windows has it
    return fault


class Busy:
    """Refuses a call so many times, as Windows does while somebody else has the file open; of such names alone."""

    def __init__(self, act: Callable[..., Any], times: int, code: int = 32, of: str = "") -> None:
        self.act, self.left, self.code, self.of, self.calls = act, times, code, of, 0

    def __call__(self, *args: Any, **more: Any) -> Any:
        self.calls += 1
        if self.left and str(args[0]).endswith(self.of):
            self.left -= 1
            raise held(self.code)
        return self.act(*args, **more)


def no_replace_over_open_handles(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """What this process has open below the folder can be neither moved, nor replaced, nor removed."""
    monkeypatch.setattr("time.sleep", lambda _: None)
    monkeypatch.setattr("companion.store.lock.LOCKS_FILES", False)

    def refusing(name: str) -> Callable[..., Any]:
        real = getattr(os, name)

        def act(*paths: Any, **more: Any) -> Any:
            for path in paths:
                whole = Path(os.path.abspath(path))
                if any(whole == one or whole in one.parents for one in paths_open(folder)):
                    raise held()
            return real(*paths, **more)

        return act

    for name in ("replace", "rename", "unlink", "remove", "rmdir"):
        monkeypatch.setattr(os, name, refusing(name))


def no_case(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Below the folder, names that differ by case or by how an accent is put together name one file."""

    def folded(name: str) -> str:
        return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())

    listed, stat = os.listdir, os.stat

    def meant(path: Any) -> Any:
        if not isinstance(path, (str, os.PathLike)):
            return path
        whole = Path(os.path.abspath(path))
        if folder not in whole.parents:
            return path
        found = folder
        for part in whole.relative_to(folder).parts:
            try:
                stat(found / part, follow_symlinks=False)
            except OSError:
                with contextlib.suppress(OSError):
                    part = next((name for name in listed(found) if folded(name) == folded(part)), part)
            found = found / part
        return str(found)

    def bent(name: str) -> None:
        real = getattr(os, name)

        def act(*args: Any, **more: Any) -> Any:
            two = name in ("replace", "rename", "link")
            return real(*(meant(one) if place < 1 + two else one for place, one in enumerate(args)), **more)

        monkeypatch.setattr(os, name, act)

    for name in ("open", "stat", "lstat", "unlink", "mkdir", "replace", "rename", "listdir", "scandir", "readlink"):
        bent(name)


def coarse_clock(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Every file below the folder was written in the same moment and has the same inode."""
    stat, fstat = os.stat, os.fstat

    def bent(seen: os.stat_result, path: Path) -> os.stat_result:
        if folder not in path.parents or path.suffix not in (".toml", ".new"):
            return seen
        fields = list(seen)
        fields[1], fields[8] = 7, 1_000_000_000
        whole = {name: getattr(seen, name) for name in ("st_atime_ns", "st_ctime_ns", "st_atime", "st_ctime")}
        return os.stat_result(fields, whole | {"st_mtime_ns": 10**18, "st_mtime": 1e9})

    def stat_(path: Any, **more: Any) -> os.stat_result:
        seen = stat(path, **more)
        return bent(seen, Path(os.path.abspath(path))) if isinstance(path, (str, os.PathLike)) else seen

    def fstat_(handle: int) -> os.stat_result:
        return bent(fstat(handle), Path(os.readlink(f"/proc/self/fd/{handle}")))

    monkeypatch.setattr(os, "stat", stat_)
    monkeypatch.setattr(os, "fstat", fstat_)

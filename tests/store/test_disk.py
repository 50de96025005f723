"""What other systems do to a writer: refused replaces, folders that cannot be synced, drives that will not."""

import contextlib
import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.store import disk
from companion.store.folders import log_file, ready_dir
from companion.store.opening import open_session
from tests.store.helpers import full, picture, read_again
from tests.store.other_systems import Busy


def refuse(*_: Any) -> None:
    raise PermissionError(errno.EACCES, "Permission denied")


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    return slept


@pytest.mark.parametrize("code", [5, 32, 33])
def test_a_file_that_is_open_elsewhere_is_replaced_a_moment_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pauses: list[float], code: int
) -> None:
    file = tmp_path / "x.toml"
    disk.write_whole(file, b"one")
    busy = Busy(os.replace, 3, code)
    monkeypatch.setattr(os, "replace", busy)
    disk.write_whole(file, b"two")
    assert file.read_bytes() == b"two"
    assert busy.calls == 4
    assert pauses == sorted(pauses)
    assert len(pauses) == 3


@pytest.mark.parametrize(
    ("call", "broken", "said"),
    [
        ("replace", Busy(os.replace, 99), "used by another process"),
        ("replace", refuse, "Permission denied"),
        ("fsync", full, "No space left"),
    ],
)
def test_where_it_cannot_be_written_soon_it_is_given_up_and_left_whole(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    pauses: list[float],
    call: str,
    broken: Callable[..., Any],
    said: str,
) -> None:
    """What is busy is waited for, for less than a second; what may not be done is not."""
    file = tmp_path / "x.toml"
    disk.write_whole(file, b"one")
    monkeypatch.setattr(os, call, broken)
    with pytest.raises(OSError, match=said):
        disk.write_whole(file, b"two")
    assert (0 < sum(pauses) < 1) == isinstance(broken, Busy)
    assert file.read_bytes() == b"one"
    assert [p.name for p in tmp_path.iterdir()] == ["x.toml"]


def test_play_goes_on_while_a_scanner_holds_the_files(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_session(duel)
    monkeypatch.setattr(os, "replace", Busy(os.replace, 2))
    opened.session.adjust("ann", "health", 1)
    assert opened.close()
    assert opened.trouble == ""
    assert not log_file(duel).exists()
    assert read_again(duel) == picture(opened.session)


def folder_sync(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    """From now on the system refuses to sync folders."""
    real = os.fsync

    def fsync(handle: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{handle}"):
            raise OSError(code, os.strerror(code))
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="tells folders by /proc")
@pytest.mark.parametrize("code", [errno.EINVAL, errno.ENOTSUP, errno.EBADF])
def test_a_file_system_that_cannot_sync_a_folder_is_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    folder_sync(monkeypatch, code)
    disk.write_whole(tmp_path / "x.toml", b"one")
    assert (tmp_path / "x.toml").read_bytes() == b"one"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="tells folders by /proc")
def test_a_failing_disk_is_said_and_what_stands_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder_sync(monkeypatch, errno.EIO)
    assert "Input/output error" in disk.write_whole(tmp_path / "x.toml", b"one")
    assert (tmp_path / "x.toml").read_bytes() == b"one"


@pytest.fixture
def mac(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A Mac, as far as syncing goes: what its drive was told, and the error it answers with."""
    told = SimpleNamespace(calls=[], error=None)

    def fcntl(handle: int, command: int) -> None:
        told.calls.append("full")
        if told.error is not None:
            raise OSError(told.error, os.strerror(told.error))

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setitem(sys.modules, "fcntl", SimpleNamespace(fcntl=fcntl, F_FULLFSYNC=51))
    monkeypatch.setattr(os, "fsync", lambda handle: told.calls.append("fsync"))
    return told


@pytest.mark.parametrize(
    ("error", "known", "calls"),
    [
        pytest.param(None, True, ["full"], id="the drive itself is told"),
        pytest.param(errno.ENOTSUP, True, ["full", "fsync"], id="it does not know how"),
        pytest.param(errno.EINVAL, True, ["full", "fsync"], id="it takes no such command"),
        pytest.param(errno.ENOTTY, True, ["full", "fsync"], id="it is no drive"),
        pytest.param(errno.ENOSPC, True, ["full"], id="a full one is not taken for one that does not know how"),
        pytest.param(None, False, ["fsync"], id="this Python does not know the command"),
    ],
)
def test_a_mac_syncs_as_it_can(mac: SimpleNamespace, error: int | None, known: bool, calls: list[str]) -> None:
    mac.error = error
    if not known:
        del sys.modules["fcntl"].F_FULLFSYNC
    with pytest.raises(OSError, match="No space left") if error == errno.ENOSPC else contextlib.nullcontext():
        disk.sync(0)
    assert mac.calls == calls


def test_ready_games_come_from_the_package_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site-packages" / "companion"
    package.mkdir(parents=True)
    monkeypatch.setattr("companion.__file__", str(package / "__init__.py"))
    (tmp_path / "site-packages" / "saves" / "ready").mkdir(parents=True)
    assert ready_dir() == tmp_path / "site-packages" / "saves" / "ready"
    (package / "ready").mkdir()
    assert ready_dir() == package / "ready"

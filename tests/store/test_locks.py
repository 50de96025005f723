"""One writer a session; whoever comes second reads along."""

import errno
import os
from pathlib import Path
from random import Random
from threading import Thread, current_thread

import pytest
from filelock import FileLock, Timeout, lock_descriptor

from companion.engine.errors import InvalidInput, NotSaved
from companion.store import disk, lock
from companion.store.folders import lock_file, log_file
from companion.store.lock import acquire
from companion.store.opening import Opened, open_session
from companion.store.recorder import FileRecorder
from companion.testing import step_random
from tests.examples import present
from tests.store.helpers import begun, moment, opened_anew, picture, played, put, read_again
from tests.waiting import wait_for

FILES_ARE_LOCKED = pytest.mark.skipif(not lock.LOCKS_FILES, reason="the system cannot lock the file itself")
TAKEN = "another program has this session open"


def whose_lock_is_gone(duel: Path, played: int = 0) -> Opened:
    """A session that was played, and is open; somebody has deleted its lock file."""
    opened = open_session(duel, rng=Random(1))
    moment(opened.session, played)
    lock_file(duel).unlink()
    return opened


@pytest.fixture
def without_locks_on_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows and some network file systems, where only the file beside a session is locked."""
    monkeypatch.setattr(lock, "LOCKS_FILES", False)


def test_the_second_reads_and_follows(duel: Path) -> None:
    first = open_session(duel, rng=Random(1))
    second = open_session(duel)
    assert second.read_only
    assert second.notices == [f"{TAKEN}: it can be read here, not played"]
    assert not second.follow()
    rng = Random(1)
    while first.session.table.over is None or first.session.run is not None:
        step_random(first.session, rng)
        assert second.follow()
        assert picture(second.session) == picture(first.session)
    first.save()
    second.follow()
    assert picture(second.session) == picture(first.session)
    with pytest.raises(InvalidInput, match="read-only"):
        second.session.undo()
    assert second.close()
    assert first.close()
    assert opened_anew(duel) == ([], picture(first.session))


def test_a_follower_writes_nothing_and_keeps_what_it_has_when_the_file_breaks(duel: Path) -> None:
    seen = picture(played(duel))
    reader = open_session(duel, read_only=True)
    put(duel, "[units.ann]", "[units.ann")
    names = sorted(p.name for p in duel.parent.iterdir())
    assert not reader.follow()
    assert "this is no TOML" in reader.trouble
    assert picture(reader.session) == seen
    put(duel, "[units.ann", "[units.ann]")
    assert reader.follow()
    assert reader.trouble == ""
    assert sorted(p.name for p in duel.parent.iterdir()) == names


def test_a_follower_sees_a_torn_line_and_leaves_it(duel: Path) -> None:
    first = begun(duel)
    seen = picture(first.session)
    first.close()
    with log_file(duel).open("a") as handle:
        handle.write("2 = {do =")
    before = log_file(duel).read_bytes()
    reader = open_session(duel, read_only=True)
    assert picture(reader.session) == seen
    assert reader.notices == ["duel-at-dawn.open.toml is truncated or corrupt from line 10 on"]
    assert log_file(duel).read_bytes() == before


@FILES_ARE_LOCKED
def test_a_disk_without_flock_is_locked_by_filelock(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr("fcntl.flock", missing)
    with pytest.warns(UserWarning, match="flock not supported"):
        first, _ = acquire(duel)
    assert first is not None
    with pytest.warns(UserWarning, match="flock not supported"):
        assert acquire(duel) == (None, TAKEN)
    first.release()


def test_a_lock_that_is_released_twice_is_not_taken_from_the_next(duel: Path) -> None:
    first, _ = acquire(duel)
    assert first is not None
    first.release()
    second, _ = acquire(duel)
    assert second is not None
    first.release()
    assert acquire(duel) == (None, TAKEN)
    second.release()


@FILES_ARE_LOCKED
@pytest.mark.parametrize("played", [0, 1, 3])
def test_a_lock_that_was_deleted_lets_nobody_in(duel: Path, played: int) -> None:
    first = whose_lock_is_gone(duel, played)
    second = open_session(duel, rng=Random(2))
    assert second.notices == [f"{TAKEN}: it can be read here, not played"]
    first.session.adjust("ann", "skill", 5)
    with pytest.raises(Timeout):
        FileLock(lock_file(duel)).acquire(timeout=0)
    first.save()
    lock_file(duel).unlink()
    assert open_session(duel).read_only
    assert first.close()
    third = open_session(duel)
    assert picture(third.session) == picture(first.session)
    assert third.take_over() is False
    third.close()


@FILES_ARE_LOCKED
def test_who_replaces_the_file_too_may_play_it_and_the_first_goes_no_further(duel: Path) -> None:
    first = whose_lock_is_gone(duel)
    disk.write_whole(duel, duel.read_bytes())
    second = open_session(duel, rng=Random(2))
    assert not second.read_only
    with pytest.raises(NotSaved, match=TAKEN):
        first.session.adjust("ann", "skill", 5)
    second.session.adjust("ann", "skill", 4)
    stood = picture(second.session)
    assert second.close()
    first.close()
    assert read_again(duel) == stood


@FILES_ARE_LOCKED
def test_a_file_that_is_replaced_while_it_is_locked_is_locked_anew(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def replaced_first(handle: int, *, blocking: bool) -> bool:
        monkeypatch.undo()
        disk.write_whole(duel, duel.read_bytes())
        return lock_descriptor(handle, blocking=blocking)

    monkeypatch.setattr(lock, "lock_descriptor", replaced_first)
    first, _ = acquire(duel)
    assert first is not None
    lock_file(duel).unlink()
    assert acquire(duel) == (None, TAKEN)
    first.release()


@pytest.mark.parametrize("played", [0, 1, 3])
@pytest.mark.parametrize("meanwhile", [False, True])
def test_a_lock_that_was_deleted_never_makes_two_writers(
    without_locks_on_files: None, duel: Path, played: int, meanwhile: bool
) -> None:
    """The first goes on while the second plays, or when that has ended again, and writes nothing over."""
    first = whose_lock_is_gone(duel, played)
    second = open_session(duel, rng=Random(2))
    assert not second.read_only
    assert picture(second.session) == picture(first.session)
    if not meanwhile:
        with pytest.raises(NotSaved, match=TAKEN):
            first.session.adjust("ann", "skill", 5)
    second.session.adjust("ann", "skill", 4)
    if not meanwhile:
        with pytest.raises(NotSaved):
            first.session.adjust("ann", "skill", 6)
        assert "open the session again" in first.trouble
    stood = picture(second.session)
    assert second.close()
    with pytest.raises(NotSaved, match="has played this session meanwhile" if meanwhile else None):
        first.session.adjust("ann", "skill", 6)
    first.close()
    assert read_again(duel) == stood
    assert list(duel.parent.glob("*.truncated-*")) == []


def test_a_lock_that_was_deleted_is_taken_anew_where_nobody_has_it(without_locks_on_files: None, duel: Path) -> None:
    first = open_session(duel, rng=Random(1))
    for _ in range(4):
        lock_file(duel).unlink()
        step_random(first.session, Random(1))
        assert open_session(duel).read_only
    stood = picture(first.session)
    assert first.close()
    assert read_again(duel) == stood


@FILES_ARE_LOCKED
def test_a_deleted_lock_is_found_while_the_file_is_replaced(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker replaces the file, and an answer comes just when the old handle is closed and the new not yet kept."""
    opened = open_session(duel, rng=Random(1))
    asked: list[Thread] = []
    said: list[object] = []

    def ask() -> None:
        try:
            said.append(writer.lost())
        except Exception as fault:
            said.append(fault)

    def close(handle: int | None) -> None:
        really_close(handle)
        if not asked and current_thread().name == "companion-save":
            lock_file(duel).unlink()
            asked.append(Thread(target=ask))
            asked[0].start()
            # Held off, it answers when the worker is through; if not, it has answered long before.
            asked[0].join(0.3)

    recorder = present(opened.session.intake.recorder, FileRecorder)
    writer = recorder.snapshots
    really_close = disk.close
    monkeypatch.setattr(disk, "close", close)
    opened.session.adjust("ann", "skill", 6)
    stood = picture(opened.session)
    # Nobody asks of a file that is closed.
    wait_for(lambda: said)
    assert opened.close()
    assert said == [""]
    assert read_again(duel) == stood


@pytest.mark.skipif(os.name == "nt", reason="Windows locks no file itself here")
def test_hard_links_are_one_session_until_it_is_played_and_that_is_said(duel: Path) -> None:
    other = duel.with_name("other.toml")
    other.hardlink_to(duel)
    first = open_session(duel)
    assert ["another name (hard links)" in line for line in first.notices] == [True]
    second = open_session(other)
    assert second.read_only
    assert TAKEN in second.notices[0]
    first.session.adjust("ann", "skill", 5)
    assert first.close()
    third = open_session(other)
    assert (third.read_only, third.notices) == (False, [])
    assert third.session.table.unit("ann").skill != 5
    third.session.adjust("ann", "skill", 4)
    assert third.close()
    assert [open_session(file).session.table.unit("ann").skill for file in (duel, other)] == [5, 4]


def test_a_follower_takes_over_when_the_writer_has_ended(duel: Path) -> None:
    first = open_session(duel, rng=Random(1))
    moment(first.session, 3)
    readers = [open_session(duel), open_session(duel, read_only=True)]
    assert readers[1].notices == [], "it only reads by choice"
    assert [reader.take_over() for reader in readers] == [False, False]
    assert all(reader.session.read_only for reader in readers)
    first.close()
    assert [reader.take_over() for reader in readers] == [True, False]
    taken, other = readers
    assert picture(taken.session) == picture(first.session)
    assert not taken.read_only
    taken.session.undo()
    assert other.follow()
    assert picture(other.session) == picture(taken.session)
    stood = picture(taken.session)
    assert not taken.take_over()
    assert taken.close()
    assert read_again(duel) == stood

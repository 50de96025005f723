"""One writer a session; whoever comes second reads along."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion.engine.errors import InvalidInput
from companion.store import open_session
from companion.store.folders import log_file
from companion.testing import play_random, step_random
from tests.store.helpers import picture, put


def test_the_second_reads_and_follows(duel: Path) -> None:
    first = open_session(duel, rng=Random(1))
    second = open_session(duel)
    assert second.read_only
    assert second.notices == ["another program has this session open: it can be read here, not played"]
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
    third = open_session(duel)
    assert not third.read_only
    third.close()


def test_another_process_is_kept_out_too(duel: Path) -> None:
    first = open_session(duel)
    code = (
        "import sys; from pathlib import Path; from companion.store.lock import acquire; "
        "print(acquire(Path(sys.argv[1])))"
    )
    held = subprocess.run([sys.executable, "-c", code, str(duel)], capture_output=True, text=True, check=True).stdout
    assert held == "(None, 'another program has this session open')\n"
    first.close()
    free = subprocess.run([sys.executable, "-c", code, str(duel)], capture_output=True, text=True, check=True).stdout
    assert "UnixFileLock" in free or "WindowsFileLock" in free


def test_read_only_by_choice_leaves_the_session_free(duel: Path) -> None:
    reader = open_session(duel, read_only=True)
    assert (reader.read_only, reader.notices) == (True, [])
    writer = open_session(duel)
    assert not writer.read_only
    writer.close()
    reader.close()


def test_a_follower_writes_nothing_and_keeps_what_it_has_when_the_file_breaks(duel: Path) -> None:
    first = open_session(duel, rng=Random(3))
    play_random(first.session, Random(3))
    first.close()
    reader = open_session(duel, read_only=True)
    seen = picture(reader.session)
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
    first = open_session(duel)
    first.session.start("exchange", {"fighter": "ann"})
    seen = picture(first.session)
    first.close()
    with log_file(duel).open("a") as handle:
        handle.write("2 = {do =")
    before = log_file(duel).read_bytes()
    reader = open_session(duel, read_only=True)
    assert picture(reader.session) == seen
    assert reader.notices == ["duel-at-dawn.open.toml is truncated or corrupt from line 10 on"]
    assert log_file(duel).read_bytes() == before


def test_a_lock_that_cannot_be_had_at_all_is_read_only(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("filelock.FileLock.acquire", refuse)
    opened = open_session(duel)
    assert opened.read_only
    assert opened.notices == ["this folder cannot be written to (Permission denied): it can be read here, not played"]

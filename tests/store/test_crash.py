"""The power fails between any two steps on the disk while the main file is written: nothing is lost or done twice."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.store import open_session
from companion.store.folders import history_dir, log_file
from companion.testing import play_random
from tests.searching import one_in
from tests.store.crashing import Camera
from tests.store.helpers import anything, log_lines, opened_anew, picture, read_again, text_of


@pytest.mark.parametrize("seed", one_in(2, range(4)))
def test_at_every_step_of_writing_the_disk_holds_every_input(
    duel: Path, tmp_path: Path, seed: int, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = Camera(tmp_path, tmp_path_factory.mktemp("shots"), "companion-save")
    camera.turn_on(monkeypatch)
    monkeypatch.setattr(Path, "unlink", camera.around(Path.unlink))
    opened, rng, looked = open_session(duel, rng=Random(seed)), Random(seed), 0
    for _ in range(40):
        if opened.session.table.over is not None and opened.session.run is None:
            break
        anything(opened.session, rng)
        opened._recorder.snapshots.wait()  # type: ignore[union-attr]
        camera.shoot()
        for shot in range(looked, camera.shots):
            assert read_again(camera.to / str(shot) / duel.name) == picture(opened.session), shot
        looked = camera.shots
    opened.close()
    assert looked > 30


def test_lines_that_go_on_from_another_state_are_set_aside(duel: Path) -> None:
    opened = open_session(duel, rng=Random(3))
    opened.session.adjust("bob", "health", 1)
    opened.save()
    opened.session.start("exchange", {"fighter": "ann"})
    opened.session.answer("bob")
    opened.close()
    shutil.copyfile(history_dir(duel) / "000001.toml", duel)
    again = open_session(duel)
    (notice,) = again.notices
    assert "continues another snapshot" in notice
    assert "duel-at-dawn.foreign-1" in notice
    assert again.session.run is None
    again.close()
    assert "foe:red" in duel.with_name("duel-at-dawn.foreign-1").read_text()
    assert not log_file(duel).exists()


def test_after_a_crash_before_the_main_file_it_is_written_at_the_next_opening(duel: Path, monkeypatch: Any) -> None:
    opened = open_session(duel, rng=Random(3))
    monkeypatch.setattr("companion.store.snapshot.SnapshotWriter.write", lambda *_: None)
    play_random(opened.session, Random(3))
    seen, lines = picture(opened.session), len(log_lines(duel))
    opened.close()
    assert lines > 20
    monkeypatch.undo()
    assert opened_anew(duel) == ([], seen)
    assert log_lines(duel) == []
    assert text_of(duel).count("[[journal]]") == len(seen["entries"])

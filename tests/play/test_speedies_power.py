"""The power goes, or the program is killed, in an aftermath of Speedies: all of it is there, or none."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.store.campaigns import read_campaign
from companion.store.ledger import differences, state_of
from companion.store.opening import open_session
from tests.play.speedies_campaigns import finish, fought, session_file, settle, wanted


class Camera:
    """Copies the folder of the campaign before every step on the disk."""

    def __init__(self, folder: Path, to: Path) -> None:
        self.folder, self.to, self.shots = folder, to, 0

    def around(self, act: Callable[..., Any]) -> Callable[..., Any]:
        def acted(*args: Any, **more: Any) -> Any:
            shutil.copytree(self.folder, self.to / str(self.shots), copy_function=shutil.copyfile)
            self.shots += 1
            return act(*args, **more)

        return acted


def test_at_every_step_of_closing_the_folder_leads_to_the_same_warband(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, of = fought(tmp_path)
    camera = Camera(file.parent, tmp_path_factory.mktemp("shots"))
    opened = open_session(session_file(file, of), rng=Random(1))
    with monkeypatch.context() as patch:
        # The session is in its log alone: the worker that writes its file would be in the pictures.
        patch.setattr("companion.store.snapshot.SnapshotWriter.write", lambda *_: None)
        for name in ("write", "fsync", "replace", "link"):
            patch.setattr(os, name, camera.around(getattr(os, name)))
        finish(opened.session, "rhea")
    opened.close()
    settle(session_file(file, of), "boris")
    end = wanted(tmp_path / "elsewhere")
    assert read_campaign(file).rosters == end
    assert camera.shots > 30
    for shot in range(camera.shots):
        copy = camera.to / str(shot) / file.name
        assert list(differences(read_campaign(copy))) == []
        for side in ("rhea", "boris"):
            settle(session_file(copy, of), side)
        assert read_campaign(copy).rosters == end
        assert state_of(read_campaign(copy), of) == "closed"
        assert len(read_campaign(copy).ledger) == 4


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_killed_anywhere_in_the_aftermath_nothing_is_lost(tmp_path: Path) -> None:
    file, of = fought(tmp_path / "start")
    end = wanted(tmp_path)
    chance = Random(4)
    for number in range(8):
        folder = tmp_path / str(number)
        shutil.copytree(file.parent, folder)
        copy = folder / file.name
        child = os.fork()
        if child == 0:
            opened = open_session(session_file(copy, of), rng=Random(1))
            for side in ("rhea", "boris"):
                finish(opened.session, side)
            opened.close()
            os._exit(0)
        time.sleep(chance.uniform(0, 0.25))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert list(differences(read_campaign(copy))) == []
        for side in ("rhea", "boris"):
            settle(session_file(copy, of), side)
        assert read_campaign(copy).rosters == end
        assert len(read_campaign(copy).ledger) == 4

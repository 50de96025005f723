"""The power goes, or the program is killed, in an aftermath of Speedies: all of it is there, or none."""

import os
import shutil
from functools import partial
from pathlib import Path
from random import Random

import pytest

from companion.store.campaigns import read_campaign
from companion.store.ledger import differences, state_of
from companion.store.opening import open_session
from tests.play.speedies_campaigns import finish, fought, settle, wanted
from tests.store.crashing import Camera, killed_after
from tests.store.feuds import session_file


@pytest.mark.search
def test_at_every_step_of_closing_the_folder_leads_to_the_same_warband(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, of = fought(tmp_path)
    camera = Camera(file.parent, tmp_path_factory.mktemp("shots"))
    opened = open_session(session_file(file, of), rng=Random(1))
    with monkeypatch.context() as patch:
        camera.turn_on(patch)
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


def play_out(file: Path, of: str) -> None:
    """Both aftermaths, to the end."""
    opened = open_session(session_file(file, of), rng=Random(1))
    for side in ("rhea", "boris"):
        finish(opened.session, side)
    opened.close()


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_killed_anywhere_in_the_aftermath_nothing_is_lost(tmp_path: Path) -> None:
    file, of = fought(tmp_path / "start")
    end = wanted(tmp_path)
    chance = Random(4)
    for number in range(8):
        folder = tmp_path / str(number)
        shutil.copytree(file.parent, folder)
        copy = folder / file.name
        killed_after(chance.uniform(0, 0.25), partial(play_out, copy, of))
        assert list(differences(read_campaign(copy))) == []
        for side in ("rhea", "boris"):
            settle(session_file(copy, of), side)
        assert read_campaign(copy).rosters == end
        assert len(read_campaign(copy).ledger) == 4

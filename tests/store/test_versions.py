"""Files of every published version open, play on, close and are sound: docs/versioning.md gives its word for it.

A folder is what one version wrote: for each game a session left in the middle of a procedure. It is never made anew.
"""

import shutil
from pathlib import Path
from random import Random

import pytest

from companion.store import open_session
from companion.store.restore import restore
from companion.store.verify import check_file
from companion.testing import play_random

SAMPLES = Path(__file__).parent
FILES = sorted(file for file in SAMPLES.glob("version-*/*.toml") if file.suffixes == [".toml"])


def test_there_is_one_of_each_game() -> None:
    assert {file.stem for file in FILES} == {"bushido", "gods-gloom", "legion", "speedies", "better-wargame"}


@pytest.mark.parametrize("sample", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_session_of_a_published_version_is_played_on(sample: Path, tmp_path: Path) -> None:
    for part in (sample.name, f"{sample.stem}.open.toml"):
        shutil.copyfile(sample.with_name(part), tmp_path / part)
    file = tmp_path / sample.name
    assert check_file(file) == []
    opened = open_session(file, rng=Random(1))
    assert not opened.read_only
    assert opened.session.run is not None, "it was left in the middle of a procedure"
    before = opened.session.undo_count
    play_random(opened.session, Random(3), most=30)
    assert opened.session.undo_count > before
    played = opened.session.undo_count
    opened.session.undo(played)
    opened.session.redo(played)
    assert opened.close()
    assert check_file(file) == []
    assert restore(file).session.undo_count == played

"""Sessions that a person wrote, without what Companion counts by: they are given it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from companion.store import CannotOpen, check_file, create_session, open_session
from companion.store.restore import restore
from companion.store.rosters import read_roster
from tests.games.duel import example

_COUNTED = re.compile(r"(?m)^(id|generation|entries|companion|\w*checksum) = .*\n")


def written(folder: Path) -> Path:
    """A session as a person writes it: no id, no generation, no checksums, no last line."""
    file = Path(create_session(example(), folder, "By hand"))
    text = _COUNTED.sub("", file.read_text().rpartition("#")[0])
    shutil.rmtree(folder / ".history", ignore_errors=True)
    file.write_text(text)
    return file


def test_a_session_written_by_hand_is_given_id_and_generation(tmp_path: Path) -> None:
    file = written(tmp_path)
    assert check_file(file) == []
    opened = open_session(file)
    opened.session.adjust("ann", "health", 2)
    assert opened.close()
    header = restore(file).loaded.header
    assert (len(header.id), header.generation) == (16, 1)
    assert restore(file).session.table.unit("ann").health == 2


def test_what_was_played_before_it_was_written_first_is_there_after_a_crash(tmp_path: Path) -> None:
    file = written(tmp_path)
    opened = open_session(file)
    action = next(action for action in opened.session.actions() if action.open)
    opened.session.start(action.name, {action.param: action.values[0].value} if action.param else {})
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for one in tmp_path.glob("by-hand*.toml"):
        shutil.copy(one, crashed / one.name)
    opened.close()
    assert "generation" not in (crashed / file.name).read_text()
    found = restore(crashed / file.name)
    assert found.session.run is not None
    assert found.corrupt == []


def test_a_session_of_companion_without_its_generation_is_refused_as_before(tmp_path: Path) -> None:
    file = Path(create_session(example(), tmp_path, "Torn"))
    file.write_text(re.sub(r"(?m)^generation = .*\n", "", file.read_text()))
    with pytest.raises(CannotOpen, match="backup generation"):
        open_session(file)


def test_a_roster_written_by_hand_needs_no_generation(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[roster]\nformat = 1\nruleset = "bushido"\nname = "Mine"\n\n[units.oda]\nname = "Oda"\n')
    roster = read_roster(file)
    assert ([unit.name for unit in roster.units], roster.notices) == (["Oda"], [])

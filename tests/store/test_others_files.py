"""Files that this Companion did not write: by hand, as the pages show them, and by every published version."""

import re
import shutil
import tomllib
from pathlib import Path
from random import Random

import pytest

from companion.engine.registry import BUILT_IN
from companion.store.diagnostics import CannotOpen
from companion.store.manage import create_session
from companion.store.opening import open_session
from companion.store.restore import restore
from companion.store.rosters import read_roster
from companion.store.verify import check_file
from companion.testing import play_random
from tests.games.duel import example
from tests.store.helpers import begun, put, text_of

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


def test_contacts_written_by_hand_stand_in_the_order_that_play_keeps(tmp_path: Path) -> None:
    """A contact that ends and is put back would else stand elsewhere: what was closed before no longer replayed."""
    file = written(tmp_path)
    put(file, 'phase = "fight"', 'phase = "fight"\ncontacts = [{a = "cid", b = "ann"}, {a = "bob", b = "ann"}]')
    assert list(restore(file).session.table.contacts) == [("ann", "bob"), ("ann", "cid")]


def test_what_was_played_before_it_was_written_first_is_there_after_a_crash(tmp_path: Path) -> None:
    file = written(tmp_path)
    opened = begun(file)
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for one in tmp_path.glob("by-hand*.toml"):
        shutil.copy(one, crashed / one.name)
    opened.close()
    assert "generation" not in (crashed / file.name).read_text()
    found = restore(crashed / file.name)
    assert found.session.run is not None
    assert found.corrupt == []


def test_a_roster_written_by_hand_needs_no_generation_and_a_session_of_companion_does(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[roster]\nformat = 1\nruleset = "bushido"\nname = "Mine"\n\n[units.oda]\nname = "Oda"\n')
    roster = read_roster(file)
    assert ([unit.name for unit in roster.units], roster.notices) == (["Oda"], [])
    file = Path(create_session(example(), tmp_path, "Torn"))
    file.write_text(re.sub(r"(?m)^generation = .*\n", "", file.read_text()))
    with pytest.raises(CannotOpen, match="backup generation"):
        open_session(file)


SAMPLES = Path(__file__).parent
FILES = sorted(file for file in SAMPLES.glob("version-*/*.toml") if file.suffixes == [".toml"])


assert {file.stem for file in FILES} == set(BUILT_IN), "one of each game"


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


PAGE = Path(__file__).parents[2] / "docs" / "file-format.md"


def examples() -> list[str]:
    return re.findall(r"```toml\n(.*?)```", text_of(PAGE), re.DOTALL)


def test_the_session_and_the_roster_of_the_page_open(tmp_path: Path) -> None:
    session, _, roster = examples()
    (tmp_path / "session.toml").write_text(session, encoding="utf-8")
    (tmp_path / "roster.toml").write_text(roster, encoding="utf-8")
    assert check_file(tmp_path / "session.toml") == []
    opened = open_session(tmp_path / "session.toml")
    assert opened.notices == []
    assert opened.session.table.unit("bob").health == 2
    opened.close()
    assert [u.name for u in read_roster(tmp_path / "roster.toml").units] == ["Ann"]


@pytest.mark.parametrize("place", [0, 1])
def test_what_companion_writes_has_no_key_that_the_page_leaves_out(duel: Path, place: int) -> None:
    opened = open_session(duel)
    play_random(opened.session, Random(2), most_entries=2)
    opened.session.start("exchange", {"fighter": next(u.id for u in opened.session.table.units.values() if u.alive)})
    opened.close()
    written = tomllib.loads(text_of((duel, duel.with_name("duel-at-dawn.open.toml"))[place]))
    shown = tomllib.loads(examples()[place])
    assert set(written) == set(shown)
    for name in ("summary", "session", "log"):
        assert set(written.get(name, {})) == set(shown.get(name, {}))

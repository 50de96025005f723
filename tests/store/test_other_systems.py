"""Windows and macOS, simulated: text mode, files that are held, names without case, coarse clocks."""

import os
import sys
import unicodedata
from pathlib import Path
from random import Random

import pytest

from companion.store import disk
from companion.store.folders import history_dir, log_file
from companion.store.generations import generations
from companion.store.going_back import go_back, kept
from companion.store.listing import summaries
from companion.store.manage import bin_file, copy_session, create_session, put_back, rename_file
from companion.store.opening import open_session
from companion.store.restore import restore
from companion.store.verify import check_file
from companion.testing import play_random, step_random
from tests.games.duel import example
from tests.store.helpers import begun, picture, text_of
from tests.store.other_systems import Busy, coarse_clock, no_case, no_replace_over_open_handles, text_mode

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems are simulated on Linux")


def a_life(folder: Path) -> Path:
    """A session with all that may befall its files; it ends in the middle of a procedure."""
    file = create_session(example(), folder, "Duel")
    opened = open_session(file, rng=Random(5))
    opened.session.adjust("cid", "name", "Cid\nthe \x1a Second")
    play_random(opened.session, Random(5), most_entries=3)
    opened.session.undo(2)
    opened.session.redo()
    reader = open_session(file)
    assert reader.read_only
    step_random(opened.session, Random(5))
    assert reader.follow()
    assert picture(reader.session) == picture(opened.session)
    assert opened.close()
    assert reader.take_over()
    step_random(reader.session, Random(6))
    assert reader.close()
    file = put_back(bin_file(rename_file(file, "Dusk")))
    copy_session(file, folder, "Copy")
    assert go_back(file, kept(file)[-1]) is not None
    opened = open_session(file, rng=Random(5))
    assert opened.notices == []
    for _ in range(6):
        step_random(opened.session, Random(5))
    stood = picture(opened.session)
    assert opened.close()
    assert opened.trouble == ""
    again = restore(file)
    assert (again.notices(), picture(again.session)) == ([], stood)
    return file


@pytest.mark.parametrize("binary", [True, False])
def test_no_handle_is_opened_in_text_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, binary: bool) -> None:
    text_mode(monkeypatch)
    if not binary:
        # The simulation itself: without the flag, line ends do change.
        monkeypatch.setattr(disk, "BINARY", 0)
    file = a_life(tmp_path)
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*.toml"))
    assert (b"\r\n" in written) != binary
    assert check_file(file) == []


def test_nothing_is_replaced_that_is_open_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_replace_over_open_handles(monkeypatch, tmp_path)
    a_life(tmp_path)


def test_where_names_have_no_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_case(monkeypatch, tmp_path)
    a_life(tmp_path)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Dusk", "dUSK"), ("Café", unicodedata.normalize("NFD", "CAFÉ")), ("Straße", "STRASSE"), ("con", "CON")],
)
def test_names_that_differ_by_case_or_accents_alone_are_two_sessions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, one: str, other: str
) -> None:
    no_case(monkeypatch, tmp_path)
    files = [create_session(example(), tmp_path, name) for name in (one, other)]
    files[0] = rename_file(files[0], other)
    assert len({file.name for file in files}) == 2
    for place, file in enumerate(files):
        opened = open_session(file)
        opened.session.adjust("cid", "skill", 2 + place)
        opened.session.start("exchange", {"fighter": "ann"})
        assert opened.close()
    assert [open_session(file, read_only=True).session.table.unit("cid").skill for file in files] == [2, 3]
    assert len(summaries(tmp_path)) == 2


@pytest.mark.parametrize(
    ("stands", "name"), [("Duel", "DUEL"), ("DUEL", "Duel"), (unicodedata.normalize("NFD", "Café"), "Café")]
)
def test_a_file_keeps_a_name_that_is_the_same_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stands: str, name: str
) -> None:
    made = create_session(example(), tmp_path, "x")
    file = made.rename(tmp_path / f"{stands}.toml")
    no_case(monkeypatch, tmp_path)
    assert rename_file(file, name) == file
    assert [one.name for one in summaries(tmp_path)] == [name]


def test_one_session_by_two_names_that_are_the_same_there_has_one_writer(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_case(monkeypatch, duel.parent)
    first = begun(duel)
    second = open_session(duel.with_name("DUEL-at-Dawn.toml"))
    assert second.read_only
    assert picture(second.session) == picture(first.session)
    first.close()


def test_two_writes_in_one_moment_are_seen_by_who_follows(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    coarse_clock(monkeypatch, duel.parent)
    first = open_session(duel)
    reader = open_session(duel, read_only=True)
    sizes = []
    for skill in (2, 3, 4, 5):
        if first.session.entries:
            first.session.undo()
        first.session.adjust("cid", "skill", skill)
        first.save()
        assert reader.follow()
        assert reader.session.table.unit("cid").skill == skill
        sizes.append(duel.stat().st_size)
    assert len(set(sizes)) < len(sizes)
    first.close()


def test_a_change_in_place_in_the_moment_of_a_write_is_not_written_over(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    coarse_clock(monkeypatch, duel.parent)
    opened = open_session(duel)
    opened.session.adjust("cid", "skill", 4)
    opened.save()
    edited = text_of(duel).replace('name = "Cid"', 'name = "Cod"')
    with duel.open("r+", encoding="utf-8") as handle:
        handle.write(edited)
    opened.session.adjust("cid", "skill", 5)
    assert opened.close()
    assert text_of(duel) == edited
    assert opened.file != duel
    assert "was changed by another program" in opened.trouble


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Windows, as far as opening goes: how long was waited."""
    slept: list[float] = []
    monkeypatch.setattr(disk, "WINDOWS", True)
    monkeypatch.setattr("companion.store.lock.LOCKS_FILES", False)
    monkeypatch.setattr("time.sleep", slept.append)
    return slept


@pytest.mark.parametrize("of", [".toml", ".open.toml", ".new"])
def test_a_file_that_is_held_for_a_moment_is_opened_a_little_later(
    duel: Path, monkeypatch: pytest.MonkeyPatch, pauses: list[float], of: str
) -> None:
    opened = begun(duel)
    held = Busy(os.open, 3, of=of)
    monkeypatch.setattr(os, "open", held)
    opened.session.answer("bob")
    seen = picture(opened.session)
    assert opened.close()
    again = open_session(duel)
    assert (again.notices, picture(again.session)) == ([], seen)
    again.session.leave(keep=True)
    assert again.close()
    assert held.left == 0
    assert len(pauses) == 3
    assert len(generations(history_dir(duel))) >= 1


def test_one_that_stays_held_is_given_up_soon(duel: Path, monkeypatch: pytest.MonkeyPatch, pauses: list[float]) -> None:
    monkeypatch.setattr(os, "open", Busy(os.open, 10_000, of=".toml"))
    (found,) = summaries(duel.parent)
    assert "used by another process" in found.fault
    assert sum(pauses) < 0.2
    assert not log_file(duel).exists()

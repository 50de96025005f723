"""A session whose journal or log was changed never opens in silence, nor one that undo would go wrong with."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.store import check_file, open_session, rename_file
from companion.store.folders import history_dir, log_file, open_mark
from companion.store.generations import generations
from tests.store.helpers import begun, picture, played, put, read_again, said, text_of


@pytest.fixture
def closed(duel: Path) -> Path:
    """A duel at rest, with four entries in its journal."""
    played(duel, 4)
    return duel


def test_what_a_hand_changed_is_shown_and_kept_before_it_is_written_over(closed: Path) -> None:
    put(closed, 'name = "Cid"', 'name = "Cyd"')
    edited = text_of(closed)
    opened = open_session(closed)
    (notice,) = opened.notices
    assert 'units.cid.name: "Cid" → "Cyd"' in notice
    assert [one.reason for one in check_file(closed)] == [notice]
    opened.session.adjust("bob", "health", 1)
    opened.close()
    assert [text_of(one.path) for one in generations(history_dir(closed)) if one.mark == "edited"] == [edited]
    assert said(closed) == []


def test_the_copy_of_a_generation_is_not_the_file_itself(closed: Path) -> None:
    copy = generations(history_dir(closed))[0]
    assert copy.path.read_bytes() == closed.read_bytes()
    assert copy.path.stat().st_ino != closed.stat().st_ino


@pytest.mark.parametrize("place", [1, -1])
@pytest.mark.parametrize("copies", [True, False])
def test_entries_that_are_missing_at_the_end_are_refused_and_at_the_beginning_said(
    closed: Path, place: int, copies: bool
) -> None:
    parts = text_of(closed).split("\n[[journal]]\n")
    end = parts[-1].rpartition("\n# The end")
    parts[-1] = end[0]
    del parts[place]
    closed.write_text("\n[[journal]]\n".join(parts) + "\n" + "".join(end[1:]), encoding="utf-8")
    if not copies:
        for one in generations(history_dir(closed)):
            one.path.unlink()
    if place == 1:
        assert ["undo" in line and "less far" in line for line in said(closed)] == [True]
        opened = open_session(closed)
        assert len(opened.session.entries) == len(parts) - 1
        opened.session.undo(opened.session.undo_count)
        assert opened.session.entries == []
        assert not any("no longer replays" in line.text for line in picture(opened.session)["log"])
        opened.close()
    else:
        assert ["undo would go wrong" in line for line in said(closed)] == [True]


def test_an_event_that_was_changed_is_refused(closed: Path) -> None:
    put(closed, "before = 3", "before = 2")
    (line,) = said(closed)
    assert "do not fit its state_crc" in line


def test_a_cut_between_two_entries_and_a_part_that_begins_no_more_are_said(closed: Path) -> None:
    whole = text_of(closed)
    put(closed, "[options]\n", "[ options ]\n")
    assert ["was changed outside Companion" in line for line in said(closed)] == [True]
    closed.write_text(whole.rpartition("\n[[journal]]\n")[0], encoding="utf-8")
    assert ["was cut off" in line for line in said(closed)] == [True]


def test_a_header_that_was_changed_is_refused_while_there_is_a_log(closed: Path) -> None:
    opened = open_session(closed, rng=Random(3))
    opened.session.undo()
    opened.close()
    assert log_file(closed).exists()
    number = text_of(closed).partition("generation = ")[2].partition("\n")[0]
    put(closed, f"generation = {number}\n", f"generation = {int(number) + 1}\n")
    (line,) = said(closed)
    assert "nobody can tell which inputs" in line


@pytest.mark.parametrize("empty", [True, False])
def test_a_log_that_is_empty_or_gone_is_said(duel: Path, empty: bool) -> None:
    opened = begun(duel)
    opened.close()
    assert said(duel) == []
    if empty:
        log_file(duel).write_bytes(b"")
    else:
        log_file(duel).unlink()
    (line,) = said(duel)
    assert ("is empty" if empty else "is missing") in line
    assert line in [one.reason for one in check_file(duel)]
    opened = open_session(duel)
    assert opened.notices == [line]
    opened.session.start("exchange", {"fighter": "ann"})
    seen = picture(opened.session)
    opened.close()
    assert said(duel) == []
    assert read_again(duel) == seen


def test_a_new_name_given_by_companion_is_no_change(closed: Path) -> None:
    file = rename_file(closed, "Dusk")
    assert said(file) == []
    put(file, 'name = "Dusk"', 'name = "Dawn"')
    assert ["[summary] was changed" in line for line in said(file)] == [True]


def test_a_log_that_was_cut_between_two_records_is_said_once(duel: Path) -> None:
    """Every line of it is true; only what is noted beside it tells that there were more."""
    opened = begun(duel, Random(3))
    opened.session.answer("bob")
    opened.session.adjust("bob", "health", 1)
    opened.close()
    data = log_file(duel).read_bytes()
    log_file(duel).write_bytes(data[: data[:-1].rindex(b"\n") + 1])
    (line,) = said(duel)
    assert line == "duel-at-dawn.open.toml was cut off: it has 2 inputs and had 3"
    assert [one.reason for one in check_file(duel)] == [line]
    opened = open_session(duel)
    assert opened.notices == [line]
    assert opened.session.undo_count == 2
    opened.close()
    assert said(duel) == []


@pytest.mark.parametrize("mark", [b"", b"0123", b"no id of a log at all\n"])
def test_a_note_that_is_torn_misses_nothing(duel: Path, mark: bytes) -> None:
    opened = begun(duel, Random(3))
    opened.close()
    open_mark(duel).write_bytes(mark)
    assert said(duel) == []
    log_file(duel).unlink()
    assert said(duel) == []

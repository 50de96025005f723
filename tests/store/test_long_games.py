"""Long games stay cheap. Work is counted here, never timed: passes through a procedure, bytes, looks at a text."""

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.driver import Driver
from companion.store import disk
from companion.store.files import read_log
from companion.store.folders import log_file
from companion.store.format import source_map, wal_file
from companion.store.format.wal_file import Record, encode_log
from companion.store.generations import generations, keep, prune
from companion.store.listing import summaries
from companion.store.opening import open_session
from companion.store.restore import restore
from companion.store.snapshot import SnapshotWriter
from companion.store.verify import check_file
from companion.testing import play_random, step_random
from tests.examples import present
from tests.store.helpers import picture, put, text_of


class Passes:
    """Counts how often a procedure is begun anew."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        begin = Driver.begin

        def counted(driver: Driver) -> None:
            self.count += 1
            begin(driver)

        monkeypatch.setattr(Driver, "begin", counted)


@pytest.fixture
def adjusted(duel: Path) -> tuple[Path, dict[str, Any]]:
    """A duel that stands in a procedure with forty adjustments in a row, two contacts among them."""
    opened = open_session(duel, rng=Random(8))
    session, rng = opened.session, Random(8)
    for _ in range(4):
        step_random(session, rng)
    for number in range(38):
        session.adjust("cid", "name", f"Cid {number}", why="as the card says")
    session.connect("ann", "bob")
    session.disconnect("ann", "bob")
    assert session.run is not None
    made = picture(session)
    opened.close()
    return duel, made


def records_of(file: Path) -> list[Record]:
    log = present(read_log(file))
    return log.records


def rewritten(file: Path, records: list[Record]) -> None:
    """Replaces the records of the log; its checksums fit."""
    log = present(read_log(file))
    log_file(file).write_bytes(encode_log(log.header, records)[0])


def test_adjustments_in_a_row_are_one_pass_through_the_procedure(
    adjusted: tuple[Path, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, made = adjusted
    passes = Passes(monkeypatch)
    assert picture(restore(file).session) == made
    assert passes.count == 2
    rewritten(file, [{key: value for key, value in one.items() if key != "place"} for one in records_of(file)])
    found = restore(file)
    assert (picture(found.session), found.corrupt) == (made, []), "without places they are replayed one by one"


def test_the_one_adjustment_that_no_longer_fits_is_named(adjusted: tuple[Path, dict[str, Any]]) -> None:
    file, _ = adjusted
    records = records_of(file)
    records[20] |= {"value": "Somebody else"}
    rewritten(file, records)
    log = present(read_log(file))
    opened = open_session(file)
    (notice,) = opened.notices
    assert f"line {log.line(20)} of" in notice
    assert opened.session.table.unit("cid").name == "Cid 15"
    opened.close()
    assert open_session(file).notices == []


@pytest.mark.parametrize("place", [{"after": "", "changes": 7}, {"after": "elsewhere", "changes": 0}, {"after": 3}, 0])
def test_a_place_that_is_none_opens_nothing_in_silence(adjusted: tuple[Path, dict[str, Any]], place: object) -> None:
    file, made = adjusted
    records = records_of(file)
    records[30] |= {"place": place}
    rewritten(file, records)
    found = restore(file)
    assert picture(found.session) == made or found.corrupt != []


def test_what_earlier_steps_may_read_and_what_drops_answers_has_no_place(duel: Path) -> None:
    opened = open_session(duel, rng=Random(8))
    session = opened.session
    session.start("exchange", {"fighter": "ann"})
    session.answer("bob")
    session.adjust("table", "options.strike_back", False)
    session.answer(True)
    session.answer({"plan": "plain", "parts": {"attack": 3, "guard": 0}})
    session.adjust("ann", "skill", 2)
    session.adjust("cid", "name", "Cid the Third")
    assert session.sealed == []
    made = picture(session)
    opened.close()
    assert [record["do"] for record in records_of(duel) if "place" in record] == ["adjust"]
    assert picture(restore(duel).session) == made


def test_only_lines_with_many_dots_are_searched_for_endless_keys(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    pattern = source_map._ENDLESS

    class Looking:
        def search(self, text: str) -> object:
            looked.append(text)
            return pattern.search(text)

    monkeypatch.setattr(source_map, "_ENDLESS", Looking())
    put(duel, "\n[table]\n", "\n[table]\n# " + "a.. " * 65 + "\n")
    open_session(duel, read_only=True)
    assert set(looked) == {"# " + "a.. " * 65}


class Written:
    """Counts the bytes of every file that is written whole, by its name."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.files: list[tuple[str, int]] = []
        write = disk.write_whole

        def counted(file: Path, data: bytes, **more: Any) -> str:
            self.files.append((file.name, len(data)))
            return write(file, data, **more)

        monkeypatch.setattr(disk, "write_whole", counted)

    def of(self, file: Path) -> list[int]:
        return [size for name, size in self.files if name == file.name]


@pytest.fixture
def long_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every session file passes for a long one, which is written after ten inputs."""
    monkeypatch.setattr("companion.store.snapshot.SMALL", 1)
    monkeypatch.setattr("companion.store.snapshot.MOST_RECORDS", 10)


@pytest.mark.usefixtures("long_ones")
def test_a_long_file_is_not_written_at_every_rest(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_session(duel)
    written = Written(monkeypatch)
    for number in range(35):
        opened.session.adjust("cid", "name", f"Cid {number}")
        opened._recorder.snapshots.wait()  # type: ignore[union-attr]
    assert len(written.of(duel)) == 3
    assert len(records_of(duel)) == 5
    seen = picture(opened.session)
    assert picture(restore(duel).session) == seen
    assert opened.close()
    assert not log_file(duel).exists()
    assert picture(restore(duel).session) == seen


@pytest.mark.usefixtures("long_ones")
def test_a_list_says_how_a_long_game_stands_whose_file_is_not_written_yet(duel: Path) -> None:
    opened = open_session(duel, rng=Random(4))
    session = opened.session

    def listed() -> list[tuple[str, int]]:
        (found,) = summaries(duel.parent)
        assert (found.round, found.waits_at) == (4, "")
        sides = [(side.name, side.left) for side in found.sides]
        assert sides == [(side.name, len(session.table.of_side(side.id))) for side in session.table.sides.values()]
        return sides

    session.adjust("table", "round", 4)
    play_random(session, Random(4), most_entries=1)
    before = listed()
    session.adjust("cid", "health", 0)
    assert "health = 0\n" not in text_of(duel)
    assert listed() != before
    session.undo()
    assert listed() == before
    session.redo()
    after = listed()
    opened.close()
    assert listed() == after
    assert check_file(duel) == []


@pytest.mark.usefixtures("long_ones")
def test_the_records_of_a_long_game_are_checked_like_all_others(duel: Path) -> None:
    opened = open_session(duel)
    opened.session.adjust("bob", "health", 2)
    assert check_file(duel) == []
    records = records_of(duel)
    records[0]["rest"]["sides"][0]["left"] = "two"
    rewritten(duel, records)
    assert any("records.1.rest" in one.key for one in check_file(duel))
    opened.close()


def test_a_list_parses_the_last_records_of_a_log_alone(
    adjusted: tuple[Path, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[int] = []
    parse = wal_file._records

    def counted(lines: Sequence[bytes]) -> list[Record]:
        parsed.append(len(lines))
        return parse(lines)

    monkeypatch.setattr(wal_file, "_records", counted)
    (found,) = summaries(adjusted[0].parent)
    assert found.waits_at != ""
    assert parsed == [1]


def test_a_list_tells_what_was_lost_in_the_procedure_that_is_open(adjusted: tuple[Path, dict[str, Any]]) -> None:
    opened = open_session(adjusted[0])
    opened.session.adjust("bob", "health", 1)
    opened.close()
    (found,) = summaries(adjusted[0].parent)
    assert [now for side in found.sides for now, _ in side.health] == [
        unit.get("health") for unit in opened.session.table.units.values()
    ]


def test_a_game_that_ended_in_a_procedure_that_still_asks_goes_on_in_lists(
    adjusted: tuple[Path, dict[str, Any]],
) -> None:
    opened = open_session(adjusted[0])
    for field, value in (("over_why", "last one standing"), ("phase", "over")):
        opened.session.adjust("table", field, value)
    assert None not in (opened.session.table.over, opened.session.request)
    opened.close()
    (found,) = summaries(adjusted[0].parent)
    assert (bool(found.waits_at), found.over) == (True, "")


def test_generations_take_so_much_room_and_the_newest_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.generations.BYTES", 1000)
    history = tmp_path / ".history" / "duel"
    for number in range(1, 31):
        path = keep(b"%04d" % number * 50, history, number, like=tmp_path / "duel.toml")
        os.utime(path, (number * 40_000, number * 40_000))
    prune(history)
    found = generations(history)
    assert [one.number for one in found[:3]] == [30, 29, 28]
    assert sum(one.size for one in found) == 1000
    assert len({one.kept[:10] for one in found}) >= 4
    monkeypatch.setattr("companion.store.generations.BYTES", 1)
    prune(history)
    assert [one.number for one in generations(history)] == [30, 29, 28]


def test_rests_in_a_row_are_written_once(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SnapshotWriter, "pause", 3600)
    opened = open_session(duel)
    written = Written(monkeypatch)
    for number in range(20):
        opened.session.adjust("cid", "name", f"Cid {number}")
    assert (written.of(duel), opened.saved) == ([], True)
    assert len(records_of(duel)) == 20
    opened.save()
    assert len(written.of(duel)) == 1
    opened.session.adjust("cid", "name", "Cid the Last")
    assert opened.close()
    assert len(written.of(duel)) == 2
    assert "Cid the Last" in text_of(duel)


def test_a_list_says_how_a_game_stands_that_was_undone_into_a_closed_procedure(duel: Path) -> None:
    def health() -> list[object]:
        (found,) = summaries(duel.parent)
        return [side.health for side in found.sides]

    opened = open_session(duel, rng=Random(4))
    before = health()
    while health() == before:
        play_random(opened.session, Random(4), most_entries=1)
        opened.close()
        opened = open_session(duel, rng=Random(4))
    opened.session.undo()
    while health() != before:
        assert opened.session.run is not None, "the list says nothing of what was undone"
        opened.session.undo()
    opened.close()
    assert (health(), check_file(duel)) == (before, [])

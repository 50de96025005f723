"""Long games stay cheap. Work is counted here, never timed: passes through a procedure, bytes, looks at a text."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.driver import Driver
from companion.store import open_session
from companion.store.files import read_log
from companion.store.folders import log_file
from companion.store.format import source_map
from companion.store.format.wal_file import Record, encode_log
from companion.store.restore import restore
from companion.testing import step_random
from tests.store.helpers import picture, put


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
    log = read_log(file)
    assert log is not None
    return log.records


def rewritten(file: Path, records: list[Record]) -> None:
    """Replaces the records of the log; its checksums fit."""
    log = read_log(file)
    assert log is not None
    log_file(file).write_bytes(encode_log(log.header, records)[0])


def test_adjustments_in_a_row_are_one_pass_through_the_procedure(
    adjusted: tuple[Path, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, made = adjusted
    passes = Passes(monkeypatch)
    assert picture(restore(file).session) == made
    assert passes.count == 2


def test_a_log_without_places_is_replayed_one_by_one(adjusted: tuple[Path, dict[str, Any]]) -> None:
    file, made = adjusted
    rewritten(file, [{key: value for key, value in one.items() if key != "place"} for one in records_of(file)])
    found = restore(file)
    assert (picture(found.session), found.corrupt) == (made, [])


def test_the_one_adjustment_that_no_longer_fits_is_named(adjusted: tuple[Path, dict[str, Any]]) -> None:
    file, _ = adjusted
    records = records_of(file)
    records[20] |= {"value": "Somebody else"}
    rewritten(file, records)
    log = read_log(file)
    assert log is not None
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

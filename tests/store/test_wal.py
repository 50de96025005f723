"""However an open file is cut or damaged, what is read of it is a true beginning."""

import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.store.files import read_log
from companion.store.folders import log_file
from companion.store.format.wal_file import LogHeader, encode_log, encode_record, parse_log
from companion.store.opening import open_session
from companion.store.restore import restore
from companion.store.verify import check_file
from companion.store.wal import WriteAheadLog
from companion.testing import step_random
from tests.examples import present
from tests.store.helpers import opened_anew, picture

Walked = tuple[Path, list[dict[str, Any]]]


@pytest.fixture
def walked(duel: Path) -> Walked:
    """A duel that stands in mid-procedure, and its picture after each line of the open file."""
    opened = open_session(duel, rng=Random(8))
    pictures = [picture(opened.session)]
    rng = Random(8)
    for _ in range(5):
        step_random(opened.session, rng)
        pictures.append(picture(opened.session))
    opened.session.undo()
    pictures.append(picture(opened.session))
    assert opened.session.run is not None
    opened.close()
    return duel, pictures


def test_cut_at_any_byte_or_with_a_bit_flipped_it_is_a_true_beginning(walked: Walked) -> None:
    data = log_file(walked[0]).read_bytes()
    whole = parse_log(data).records
    ends = [end for end in range(len(data)) if data[end : end + 1] == b"\n"]
    first = len(ends) - len(whole)
    for place in range(len(data)):
        log = parse_log(data[:place])
        assert log.records == whole[: len(log.records)]
        assert log.rest == b"" or data[:place].endswith(log.rest)
        line = sum(end < place for end in ends)
        assert len(log.records) == max(0, line - first)
        broken = bytearray(data)
        broken[place] ^= 1 << (place % 8)
        assert parse_log(bytes(broken)).records == whole[: max(0, line - first)]


def test_a_line_left_out_doubled_or_moved_ends_it(walked: Walked) -> None:
    data = log_file(walked[0]).read_bytes()
    top, mark, rows = data.partition(b"[records]\n")
    head, *lines = rows.splitlines(keepends=True)
    for wrong in (lines[1:], [head, *lines], [*reversed(lines)]):
        assert len(parse_log(top + mark + head + b"".join(wrong)).records) == 1
    log = parse_log(data)
    for number in (len(log.records), len(log.records) + 2):
        line, _ = encode_record(number, log.records[-1], log.crc)
        assert parse_log(data + line).records == log.records, "its checksum fits, its number does not"


def test_a_session_opens_at_any_cut_and_plays_on(walked: Walked) -> None:
    file, pictures = walked
    data = log_file(file).read_bytes()
    for cut in range(0, len(data), 83):
        log_file(file).write_bytes(data[:cut])
        known = len(parse_log(data[:cut]).records)
        opened = open_session(file, rng=Random(1))
        assert picture(opened.session) == pictures[known]
        assert bool(opened.notices) == (parse_log(data[:cut]).rest != b"" or cut == 0)
        step_random(opened.session, Random(cut))
        seen = picture(opened.session)
        opened.close()
        assert picture(restore(file).session) == seen


def test_a_torn_tail_is_set_aside_and_said(walked: Walked) -> None:
    file, pictures = walked
    with log_file(file).open("ab") as handle:
        handle.write(b'7 = {do = "ans')
    opened = open_session(file)
    (notice,) = opened.notices
    assert "truncated or corrupt from line 15" in notice
    assert "duel-at-dawn.truncated-1" in notice
    assert file.with_name("duel-at-dawn.truncated-1").read_bytes() == b'7 = {do = "ans'
    opened.close()
    assert opened_anew(file) == ([], pictures[-1])


def test_lines_gone_into_the_main_file_are_counted_from_the_opening(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    held = WriteAheadLog(file, "id", 1)
    for number in range(5):
        held.append({"do": number})
    name, lines = held.contained(5)
    assert lines == 5
    held.append({"do": 5})
    held.append({"do": 6})
    held.truncate(file, 2, 5)
    assert held.contained(7) == (held.contained(7)[0], 2)
    assert held.contained(7)[0] != name
    held.append({"do": 7})
    held.truncate(file, 3, 7)
    log = present(read_log(file))
    assert (log.header.generation, log.records) == (3, [{"do": 7}])
    held.truncate(file, 4, 8)
    assert not log_file(file).exists()
    held.close()


@pytest.mark.parametrize("length", [10, 400])
def test_a_line_costs_one_sync_however_long_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    record: Mapping[str, Any] = {"do": "answer", "key": "x/y:red", "value": [[1, 2, 3]]}
    file = tmp_path / "x.toml"
    log_file(file).write_bytes(encode_log(LogHeader("id", 1, "chain"), [record] * length)[0])
    held = WriteAheadLog(file, "id", 1)
    log = present(read_log(file))
    held.resume(log, log.records, rewrite=False)
    calls: list[str] = []
    write, sync = os.write, os.fsync

    def written(handle: int, data: bytes) -> int:
        calls.append(f"write {len(data) < 200}")
        return write(handle, data)

    def synced(handle: int) -> None:
        calls.append("sync")
        sync(handle)

    monkeypatch.setattr(os, "write", written)
    monkeypatch.setattr(os, "fsync", synced)
    held.append(record)
    assert calls == ["write True", "sync", "write True"], "the record, and how many there are"
    held.close()
    again = present(read_log(file))
    assert len(again.records) == length + 1


@pytest.mark.parametrize(
    ("record", "key", "reason"),
    [
        ({"do": "undo", "count": 0}, "records.7.count", "this is 1 or more, not 0"),
        ({"do": "answer", "key": "x", "value": 1, "how": "banana"}, "records.7.how", '"typed", "rolled"'),
        ({"do": "leave", "keep": False, "mood": 3}, "records.7.mood", "there is no such key here"),
        (
            {"do": "answer", "key": "x", "value": 1, "mix": [{"value": 1, "weight": "2"}]},
            "records.7.mix[0].weight",
            'this is a whole number, not "2"',
        ),
        (
            {"do": "adjust", "of": "ann", "field": "skill", "value": 1, "place": {"after": "", "change": 1}},
            "records.7.place.change",
            "there is no such key here",
        ),
        ({"do": "adjust", "of": "ann", "value": 1}, "records.7.field", "this must be there"),
        ({"do": "wish"}, "records.7.do", "wish"),
        ({"key": "x"}, "records.7.do", "this must be there"),
    ],
)
def test_a_record_that_is_none_is_named_and_ends_the_log(
    walked: Walked, record: dict[str, Any], key: str, reason: str
) -> None:
    file, pictures = walked
    log = present(read_log(file))
    log_file(file).write_bytes(encode_log(log.header, [*log.records, record])[0])
    named = [fault for fault in check_file(file) if fault.key == key]
    assert [fault.line for fault in named] == [log.line(6)]
    assert reason in named[0].reason
    (notice,), seen = opened_anew(file)
    assert f"line {log.line(6)} of" in notice
    assert seen == pictures[-1]


@pytest.mark.parametrize(
    "header", [b'[log]\nsession = "id"\n', b"[log]\nsession = 1\ngeneration = 1\nid = 'x'\n", b"[other]\n"]
)
def test_a_header_that_is_none_is_no_log(header: bytes) -> None:
    data = header + f'crc = "{zlib.crc32(header):08x}"\n[records]\n'.encode()
    log = parse_log(data)
    assert (log.header, log.records, log.rest) == (LogHeader(), [], data)

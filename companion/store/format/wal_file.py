"""The write-ahead log in bytes: every input since the last snapshot, one record a line.

A record is numbered and ends with a checksum that goes on from the record before, the first from the header. Whatever
is cut off, changed or out of order ends the log there; what is before it is true.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from companion.engine.frozen import frozen
from companion.store.format import toml
from companion.store.format.source_map import tables_of

Record = dict[str, Any]
"""One input in the log: `do`, the fields of the input, and what `commit_record` adds."""

_HEAD = re.compile(rb'(.*\n)crc = "([0-9a-f]{8})"\n\[records\]\n', re.DOTALL)
_LINE = re.compile(rb'(([1-9][0-9]*) = \{.*), crc = "([0-9a-f]{8})"\}')
_MARK = re.compile(rb"([0-9a-f]{16})(?: ([0-9]{12})\n)?")
_TOP = (
    "# What was played since the session file was last written, one input a line.\n"
    "# Companion adds it when the session is opened. Not to be changed: a changed line ends the log.\n"
)


@frozen
class LogHeader:
    """Which snapshot of which session a log continues, and its own id. All empty if the header is corrupt."""

    session: str = ""
    generation: int = 0
    id: str = ""

    def continues(self, session: Mapping[str, Any]) -> bool:
        """Whether the log continues the snapshot with this table [session], which anybody may have written."""
        contains = session.get("contains")
        contained = isinstance(contains, Mapping) and contains.get("log") == self.id
        return self.session == session.get("id") and (contained or self.generation == session.get("generation"))


@dataclass(slots=True)
class Log:
    """A log as it was read: its true records, and the `rest` of its bytes, from line `rest_line` on.

    `crc` is the checksum of the last true record, which the next one goes on from.
    """

    header: LogHeader
    records: list[Record] = field(default_factory=list)
    rest: bytes = b""
    rest_line: int = 1
    crc: int = 0
    data: bytes = b""

    def line(self, place: int) -> int:
        """The line of a record, by its place in `records`."""
        return self.rest_line - len(self.records) + place


def parse_log(data: bytes) -> Log:
    """The longest true beginning of a log's bytes."""
    true = _true_lines(data)
    if true is None:
        return Log(LogHeader(), rest=data, data=data)
    header, lines, crc, at = true
    try:
        records = _records(lines)
    except ValueError:
        # Its checksums fit, and yet Companion has not written it.
        return Log(LogHeader(), rest=data, data=data)
    return Log(header, records, data[at:], data.count(b"\n", 0, at) + 1, crc, data)


@frozen
class LogEnd:
    """What lists need of a log: its header, and where play is after its last true record.

    `rest` is how the game stood by the last record that says so, None if none does.
    """

    header: LogHeader
    at: str
    procedure: str
    played: str
    rest: Mapping[str, Any] | None


def parse_end(data: bytes, contains: tuple[str, int] = ("", 0)) -> LogEnd | None:
    """The end of a log, from its bytes; None if a snapshot that `contains` so many records of that id has them all.

    The checksums of all lines are checked, and hardly a line is parsed.
    """
    true = _true_lines(data)
    if true is None:
        return None
    header, lines, _, _ = true
    left = lines[max(0, contains[1]) :] if header.id == contains[0] else lines
    if not left:
        return None
    rests = (line for line in reversed(left[:-1]) if b", rest = {" in line)
    try:
        (last,) = _records(left[-1:])
        records = chain([last], (record for line in rests for record in _records([line])))
        rest = next((record["rest"] for record in records if "rest" in record), None)
    except ValueError:
        return None
    return LogEnd(header, str(last.get("at", "")), str(last.get("in", "")), str(last.get("played", "")), rest)


def _true_lines(data: bytes) -> tuple[LogHeader, list[bytes], int, int] | None:
    """The header, the lines whose checksums fit, the last of these, and where they end; None without a header."""
    head = _HEAD.match(data)
    header = _header(head[1]) if head is not None and zlib.crc32(head[1]) == int(head[2], 16) else None
    if head is None or header is None:
        return None
    crc, at = zlib.crc32(head[1]), head.end()
    lines: list[bytes] = []
    while (end := data.find(b"\n", at)) >= 0:
        line = _LINE.fullmatch(data[at:end])
        if line is None or line[2] != b"%d" % (len(lines) + 1) or zlib.crc32(line[1], crc) != int(line[3], 16):
            break
        crc = int(line[3], 16)
        lines.append(data[at:end])
        at = end + 1
    return header, lines, crc, at


def _records(lines: Sequence[bytes]) -> list[Record]:
    """The records in these lines. Raises ValueError if one is no TOML, or not what its checksum seems to say."""
    records: list[Record] = list(tables_of(b"\n".join(lines).decode()).values())
    for record, line in zip(records, lines, strict=True):
        if record.pop("crc", None) != line[-10:-2].decode():
            raise ValueError("what looks like its checksum is none of the record")
    return records


def _header(head: bytes) -> LogHeader | None:
    try:
        table = tables_of(head.decode())["log"]
        header = LogHeader(table["session"], table["generation"], table["id"])
    except (ValueError, LookupError, TypeError):
        return None
    shapes = (type(header.session), type(header.generation), type(header.id))
    return header if shapes == (str, int, str) and header.id else None


def encode_header(header: LogHeader) -> bytes:
    """The beginning of a log, without its checksum."""
    table = {"session": header.session, "generation": header.generation, "id": header.id}
    return (_TOP + toml.document({"log": table})).encode()


def encode_log(header: LogHeader, records: Sequence[Mapping[str, Any]]) -> tuple[bytes, int]:
    """The bytes of a whole log, and the checksum that the next record goes on from."""
    head = encode_header(header)
    crc = zlib.crc32(head)
    parts = [head, f'crc = "{crc:08x}"\n[records]\n'.encode()]
    for number, record in enumerate(records, 1):
        line, crc = encode_record(number, record, crc)
        parts.append(line)
    return b"".join(parts), crc


def encode_record(number: int, record: Mapping[str, Any], crc: int) -> tuple[bytes, int]:
    """The line of a record that follows one with this checksum, and its own checksum."""
    text = f"{number} = {toml.inline(record)}"[:-1].encode()
    crc = zlib.crc32(text, crc)
    return text + f', crc = "{crc:08x}"}}\n'.encode(), crc


def encode_mark(log: str, count: int) -> bytes:
    """What is noted beside a log: its id, and how many records it has. Always of the same length."""
    return f"{log} {count:012}\n".encode()


def parse_mark(data: bytes) -> tuple[str, int]:
    """The id and the number of records of a log that is noted; empty and 0 if that cannot be read."""
    found = _MARK.fullmatch(data)
    return (found[1].decode(), int(found[2] or 0)) if found is not None else ("", 0)


def plain_records(records: Sequence[Mapping[str, Any]], first: int, reason: str) -> bytes:
    """Records that no longer fit, numbered from `first`, as a file for people to look at."""
    lines = "".join(f"{number} = {toml.inline(record)}\n" for number, record in enumerate(records, first))
    return f"# {reason}\n[records]\n{lines}".encode()

"""The open file: every input since the main file was last written, one line each, durable before anyone is told.

A line is numbered and carries a checksum that goes on from the line before, the first from the header: whatever is
torn, changed or out of place ends the file there. What stands before is true.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import threading
import tomllib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.engine.errors import NotSaved
from companion.store import disk
from companion.store.folders import aside, open_file
from companion.store.format import toml

Seen = tuple[disk.FileId | None, disk.FileId | None]
_HEAD = re.compile(rb'(.*\n)crc = "([0-9a-f]{8})"\n\[lines\]\n', re.DOTALL)
_LINE = re.compile(rb'(([1-9][0-9]*) = \{.*), crc = "([0-9a-f]{8})"\}')


@dataclass(slots=True)
class Tail:
    """What could be read of an open file: its header, its true lines, and the bytes from the first that is not."""

    session: str = ""
    generation: int = 0
    chain: str = ""
    records: list[dict[str, Any]] = field(default_factory=list)
    torn: bytes = b""
    torn_line: int = 1
    whole: bytes = b""


def look(file: Path) -> Seen:
    """What both files of a session look like now."""
    return disk.signature(file), disk.signature(open_file(file))


def read_tail(file: Path) -> Tail | None:
    """The open file beside a session; None where there is none."""
    try:
        data = open_file(file).read_bytes()
    except FileNotFoundError:
        return None
    return parse_tail(data)


def parse_tail(data: bytes) -> Tail:
    """The longest true beginning of an open file's bytes."""
    head = _HEAD.match(data)
    if head is None or zlib.crc32(head[1]) != int(head[2], 16):
        return Tail(torn=data, whole=data)
    said = tomllib.loads(head[1].decode())["open"]
    tail = Tail(said["session"], said["generation"], said["name"], whole=data)
    crc, at = zlib.crc32(head[1]), head.end()
    lines: list[bytes] = []
    while (end := data.find(b"\n", at)) >= 0:
        line = _LINE.fullmatch(data[at:end])
        if line is None or int(line[2]) != len(lines) + 1 or zlib.crc32(line[1], crc) != int(line[3], 16):
            break
        crc = int(line[3], 16)
        lines.append(data[at:end])
        at = end + 1
    tail.torn, tail.torn_line = data[at:], data.count(b"\n", 0, at) + 1
    tail.records = list(tomllib.loads(b"\n".join(lines).decode()).values())
    for record in tail.records:
        del record["crc"]
    return tail


def head_of(session: str, generation: int, chain: str) -> bytes:
    """The beginning of an open file: which state of which session it goes on from, and its own name."""
    said = {"session": session, "generation": generation, "name": chain}
    return (
        "# What was played since the session's main file was last written, one input a line.\n"
        "# Companion adds it when the session is opened. Not to be changed: a changed line ends the file.\n"
        + toml.table(("open",), said)
    ).encode()


def encode(head: bytes, records: Sequence[Mapping[str, Any]]) -> tuple[bytes, int]:
    """The bytes of a whole open file, and the checksum that the next line goes on from."""
    crc = zlib.crc32(head)
    parts = [head, f'crc = "{crc:08x}"\n[lines]\n'.encode()]
    for number, record in enumerate(records, 1):
        line, crc = _line(number, record, crc)
        parts.append(line)
    return b"".join(parts), crc


def _line(number: int, record: Mapping[str, Any], crc: int) -> tuple[bytes, int]:
    text = f"{number} = {toml.inline(record)}"[:-1].encode()
    crc = zlib.crc32(text, crc)
    return text + f', crc = "{crc:08x}"}}\n'.encode(), crc


class WriteAheadLog:
    """The open file of a session that is being written. Safe for two threads.

    It comes into being with the first line and goes when the main file contains all its lines.
    """

    def __init__(self, file: Path, session: str, generation: int) -> None:
        self._chain = ""
        self._file = file
        self._path = open_file(file)
        self._session = session
        self._generation = generation
        self._records: list[Mapping[str, Any]] = []
        self._gone = 0
        self._crc = 0
        self._size = 0
        self._handle: int | None = None
        self._lock = threading.Lock()

    @property
    def count(self) -> int:
        """How many lines were ever in it, those included that went into the main file since it was opened."""
        return self._gone + len(self._records)

    def contained(self, count: int) -> tuple[str, int]:
        """The first so many lines in the words of a main file: the name of the open file they stand in, and how many.

        Where there is no file yet, this names the one that the next line makes.
        """
        with self._lock:
            self._chain = self._chain or secrets.token_hex(8)
            return self._chain, count - self._gone

    def adopt(self, tail: Tail, records: Sequence[Mapping[str, Any]], *, cut: bool) -> None:
        """Goes on after these lines of the file that is there. `cut`: what follows them there is to go, now."""
        with self._lock:
            self._chain, self._generation, self._records = tail.chain, tail.generation, list(records)
            if cut:
                self._rewrite(self._records)
            else:
                data, self._crc = encode(head_of(self._session, self._generation, self._chain), self._records)
                self._size = len(data)
                self._handle = os.open(self._path, os.O_WRONLY | os.O_APPEND)

    def append(self, record: Mapping[str, Any]) -> None:
        """One more line, on disk when this returns. Raises NotSaved, and then it is not there."""
        with self._lock:
            try:
                if self._handle is None or not self._ours(self._handle):
                    self._rewrite([*self._records, record])
                else:
                    self._write(self._handle, record)
            except OSError as fault:
                self._let_go()
                raise NotSaved(f"this could not be written to {self._path}: {fault.strerror or fault}") from fault
            self._records.append(record)

    def _write(self, handle: int, record: Mapping[str, Any]) -> None:
        line, crc = _line(len(self._records) + 1, record, self._crc)
        try:
            disk.write_out(handle, line)
            disk.sync(handle)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(handle, self._size)
            raise
        self._crc, self._size = crc, self._size + len(line)

    def rebase(self, file: Path, generation: int, count: int) -> None:
        """The main file is written and contains the first so many lines: they go, later ones go to a new open file.

        `file` is the main file from now on. Raises OSError; what was there stays then, and the main file's header
        says which of its lines are contained.
        """
        with self._lock:
            left = self._records[count - self._gone :]
            before, self._file, self._path = self._path, file, open_file(file)
            self._generation, self._records, self._gone, self._chain = generation, left, count, ""
            self._let_go()
            if left:
                self._rewrite(left)
            elif before == self._path:
                self._path.unlink(missing_ok=True)

    def _ours(self, handle: int) -> bool:
        """Whether the name still means the file that is held, as long as it was left."""
        held, seen = os.fstat(handle), disk.signature(self._path)
        return seen is not None and seen[:2] == (held.st_ino, self._size)

    def _rewrite(self, records: Sequence[Mapping[str, Any]]) -> None:
        """Writes the file whole: the first line, or after anything that makes the held one doubtful."""
        if self._handle is not None and not self._ours(self._handle) and self._path.exists():
            os.replace(self._path, aside(self._file, "torn"))
        self._let_go()
        self._chain = self._chain or secrets.token_hex(8)
        data, crc = encode(head_of(self._session, self._generation, self._chain), records)
        disk.write_whole(self._path, data)
        self._handle = os.open(self._path, os.O_WRONLY | os.O_APPEND)
        self._crc, self._size = crc, len(data)

    def _let_go(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def close(self) -> None:
        """Lets go of the file. It stays where it is."""
        with self._lock:
            self._let_go()

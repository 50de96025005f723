"""What goes between an owner and a seat: one JSON object a line, within bounds, and the way there."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import time
from collections import deque
from pathlib import Path
from typing import Any, Final

from companion.engine.errors import InvalidInput
from companion.frontend.lines_in import parse
from companion.store.disk import remove, replace
from companion.store.folders import one_name, open_mark

Message = dict[str, Any]

VERSION: Final = 1
"""An owner and a seat of different versions do not talk."""
TABLE: Final = "table"
"""The seat that answers for everybody: the screen on the table."""
LOOK: Final = "look"
"""A seat that only looks."""
LONGEST: Final = 64 * 1024
"""Bytes of the longest line that an owner reads."""
MOST_SEATS: Final = 8
LONGEST_WISH: Final = 300
"""Signs of what a seat may say that it wants."""
RATE: Final = 200
"""Lines a second that an owner takes from one seat."""
BEAT: Final = 2.0
"""Seconds between two signs of life."""
SILENT: Final = 5.0
"""Seconds without one after which the other is taken to be gone."""
IN_BROWSER: Final = "companion.tui.seat_driver:SeatDriver"
"""What draws a seat in a browser: the value of `TEXTUAL_DRIVER` there."""


def encode(message: Message) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def refused(fault: InvalidInput) -> Message:
    """What is said of what cannot be done."""
    return {"type": "refused", "message": fault.message, "hint": fault.hint, "code": fault.code}


def address_of(file: Path) -> Path:
    """The file beside a session's generations that has the port and the key of its owner, while it is shared."""
    return open_mark(one_name(file)).with_suffix(".seats")


def write_secret(file: Path, data: object) -> None:
    """Writes what only this user may read; never for a moment readable by others, nor half written."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.new")
    with contextlib.suppress(OSError):
        remove(new)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as written:
        json.dump(data, written)
    replace(new, file)


class Rate:
    """How many lines come in a second from one seat."""

    def __init__(self) -> None:
        self._since, self._lines = 0.0, 0

    def count(self) -> None:
        """One more line came. Raises InvalidInput if they come faster than anybody plays."""
        now = time.monotonic()
        if now - self._since >= 1:
            self._since, self._lines = now, 0
        self._lines += 1
        if self._lines > RATE:
            raise InvalidInput("too many lines a second")


class Gone(Exception):
    """The owner does not answer any more. What was asked last may have been done."""


class Channel:
    """A connection to the owner of a session."""

    def __init__(self, address: Path) -> None:
        """Connects to the owner whose address is in this file. Raises Gone if nobody answers there."""
        try:
            found = json.loads(address.read_text())
            self.key, port = str(found["key"]), int(found["port"])
            self._socket = socket.create_connection(("127.0.0.1", port), SILENT)
        except (OSError, ValueError, LookupError, TypeError) as fault:
            raise Gone("nobody shares this table now") from fault
        self._rest = b""
        self._lines: deque[Message] = deque()

    def fileno(self) -> int:
        """What a loop watches for lines that come."""
        return self._socket.fileno()

    def send(self, message: Message) -> None:
        try:
            self._socket.settimeout(SILENT)
            self._socket.sendall(encode(message))
        except OSError as fault:
            raise Gone("the table does not answer") from fault

    def read(self, seconds: float) -> Message | None:
        """The next line; None if none comes in this time. Raises Gone."""
        end = time.monotonic() + seconds
        while not self._lines:
            left = end - time.monotonic()
            try:
                self._socket.settimeout(max(0.0, left))
                data = self._socket.recv(1 << 16)
            except (BlockingIOError, TimeoutError):
                if left <= 0:
                    return None
                continue
            except OSError as fault:
                raise Gone("the table does not answer") from fault
            if not data:
                raise Gone("the table is closed")
            *lines, self._rest = (self._rest + data).split(b"\n")
            try:
                self._lines.extend(parse(line) for line in lines)
            except InvalidInput as fault:
                raise Gone("what came from the table makes no sense") from fault
        return self._lines.popleft()

    def close(self) -> None:
        self._socket.close()

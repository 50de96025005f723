"""The way from a seat to the owner: lines over a connection on this machine, read without waiting or with a limit."""

from __future__ import annotations

import json
import socket
import time
from collections import deque
from pathlib import Path

from companion.engine.errors import InvalidInput
from companion.frontend.lines_in import parse
from companion.seats.lines import SILENT, Message, encode


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
        except (OSError, ValueError, LookupError, TypeError, OverflowError, RecursionError) as fault:
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

"""What goes between an owner and a seat: one JSON object a line, with bounds on what a stranger may send."""

from __future__ import annotations

import contextlib
import json
import os
import time
from pathlib import Path
from typing import Any, Final

from companion.engine.errors import InvalidInput
from companion.store.disk import remove, replace
from companion.store.folders import one_name, open_mark

Message = dict[str, Any]

VERSION: Final = 2
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

"""Where the owner of a session says that it listens."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.store.folders import one_name, open_mark

IN_BROWSER: Final = "companion.tui.seat_driver:SeatDriver"
"""What draws a seat in a browser: the value of `TEXTUAL_DRIVER` there."""


def address_of(file: Path) -> Path:
    """The file beside a session's generations that has the port and the key of its owner, while it is shared."""
    return open_mark(one_name(file)).with_suffix(".seats")

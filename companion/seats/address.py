"""Where the owner of a session says that it listens."""

from __future__ import annotations

from pathlib import Path

from companion.store.folders import one_name, open_mark


def address_of(file: Path) -> Path:
    """The file beside a session's generations that has the port and the key of its owner, while it is shared."""
    return open_mark(one_name(file)).with_suffix(".seats")

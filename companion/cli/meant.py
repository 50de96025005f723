"""Which session a command means."""

from __future__ import annotations

from pathlib import Path

from companion.store.folders import saves_dir


def session_meant(name: str, saves: str | None) -> Path:
    """The file of this path or name, in this folder of saves. Raises InvalidInput if there is none."""
    # Here and not above: who asks for the version waits for no reader of files.
    from companion.store.listing import session_file

    return session_file(name, saves_dir(saves))

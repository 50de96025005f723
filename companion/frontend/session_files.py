"""Which file a player means."""

from __future__ import annotations

from pathlib import Path

from companion.engine.errors import InvalidInput


def session_file(name: str, saves: Path) -> Path:
    """The file meant by a path, or the name of a session in the folder. Raises InvalidInput if there is none."""
    for file in (Path(name), saves / name, saves / f"{name}.toml"):
        if file.is_file():
            return file
    raise InvalidInput(f"there is no file {name}", hint="companion list shows the sessions")

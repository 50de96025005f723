"""Which file a player means."""

from __future__ import annotations

from pathlib import Path

from companion.engine.errors import InvalidInput
from companion.store.folders import slug


def session_file(name: str, saves: Path) -> Path:
    """The file meant by a path, or the name of a session in the folder. Raises InvalidInput if there is none."""
    for file in (Path(name), saves / name, saves / f"{name}.toml"):
        if file.is_file():
            return file
    stem = slug(name)
    known = stem != name and (saves / f"{stem}.toml").is_file()
    raise InvalidInput(
        f"there is no file {name}", hint=f"perhaps {stem}" if known else "companion list shows the sessions"
    )

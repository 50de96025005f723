"""Which file a player means."""

from __future__ import annotations

from pathlib import Path

from companion.engine.errors import InvalidInput
from companion.store.folders import slug


def session_file(name: str, saves: Path) -> Path:
    """The file meant by a path, by its name in the folder, or by the name that a game was given.

    `In the ring` is `in-the-ring.toml`. Raises InvalidInput if there is none.
    """
    for file in (Path(name), saves / name, saves / f"{name}.toml", saves / f"{slug(name)}.toml"):
        if file.is_file():
            return file
    raise InvalidInput(f"there is no file {name}", hint="companion list shows the sessions")

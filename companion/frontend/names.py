"""Names that players give, and the file names made of them."""

from __future__ import annotations

from pathlib import Path

from companion.store.folders import slug, unused


def roster_file(saves: Path, name: str) -> Path:
    """A file of its own for a roster of this name, in the folder of rosters. Any name is a fit one: see `slug`."""
    return unused(saves / "rosters", slug(name, "roster"))

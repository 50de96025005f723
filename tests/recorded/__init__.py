"""Recorded games: short sessions of every ruleset, kept as files, and the stat lines that they were played by.

`python -m tests.recorded` records them anew after a revision has grown.
"""

import json
import tomllib
import zlib
from pathlib import Path

from companion.engine.registry import BUILT_IN

HERE = Path(__file__).parent
PINS = HERE / "pins.toml"
RULES = HERE.parents[1] / "companion" / "rules"


def games() -> list[Path]:
    """The recorded games."""
    return sorted(file for file in HERE.glob("*.toml") if file != PINS)


def stat_lines(game: str) -> dict[str, str]:
    """A checksum of what each data file of a game holds, whatever its layout, its order and its comments.

    Rulings are words about what the code does: no game that was recorded depends on them.
    """
    folder = RULES / game.replace("-", "_") / "data"
    return {file.stem: _checksum(file) for file in sorted(folder.glob("*.toml")) if file.stem != "rulings"}


def _checksum(file: Path) -> str:
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return f"{zlib.crc32(json.dumps(data, sort_keys=True, default=str).encode()):08x}"


__all__ = ["BUILT_IN", "HERE", "PINS", "games", "stat_lines"]

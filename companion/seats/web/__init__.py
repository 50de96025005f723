"""Seats in browsers: a page of our own, and a process a seat behind it. Needs aiohttp and segno, the extra `serve`."""

from __future__ import annotations

from importlib.util import find_spec

from companion.engine.errors import InvalidInput


def check_installed() -> None:
    """Raises InvalidInput, with what to do, if what serves browsers is not installed."""
    missing = [name for name in ("aiohttp", "segno") if find_spec(name) is None]
    if missing:
        raise InvalidInput(
            "phones need a little more, once",
            hint=f"python3 start.py serve FILE in a clone, else pip install 'companion-table[serve]'; it brings"
            f" {' and '.join(missing)}",
        )

"""An open game that lives in memory, and ways to wait for a screen without a clock."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from textual.pilot import Pilot

from companion.engine.session import Session
from companion.engine.table import Table
from companion.tui.app import CompanionApp
from tests.games.duel import example


class MemoryOpened:
    """What the store would hand out, without a file."""

    def __init__(self, table: Table[Any, Any] | None = None, *, read_only: bool = False, seed: int = 1) -> None:
        self.session = Session(table if table is not None else example(), rng=Random(seed), read_only=read_only)
        self.file = Path("memory.toml")
        self.read_only = read_only
        self.notices: list[str] = []
        self.saved = True
        self.trouble = ""
        self.closed = False
        self.newer: Session | None = None

    def close(self) -> bool:
        """Nothing to write."""
        self.closed = True
        return True

    def follow(self) -> bool:
        """Takes the newer session, if the test has put one here."""
        if self.newer is None:
            return False
        self.session, self.newer = self.newer, None
        return True


async def wait_until(pilot: Pilot[Any], test: Callable[[], bool], what: str = "", most: int = 200) -> None:
    """Lets the app work until the test holds; fails after `most` turns."""
    for _ in range(most):
        if test():
            return
        await pilot.pause(0.01)
    raise AssertionError(f"never came: {what}\n" + screen_text(pilot.app))


def screen_text(app: Any) -> str:
    """What is on the screen, as plain text."""
    lines = ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]
    return "\n".join(line.rstrip() for line in lines)


async def sit(pilot: Pilot[Any], opened: MemoryOpened) -> CompanionApp:
    """Opens a game in memory, past the list of games."""
    app = pilot.app
    assert isinstance(app, CompanionApp)
    await app.sit_down(opened)
    await pilot.pause()
    return app

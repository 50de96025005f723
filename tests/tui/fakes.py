"""An open game that lives in memory, and ways to wait for a screen that have a bound and no clock of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from textual.pilot import Pilot

from companion.engine.session import Session
from companion.engine.state.table import Table
from companion.tui.app import CompanionApp
from companion.tui.screens.guide import GuideScreen
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


def app(saves: Path = Path("no-such-folder"), file: Path | None = None) -> CompanionApp:
    """The app with its dark theme and nothing that moves."""
    return CompanionApp(saves, file)


async def wait_until(pilot: Pilot[Any], test: Callable[[], bool], what: str, most: int = 400) -> None:
    """Lets the app work until the test holds; fails after `most` turns."""
    for _ in range(most):
        if test():
            return
        await pilot.pause(0.01)
    raise AssertionError(f"never came: {what}\n{screen_text(pilot.app)}")


async def sees(pilot: Pilot[Any], text: str) -> None:
    """Waits until the text is on the screen."""
    await wait_until(pilot, lambda: text in screen_text(pilot.app), f"{text!r} on the screen")


def screen_text(running: Any) -> str:
    """What is on the screen, as plain text."""
    strips = running.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


async def sit(pilot: Pilot[Any], opened: MemoryOpened | None = None) -> MemoryOpened:
    """Opens a game in memory, past the list of games."""
    running = pilot.app
    assert isinstance(running, CompanionApp)
    held = opened if opened is not None else MemoryOpened()
    await running.sit_down(held)
    await pilot.pause()
    return held


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Keys one after the other, as a quick typist presses them, and then their effect."""
    await pilot.press(*keys)
    await pilot.pause()


def stage(pilot: Pilot[Any]) -> str:
    """What stands in the middle of the guide; `table` elsewhere."""
    screen = pilot.app.screen
    return screen.stage() if isinstance(screen, GuideScreen) else "table"

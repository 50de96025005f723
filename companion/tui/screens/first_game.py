"""The game that was named when the app was started: it is opened before anything is painted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from textual.app import App

from companion.tui.background import in_background
from companion.tui.host import Host
from companion.tui.screens.home import HomeScreen
from companion.tui.screens.opening import opened_game

if TYPE_CHECKING:
    from companion.frontend.opened import OpenSession

HOME_AFTER: Final = 1.0
"""Seconds after which Home is shown and says what is being opened. Most games are before."""


class FirstGame:
    """Opens one game. Home is under it only if it had to be shown: it took a while, or it cannot be opened."""

    def __init__(self, app: App[Any], home: HomeScreen, file: Path) -> None:
        self._app = app
        self._host = cast(Host, app)
        self._home = home
        self._file = file
        self._arrived = False

    def open(self) -> None:
        """Opens it in the background; keys wait for it."""
        self._home.at_work.waits_for(self._file.stem)
        in_background(self._app, "open", lambda: opened_game(self._file), self._opened, self._wrong)
        self._app.set_timer(HOME_AFTER, self._show_home)

    async def _show_home(self) -> None:
        if not self._arrived and not self._home.is_attached:
            await self._app.push_screen(self._home)

    async def _opened(self, opened: OpenSession) -> None:
        self._arrived = True
        self._home.opened(opened.file)
        await self._host.open_session(opened)

    async def _wrong(self, faults: list[str]) -> None:
        await self._show_home()
        self._arrived = True
        self._home.not_opened(self._file.stem, faults)

"""Sharing the open game from its own screen: the process that owns it then, and this screen as the table's seat."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from companion.engine.errors import InvalidInput, NotSaved
from companion.seats.address import address_of
from companion.seats.lines import TABLE
from companion.seats.seat import Seat
from companion.seats.web import check_installed
from companion.store import CannotOpen, open_session

if TYPE_CHECKING:
    from companion.frontend.opened import OpenSession
    from companion.tui.controller import SessionController
    from companion.tui.keys import KeyQueue

_PATIENCE: Final = 10.0
"""Seconds in which the process must answer."""
_IDLE: Final = 600
"""Seconds after which it ends by itself when nobody sits at the table."""


class SharedTable:
    """The process that shares a game. Raises OSError if it cannot be begun."""

    def __init__(self, file: Path, more: tuple[str, ...] = ()) -> None:
        self._command = [sys.executable, "-P", "-m", "companion", "serve", str(file), "--idle", str(_IDLE), *more]
        self.file, self.ends = file, False
        self._begin()

    def _begin(self) -> None:
        # Neither a closed terminal nor a Ctrl+C in it ends the game of the others.
        nothing = subprocess.DEVNULL
        self.process = subprocess.Popen(
            self._command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )

    def seat(self) -> Seat:
        """The table's seat, once the process answers. Raises InvalidInput if it does not."""
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                return Seat(address_of(self.file), TABLE)
            except InvalidInput:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise
            time.sleep(0.03)

    def look(self) -> None:
        """Begins it again if something has killed it: seats find it by themselves, phones by their old addresses."""
        if not self.ends and self.process.poll() not in (None, 0):
            self._begin()

    def leave(self, opened: OpenSession) -> None:
        """The screen on the table goes; where nobody else sits there, sharing ends too."""
        if isinstance(opened, Seat) and sum(opened.seats.values()) <= 1:
            self.ends = True
            try:
                _ = opened.share("stop")
            except (InvalidInput, NotSaved):
                self.process.terminate()

    def end(self) -> None:
        """Waits for its end; what was played is on the disk."""
        self.ends = True
        try:
            self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.terminate()
            self.process.wait()


class Shares(Protocol):
    """The app, as far as sharing knows it."""

    controller: SessionController | None
    shared: SharedTable | None
    share_words: tuple[str, ...]

    @property
    def keys(self) -> KeyQueue:
        """The keys that wait meanwhile."""

    def say(self, text: str, *, bad: bool = False) -> None:
        """Shows a message to the players."""

    def push_screen(self, screen: Any) -> Any:
        """Shows a screen over what is open."""

    def close_session(self) -> None:
        """Closes the game and goes back to where it was opened."""

    async def put_instead(self, opened: OpenSession) -> None:
        """Shows the open game through another opening of it."""


async def share_table(app: Shares) -> None:
    """Gives the open game to a process that shares it, sits down at the table, and shows how one joins."""
    from companion.tui.screens.join_panel import JoinPanel

    controller = app.controller
    if controller is None:
        return
    if not isinstance(controller.opened, Seat):
        try:
            check_installed()
        except InvalidInput as fault:
            app.say(fault.with_hint, bad=True)
            return
        app.keys.hold()
        try:
            await _to_a_seat(app, controller.opened)
        finally:
            app.keys.go_on()
    if app.controller is not None and isinstance(app.controller.opened, Seat):
        await app.push_screen(JoinPanel(app.controller))


async def _to_a_seat(app: Shares, opened: OpenSession) -> None:
    file = opened.file
    app.controller = None
    seat: OpenSession | None = None
    if await asyncio.to_thread(opened.close):
        try:
            app.shared = SharedTable(file, app.share_words)
            seat = await asyncio.to_thread(app.shared.seat)
        except (InvalidInput, OSError) as fault:
            if app.shared is not None:
                app.shared.ends = True
            app.shared = None
            app.say(f"This table cannot be shared: {fault}", bad=True)
    await _show(app, file, seat)


async def _show(app: Shares, file: Path, seat: OpenSession | None) -> None:
    """The game again: at this seat, or from its file."""
    try:
        if seat is None:
            seat = await asyncio.to_thread(open_session, file)
        await app.put_instead(seat)
    except (CannotOpen, OSError) as fault:
        app.close_session()
        app.say(str(fault), bad=True)


async def end_sharing(app: Shares) -> None:
    """Asks the process to end, and opens the file here."""
    controller = app.controller
    if controller is None or not isinstance(controller.opened, Seat):
        return
    app.keys.hold()
    try:
        seat, shared, app.shared = controller.opened, app.shared, None
        _ = seat.share("stop")
        if shared is None:
            # Another screen began it: Home has the file.
            app.close_session()
            return
        await asyncio.to_thread(shared.end)
        app.controller = None
        _ = seat.close()
        await _show(app, shared.file, None)
        app.say("This table is shared no more; the game goes on here.")
    except (InvalidInput, NotSaved) as fault:
        app.say(str(fault), bad=True)
    finally:
        app.keys.go_on()

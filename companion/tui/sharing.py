"""Sharing the open game from its own screen: another process owns it then, and this screen is the table's seat."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from companion.engine.errors import InvalidInput, NotSaved
from companion.seats.process import SharedTable
from companion.seats.seat import Seat
from companion.seats.web import check_installed
from companion.store.diagnostics import CannotOpen
from companion.store.opening import open_session
from companion.tui.host import Host

if TYPE_CHECKING:
    from companion.frontend.opened import OpenSession
    from companion.tui.controller import SessionController


class Shares(Host, Protocol):
    """The app, as far as sharing knows it."""

    controller: SessionController | None
    shared: SharedTable | None
    share_words: tuple[str, ...]

    def push_screen(self, screen: Any) -> Any:
        """Shows a screen over what is open."""

    async def put_instead(self, opened: OpenSession, typed: str) -> None:
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
        await _to_a_seat(app, controller)
    if app.controller is not None and isinstance(app.controller.opened, Seat):
        await app.push_screen(JoinPanel(app.controller))


async def _to_a_seat(app: Shares, controller: SessionController) -> None:
    opened, typed = controller.opened, controller.draft()
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
    await _show(app, file, seat, typed)


async def _show(app: Shares, file: Path, seat: OpenSession | None, typed: str) -> None:
    """The game again: at this seat, or from its file."""
    try:
        if seat is None:
            seat = await asyncio.to_thread(open_session, file)
        await app.put_instead(seat, typed)
    except (CannotOpen, OSError) as fault:
        app.close_session()
        app.say(str(fault), bad=True)


async def end_sharing(app: Shares) -> None:
    """Asks the process to end, and opens the file here."""
    controller = app.controller
    if controller is None or not isinstance(controller.opened, Seat):
        return
    try:
        seat, shared, app.shared = controller.opened, app.shared, None
        _ = seat.share("stop")
        if shared is None:
            # Another screen began it.
            app.close_session()
            app.say("This table is shared no more; it goes on from Home.")
            return
        await asyncio.to_thread(shared.end)
        app.controller = None
        _ = seat.close()
        await _show(app, shared.file, None, controller.draft())
        app.say("This table is shared no more; the game goes on here.")
    except (InvalidInput, NotSaved) as fault:
        app.say(str(fault), bad=True)

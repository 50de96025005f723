"""The app: themes, the open game, and the way between its screens."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual import work
from textual.app import App, SystemCommand
from textual.screen import Screen

from companion.tui.base_screen import HEIGHTS, WIDTHS, BaseScreen
from companion.tui.commands import COMMANDS
from companion.tui.screens.home import HomeScreen
from companion.tui.text import clean
from companion.tui.themes import DEFAULTS, THEMES, first_theme, next_theme

if TYPE_CHECKING:
    from companion.frontend.opened import OpenSession
    from companion.tui.controller import SessionController

FOLLOW_EVERY = 1.0
"""Seconds between looks at a file that is open elsewhere."""


class CompanionApp(App[int]):
    """Companion for two people at a table."""

    CSS_PATH = "app.tcss"
    TITLE = "Companion"
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, saves: Path, file: Path | None = None) -> None:
        no_color = "NO_COLOR" in os.environ
        super().__init__(ansi_color=True if no_color else None)
        self.saves = saves
        self.first_file = file
        self.seat: SessionController | None = None
        self.no_colour_wanted = no_color
        self.animation_level = "none"

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Colours of sides for themes that know none."""
        return DEFAULTS

    def on_mount(self) -> None:
        """Themes and the first screen."""
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = first_theme(self.no_colour_wanted, self.console.color_system)
        _ = self.push_screen(HomeScreen(self.saves, self.first_file))
        self.set_interval(FOLLOW_EVERY, self._look_around)

    # -- saying things --------------------------------------------------------------------------------------------

    def tell(self, text: str, *, bad: bool = False) -> None:
        """A message at the edge of the screen, as plain text."""
        self.notify(clean(text), severity="error" if bad else "information", markup=False, timeout=8 if bad else 4)

    # -- the open game --------------------------------------------------------------------------------------------

    async def sit_down(self, opened: OpenSession) -> None:
        """Shows an open game: the table, and over it the guide where a procedure waits."""
        from companion.tui.controller import SessionController
        from companion.tui.screens.table import TableScreen

        self.seat = SessionController(opened)
        if opened.notices:
            more = len(opened.notices) - 1
            self.tell(opened.notices[0] + (f" (and {more} more: settings tells them)" if more else ""))
        await self.push_screen(TableScreen(self.seat))
        if self.seat.session.run is not None:
            await self.show_guide()

    async def show_guide(self) -> None:
        """The guide of the open procedure, over the table."""
        from companion.tui.screens.guide import GuideScreen

        if self.seat is not None and not isinstance(self.screen, GuideScreen):
            await self.push_screen(GuideScreen(self.seat))

    def back_to_table(self) -> None:
        """From the guide to the table; an open procedure waits there."""
        from companion.tui.screens.guide import GuideScreen

        if isinstance(self.screen, GuideScreen):
            if self.seat is not None:
                self.seat.ended, self.seat.revealed = None, []
            _ = self.pop_screen()

    def stand_up(self) -> None:
        """Closes the game and goes home; writing its file happens behind."""
        if self.seat is not None:
            opened, self.seat = self.seat.opened, None
            self._close(opened, leave=False)
        while len(self.screen_stack) > 2:
            _ = self.pop_screen()

    def leave_app(self) -> None:
        """Closes the game, if one is open, and ends the app."""
        if self.seat is None:
            self.exit(0)
            return
        opened, self.seat = self.seat.opened, None
        self._close(opened, leave=True)

    @work(thread=True, group="close")
    def _close(self, opened: OpenSession, leave: bool) -> None:
        saved = opened.close()
        self.call_from_thread(self._was_closed, opened.file.name, saved, opened.trouble, leave)

    def _was_closed(self, name: str, saved: bool, trouble: str, leave: bool) -> None:
        if not saved:
            self.tell(
                f"{name} could not be written: {trouble or 'unknown trouble'}. "
                "Every input is kept in the open file beside it.",
                bad=True,
            )
        if leave:
            self.exit(0 if saved else 1)
        elif isinstance(self.screen, HomeScreen):
            self.screen.look()

    async def _look_around(self) -> None:
        """Once a second: has the file of a read-only game changed, is everything written?"""
        seat = self.seat
        if seat is None:
            return
        trouble = seat.new_trouble()
        if trouble:
            self.tell(trouble, bad=True)
        if seat.read_only:
            self._follow(seat)
        refresh = getattr(self.screen, "show_saved", None)
        if refresh is not None:
            refresh()

    @work(thread=True, exclusive=True, group="follow")
    def _follow(self, seat: SessionController) -> None:
        if seat.opened.follow():
            self.call_from_thread(self.call_later, self._followed)

    async def _followed(self) -> None:
        show = getattr(self.screen, "show_play", None)
        if show is not None:
            await show()

    # -- themes and the palette -----------------------------------------------------------------------------------

    def do_theme(self) -> None:
        """The next theme."""
        self.theme = next_theme(self.theme)
        self.tell(f"Colours: {self.theme}")

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The palette has what the keys of this screen do now."""
        if isinstance(screen, BaseScreen):
            for name in screen.commands:
                if name != "menu" and screen.can(name):
                    command = COMMANDS[name]
                    yield SystemCommand(
                        command.short, command.help, partial(screen.call_later, screen.action_command, name)
                    )

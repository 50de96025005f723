"""What the table and the guide share: an open session, its undo and redo, its log and its tables."""

from __future__ import annotations

from typing import ClassVar

from textual import on

from companion.engine.odds import Odds
from companion.tui.base_screen import MainScreen, SessionChanged
from companion.tui.commands import BIG, QUIT, REDO, TAKE_OVER, UNDO, Command, handles
from companion.tui.controller import Attempt, SessionController
from companion.tui.screens.play_keys import PlayKeys


class PlayScreen(MainScreen):
    """A screen that shows an open session."""

    parts: ClassVar = {"play": PlayKeys}

    def __init__(self, controller: SessionController) -> None:
        super().__init__()
        self.controller = controller
        self.play = PlayKeys(self, controller, self.went_on, self.known_odds)
        self._away = False
        self.set_class(self.only_reads(), "reader")

    def only_reads(self) -> bool:
        """Whether this is a second screen: it has nothing to press but help, and its rows are for the game."""
        return self.controller.read_only

    def is_enabled(self, command: Command) -> bool:
        """Undo needs an input of a game that may be changed; to take over is for a second screen."""
        session = self.controller.session
        if command in (UNDO, REDO):
            count = session.undo_count if command is UNDO else session.redo_count
            return count > 0 and not self.controller.read_only
        return super().is_enabled(command) and (command is not TAKE_OVER or self.controller.opened.read_only)

    async def on_mount(self) -> None:
        self.watch(self.app, "save_state", self.show_head, init=False)
        await self.show_play()
        # Where nothing takes the focus, nothing else has it drawn.
        self.foot.draw()

    async def show_play(self) -> None:
        """Draws the moment."""
        raise NotImplementedError

    def show_head(self) -> None:
        """Draws the line at the top."""
        raise NotImplementedError

    async def went_on(self, attempt: Attempt) -> None:
        """An input was given: shows where play stands now, or why it was refused."""
        raise NotImplementedError

    def was_refused(self) -> None:
        """An answer was refused: what is asked stands as it was drawn."""
        self.show_keys()

    @on(SessionChanged)
    async def _session_changed(self) -> None:
        self.set_class(self.only_reads(), "reader")
        await self.show_play()

    def on_screen_suspend(self) -> None:
        self._away = True

    async def on_screen_resume(self) -> None:
        """Play may have gone on while another screen was shown. A new screen has been drawn when it was mounted."""
        if self._away:
            self._away = False
            await self.show_play()

    @handles(QUIT)
    def leave_app(self) -> None:
        """Ends the app; dice that are typed and not entered are in no file, so that players are asked."""
        self.play.leave_typed(super().leave_app)

    async def open_big(self) -> None:
        if self.is_enabled(BIG):
            self.play.show_big()

    def known_odds(self) -> Odds | None:
        """The chances of what is asked, if this screen has them."""
        return None

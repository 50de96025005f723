"""What the table and the guide share: an open session, its undo and redo, its log and its tables."""

from __future__ import annotations

from collections.abc import Callable

from textual import on

from companion.engine.odds import Odds
from companion.tui.base_screen import MainScreen, SessionChanged
from companion.tui.commands import BIG, LOG, LUCK, PAST, QUIT, REDO, SHEETS, TAKE_OVER, UNDO, Command, handles
from companion.tui.controller import Attempt, SessionController
from companion.tui.screens.undo_at_border import take_back


class PlayScreen(MainScreen):
    """A screen that shows an open session."""

    def __init__(self, controller: SessionController) -> None:
        super().__init__()
        self.controller = controller
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
        return super().is_enabled(command) and (command is not TAKE_OVER or self.only_reads())

    async def on_mount(self) -> None:
        """Shows the moment; the head follows what is on the disk."""
        self.watch(self.app, "save_state", self.show_head, init=False)
        await self.show_play()

    async def show_play(self) -> None:
        """Draws the moment."""
        raise NotImplementedError

    def show_head(self) -> None:
        """Draws the line at the top."""
        raise NotImplementedError

    async def went_on(self, attempt: Attempt) -> None:
        """An input was given: shows where play stands now, or why it was refused."""
        raise NotImplementedError

    @on(SessionChanged)
    async def _session_changed(self) -> None:
        self.set_class(self.only_reads(), "reader")
        await self.show_play()

    def on_screen_suspend(self) -> None:
        """What is shown may be out of date when one comes back to it."""
        self._away = True

    async def on_screen_resume(self) -> None:
        """Play may have gone on while another screen was shown. A new screen has been drawn when it was mounted."""
        if self._away:
            self._away = False
            await self.show_play()

    @handles(QUIT)
    def leave_app(self) -> None:
        """Ends the app; dice that are typed and not entered are in no file, so that players are asked."""
        self.leave_typed(super().leave_app)

    def leave_typed(self, leave: Callable[[], object]) -> None:
        """Leaves the open game, once players want to if dice are typed and not entered."""
        from companion.tui.screens.asking import PickOne

        typed = self.controller.draft()
        if not typed:
            leave()
            return
        choices = [("stay", "Stay: they are still in the field"), ("leave", "Leave without them")]
        self.open_over(
            PickOne(f"Dice are typed and not entered yet: {typed}. Leave?", choices),
            lambda how: leave() if how == "leave" else None,
        )

    @handles(UNDO)
    async def undo(self) -> None:
        """Undoes the last input; into a procedure, if it was the last of one."""
        await take_back(self, self.controller, self.went_on)

    @handles(REDO)
    async def redo(self) -> None:
        """Puts it back."""
        await self.went_on(self.controller.attempt(lambda s: s.redo()))

    @handles(LOG)
    def show_log(self) -> None:
        """The whole game as sentences."""
        from companion.tui.screens.log import LogScreen

        def closed(place: int | None) -> None:
            if place is not None:
                self.host.show_past(place)

        self.open_over(LogScreen(self.controller), closed)

    @handles(PAST)
    def show_past(self) -> None:
        """The table as it was, from the last line on."""
        self.host.show_past()

    @handles(SHEETS)
    def show_sheets(self) -> None:
        """The tables and traits of the game."""
        from companion.tui.screens.sheets import SheetsScreen

        self.open_over(SheetsScreen(self.controller.session.ruleset, self.controller.hooks.sheets()))

    async def open_big(self) -> None:
        """Big mode, unless the answer is secret."""
        if self.is_enabled(BIG):
            self.show_big()

    def known_odds(self) -> Odds | None:
        """The chances of what is asked, if this screen has them."""
        return None

    @handles(BIG)
    def show_big(self) -> None:
        """The request and its fight at reading distance."""
        self.host.show_big(self.known_odds())

    def card(self, of: str) -> None:
        """Opens the card of a unit, a side or the table."""
        from companion.tui.forms.form_screen import FormScreen
        from companion.tui.screens.unit_card import CardForm

        self.open_over(FormScreen(CardForm(self.controller, of)))

    def open_kit(self) -> None:
        """The Kit, and the card that was chosen there."""
        from companion.tui.forms.form_screen import FormScreen
        from companion.tui.screens.kit import KitForm

        self.open_over(FormScreen(KitForm(self.controller)), lambda of: self.card(of) if of is not None else None)

    @handles(TAKE_OVER)
    def take_over(self) -> None:
        """Plays on here, when nothing is in the way any more."""
        self.host.take_over()

    @handles(LUCK)
    def show_luck(self) -> None:
        """What everybody rolled, and how unusual that is."""
        from companion.tui.screens.luck import LuckPanel

        self.open_over(LuckPanel(self.controller.session))

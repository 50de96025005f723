"""What all screens of an open game share: undo and redo, its log and its tables, and what is looked at over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on

from companion.engine.odds import Odds
from companion.tui.base_screen import MainScreen, SessionChanged
from companion.tui.commands import PAST, REDO, TAKE_OVER, UNDO, Command
from companion.tui.controller import Attempt, SessionController
from companion.tui.screens.undo_at_border import take_back


class PlayKeys:
    """The commands that are the same on all screens of a game."""

    def __init__(self, screen: PlayScreen) -> None:
        self.screen = screen
        self.controller = screen.controller

    async def do_undo(self) -> None:
        """Undoes the last input; into a procedure, if it was the last of one."""
        await take_back(self.screen, self.controller, self.screen.went_on)

    async def do_redo(self) -> None:
        await self.screen.went_on(self.controller.attempt(lambda s: s.redo()))

    def do_log(self) -> None:
        from companion.tui.screens.log import LogScreen

        self.screen.open_over(LogScreen(self.controller), self.screen.host.do_past)

    def do_sheets(self) -> None:
        from companion.tui.screens.sheets import SheetsScreen

        self.screen.open_over(SheetsScreen(self.controller.session.ruleset, self.controller.hooks.sheets()))

    def do_big(self) -> None:
        self.screen.host.show_big(self.screen.known_odds())

    def do_luck(self) -> None:
        from companion.tui.screens.luck import LuckPanel

        self.screen.open_over(LuckPanel(self.controller.session))

    def do_kit(self) -> None:
        """The Kit, and the card that was chosen there."""
        from companion.tui.forms.form_screen import FormScreen
        from companion.tui.screens.kit import KitForm

        self.screen.open_over(FormScreen(KitForm(self.controller)), self.card)

    # -- not commands of their own --------------------------------------------------------------------------------

    def card(self, of: str) -> None:
        """Opens the card of a unit, a side or the table."""
        from companion.tui.forms.form_screen import FormScreen
        from companion.tui.screens.unit_card import CardForm

        self.screen.open_over(FormScreen(CardForm(self.controller, of)))

    def leave_typed(self, leave: Callable[[], object]) -> None:
        """Leaves the open game, once players want to if dice are typed and not entered."""
        typed = self.controller.draft()
        if not typed:
            leave()
            return
        choices = [(None, "Stay: it is still in the field"), (leave, "Leave without it")]
        question = f"“{typed}” is typed and not entered yet. Leave?"
        self.screen.ask(question, choices, lambda act: act())


class PlayScreen(MainScreen):
    """A screen that shows an open session."""

    parts: ClassVar = {"play": PlayKeys, "app": (PAST,), "app.others": (TAKE_OVER,)}

    first: ClassVar[Sequence[Command]] = ()
    """The commands that come first in the footer, in this order; the others follow."""

    def __init__(self, controller: SessionController) -> None:
        super().__init__()
        self.controller = controller
        self.play = PlayKeys(self)
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

    def enabled(self) -> list[Command]:
        first = self.first
        return sorted(super().enabled(), key=lambda one: first.index(one) if one in first else len(first))

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

    async def came_back(self) -> None:
        """Play may have gone on."""
        await self.show_play()

    def do_quit(self) -> None:
        """Ends the app; dice that are typed and not entered are in no file, so that players are asked."""
        self.play.leave_typed(super().do_quit)

    def known_odds(self) -> Odds | None:
        """The chances of what is asked, if this screen has them."""
        return None

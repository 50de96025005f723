"""What every screen of an open game can do beside its own: undo and redo, and what is looked at over it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from companion.tui.base_screen import MainScreen
from companion.tui.commands import BIG, LOG, LUCK, PAST, REDO, SHEETS, TAKE_OVER, UNDO, handles
from companion.tui.controller import Attempt, SessionController
from companion.tui.screens.undo_at_border import take_back

if TYPE_CHECKING:
    from companion.engine.odds import Odds


class PlayKeys:
    """The commands that are the same on all screens of a game. `then` gets what became of undo and redo."""

    def __init__(
        self,
        screen: MainScreen,
        controller: SessionController,
        then: Callable[[Attempt], Awaitable[None]],
        odds: Callable[[], Odds | None],
    ) -> None:
        self.screen = screen
        self.controller = controller
        self._then = then
        self._odds = odds

    @handles(UNDO)
    async def undo(self) -> None:
        """Undoes the last input; into a procedure, if it was the last of one."""
        await take_back(self.screen, self.controller, self._then)

    @handles(REDO)
    async def redo(self) -> None:
        await self._then(self.controller.attempt(lambda s: s.redo()))

    @handles(LOG)
    def show_log(self) -> None:
        from companion.tui.screens.log import LogScreen

        self.screen.open_over(LogScreen(self.controller), self.screen.host.show_past)

    @handles(PAST)
    def show_past(self) -> None:
        self.screen.host.show_past()

    @handles(SHEETS)
    def show_sheets(self) -> None:
        from companion.tui.screens.sheets import SheetsScreen

        self.screen.open_over(SheetsScreen(self.controller.session.ruleset, self.controller.hooks.sheets()))

    @handles(BIG)
    def show_big(self) -> None:
        self.screen.host.show_big(self._odds())

    @handles(TAKE_OVER)
    def take_over(self) -> None:
        self.screen.host.take_over()

    @handles(LUCK)
    def show_luck(self) -> None:
        from companion.tui.screens.luck import LuckPanel

        self.screen.open_over(LuckPanel(self.controller.session))

    # -- not commands of their own --------------------------------------------------------------------------------

    def card(self, of: str) -> None:
        """Opens the card of a unit, a side or the table."""
        from companion.tui.forms.form_screen import FormScreen
        from companion.tui.screens.unit_card import CardForm

        self.screen.open_over(FormScreen(CardForm(self.controller, of)))

    def kit(self) -> None:
        """The Kit, and the card that was chosen there."""
        from companion.tui.forms.form_screen import FormScreen
        from companion.tui.screens.kit import KitForm

        self.screen.open_over(FormScreen(KitForm(self.controller)), self.card)

    def leave_typed(self, leave: Callable[[], object]) -> None:
        """Leaves the open game, once players want to if dice are typed and not entered."""
        typed = self.controller.draft()
        if not typed:
            leave()
            return
        choices = [(None, "Stay: it is still in the field"), (leave, "Leave without it")]
        question = f"“{typed}” is typed and not entered yet. Leave?"
        self.screen.ask(question, choices, lambda act: act())

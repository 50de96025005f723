"""What is opened from the table: contacts, melees, cards, reasons, the units by name, the report; and the ways out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.frontend.ended_numbers import EndedNumbers
from companion.tui.board.view import BoardView
from companion.tui.commands import (
    ACCEPT,
    BACK,
    CAMPAIGN,
    CHANGE_GAME,
    CLOSED,
    HOME,
    MELEES,
    REPORT,
    SHARE,
    TOUCH,
    UNITS,
    WHY,
    Command,
)
from companion.tui.controller import Attempt
from companion.tui.screens.play_screen import PlayScreen
from companion.tui.text import card_of_table, plain
from companion.tui.widgets.folded import FOLDED
from companion.tui.widgets.lines import LineList

if TYPE_CHECKING:
    from companion.tui.screens.finding import Found


class TableKeys:
    """The commands that open something over a table, which shows this board, or leave it; `overlay`: for the guide."""

    def __init__(self, screen: PlayScreen, view: BoardView, overlay: bool) -> None:
        self.screen = screen
        self.view = view
        self.overlay = overlay
        self.controller = screen.controller

    def is_enabled(self, command: Command) -> bool:
        """Contact needs a unit under the cursor; nothing is written in a read-only game; a seat has this game alone."""
        marked, host = self.view.marked(), self.screen.host
        if command in (CAMPAIGN, SHARE, HOME, WHY) and self.overlay:
            return False
        if command in (TOUCH, CHANGE_GAME, UNITS, SHARE, WHY) and self.controller.read_only:
            return False
        if command is WHY:
            return bool(EndedNumbers(self.controller.opened).title)
        if command is CAMPAIGN:
            return self.controller.campaign_file is not None
        if command is REPORT:
            return not self.controller.at_seat
        if command in (SHARE, HOME):
            return not host.is_seat and not (command is HOME and marked)
        if command is BACK:
            return self.overlay or marked is not None
        if command is ACCEPT:
            return isinstance(self.screen.focused, LineList) and self.screen.focused.value is not None
        if command is TOUCH:
            return marked in self.controller.session.table.units
        if command is MELEES:
            return self.view.board is not None and bool(self.view.board.melees)
        return command is not CLOSED or any(row.value == FOLDED for row in self.view.next.actions.rows)

    def do_accept(self) -> None:
        if isinstance(self.screen.focused, LineList):
            self.screen.focused.action_choose()

    def do_back(self) -> None:
        """Back to the guide; at rest, from the units to what may be started."""
        if self.overlay:
            _ = self.screen.app.pop_screen()
        else:
            self.view.next.actions.focus()

    def do_closed(self) -> None:
        from companion.tui.screens.list_panel import closed_panel

        closed = [action for action in self.controller.hooks.actions() if not action.open]
        listed = [(action.title, action.why_not or "") for action in closed]
        self.screen.open_over(closed_panel("Closed actions", listed))

    def do_touch(self) -> None:
        from companion.tui.forms.form_screen import FormScreen
        from companion.tui.screens.contacts import ContactForm

        unit = self.view.marked()
        if unit is not None:
            self.screen.open_over(FormScreen(ContactForm(self.controller, unit)))

    def do_why(self) -> None:
        """The numbers of what ended last. To overrule one may lead back into it."""
        from companion.tui.screens.reasons import ReasonsScreen

        self.screen.open_over(ReasonsScreen(self.controller), after=lambda: self.screen.went_on(Attempt()))

    def do_melees(self) -> None:
        from companion.tui.screens.contacts import MeleeScreen

        self.screen.open_over(MeleeScreen(self.controller))

    def do_units(self) -> None:
        """The card of the marked unit; else asks of whom."""
        of = self.view.marked()
        if of is not None:
            self.screen.play.card(of)
            return
        table = self.controller.session.table
        choices = [(thing, plain(table.title(thing))) for thing in (*table.sides, *table.units)]
        self.screen.ask("Adjust what?", [*choices, ("table", card_of_table(table))], self.screen.play.card)

    def do_find(self) -> None:
        from companion.tui.screens.finding import FindPanel

        async def chosen(found: Found) -> None:
            if found.order is not None:
                view.order = found.order
                await self.screen.show_play()
            else:
                view.mark_unit(found.unit)

        view = self.view
        if view.board is not None:
            self.screen.open_over(FindPanel(self.controller.session.table, view.board, view.order), chosen)

    def do_change_game(self) -> None:
        self.screen.play.card("table")

    def do_report(self) -> None:
        from companion.tui.screens.page_prompt import ask_report

        file = self.controller.opened.file
        ask_report(self.screen, file, file.parent)

    def do_home(self) -> None:
        self.screen.play.leave_typed(self.screen.host.close_session)

    def do_campaign(self) -> None:
        file, host = self.controller.campaign_file, self.screen.host
        if file is not None:
            self.screen.play.leave_typed(lambda: self.screen.call_later(host.show_campaign, file))

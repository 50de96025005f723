"""What is opened from the table: contacts, melees, cards, the units by name, the Kit, the report; and the ways out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tui.board.view import BoardView
from companion.tui.commands import CAMPAIGN, CHANGE_GAME, FIND, HOME, KIT, MELEES, REPORT, SHARE, TOUCH, UNITS, handles
from companion.tui.screens.play_screen import PlayScreen
from companion.tui.text import card_of_table, plain

if TYPE_CHECKING:
    from companion.tui.screens.finding import Found


class TableKeys:
    """The commands that open something over a table, which shows this board, or leave it."""

    def __init__(self, screen: PlayScreen, view: BoardView) -> None:
        self.screen = screen
        self.view = view
        self.controller = screen.controller

    @handles(TOUCH)
    def show_contacts(self) -> None:
        """Contact of the marked unit."""
        from companion.tui.forms.form_screen import FormScreen
        from companion.tui.screens.contacts import ContactForm

        unit = self.view.marked()
        if unit is not None:
            self.screen.open_over(FormScreen(ContactForm(self.controller, unit)))

    @handles(MELEES)
    def show_melees(self) -> None:
        """Every melee, and the contacts in it."""
        from companion.tui.screens.contacts import MeleeScreen

        self.screen.open_over(MeleeScreen(self.controller))

    @handles(UNITS)
    def adjust(self) -> None:
        """The card of the marked unit; else asks of whom."""
        of = self.view.marked()
        if of is not None:
            self.screen.play.card(of)
            return
        table = self.controller.session.table
        choices = [(thing, plain(table.title(thing))) for thing in (*table.sides, *table.units)]
        self.screen.ask("Adjust what?", [*choices, ("table", card_of_table(table))], self.screen.play.card)

    @handles(FIND)
    def find(self) -> None:
        """Finds a unit by typing, or sorts them."""
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

    @handles(KIT)
    def show_kit(self) -> None:
        """Victory points, clocks, what to remember, and the cards of the sides."""
        self.screen.play.kit()

    @handles(CHANGE_GAME)
    def change_game(self) -> None:
        """Round, phase, whose turn, and the options of this game."""
        self.screen.play.card("table")

    @handles(REPORT)
    def write_report(self) -> None:
        """Asks where the report of this battle goes."""
        from companion.tui.screens.page_prompt import ask_report

        file = self.controller.opened.file
        ask_report(self.screen, file, file.parent)

    @handles(SHARE)
    async def share(self) -> None:
        """Shares the table, or shows how one joins it."""
        await self.screen.host.share_table()

    @handles(HOME)
    def go_home(self) -> None:
        """Closes the game."""
        self.screen.play.leave_typed(self.screen.host.close_session)

    @handles(CAMPAIGN)
    def show_campaign(self) -> None:
        """Closes the game and shows its campaign."""
        file, host = self.controller.campaign_file, self.screen.host
        if file is not None:
            self.screen.play.leave_typed(lambda: self.screen.call_later(host.show_campaign, file))

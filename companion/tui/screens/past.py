"""The table as it was: through the battle line by line, and from there back into play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from textual import on
from textual.widget import Widget

from companion.tui.board.next_panel import NextPanel
from companion.tui.board.view import BoardView
from companion.tui.commands import (
    ACCEPT,
    BACK,
    EARLIER,
    FROM_HERE,
    HELP,
    LATER,
    MENU,
    ROUND_AFTER,
    SHEETS,
    THEME,
    Command,
)
from companion.tui.controller import Attempt, SessionController
from companion.tui.look.colours import fill
from companion.tui.screens.past_keys import PastKeys
from companion.tui.screens.past_lines import PastController, rows_around
from companion.tui.screens.play_screen import PlayScreen
from companion.tui.screens.table import TableScreen
from companion.tui.sizes import ROOMY
from companion.tui.widgets.lines import GUTTER, LineList

_LINES, _MORE_LINES = 4, 9
"""Lines of the log that are shown, in a low terminal and in a high one."""

_OPEN: Final = (FROM_HERE, ACCEPT, BACK, SHEETS, HELP, MENU, THEME)
"""What can be done in the past beside going about: nothing of what the table offers but to look."""

_PADDING = 2
"""Cells beside the list of lines."""


class PastScreen(PlayScreen):
    """The table at a line of the log. What may be done at the table is closed here.

    `place` is where it opens; None: the last line.
    """

    heading = "The past"
    parts: ClassVar = {"going": PastKeys}
    first = (ACCEPT, EARLIER, LATER, BACK)

    def __init__(self, live: SessionController, place: int | None = None) -> None:
        self.live = live
        looking = PastController(live)
        super().__init__(looking)
        self.past = looking.past
        self.going = PastKeys(self, self.past, self.go)
        self.remark = ""
        """What the banner says too, until play is looked at elsewhere."""
        if place is not None:
            self.past.go(place)
        self.next = NextPanel()
        # Lines of the log are read.
        self.next.actions.remove_class("fills")
        self.next.actions.numbered = self.next.actions.one_click = False
        # The lines of the log tell what happened last.
        self.view = BoardView(looking, self.next, self.play.card, lambda: "", told=False)

    def only_reads(self) -> bool:
        """What is past is only looked at, but its keys lead through it: it is no second screen."""
        return False

    def body(self) -> Iterable[Widget]:
        yield self.view

    async def on_mount(self) -> None:
        # Textual calls the handler of the class above by itself, after this one.
        self.next.actions.focus()

    # -- drawing --------------------------------------------------------------------------------------------------

    async def show_play(self) -> None:
        if self.is_attached:
            self.view.gather()
            self._draw()
            self.show_keys()

    def _draw(self) -> None:
        """Where in the log this is, the lines around it, and the table there."""
        past = self.past
        where = f"Line {past.place} of {past.now} · as it was{self.remark}"
        self.next.band.say(where, past.table.spec.round_named(past.round_at(past.place)), fill("text"))
        with self.next.actions.prevent(LineList.Moved):
            # Only players move the mark to another line; what is drawn follows.
            # As wide as the list will be: it has no size yet when the screen is drawn for the first time.
            width = max(20, self.size.width - _PADDING - GUTTER - 1)
            room = _MORE_LINES if self.size.height >= ROOMY else _LINES
            self.next.actions.show(rows_around(past, width, room), past.place)
        self._mark_units()
        self.view.draw()

    def on_resize(self) -> None:
        if self.view.board is not None:
            self._draw()

    def show_head(self) -> None:
        self.view.show_head()

    def _mark_units(self) -> None:
        line, table = self.past.line, self.past.table
        about = [table.units[of] for of in (line.of if line is not None else ()) if of in table.units]
        for side, cards in self.view.sides.items():
            own = next((unit.id for unit in about if unit.side == side), None)
            cards.set_class(own is not None, "about")
            if own is not None:
                cards.mark(own)

    # -- going about ----------------------------------------------------------------------------------------------

    async def go(self, place: int, remark: str = "") -> None:
        """Shows the table at a place."""
        self.remark = remark
        self.past.go(place)
        await self.show_play()

    @on(LineList.Moved, ".cards")
    def _unit_marked(self) -> None:
        self.show_keys()

    @on(LineList.Moved, "#actions")
    async def _line_marked(self, message: LineList.Moved) -> None:
        message.stop()
        if message.value is not None and message.value != self.past.place:
            await self.go(message.value)

    @on(LineList.Chosen, "#actions")
    async def _line_chosen(self, message: LineList.Chosen) -> None:
        message.stop()
        if self.is_enabled(FROM_HERE):
            await self.do_from_here()

    # -- back into play -------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """Whatever would change the table is closed."""
        if command not in _OPEN and not hasattr(PastKeys, command.method):
            return False
        at_lines = self.focused is self.next.actions
        if command is FROM_HERE or (command is ACCEPT and at_lines):
            return not self.live.read_only
        return super().is_enabled(command) and (command is not ACCEPT or self.view.marked() is not None)

    def short(self, command: Command) -> str:
        """Enter goes on from a line."""
        if command is ACCEPT and self.focused is self.next.actions:
            return "from here"
        if command is ACCEPT:
            return "card"
        return {BACK: "now", ROUND_AFTER: self._round_word}.get(command, super().short(command))

    @property
    def _round_word(self) -> str:
        return self.past.table.spec.round_word

    def in_footer(self, command: Command) -> bool:
        return super().in_footer(command) and (command is not FROM_HERE or self.focused is not self.next.actions)

    async def do_accept(self) -> None:
        if self.focused is self.next.actions:
            await self.do_from_here()
        elif isinstance(self.focused, LineList):
            self.focused.action_choose()

    def do_back(self) -> None:
        _ = self.app.pop_screen()

    async def do_from_here(self) -> None:
        """Takes play back to this line, or changes the answer that led to it; asks first."""
        from companion.tui.screens.past_to_play import ask_from_here

        if not ask_from_here(self, self.live, self.past, self.went_on):
            await self.go(self.past.place, " · play stands here now")

    async def went_on(self, attempt: Attempt) -> None:
        """Play was taken back, or an answer was changed: shows what is now."""
        if not attempt.ok:
            self.host.say(attempt.fault, bad=True)
            return
        # This screen, and a table that lay over the guide: the guide shows what is now.
        while self.app.screen is self or (isinstance(self.app.screen, TableScreen) and self.app.screen.overlay):
            _ = self.app.pop_screen()
        if self.live.session.run is not None:
            await self.host.show_guide()

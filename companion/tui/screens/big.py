"""Big mode: who decides what, both fighters and the number to reach, to be read from two metres; nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from textual import on
from textual.content import Content
from textual.widget import Widget

from companion.engine.odds import Odds
from companion.tui.board.next_panel import action_rows, in_order
from companion.tui.commands import ACCEPT, BIG, PEEK, ROLL, UNDO, WHY, Command
from companion.tui.controller import SessionController
from companion.tui.look.key_row import Key
from companion.tui.look.rows import BLANK
from companion.tui.screens.guide_mode import does_something
from companion.tui.screens.middle import AnswerScreen
from companion.tui.screens.starting import StartFlow
from companion.tui.sizes import by_touch, foot_rows
from companion.tui.widgets.big_reading import BigReading
from companion.tui.widgets.line_view import lines_of
from companion.tui.widgets.lines import LineList
from companion.tui.widgets.plain import PlainStatic

_EDGE = 3
_LEAST_BELOW = 10
"""Rows that what answers has at least."""


class BigScreen(AnswerScreen):
    """The request at reading distance. Never opened for a secret answer: the other player would read it too."""

    heading = "Big"
    first = (ACCEPT, ROLL, PEEK, UNDO, BIG)
    do_kit = None

    def __init__(self, controller: SessionController, odds: Odds | None = None) -> None:
        super().__init__(controller)
        self.reading = BigReading(controller, odds, controller.moment())
        """The chances are those of the request at which it was opened: they are worked out in the guide."""
        self.band = PlainStatic(id="big-band")
        self.rest = PlainStatic(id="big-rest")
        self.actions = LineList(id="big-actions", classes="bare fills", numbered=True, one_click=True)
        """What may be started, where nothing is asked."""
        self.starting = StartFlow(self, self.went_on)
        self.add_class("large")

    def body(self) -> Iterable[Widget]:
        yield self.band
        yield self.rest
        yield self.now

    async def show_play(self) -> None:
        async with self.drawing:
            if self.is_attached and self.size.width:
                await self._show()

    async def _show(self) -> None:
        self.host.look()
        await self._show_answer()
        width, needed, touched = self.size.width, self._below(), by_touch(self.size)
        rows, room = self._band(letters=True)
        if touched and needed > room:
            # What is tapped is whole, whatever else there is.
            rows, room = self._band(letters=False)
        self.band.show(rows)
        below = min(needed, room if touched else max(_LEAST_BELOW, room * 3 // 4))
        self.now.styles.height = below
        left = max(0, room - below)
        rest = self.reading.rest(self.size, width - 2 * _EDGE, max(1, left), answers=self.panel is not None)[:left]
        self.rest.show([Content(""), *(Content.assemble(" " * _EDGE, row) for row in rest)])
        self.show_keys()

    def _band(self, *, letters: bool) -> tuple[list[Content], int]:
        """The rows of the band, and those that are left for all below it but the keys."""
        width = self.size.width
        band, colour = self.reading.band(width - 2 * _EDGE, letters=letters)
        blank = [BLANK] * letters
        edged = [Content.assemble(" " * _EDGE, row) for row in (*blank, *band, *blank)]
        rows = [row.extend_right(max(0, width - row.cell_length)).stylize(colour) for row in edged]
        return rows, max(1, self.size.height - len(rows) - 1 - foot_rows(self.size))

    def _below(self) -> int:
        """Rows that what answers, or what may be started, needs to be whole; who only looks on has neither."""
        if not self.now.display:
            return 1
        if self.controller.session.run is not None:
            return self.now.rows(self.size.width)[1]
        return lines_of(self.actions, self.actions.rows, self.size.width) + 1

    async def _show_answer(self) -> None:
        """The request that is asked now, or what may be started; nothing for who only looks on."""
        here, controller = self.now, self.controller
        if here.drawn == here.drawing():
            return
        if controller.read_only:
            await here.show_other(None)
        elif controller.session.run is None:
            await here.show_other(self.actions)
            actions = [action for action in controller.hooks.actions() if action.open]
            offered = in_order(actions, controller.hooks.suggested(actions))
            self.actions.show(action_rows(offered, self.size.width - 2 * _EDGE))
            self.set_focus(self.actions)
        else:
            await here.show(self.reading.odds if self.reading.odds_at == controller.moment() else None)
            here.aim()
        here.display = bool(here.children)

    @on(LineList.Chosen, "#big-actions")
    async def _chosen(self, message: LineList.Chosen) -> None:
        message.stop()
        await self.starting.ask(message.value, None)

    def show_head(self) -> None:
        """Nothing but the fight is here."""

    async def on_resize(self) -> None:
        """Larger letters fit, or fewer."""
        await self.show_play()

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """Dice can be rolled and inputs undone from here."""
        if command is ACCEPT:
            return self.now.display
        if command in (PEEK, WHY, ROLL):
            return does_something(command, self.controller, self.now.mode())
        return super().is_enabled(command)

    def footer_keys(self) -> list[Key]:
        """By touch the answer and the app's dice have rows of their own."""
        keys = super().footer_keys()
        return [key for key in keys if key.command not in (ACCEPT.id, ROLL.id)] if by_touch(self.size) else keys

    def short(self, command: Command) -> str:
        """The key that came here goes back."""
        if command is ACCEPT and self.panel is None:
            return "start"
        return "back" if command is BIG else super().short(command)

    def do_accept(self) -> None:
        """Gives the answer, or starts what is marked."""
        if self.panel is not None:
            super().do_accept()
        else:
            self.actions.action_choose()

    async def do_back(self) -> None:
        """Back to where it was opened; to the guide, if a procedure was begun here."""
        await self.app.pop_screen()
        if self.controller.session.run is not None and not self.controller.read_only:
            await self.host.show_guide()

    do_big = do_back

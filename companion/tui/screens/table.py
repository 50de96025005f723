"""The table: both forces, the melees, whose turn, and the next thing to do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from textual import events, on
from textual.widget import Widget

from companion.tui.board.letter_field import LetterField
from companion.tui.board.next_panel import RESUME, NextPanel
from companion.tui.board.view import BoardView
from companion.tui.commands import (
    ACCEPT,
    BACK,
    BIG,
    FIND,
    KIT,
    LESS,
    LOG,
    MELEES,
    MENU,
    MORE,
    PAST,
    QUIT,
    REDO,
    SECOND_LESS,
    SHARE,
    TAKE_OVER,
    UNDO,
    UNITS,
    Command,
    key_name,
)
from companion.tui.controller import Attempt, SessionController
from companion.tui.look.key_row import Key
from companion.tui.screens.counting import COUNTING, Counting
from companion.tui.screens.guide_mode import mode_of
from companion.tui.screens.play_screen import PlayScreen
from companion.tui.screens.starting import StartFlow
from companion.tui.screens.table_keys import TableKeys
from companion.tui.sizes import by_touch
from companion.tui.widgets.folded import FOLDED
from companion.tui.widgets.lines import LineList

_WIDE_FOOTER: Final = 100
"""Columns from which the keys show how a letter is used."""

_FEW_UNITS: Final = 12
"""How many units are found without searching."""


class TableScreen(PlayScreen):
    """The state of play. `overlay`: shown over the guide, to look and to adjust, while a procedure is open."""

    heading = "Table"
    parts: ClassVar = {"counting": Counting, "looking": TableKeys, "app": (SHARE,)}
    first = (BACK, ACCEPT, *COUNTING, MELEES, UNDO, UNITS, FIND, BIG, LOG, KIT, MENU)

    def __init__(self, controller: SessionController, overlay: bool = False) -> None:
        super().__init__(controller)
        self.overlay = overlay
        self.fault = ""
        """What was wrong with the last input, in words; empty once something else was done."""
        self.next = NextPanel()
        self.view = BoardView(controller, self.next, self.play.card, lambda: key_name(self.foot.live_key(FIND)))
        self.counting = Counting(controller, self.view, self.was_counted)
        self.looking = TableKeys(self, self.view, overlay)
        self.starting = StartFlow(self, self._started)

    def body(self) -> Iterable[Widget]:
        yield self.view

    async def on_mount(self) -> None:
        """The cursor is on the next thing to do."""
        # Textual calls the handler of the class above by itself, after this one.
        self.next.actions.focus()

    # -- drawing --------------------------------------------------------------------------------------------------

    async def show_play(self) -> None:
        """Draws the moment; what did not change is not drawn."""
        if not self.is_attached:
            return
        self.view.gather()
        self.host.look()
        self._draw()
        self.show_keys()

    def _draw(self) -> None:
        board = self.view.board
        if board is not None:
            key = key_name(self.foot.live_key(TAKE_OVER)) if self.controller.opened.read_only else ""
            self.next.show(self.controller, self.size, key, self.overlay)
            self.view.draw(self.fault)

    def on_resize(self) -> None:
        self._draw()

    def show_head(self) -> None:
        self.view.show_head()

    def second_passed(self) -> None:
        """A second went by: the clocks show it."""
        if self.controller.clocks.running:
            self.view.show_side_heads()

    # -- units ----------------------------------------------------------------------------------------------------

    async def on_key(self, event: events.Key) -> None:
        """The number of an action starts it, wherever the cursor stands; left and right go between the sides."""
        if event.key in ("left", "right") and self.view.marked() is not None:
            event.stop()
            self.view.beside(1 if event.key == "right" else -1)
        elif self.focused is not self.next.actions:
            self.next.actions.on_key(event)

    @on(LineList.Moved)
    def _cursor_moved(self) -> None:
        self.show_keys()

    # -- counting by hand -----------------------------------------------------------------------------------------

    @on(LetterField.Typed)
    async def _letter_typed(self, message: LetterField.Typed) -> None:
        await self.counting.letter_typed(message.letter)

    @on(LineList.Counted, ".cards")
    async def _pip_tapped(self, message: LineList.Counted) -> None:
        message.stop()
        if not self.controller.read_only and message.value is not None:
            await self.counting.give(MORE if message.by > 0 else LESS, message.value)

    async def was_counted(self, fault: str) -> None:
        """Draws what was counted, and says what was wrong with it."""
        self.fault = fault
        await self.show_play()

    # -- what may be started --------------------------------------------------------------------------------------

    @on(LineList.Chosen, "#actions")
    async def _chosen(self, message: LineList.Chosen) -> None:
        message.stop()
        if message.value == RESUME:
            await self._resume()
        elif message.value == FOLDED:
            # Only looked at: afterwards Enter does what the headline names.
            self.next.mark_first()
            self.looking.do_closed()
        elif isinstance(message.value, Command):
            await self.action_command(message.value.id)
        else:
            await self.starting.ask(message.value, self.view.marked())

    async def _started(self, attempt: Attempt) -> None:
        self.fault = attempt.fault
        await (self._resume() if attempt.ok else self.show_play())

    async def _resume(self) -> None:
        if self.overlay:
            _ = self.app.pop_screen()
        elif mode_of(self.controller) != "rest":
            await self.host.show_guide()
        await self.show_play()

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """What the parts carry out they know; over the guide nothing leads on from the table."""
        if command in COUNTING:
            return not self.controller.read_only and self.counting.is_enabled(command)
        if command in (QUIT, PAST, UNDO, REDO) and self.overlay:
            return False
        if command is PAST:
            return self.controller.session.undo_count > 0
        return super().is_enabled(command) and self.looking.is_enabled(command)

    def short(self, command: Command) -> str:
        """Signs are named after what they do, Enter after what it starts."""
        if command in COUNTING:
            return "" if command is SECOND_LESS else self.counting.words(command)
        if command is FIND:
            return "find, sort"
        if command is BACK and not self.overlay:
            return "actions"
        if command is ACCEPT:
            if self.view.marked() is not None:
                return "card"
            return self.next.does()
        return super().short(command)

    def footer_keys(self) -> list[Key]:
        """Where there is room and no unit is marked, the signs show how a letter is used: `− A wounds A`."""
        keys = super().footer_keys()
        if by_touch(self.size):
            # Rows and pips are tapped themselves.
            tapped = [command.id for command in (ACCEPT, *COUNTING)]
            return [key for key in keys if key.command not in tapped]
        shows = self.size.width >= _WIDE_FOOTER and self.view.marked() is None
        return self.counting.with_letters(keys) if shows else keys

    def in_footer(self, command: Command) -> bool:
        """Finding a unit needs no place if there are few: they are all in view."""
        few = len(self.controller.session.table.units) <= _FEW_UNITS
        return super().in_footer(command) and not (command is FIND and few)

    async def went_on(self, attempt: Attempt) -> None:
        """Undo may lead back into a procedure."""
        self.fault = attempt.fault
        await self.show_play()
        if self.controller.session.run is not None and not self.overlay:
            await self.host.show_guide()

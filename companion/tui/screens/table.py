"""The table: both forces, the melees, whose turn, and the next thing to do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from textual import events, on
from textual.widget import Widget

from companion.engine.ruleset import Action
from companion.engine.state.table import Unit
from companion.frontend.by_hand import count_health, count_second, health_spec, second_spec
from companion.tui.board.heads import SideHead
from companion.tui.board.letter_field import LetterField
from companion.tui.board.next_panel import RESUME, TAKING_OVER, NextPanel
from companion.tui.board.view import BoardView
from companion.tui.commands import (
    ACCEPT,
    BACK,
    BIG,
    CAMPAIGN,
    CHANGE_GAME,
    CLOSED,
    FIND,
    HOME,
    KIT,
    LESS,
    LOG,
    MELEES,
    MENU,
    MORE,
    PAST,
    QUIT,
    REDO,
    REPORT,
    SECOND_LESS,
    SECOND_MORE,
    TAKE_OVER,
    TOUCH,
    UNDO,
    UNITS,
    Command,
    handles,
    key_name,
)
from companion.tui.controller import Attempt, SessionController
from companion.tui.look.key_row import Key
from companion.tui.screens.play_screen import PlayScreen
from companion.tui.screens.starting import StartFlow
from companion.tui.text import card_of_table, plain
from companion.tui.widgets.folded import FOLDED
from companion.tui.widgets.lines import LineList

_COUNTING: Final = (LESS, MORE, SECOND_LESS, SECOND_MORE)
"""The signs that count by hand: health, and the second tracker."""

_FIRST: Final = (BACK, ACCEPT, *_COUNTING, MELEES, UNDO, UNITS, FIND, BIG, LOG, KIT, MENU)
"""The commands of the footer in their order; the others follow."""


_WIDE_FOOTER: Final = 100
"""Columns from which the keys show how a letter is used."""

_FEW_UNITS: Final = 12
"""How many units are found without searching."""


class TableScreen(PlayScreen):
    """The state of play. `overlay`: shown over the guide, to look and to adjust, while a procedure is open."""

    heading = "Table"

    def __init__(self, controller: SessionController, overlay: bool = False) -> None:
        super().__init__(controller)
        self.overlay = overlay
        self.fault = ""
        """What was wrong with the last input, in words; empty once something else was done."""
        self.next = NextPanel()
        self._sign = LESS
        """The sign whose letter is typed."""
        self.view = BoardView(controller, self.next, lambda: key_name(self.live_key(FIND)))
        self.starting = StartFlow(controller, self.open_over, self._started)

    def body(self) -> Iterable[Widget]:
        """The board and what may be started."""
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
        self._draw()
        self.host.look()
        self.show_head()
        self.show_keys()

    def _draw(self) -> None:
        board = self.view.board
        if board is not None:
            key = key_name(self.live_key(TAKE_OVER)) if self.only_reads() else ""
            self.next.show(self.controller, board, self.size, key, self.overlay)
            self.view.draw(self.fault)

    def on_resize(self) -> None:
        """More or less fits."""
        self._draw()

    def show_head(self) -> None:
        """What is played, round, phase; whether everything is on disk."""
        self.view.show_head()

    def second_passed(self) -> None:
        """A second went by: the clocks show it."""
        if self.controller.clocks.running:
            self.view.show_side_heads()

    # -- units ----------------------------------------------------------------------------------------------------

    @on(LineList.Chosen, ".cards")
    def _open_card(self, message: LineList.Chosen) -> None:
        message.stop()
        if message.value is not None:
            self.card(message.value)

    @on(SideHead.Pressed)
    def _open_side(self, message: SideHead.Pressed) -> None:
        message.stop()
        self.card(message.side)

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

    def _counted(self) -> Unit | None:
        """The unit that the signs count of: the marked one, else as an example the first that stands."""
        units = self.controller.session.table.units
        marked = self.view.marked()
        return units[marked] if marked in units else next((one for one in units.values() if one.alive), None)

    @handles(*_COUNTING)
    async def count(self, command: Command) -> None:
        """One health, or one of the second tracker, less or more: of the marked unit, else of one by its letter."""
        of = self.view.marked()
        if of is not None:
            await self._count(command, of)
            return
        self._sign = command
        self.view.letter.ask(key_name(command.keys[0]), self._count_words(command))

    @on(LetterField.Typed)
    async def _letter_typed(self, message: LetterField.Typed) -> None:
        message.stop()
        self.next.actions.focus()
        board = self.view.board
        units = (one for side in board.sides.values() for one in side) if board is not None else ()
        of = next((one.id for one in units if one.letter == message.letter), None)
        if of is None:
            self.fault = f"No unit has the letter {message.letter}."
            await self.show_play()
        else:
            await self._count(self._sign, of)

    @on(LetterField.Left)
    def _letter_left(self, message: LetterField.Left) -> None:
        message.stop()
        self.next.actions.focus()

    @on(LineList.Counted, ".cards")
    async def _pip_tapped(self, message: LineList.Counted) -> None:
        message.stop()
        if not self.controller.read_only and message.value is not None:
            await self._count(MORE if message.by > 0 else LESS, message.value)

    async def _count(self, command: Command, of: str) -> None:
        by = 1 if command in (MORE, SECOND_MORE) else -1
        count = count_health if command in (LESS, MORE) else count_second
        attempt = self.controller.attempt(lambda s: count(s, of, by))
        self.fault = attempt.fault
        await self.show_play()

    def _count_words(self, command: Command, letter: str = "") -> str:
        """What a sign does, in a word: `wounds`, `heals`, or the second tracker."""
        unit = self._counted()
        if unit is None:
            return ""
        if command in (LESS, MORE):
            spec = health_spec(unit)
            models = spec is not None and spec.name in unit.counts_models
            words = ("a model off", "one back") if models else ("wounds", "heals")
            return f"{words[command is MORE]} {letter}".rstrip()
        second = second_spec(unit)
        return second.label.lower() if second is not None else ""

    # -- what may be started --------------------------------------------------------------------------------------

    @on(LineList.Chosen, "#actions")
    async def _chosen(self, message: LineList.Chosen) -> None:
        message.stop()
        if message.value == RESUME:
            await self._resume()
        elif message.value == FOLDED:
            # Only looked at: afterwards Enter does what the headline names.
            self.next.mark_first()
            self.show_closed()
        elif message.value == TAKING_OVER:
            self.take_over()
        elif isinstance(message.value, Command):
            await self.action_command(message.value.id)
        else:
            await self.starting.ask(message.value, self.view.marked())

    @handles(CLOSED)
    def show_closed(self) -> None:
        """The actions that are closed, each with its reason."""
        from companion.tui.screens.reading import closed_panel

        closed = [action for action in self.controller.hooks.actions() if not action.open]
        self.open_over(closed_panel("Closed actions", [(action.title, action.why_not or "") for action in closed]))

    async def _started(self, attempt: Attempt) -> None:
        self.fault = attempt.fault
        await (self._resume() if attempt.ok else self.show_play())

    async def _resume(self) -> None:
        if self.overlay:
            _ = self.app.pop_screen()
        elif self.controller.session.run is not None or self.controller.ended is not None:
            await self.host.show_guide()
        await self.show_play()

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """Signs and contact need a unit under the cursor; nothing is written in a read-only game."""
        session = self.controller.session
        if command in (*_COUNTING, TOUCH, CHANGE_GAME, UNITS) and self.controller.read_only:
            return False
        if command is CAMPAIGN:
            return not self.overlay and self.controller.campaign_file is not None
        if command is HOME:
            return not self.overlay and self.view.marked() is None
        if command is QUIT:
            return not self.overlay
        if command is PAST:
            return not self.overlay and session.undo_count > 0
        if command is BACK:
            return self.overlay or self.view.marked() is not None
        if command is ACCEPT:
            return isinstance(self.focused, LineList) and self.focused.value is not None
        if command in (UNDO, REDO):
            return super().is_enabled(command) and not self.overlay
        if command in _COUNTING:
            unit = self._counted()
            counts = health_spec if command in (LESS, MORE) else second_spec
            return unit is not None and counts(unit) is not None
        if command is TOUCH:
            return self.view.marked() in session.table.units
        if command is MELEES:
            return self.view.board is not None and bool(self.view.board.melees)
        if command is CLOSED:
            return any(row.value == FOLDED for row in self.next.actions.rows)
        return super().is_enabled(command)

    def short(self, command: Command) -> str:
        """Signs are named after what they do, Enter after what it starts."""
        if command in _COUNTING:
            return "" if command is SECOND_LESS else self._count_words(command)
        if command is FIND:
            return "find, sort"
        if command is BACK and not self.overlay:
            return "actions"
        if command is ACCEPT:
            if self.view.marked() is not None:
                return "card"
            value = self.next.actions.value
            if isinstance(value, Command):
                return value.short
            if value in (FOLDED, RESUME):
                return "why" if value == FOLDED else "go on"
            action = self.next.offered.get(str(value))
            return _verb(action) if action is not None else "start"
        return super().short(command)

    def footer_keys(self) -> list[Key]:
        """Where there is room and no unit is marked, the signs show how a letter is used: `− A wounds A`."""
        keys, unit, board = super().footer_keys(), self._counted(), self.view.board
        if self.size.width < _WIDE_FOOTER or self.view.marked() is not None or unit is None or board is None:
            return keys
        letter = next((one.letter for one in board.sides.get(unit.side, ()) if one.id == unit.id), "")
        signs = {LESS.id: LESS, MORE.id: MORE}
        return [
            key._replace(key=f"{key.key} {letter}", short=self._count_words(signs[key.command], letter))
            if key.command in signs
            else key
            for key in keys
        ]

    def enabled(self) -> list[Command]:
        """What is done most comes first in the footer."""
        return sorted(
            super().enabled(), key=lambda command: _FIRST.index(command) if command in _FIRST else len(_FIRST)
        )

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

    @handles(ACCEPT)
    async def accept(self) -> None:
        """Opens or starts what is marked."""
        if isinstance(self.focused, LineList):
            self.focused.action_choose()

    @handles(TOUCH)
    def show_contacts(self) -> None:
        """Contact of the marked unit."""
        from companion.tui.forms.form_screen import FormScreen
        from companion.tui.screens.contacts import ContactForm

        unit = self.view.marked()
        if unit is not None:
            self.open_over(FormScreen(ContactForm(self.controller, unit)))

    @handles(MELEES)
    def show_melees(self) -> None:
        """Every melee, and the contacts in it."""
        from companion.tui.screens.contacts import MeleeScreen

        self.open_over(MeleeScreen(self.controller))

    @handles(UNITS)
    def adjust(self) -> None:
        """The card of the marked unit; else asks of whom."""
        from companion.tui.screens.asking import PickOne

        of = self.view.marked()
        if of is not None:
            self.card(of)
            return
        table = self.controller.session.table
        things = [*table.sides, *table.units]
        choices = [(thing, plain(table.title(thing))) for thing in things]
        self.open_over(
            PickOne("Adjust what?", [*choices, ("table", card_of_table(table))]),
            lambda of: self.card(of) if of is not None else None,
        )

    @handles(FIND)
    def find(self) -> None:
        """Finds a unit by typing, or sorts them."""
        from companion.tui.screens.finding import FindPanel, Found

        async def chosen(found: Found | None) -> None:
            if found is None:
                return
            if found.order is not None:
                self.view.order = found.order
                await self.show_play()
            else:
                self.view.mark_unit(found.unit)

        board, order = self.view.board, self.view.order
        if board is not None:
            self.open_over(FindPanel(self.controller.session.table, board, order), chosen)

    @handles(KIT)
    def show_kit(self) -> None:
        """Victory points, clocks, what to remember, and the cards of the sides."""
        self.open_kit()

    @handles(CHANGE_GAME)
    def change_game(self) -> None:
        """Round, phase, whose turn, and the options of this game."""
        self.card("table")

    @handles(REPORT)
    def write_report(self) -> None:
        """Asks where the report of this battle goes."""
        from companion.tui.screens.page_prompt import ask_report

        file = self.controller.opened.file
        ask_report(self, file, file.parent)

    @handles(HOME)
    def go_home(self) -> None:
        """Closes the game."""
        self.leave_typed(self.host.close_session)

    @handles(CAMPAIGN)
    def show_campaign(self) -> None:
        """Closes the game and shows its campaign."""
        file = self.controller.campaign_file
        if file is not None:
            host = self.host
            self.leave_typed(lambda: self.call_later(host.show_campaign, file))

    @handles(BACK)
    def go_back(self) -> None:
        """Back to the guide; at rest, from the units to what may be started."""
        if self.overlay:
            _ = self.app.pop_screen()
        else:
            self.next.actions.focus()


def _verb(action: Action) -> str:
    """What Enter does with an action: its first word if that is a verb."""
    first = action.title.split()[0].lower()
    if "phase" in action.title.casefold() or action.kind == "bookkeeping":
        return "start"
    return "go on" if first == "on" else first

"""The table: both forces as cards, the melees, whose turn, and the next thing to do."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from textual import events, on
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widget import Widget

from companion.engine.ruleset import Action
from companion.engine.state.declarations import FieldSpec
from companion.tui.cards import first_tracker, melee_rows, side_rows
from companion.tui.commands import (
    ACCEPT,
    BACK,
    CAMPAIGN,
    CHANGE_GAME,
    FOLD,
    HOME,
    LESS,
    MORE,
    PAST,
    QUIT,
    REDO,
    REPORT,
    TOUCH,
    UNDO,
    Command,
    handles,
)
from companion.tui.controller import Attempt, SessionController
from companion.tui.screens.play_screen import PlayScreen
from companion.tui.sizes import NORMAL
from companion.tui.text import plain, titled
from companion.tui.widgets.heads import table_head
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.next_panel import FOLDED, RESUME, NextPanel
from companion.tui.widgets.plain import PlainStatic

_SPACED = 36
"""Lines from which the cards stand apart."""


class TableScreen(PlayScreen):
    """The state of play. `overlay`: shown over the guide, to look and to adjust, while a procedure is open."""

    heading = "Table"

    def __init__(self, controller: SessionController, overlay: bool = False) -> None:
        super().__init__(controller)
        self.overlay = overlay
        self.fold = 0
        self.head = PlainStatic(id="head")
        self.melees = LineList(id="melees")
        self.next = NextPanel()
        self.sides = {
            side: LineList(id=f"side-{place}", classes="cards")
            for place, side in enumerate(controller.session.table.sides)
        }
        title = PlainStatic(Content.styled("MELEES", "bold"), classes="melee-title")
        self.panels = [
            *(Vertical(cards, classes="side panel") for cards in self.sides.values()),
            Vertical(title, self.melees, id="melee-column", classes="panel"),
        ]
        """What folds, in the order of the key: the sides, then the melees."""

    def body(self) -> Iterable[Widget]:
        """Head, cards left and right, melees between, the next action."""
        yield self.head
        first, *others, melees = self.panels
        yield Container(first, melees, *others, id="board")
        yield self.next

    async def on_mount(self) -> None:
        """Shows everything; the mark stands on the next thing to do."""
        for side, cards in self.sides.items():
            cards.built_by(partial(side_rows, self.controller, side, self._spaced))
        # Textual calls the handler of the class above by itself, after this one.
        self._show_fold()
        self.first_focus().focus()

    def first_focus(self) -> LineList:
        """The list that has the keys at first."""
        return next(iter(self.sides.values())) if self.overlay else self.next.actions

    def _spaced(self) -> bool:
        return self.size.height >= _SPACED

    # -- drawing --------------------------------------------------------------------------------------------------

    async def show_play(self) -> None:
        """Draws the moment; what did not change is not drawn."""
        if not self.is_attached:
            return
        for cards in self.sides.values():
            cards.rebuild()
        nobody = [Row(None, plain("no one is in contact", "$quiet"), heading=True)]
        self.melees.show(melee_rows(self.controller) or nobody)
        self._show_next()
        self.host.look()
        self.show_head()
        self.show_keys()

    def show_head(self) -> None:
        """What is played, round, phase, whose turn; whether everything is on disk."""
        self.head.show(table_head(self.controller, self.size.width))

    def _show_next(self) -> None:
        controller = self.controller
        if controller.session.run is not None:
            self.next.show_waiting(controller.session.standing, self.overlay)
        else:
            hooks = controller.hooks
            actions = [] if controller.read_only else hooks.actions()
            self.next.show_actions(hooks.next_action(), actions, hooks.suggested(actions))
        result = controller.session.last_result if controller.session.run is None else None
        self.next.show_last(controller.went_to_rosters() or (result.text if result is not None else ""))

    # -- starting -------------------------------------------------------------------------------------------------

    @on(LineList.Chosen, "#actions")
    async def _start(self, message: LineList.Chosen) -> None:
        message.stop()
        if message.value == RESUME:
            await self._resume()
        elif message.value == FOLDED:
            self._show_closed()
        else:
            await self._start_action(message.value)

    def _show_closed(self) -> None:
        from companion.tui.screens.reading import ReadingPanel

        closed = [action for action in self.controller.hooks.actions() if not action.open]
        lines = [
            Content.assemble(plain(titled(action.title), "bold"), plain(f" — {action.why_not}")) for action in closed
        ]
        self.open_over(ReadingPanel("Closed actions", "What is closed now, and why", lines))

    async def _start_action(self, name: str) -> None:
        action = next((a for a in self.controller.hooks.actions() if a.name == name and a.open), None)
        if action is None:
            return
        free = [option for option in action.values if option.why_not is None]
        if action.param and len(free) != 1:
            self._ask_which(action)
        else:
            await self.begin(action.name, {action.param: free[0].value} if action.param else {})

    def _ask_which(self, action: Action) -> None:
        from companion.tui.screens.asking import PickOne
        from companion.tui.widgets.option_rows import option_rows

        rows = option_rows(self.controller.session.table, action.values)
        free = [option.value for option in action.values if option.why_not is None]
        marked = self._marked()

        async def chosen(value: Any) -> None:
            if value is not None:
                await self.begin(action.name, {action.param: value})

        panel = PickOne(
            titled(action.title) + ": which?",
            [(row.value, row.content[2:]) for row in rows],
            marked if marked in free else next(iter(free), None),
            closed=[row.value for row in rows if row.closed],
        )
        self.open_over(panel, chosen)

    async def begin(self, name: str, args: dict[str, Any]) -> None:
        """Starts an action; the guide leads on."""
        attempt = self.controller.attempt(lambda s: s.start(name, args))
        if attempt.ok:
            await self._resume()
        else:
            self.host.say(attempt.fault, bad=True)

    async def _resume(self) -> None:
        if self.overlay:
            self.go_back()
        elif self.controller.session.run is not None or self.controller.ended is not None:
            await self.host.show_guide()
        await self.show_play()

    # -- units ----------------------------------------------------------------------------------------------------

    @on(LineList.Chosen, ".cards")
    def _open_card(self, message: LineList.Chosen) -> None:
        message.stop()
        if message.value is not None:
            self._card(message.value)

    def _card(self, of: str) -> None:
        from companion.tui.screens.unit_card import Card

        self.open_over(Card(self.controller, of))

    @on(LineList.Chosen, "#melees")
    def _open_melees(self, message: LineList.Chosen) -> None:
        from companion.tui.screens.contacts import MeleeScreen

        message.stop()
        self.open_over(MeleeScreen(self.controller))

    def on_key(self, event: events.Key) -> None:
        """The number of an action starts it, wherever the mark stands."""
        if self.focused is not self.next.actions:
            self.next.actions.on_key(event)

    @on(LineList.Moved)
    def _mark_moved(self) -> None:
        self.show_keys()

    def _marked(self) -> str | None:
        """The unit or side under the mark, where the mark stands in a list of cards."""
        focused = self.focused
        if isinstance(focused, LineList) and focused in self.sides.values():
            return str(focused.value) if focused.value is not None else None
        return None

    def _marked_tracker(self) -> tuple[str, FieldSpec] | None:
        of = self._marked()
        spec = first_tracker(self.controller.session.table.find(of)) if of is not None else None
        return (of, spec) if of is not None and spec is not None else None

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """Signs and contact need a unit under the mark; nothing is written in a read-only game."""
        session = self.controller.session
        if command in (UNDO, REDO, MORE, LESS, TOUCH, CHANGE_GAME) and self.controller.read_only:
            return False
        if command is CAMPAIGN:
            return not self.overlay and self.controller.campaign_file is not None
        if command in (HOME, QUIT):
            return not self.overlay
        if command is PAST:
            return not self.overlay and session.undo_count > 0
        if command is BACK:
            return self.overlay
        if command is FOLD:
            return self.size.width < NORMAL
        if command is ACCEPT:
            return isinstance(self.focused, LineList) and self.focused.value is not None
        if command in (UNDO, REDO):
            count = session.undo_count if command is UNDO else session.redo_count
            return count > 0 and not self.overlay
        if command in (MORE, LESS):
            return self._marked_tracker() is not None
        if command is TOUCH:
            return self._marked() in session.table.units
        return super().is_enabled(command)

    def short(self, command: Command) -> str:
        """Signs are named after the tracker they change."""
        marked = self._marked_tracker()
        if command in (MORE, LESS) and marked is not None:
            return marked[1].label if command is MORE else ""
        if command is ACCEPT:
            return "card" if self._marked() is not None else "start"
        return super().short(command)

    async def went_on(self, attempt: Attempt) -> None:
        """Undo may lead back into a procedure."""
        if not attempt.ok:
            self.host.say(attempt.fault, bad=True)
        await self.show_play()
        if self.controller.session.run is not None and not self.overlay:
            await self.host.show_guide()

    @handles(ACCEPT)
    async def accept(self) -> None:
        """Opens or starts what is marked."""
        if isinstance(self.focused, LineList):
            self.focused.action_choose()

    @handles(MORE)
    async def more(self) -> None:
        """One more of the first tracker of the marked unit."""
        await self._count(1)

    @handles(LESS)
    async def less(self) -> None:
        """One less of it."""
        await self._count(-1)

    async def _count(self, by: int) -> None:
        marked = self._marked_tracker()
        if marked is None:
            return
        of, spec = marked
        attempt = self.controller.attempt(lambda s: s.adjust(of, spec.name, change=by, why="by hand"))
        if not attempt.ok:
            self.host.say(attempt.fault, bad=True)
        await self.show_play()

    @handles(TOUCH)
    def show_contacts(self) -> None:
        """Contact of the marked unit."""
        from companion.tui.screens.contacts import ContactScreen

        unit = self._marked()
        if unit is not None:
            self.open_over(ContactScreen(self.controller, unit))

    @handles(CHANGE_GAME)
    def change_game(self) -> None:
        """Round, phase, whose turn, and the options of this game."""
        self._card("table")

    @handles(FOLD)
    def next_fold(self) -> None:
        """The next panel, where only one fits."""
        self.fold = (self.fold + 1) % len(self.panels)
        self._show_fold()

    def _show_fold(self) -> None:
        for place, panel in enumerate(self.panels):
            panel.set_class(place == self.fold, "open")
        if self.size.width < NORMAL and self.is_mounted:
            self.call_after_refresh(self.panels[self.fold].query_one(LineList).focus)

    @handles(REPORT)
    def write_report(self) -> None:
        """Asks where the report of this battle goes."""
        from companion.tui.screens.page_prompt import ask_report

        file = self.controller.opened.file
        ask_report(self, file, file.parent)

    @handles(HOME)
    def go_home(self) -> None:
        """Closes the game."""
        self.host.close_session()

    @handles(CAMPAIGN)
    async def show_campaign(self) -> None:
        """Closes the game and shows its campaign."""
        file = self.controller.campaign_file
        if file is not None:
            await self.host.show_campaign(file)

    @handles(BACK)
    def go_back(self) -> None:
        """Back to the guide."""
        _ = self.app.pop_screen()

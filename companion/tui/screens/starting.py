"""What may be started at the table: chosen in the list, asked with what, and begun."""

from __future__ import annotations

from typing import Any

from textual import on

from companion.engine.ruleset import Action
from companion.engine.state.results import Result
from companion.tui.commands import CLOSED, Command, handles
from companion.tui.screens.table_view import TableView
from companion.tui.text import titled
from companion.tui.widgets.folded import FOLDED
from companion.tui.widgets.lines import LineList
from companion.tui.widgets.next_panel import RESUME, TAKING_OVER


class Starting(TableView):
    """A table at which actions are started. `overlay`: it is shown over the guide."""

    overlay = False

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
            await self._start_action(message.value)

    @handles(CLOSED)
    def show_closed(self) -> None:
        """The actions that are closed, each with its reason."""
        from companion.tui.screens.reading import closed_panel

        closed = [action for action in self.controller.hooks.actions() if not action.open]
        self.open_over(closed_panel("Closed actions", [(action.title, action.why_not or "") for action in closed]))

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
        from companion.tui.widgets.option_rows import closed_of, option_rows

        rows = option_rows(self.controller.session.table, action.values)
        shut = closed_of(action.values)
        free = [option.value for option in action.values if option.why_not is None]
        marked = self.marked()

        async def chosen(value: Any) -> None:
            if value is not None:
                await self.begin(action.name, {action.param: value})

        panel = PickOne(
            titled(action.title) + ": which?",
            [(row.value, row.content[2:]) for row in rows],
            marked if marked in free else next(iter(free), None),
            closed=[row.value for row in rows if row.closed],
            folded=[(option.value, option.label, option.why_not or "") for option in shut],
        )
        self.open_over(panel, chosen)

    def marked(self) -> str | None:
        """The unit under the cursor, if it is on one."""
        raise NotImplementedError

    async def begin(self, name: str, args: dict[str, Any]) -> None:
        """Starts an action; the guide leads on."""
        attempt = self.controller.attempt(lambda s: s.start(name, args))
        self.fault = attempt.fault
        if attempt.ok:
            self._pass_over_what_asked_nothing()
            await self._resume()
        else:
            await self.show_play()

    def _pass_over_what_asked_nothing(self) -> None:
        """A procedure that asked nothing and rolled nothing needs no screen of its own: the table tells it as the last.

        The end of the game has one.
        """
        entry = self.controller.ended
        if entry is None or self.controller.session.table.over is not None:
            return
        asked = any(given.how != "auto" for given in entry.answers)
        if not asked and not any(isinstance(event, Result) for event in entry.events):
            self.controller.ended = None

    async def _resume(self) -> None:
        if self.overlay:
            _ = self.app.pop_screen()
        elif self.controller.session.run is not None or self.controller.ended is not None:
            await self.host.show_guide()
        await self.show_play()

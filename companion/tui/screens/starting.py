"""What may be started at the table: asked with what, and begun."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from companion.engine.ruleset import Action
from companion.frontend.letters import letters
from companion.tui.controller import Attempt
from companion.tui.screens.play_screen import PlayScreen
from companion.tui.text import titled


class StartFlow:
    """Starts actions over this screen; `then` gets what became of it."""

    def __init__(self, screen: PlayScreen, then: Callable[[Attempt], Awaitable[None]]) -> None:
        self.screen = screen
        self.controller = screen.controller
        self._then = then

    async def ask(self, name: str, marked: str | None) -> None:
        """Starts the open action of this name; asks with what, `marked` first, where there are several."""
        action = next((a for a in self.controller.hooks.actions() if a.name == name and a.open), None)
        if action is None:
            return
        free = [option for option in action.values if option.why_not is None]
        if action.param and len(free) != 1:
            self._ask_which(action, marked)
        else:
            await self.begin(action.name, {action.param: free[0].value} if action.param else {})

    def _ask_which(self, action: Action, marked: str | None) -> None:
        from companion.tui.widgets.option_rows import closed_of, option_rows

        session = self.controller.session
        rows = [row for row in option_rows(session.table, action.values, letters=letters(session)) if not row.closed]
        free = [row.value for row in rows]

        self.screen.ask(
            titled(action.title) + ": which?",
            [(row.value, row.content[2:]) for row in rows],
            lambda value: self.begin(action.name, {action.param: value}),
            marked if marked in free else next(iter(free), None),
            folded=[(option.label, option.why_not or "") for option in closed_of(action.values)],
        )

    async def begin(self, name: str, args: dict[str, Any]) -> None:
        """Starts an action."""
        await self._then(self.controller.attempt(lambda s: s.start(name, args)))

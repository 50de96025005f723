"""Undo as screens do it: at a border of the campaign players are asked first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from companion.engine.wording import count as counted
from companion.tui.base_screen import BaseScreen
from companion.tui.controller import Attempt, SessionController
from companion.tui.text import plain

if TYPE_CHECKING:
    from companion.tui.screens.asking import PickOne

Then = Callable[[Attempt], Awaitable[None]]


async def take_back(screen: BaseScreen[Any], controller: SessionController, then: Then, count: int = 1) -> None:
    """Undoes `count` inputs. `then` gets what became of it; nothing if players say no at a border."""
    attempt = controller.undo(count)
    if not attempt.asks:
        await then(attempt)
        return

    async def answered(yes: bool | None) -> None:
        if yes:
            await then(controller.undo(count, across=True))

    screen.open_over(over_border(attempt, count), answered)


def over_border(attempt: Attempt, count: int = 0) -> PickOne:
    """Asks whether `count` inputs (0: nobody says how many) are meant to be undone over the border that was met."""
    # Here and not above: few games have a border, and all of them can be undone.
    from companion.tui.screens.asking import PickOne

    inputs = "so many inputs" if not count else "it" if count == 1 else counted(count, "input")
    choices = [(None, "No, leave it as it is"), (True, f"Yes, undo {inputs}")]
    return PickOne("Undo over this border?", choices, text=plain(attempt.fault + ".", "bold"))

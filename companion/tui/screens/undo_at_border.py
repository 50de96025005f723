"""Undo as screens do it: at a border of the campaign players are asked first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from companion.engine.wording import count as counted
from companion.tui.base_screen import BaseScreen
from companion.tui.controller import Attempt, SessionController
from companion.tui.text import plain

Then = Callable[[Attempt], Awaitable[None]]


async def take_back(screen: BaseScreen[Any], controller: SessionController, then: Then, count: int = 1) -> None:
    """Undoes `count` inputs. `then` gets what became of it; nothing if players say no at a border."""
    attempt = controller.undo(count)
    if attempt.asks:
        ask_border(screen, attempt, lambda _: then(controller.undo(count, across=True)), count)
    else:
        await then(attempt)


def ask_border(screen: BaseScreen[Any], attempt: Attempt, then: Callable[[bool], Any], count: int = 0) -> None:
    """Asks whether `count` inputs (0: nobody says how many) are meant to be undone over the border that was met."""
    inputs = "so many inputs" if not count else "it" if count == 1 else counted(count, "input")
    choices = [(None, "No, leave it as it is"), (True, f"Yes, undo {inputs}")]
    screen.ask("Undo over this border?", choices, then, text=plain(attempt.fault + ".", "bold"))

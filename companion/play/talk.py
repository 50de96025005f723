"""What the words of plain play know of the sitting that they are typed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.frontend.clocks import Clocks
from companion.frontend.hooks import Hooks
from companion.frontend.numbers import whole
from companion.frontend.opened import OpenSession
from companion.frontend.rulings import RulingBook
from companion.play.amend_words import Changing


class Talk(Protocol):
    """The sitting that a word is typed in."""

    opened: OpenSession
    hooks: Hooks
    book: RulingBook
    changing: Changing
    clocks: Clocks
    looked_at: int | None
    """The line of the log that was looked at last; None when play has gone on."""

    @property
    def session(self) -> Session:
        """The session being played."""

    def say(self, *lines: str) -> None:
        """Prints lines."""

    def tell(self, happened: list[Event]) -> None:
        """Prints what happened and what stands now."""

    def answered(self, give: Callable[[str], list[Event]]) -> None:
        """Gives an answer to what stands, for the side whose turn it is, and prints what came of it."""

    def ask(self, *, whole: bool = False) -> None:
        """Prints what stands; `whole` also what was printed before."""

    def closed(self) -> list[str]:
        """What may not be chosen or started now, each with its reason."""

    def ask_again(self) -> None:
        """Prints the one line that says what is asked."""

    def forget_choice(self) -> bool:
        """Gives up choosing what to start; whether something was being chosen."""

    def close(self) -> None:
        """Ends the sitting."""


Act = Callable[[Talk, str], None]
"""What a word does with what is typed behind it."""


def how_many(rest: str, default: int = 1) -> int:
    """A typed number, 1 or more; the default where none is typed. Raises InvalidInput."""
    count = whole(rest.strip(), "a number, 1 or more") if rest.strip() else default
    if count < 1:
        raise InvalidInput("a number, 1 or more, is wanted")
    return count

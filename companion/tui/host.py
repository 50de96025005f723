"""What screens ask of the app. They know this and not the app itself, which knows them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from companion.tui.commands import Command
from companion.tui.keys import KeyQueue
from companion.tui.settings import Settings

if TYPE_CHECKING:
    # The shell is painted before the engine is imported.
    from companion.engine.odds import Odds
    from companion.frontend.app_player import SideByApp
    from companion.frontend.opened import OpenSession


class Host(Protocol):
    """The app as its screens see it: keys, messages to the players, the open game, and the way between screens."""

    @property
    def keys(self) -> KeyQueue:
        """The keys that wait; a screen holds them while something is being opened."""

    settings: Settings
    """What players set once for all their games."""

    def change_settings(self, settings: Settings) -> None:
        """Puts other settings in force at once, and keeps them."""

    def tell_page(self, focused: Widget | None) -> None:
        """What has the focus now; in a browser the page has a field of its own for words."""

    def keys_of(self, command: Command) -> tuple[str, ...]:
        """The keys of a command, in order of preference; those of the keymap if it has others."""

    def say(self, text: str, *, bad: bool = False) -> None:
        """Shows a message to the players in a row of the screen, never over what it shows."""

    def look(self) -> None:
        """Checks whether everything is on the disk, and reports hooks of the ruleset that failed."""

    async def open_session(self, opened: OpenSession) -> None:
        """Shows an open game: the table, and the guide if a procedure waits."""

    async def show_guide(self) -> None:
        """Shows the guide of the open procedure over the table."""

    def do_past(self, place: int | None = None) -> None:
        """Shows the table as it was at a line of the log; None: the last."""

    def show_big(self, odds: Odds | None) -> None:
        """Shows the request and its fight at reading distance; `odds` are the chances of what is asked, if known."""

    @property
    def is_seat(self) -> bool:
        """Whether this app is but a seat at somebody's table: no Home, no other file."""

    def end_sharing(self) -> None:
        """Shares no more: the game goes on here, from its file."""

    def back_to_table(self) -> None:
        """Closes the guide; an open procedure waits."""

    def play_by_app(self, wanted: SideByApp | None) -> None:
        """Gives a side of the open game to the app; None: people play all of them again."""

    def close_session(self) -> None:
        """Closes the game and goes back to where it was opened."""

    async def show_campaign(self, file: Path) -> None:
        """Closes the game and shows the campaign in this file."""

    def leave_app(self) -> None:
        """Closes the game, if one is open, and ends the app."""

    def question(
        self, question: str, choices: Sequence[tuple[Any, str | Content]], at: Any, **more: Any
    ) -> Screen[Any]:
        """The panel that asks for one of several, a `PickOne`."""

    def text_question(self, question: str, start: str, **more: Any) -> Screen[str]:
        """The panel that asks for a line of text, a `TextPrompt`."""

    def show_help(
        self, title: str, keys: Sequence[tuple[Command, str, str]], then: Callable[[Command | None], Awaitable[None]]
    ) -> None:
        """Shows each command of a screen with its key and what it does. `then` gets the command chosen, or None."""

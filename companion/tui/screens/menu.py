"""The palette: every command of this moment by name, with its own way out for the mouse."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.command import CommandPalette

from companion.tui.commands import BACK, key_name
from companion.tui.look.key_row import Key
from companion.tui.widgets.footer import KeyFooter


class Menu(CommandPalette):
    """Textual's palette with a last row, as every panel has one: it fills the terminal, so nothing is beside it."""

    def __init__(self) -> None:
        super().__init__(id="--command-palette")
        self.footer = KeyFooter()

    def compose(self) -> ComposeResult:
        """The field, what it finds, and the way out."""
        yield from super().compose()
        yield self.footer

    def on_mount(self) -> None:
        """There is one key to tap: rows are tapped themselves."""
        self.footer.keys([Key(BACK.id, key_name(BACK.keys[0]), BACK.short)])

    @on(KeyFooter.Pressed)
    def _leave(self, message: KeyFooter.Pressed) -> None:
        message.stop()
        self._action_escape()

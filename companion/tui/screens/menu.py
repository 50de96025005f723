"""The palette: every command of this moment by name, with its own way out for the mouse."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.command import CommandList, CommandPalette

from companion.tui.commands import BACK, key_name
from companion.tui.look.key_row import Key
from companion.tui.widgets.footer import KeyFooter


class Menu(CommandPalette):
    """Textual's palette with a last row, as every panel has one: it fills the terminal, so nothing is beside it."""

    def __init__(self) -> None:
        super().__init__(id="--command-palette")
        self.footer = KeyFooter()

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield self.footer

    def on_mount(self) -> None:
        self.footer.keys([Key(BACK.id, key_name(BACK.keys[0]), BACK.short)])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A list that has no cell, in a tiny window, has no pages to turn: Textual's would look for its lines."""
        if action == "command_list":
            return any(commands.scrollable_content_region.area for commands in self.query(CommandList))
        return super().check_action(action, parameters)

    async def action_tapped(self, _: str) -> None:
        """The only key at the foot is the way out."""
        await self.run_action("escape")

"""What every key does on a screen, as it is true for this moment."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from companion.tui.commands import HELP, Command
from companion.tui.screens.list_panel import ListPanel
from companion.tui.text import plain
from companion.tui.widgets.lines import LineList, Row

_ALWAYS = (
    ("↑ ↓", "Move the mark; page up, page down, home and end too"),
    ("tab", "The next list or field"),
    ("1 … 9", "Choose the row of that number"),
    ("mouse", "Tap a key in the line at the foot, a row, or a sign; nothing needs the keyboard but typing"),
)


class HelpScreen(ListPanel[None]):
    """The keys of the screen beneath, each as (key, help)."""

    heading = "Help"

    def __init__(self, title: str, keys: Sequence[tuple[str, str]]) -> None:
        super().__init__(f"{title}: what the keys do now", lines=LineList(cursor=False, id="help-lines"))
        self.keys = [*keys, *_ALWAYS]

    def rows(self) -> Sequence[Row]:
        """A line a key."""
        wide = max(len(key) for key, _ in self.keys)
        return [
            Row(None, Content.assemble((f"{key:>{wide}}  ", "bold $accent"), plain(text))) for key, text in self.keys
        ]

    def is_enabled(self, command: Command) -> bool:
        """There is no help about help."""
        return super().is_enabled(command) and command is not HELP

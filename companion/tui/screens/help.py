"""What every key does on a screen, as it is true for this moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from companion.tui.base_screen import Panel
from companion.tui.text import plain
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.plain import PlainStatic

_ALWAYS = (
    ("↑ ↓", "Move the mark; page up, page down, home and end too"),
    ("tab", "The next list or field"),
    ("1 … 9", "Choose the row of that number"),
    ("mouse", "Tap a key in the line at the foot, a row, or a sign; nothing needs the keyboard but typing"),
)


class HelpScreen(Panel[None]):
    """The keys of the screen beneath."""

    heading = "Help"
    commands: ClassVar[tuple[str, ...]] = ("back",)

    def __init__(self, title: str, rows: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.title_text = title
        self.keys = [*rows, *_ALWAYS]

    def body(self) -> Iterable[Widget]:
        """A line a key."""
        wide = max(len(key) for key, _ in self.keys)
        rows = [
            Row(None, Content.assemble((f"{key:>{wide}}  ", "bold $accent"), plain(told))) for key, told in self.keys
        ]
        with Vertical(classes="sheet"):
            yield PlainStatic(plain(f"{self.title_text}: what the keys do now", "bold"), classes="sheet-title")
            yield LineList(rows, cursor=False, id="help-lines")

    def on_mount(self) -> None:
        """Keys scroll the list."""
        self.query_one(LineList).focus()
        self.show_keys()

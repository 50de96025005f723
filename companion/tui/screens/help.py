"""What every key does on a screen, as it is true for this moment; a tap on a row does it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.content import Content

from companion.tui.commands import ACCEPT, Command
from companion.tui.look.colours import STRONG, TEXT
from companion.tui.look.rows import columns
from companion.tui.screens.list_panel import SIDES, ListPanel
from companion.tui.widgets.lines import LineList, Row, heading

_ALWAYS = (
    ("↑ ↓", "Move the mark; PgUp, PgDn, Home and End too"),
    ("Tab", "The next list or field"),
    ("1 … 9", "Choose the row of that number"),
    ("Mouse", "Tap a key in the line at the foot, a row here or elsewhere, or a sign; only typing needs the keyboard"),
)


class HelpScreen(ListPanel[Command]):
    """The keys of the screen beneath. Closes with the command whose row was chosen, or with None."""

    heading = "Help"
    do_help = None
    words: ClassVar = {ACCEPT: "do it"}

    def __init__(self, title: str, keys: Sequence[tuple[Command, str, str]]) -> None:
        super().__init__(
            f"{title}: what the keys do now", lines=LineList(one_click=True, id="help-lines", classes="fills")
        )
        self.keys = keys

    def rows(self) -> Sequence[Row]:
        wide = max(len(key) for key, _ in (*_ALWAYS, *((key, "") for _, key, _ in self.keys)))
        room = max(wide + 20, self.size.width - SIDES)

        def drawn(key: str, text: str) -> Content:
            cells = (Content.styled(f"{key:>{wide}}", STRONG), Content.styled(text, TEXT))
            return Content("\n").join(columns([cells], room))

        return [
            *(Row(command, drawn(key, words)) for command, key, words in self.keys),
            *(heading(drawn(key, text)) for key, text in _ALWAYS),
        ]

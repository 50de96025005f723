"""A panel to read: lines under a title."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from companion.tui.screens.list_panel import ListPanel
from companion.tui.widgets.lines import LineList, Row


class ReadingPanel(ListPanel[None]):
    """Lines that the keys scroll."""

    def __init__(self, heading: str, title: str | Content, lines: Sequence[Content]) -> None:
        super().__init__(title, lines=LineList(cursor=False))
        self.heading = heading
        self.contents = lines

    def rows(self) -> Sequence[Row]:
        """A row a line."""
        return [Row(None, line) for line in self.contents]

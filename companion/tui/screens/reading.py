"""A panel to read: lines under a title."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from companion.tui.look.rows import columns
from companion.tui.screens.list_panel import SIDES, ListPanel
from companion.tui.text import plain, titled
from companion.tui.widgets.lines import LineList, Row


class ReadingPanel(ListPanel[None]):
    """Rows of cells under one another, which the keys scroll."""

    def __init__(self, heading: str, title: str | Content, lines: Sequence[Sequence[Content]]) -> None:
        super().__init__(title, lines=LineList(cursor=False))
        self.heading = heading
        self.contents = lines

    def rows(self) -> Sequence[Row]:
        return [Row(None, line) for line in columns(self.contents, max(20, self.size.width - SIDES))]


def closed_panel(heading: str, closed: Sequence[tuple[str, str]]) -> ReadingPanel:
    """What cannot be chosen now, each with its reason."""
    lines = [(plain(titled(title), "bold"), plain(why, "$quiet")) for title, why in closed]
    return ReadingPanel(heading, "What is closed now, and why", lines)

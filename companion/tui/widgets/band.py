"""The bands of a screen: the one large colour, and the title of a panel."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.message import Message

from companion.tui.look.band import LEAST_HEIGHT_FOR_THREE, band
from companion.tui.look.colours import fill
from companion.tui.look.rows import wrapped
from companion.tui.sizes import low
from companion.tui.widgets.plain import DrawnRows

_EDGE = 1
"""Empty cells at either side of plain words."""


class Band(DrawnRows):
    """The band of a screen. It takes as many rows as its words need."""

    class Pressed(Message):
        """The band was clicked."""

    def __init__(self) -> None:
        super().__init__(id="band")
        self.left, self.right, self.fill, self.letters = "", "", "", ""

    def say(self, left: str, right: str, fill: str, letters: str = "") -> None:
        """Says something else: `fill` is a style of `colours.fill`, and the `letters` are read from afar."""
        self.left, self.right, self.fill, self.letters = left, right, fill, letters
        self.redraw()

    def drawn(self, width: int) -> list[Content]:
        tall = self.app.size.height >= LEAST_HEIGHT_FOR_THREE
        letters = self.letters if tall or low(self.app.size) else ""
        return band(self.left, self.right, self.fill, width, tall, letters)

    def on_click(self) -> None:
        """What the band says is what a click on it does, if a screen takes it so."""
        self.post_message(self.Pressed())


class TitleBand(DrawnRows):
    """What a panel is about: one row in the colour of its side, or in that of the text."""

    DEFAULT_CSS = """
    TitleBand { margin: 0 0 1 0; }
    """

    def __init__(self, title: str | Content = "") -> None:
        super().__init__()
        self.title, self.right, self.colour = Content.from_text(title, markup=False), "", "text"

    def say(self, title: str | Content, right: str = "", colour: str = "text") -> None:
        """Another title; `right` is at the end of the row.

        `colour` is that of a side, or `text`; empty: plain words without a fill, above a larger band that says what to
        do.
        """
        self.title, self.right, self.colour = Content.from_text(title, markup=False), right, colour
        self.redraw()

    def drawn(self, width: int) -> Sequence[Content]:
        if self.colour:
            return band(self.title.plain, self.right, fill(self.colour), width, tall=False)
        rows = wrapped(self.title, max(1, width - 2 * _EDGE))
        return [Content.assemble(" " * _EDGE, row) for row in rows]

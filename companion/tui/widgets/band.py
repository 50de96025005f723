"""The filled rows of a screen: its band, the title of a panel, and the row that answers on a screen held in a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content
from textual.message import Message

from companion.tui.commands import ACCEPT
from companion.tui.look.band import LEAST_HEIGHT_FOR_THREE, band
from companion.tui.look.colours import QUIET, fill
from companion.tui.look.key_row import tapped
from companion.tui.look.rows import beside, tall, wrapped
from companion.tui.sizes import low, thumb
from companion.tui.text import plain
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


class Ready(NamedTuple):
    """What gives the answer as it stands, and at the right what it takes; or in quiet what is missing."""

    words: str
    beside: str = ""
    can: bool = True


class SubmitButton(DrawnRows):
    """Says what Enter does; a tap on it does it."""

    DEFAULT_CSS = """
    SubmitButton { dock: bottom; }
    """

    def __init__(self, ready: Ready) -> None:
        super().__init__()
        self.ready = ready

    def say(self, ready: Ready) -> None:
        """Another answer stands now."""
        self.ready = ready
        self.redraw()

    def drawn(self, width: int) -> list[Content]:
        words, aside, can = self.ready
        said = Content(f"  {words.upper()}") if can else plain(f"  {words}", QUIET)
        rows = beside(said, Content(f"{aside}  ") if aside else Content(""), width)[:1]
        filled = tall([row.extend_right(max(0, width - row.cell_length)) for row in rows], thumb(self.app.size))
        return [tapped(row.stylize(fill("text")) if can else row, ACCEPT.id) for row in filled]

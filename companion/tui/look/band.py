"""The band: a filled block in the colour of the side that decides. It says who and what, at the right how."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.visual import Visual

from companion.tui.look.measured import Measured
from companion.tui.look.pixels import large
from companion.tui.look.rows import beside
from companion.tui.sizes import low

LEAST_HEIGHT_FOR_THREE = 24
"""Rows of a terminal from which the band is three rows high; it is one below."""


def band(left: str, right: str, fill: str, width: int, tall: bool, letters: str = "") -> list[Content]:
    """The rows of a band, filled to the last cell. `right` goes below `left` if both do not fit in one row.

    The `letters` stand above them in pixels.
    """
    words = beside(Content(left), Content(right), max(1, width - 2))
    if len(words) > 1:
        # In rows of its own, the second part is under the words and not under the mark.
        inner = max(1, width - 4)
        below = Content(right).wrap(inner) if right else []
        words = [*_under(Content(left), inner), *(Content.assemble("  ", row) for row in below)]
    rows = [Content.assemble(" ", row).extend_right(max(0, width - row.cell_length - 1)) for row in words]
    edge = [Content(" " * width)] if tall else []
    if letters:
        drawn = [Content.assemble("   ", row) for row in large(letters, "", max(1, width - 4))]
        rows = [*(row.extend_right(max(0, width - row.cell_length)) for row in drawn), *edge, *rows]
    return [row.stylize(fill) for row in (*edge, *rows, *edge)]


def _under(text: Content, width: int) -> list[Content]:
    first, *more = text.wrap(width)
    return [first, *(Content.assemble("  ", row) for row in more)]


class Band(Measured):
    """The band of a screen. It takes as many rows as its words need."""

    DEFAULT_CSS = """
    Band { height: auto; }
    """

    class Pressed(Message):
        """The band was clicked."""

    def __init__(self, id: str = "band") -> None:
        super().__init__(id=id)
        self.left = ""
        self.right = ""
        self.fill = ""
        self.letters = ""

    def show(self, left: str, right: str, fill: str, letters: str = "") -> None:
        """Says something else: `fill` is a style of `colours.fill`, and the `letters` are read from afar."""
        if (left, right, fill, letters) != (self.left, self.right, self.fill, self.letters):
            self.left, self.right, self.fill, self.letters = left, right, fill, letters
            self.refresh(layout=True)

    def rows(self, width: int) -> list[Content]:
        """What is drawn at this width."""
        tall = self.app.size.height >= LEAST_HEIGHT_FOR_THREE
        letters = self.letters if tall or low(self.app.size) else ""
        return band(self.left, self.right, self.fill, width, tall, letters)

    def row_count(self, width: int) -> int:
        """The rows it takes at this width."""
        return len(self.rows(max(1, width)))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows it takes at this width. Drawing it to find out would have the whole screen laid out once more."""
        return self.row_count(width)

    def on_click(self) -> None:
        """What the band says is what a click on it does, if a screen takes it so."""
        self.post_message(self.Pressed())

    def render(self) -> Visual:
        """All of its rows."""
        return Content("\n").join(self.rows(self.size.width))

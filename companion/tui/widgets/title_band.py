"""The title of a panel as a band: one filled row in the colour of its side, or in that of the text. Above a larger band
that says what to do, it is plain words.
"""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.visual import Visual

from companion.tui.look.band import band
from companion.tui.look.colours import fill
from companion.tui.look.measured import Measured
from companion.tui.look.rows import wrapped

_EDGE = 1
"""Empty cells at either side."""


class TitleBand(Measured):
    """What a panel is about. It takes as many rows as its words need."""

    DEFAULT_CSS = """
    TitleBand { height: auto; margin: 0 0 1 0; }
    """

    def __init__(self, title: str | Content = "") -> None:
        super().__init__()
        self.plain: Content | None = None
        self.left = _plain(title)
        self.right = ""
        self.colour = "text"

    def show(self, title: str | Content, right: str = "", colour: str = "text") -> None:
        """Another title; `right` is at the end of the row, `colour` is that of a side, or `text`."""
        words = _plain(title)
        if (words, right, colour) != (self.left, self.right, self.colour):
            self.left, self.right, self.colour = words, right, colour
            self.refresh(layout=True)

    def show_plain(self, title: Content) -> None:
        """Another title without a fill."""
        if self.plain is None or not title.is_same(self.plain):
            self.plain = title
            self.refresh(layout=True)

    def _rows(self, width: int) -> list[Content]:
        if self.plain is not None:
            return wrapped(self.plain, max(1, width - 2 * _EDGE))
        return band(self.left, self.right, fill(self.colour), max(1, width), tall=False)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows that the words need at this width."""
        return len(self._rows(width))

    def render(self) -> Visual:
        """All of its rows."""
        if self.plain is not None:
            return Content("\n").join(Content.assemble(" " * _EDGE, row) for row in self._rows(self.size.width))
        return Content("\n").join(self._rows(self.size.width))


def _plain(title: str | Content) -> str:
    return title.plain if isinstance(title, Content) else title

"""The title of a panel as a band: one filled row in the colour of its side, or in that of the text."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.visual import Visual
from textual.widget import Widget

from companion.tui.look.band import band
from companion.tui.look.colours import fill


class TitleBand(Widget):
    """What a panel is about. It takes as many rows as its words need."""

    DEFAULT_CSS = """
    TitleBand { height: auto; margin: 0 0 1 0; }
    """

    def __init__(self, title: str | Content = "") -> None:
        super().__init__()
        self.left = _plain(title)
        self.right = ""
        self.colour = "text"

    def show(self, title: str | Content, right: str = "", colour: str = "text") -> None:
        """Another title; `right` stands at the end of the row, `colour` is that of a side, or `text`."""
        words = _plain(title)
        if (words, right, colour) != (self.left, self.right, self.colour):
            self.left, self.right, self.colour = words, right, colour
            self.refresh(layout=True)

    def _rows(self, width: int) -> list[Content]:
        return band(self.left, self.right, fill(self.colour), max(1, width), tall=False)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows that the words need at this width."""
        return len(self._rows(width))

    def render(self) -> Visual:
        """All of its rows."""
        return Content("\n").join(self._rows(self.size.width))


def _plain(title: str | Content) -> str:
    return title.plain if isinstance(title, Content) else title

"""The white row that answers, on a screen held in a hand."""

from __future__ import annotations

from typing import NamedTuple

from textual.content import Content

from companion.tui.commands import ACCEPT
from companion.tui.look.colours import QUIET, fill
from companion.tui.look.key_row import tapped
from companion.tui.look.rows import beside, tall, wrapped
from companion.tui.sizes import thumb
from companion.tui.text import plain
from companion.tui.widgets.plain import DrawnRows

_SIDES = 6
"""Cells around the words, and before what stands beside them."""


def in_one_row(words: str, width: int) -> str:
    """The words in one row: of longer ones the first parts, so that none is cut in its middle."""
    row = wrapped(plain(words), width)[0].plain
    end = max(map(row.rfind, ",;(:")) if row != words else 0
    return row[:end].rstrip() if end > 0 else row


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
        words = in_one_row(words, width - len(aside) - _SIDES)
        said = Content(f"  {words.upper()}") if can else plain(f"  {words}", QUIET)
        rows = beside(said, Content(f"{aside}  ") if aside else Content(""), width)[:1]
        filled = tall([row.extend_right(max(0, width - row.cell_length)) for row in rows], thumb(self.app.size))
        return [tapped(row.stylize(fill("text")) if can else row, ACCEPT.id) for row in filled]

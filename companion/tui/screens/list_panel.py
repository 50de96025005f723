"""A panel with a list, what most panels are, and one that is only read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from companion.tui.base_screen import Panel
from companion.tui.commands import ACCEPT, Command
from companion.tui.look.rows import columns
from companion.tui.text import clean, plain, titled
from companion.tui.widgets.band import TitleBand
from companion.tui.widgets.lines import GUTTER, LineList, Row, heading
from companion.tui.widgets.plain import PlainStatic

R = TypeVar("R")
SIDES = 2 + GUTTER + 1
"""Cells of a row that a list in a panel has not: its edges, the mark, the bar at the side."""


class ListPanel(Panel[R]):
    """A title, a list and a line for what is wrong. Enter, a click or a number does `accept` with the marked row.

    A panel of this kind says what its rows are (`rows`) and draws them again with `redraw`, as in another size.
    """

    size_classes: str = "sheet"
    nothing: str = "There is nothing to show here."
    """What is in the place of rows where there are none."""

    def __init__(self, title: str | Content = "", *, lines: LineList | None = None) -> None:
        super().__init__()
        self.title_line = TitleBand(title if isinstance(title, Content) else clean(title))
        self.lines = lines if lines is not None else LineList()
        self.note = PlainStatic(classes="note")

    def body(self) -> Iterable[Widget]:
        with Vertical(classes=self.size_classes):
            yield self.title_line
            yield from self.inside()
            yield self.note

    def inside(self) -> Iterable[Widget]:
        """What is between the title and the note."""
        yield self.lines

    def on_mount(self) -> None:
        self.redraw()
        self.lines.focus()

    def rows(self) -> Sequence[Row]:
        """The rows as they are now."""
        raise NotImplementedError

    def redraw(self, keep: Any = None) -> None:
        """Draws the rows; the mark stays where it is, or goes to the row with the value `keep`."""
        rows = self.rows() or [heading(self.nothing)]
        self.lines.show(rows, keep=self.lines.value if keep is None else keep)
        self.show_keys()

    def on_resize(self) -> None:
        if self.is_mounted:
            self.redraw()

    def tell(self, text: str, *, bad: bool) -> bool:
        if not self.note.display:
            return False
        (self.complain if bad else self.remark)(text)
        return True

    def complain(self, fault: str) -> None:
        """Says under the list what is wrong; with an empty text, nothing is."""
        self.note.show(plain(f"✗ {fault}" if fault else "", "bold $error"))

    def remark(self, text: str) -> None:
        """Says something under the list in quiet."""
        self.note.show(plain(text, "$quiet"))

    def is_enabled(self, command: Command) -> bool:
        """Enter needs a row under the mark."""
        return super().is_enabled(command) and (command is not ACCEPT or self.lines.value is not None)

    def do_accept(self) -> None:
        """Does what the panel is for with the marked row: closes with it."""
        self.close_with(self.lines.value)

    @on(LineList.Moved)
    def _mark_moved(self, message: LineList.Moved) -> None:
        self.moved()
        self.show_keys()

    def moved(self) -> None:
        """The mark is on another row."""

    @on(LineList.Chosen)
    def _row_chosen(self, message: LineList.Chosen) -> None:
        message.stop()
        if self.is_enabled(ACCEPT):
            self.do_accept()


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

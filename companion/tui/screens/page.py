"""A panel that fills the terminal: its title and what is so, the rows, a note, and the band with what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, TypeVar

from textual import on
from textual.content import Content
from textual.widget import Widget

from companion.tui.commands import ACCEPT, BACK, Command
from companion.tui.look.band import Band
from companion.tui.look.colours import fill
from companion.tui.look.rows import beside
from companion.tui.screens.list_panel import ListPanel
from companion.tui.text import plain
from companion.tui.widgets.form_list import FormList
from companion.tui.widgets.lines import GUTTER, Row

R = TypeVar("R")
WIDE_LABEL, NARROW_LABEL = 17, 10
"""Cells for the labels at the left, and in a narrow terminal."""
_NARROW = 70
TYPING, DONE = "Enter sets it", "Esc when it is right"
"""What the band says at its right while something is typed, and else."""


class Page(ListPanel[R]):
    """A subclass gives the rows for a width (`lines_for`) and says what the band says (`band_words`)."""

    size_classes: ClassVar[str] = "page"
    nothing: ClassVar[str] = ""
    with_band: ClassVar[bool] = True

    def __init__(self, title: str) -> None:
        self.form = FormList(id="form", one_click=True)
        super().__init__("", lines=self.form)
        self.page_title = title
        self.hint = ""
        self.count = ""
        self.band = Band()

    def inside(self) -> Iterable[Widget]:
        """The rows, and below them the band; the note is last."""
        yield self.form
        if self.with_band:
            yield self.band

    def lines_for(self, width: int) -> Iterable[Row]:
        """The rows for `width` cells."""
        raise NotImplementedError

    def band_words(self) -> tuple[str, str]:
        """What the band says, left and right."""
        return "", ""

    def leaving_words(self) -> str:
        """What Enter or Esc does now in a form whose changes count at once."""
        return TYPING if self.form.edit is not None else DONE

    def rows(self) -> Sequence[Row]:
        """The rows for the width of now."""
        return list(self.lines_for(max(20, self.size.width - 3 - GUTTER)))

    def redraw(self, keep: object = None) -> None:
        """Draws head, rows and band."""
        super().redraw(keep)
        if not self.with_band:
            return
        width = max(1, self.size.width - 2)
        title, count = plain(self.page_title, "bold"), plain(self.count, "$quiet")
        hinted = Content.assemble(title, plain(f"  {self.hint}" if self.hint else "", "$quiet"))
        # How much is filled in changes, the hint does not.
        fits = not count or hinted.cell_length + 2 + count.cell_length <= width
        head = beside(hinted if fits else title, count, width)
        self.title_line.show_plain(head[0] if self.size.height < 20 else Content("\n").join(head))
        self.band.show(*self.band_words(), fill("text"))

    def on_resize(self) -> None:
        """Other columns fit."""
        self.redraw()

    def label_cells(self) -> int:
        """Cells for the labels."""
        return WIDE_LABEL if self.size.width >= _NARROW else NARROW_LABEL

    def label(self, text: str) -> Content:
        """A label in its column."""
        return plain(text, "$quiet").extend_right(max(0, self.label_cells() - len(text)))

    @on(FormList.Edited)
    def _typed(self) -> None:
        self.redraw()
        self.moved()

    def is_enabled(self, command: Command) -> bool:
        """While something is typed, enter takes it and escape leaves it; nothing else is a command."""
        if self.form.edit is not None:
            return command in (ACCEPT, BACK)
        return super().is_enabled(command)

    async def action_command(self, command: str) -> None:
        """While something is typed, the key at the foot that is tapped does what it does when it is pressed."""
        if self.form.edit is None:
            await super().action_command(command)
        elif command == ACCEPT.id:
            self.form.finish()
        elif command == BACK.id:
            self.form.cancel()

    @on(Band.Pressed)
    async def _band_tapped(self) -> None:
        """A tap on the words that say what Enter or Esc does in this form does so."""
        if self.band.right in (TYPING, DONE):
            await self.action_command(ACCEPT.id if self.band.right == TYPING else BACK.id)

    def short(self, command: Command) -> str:
        """Enter sets."""
        if command is BACK and self.form.edit is not None:
            return "as it was"
        return "set" if command is ACCEPT else super().short(command)


def gap() -> Row:
    """An empty row."""
    return Row(None, Content(""), heading=True)

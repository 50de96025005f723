"""What is said below the choices of a request, behind what of them is out of view."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.style import Style

from companion.tui.look.colours import TAPPED
from companion.tui.look.rows import cut_words, tall, wrapped
from companion.tui.sizes import TALL, by_touch, thumb
from companion.tui.widgets.plain import PlainStatic

_SIDES = 4
"""Cells beside it on a screen that is touched."""


class Note(PlainStatic):
    """Nothing that may decide is out of sight unsaid."""

    DEFAULT_CSS = """
    Note { height: auto; min-height: 1; max-height: 5; padding: 0 0 0 2; }
    .-high Note { max-height: 10; }
    """

    def __init__(self) -> None:
        super().__init__(classes="note")
        self.said: Sequence[Content] = [Content("")]
        """The rows, without what is out of view."""

    def rows_said(self) -> int:
        """Its rows while everything is in view, whatever it shows just now."""
        if not by_touch(self.app.size):
            return self.outer_size.height
        width = self.app.size.width - _SIDES
        return sum(len(wrapped(row, width)) for row in self.said) if any(self.said) else 0

    def rows_more(self) -> int:
        """Rows that it has besides where something is out of view."""
        return thumb(self.app.size) if by_touch(self.app.size) else 0

    def draw(self, hidden: Sequence[tuple[int, int]], *, of_list: bool) -> None:
        """Draws it behind how many rows are out of view, above and below."""
        cut, rows, size = cut_words(hidden), self.said, self.app.size
        touched = by_touch(size)
        # What a thumb may do is seen, so that there is often nothing to say.
        self.display = bool(cut or any(rows)) or not touched
        if cut and touched:
            width = size.width - 6
            more = cut.pad_left(2).extend_right(max(0, width - cut.cell_length - 2)).stylize(TAPPED)
            self.show([*(row.stylize(Style.from_meta({"more": True})) for row in tall([more], thumb(size))), *rows])
            return
        width = self.size.width
        if not of_list and size.height < TALL and not _fit(cut, rows[0], width):
            # A row more would hide one more of a grid, whose field says where it is.
            cut = Content("")
        self.show(with_cut(cut, rows, width) if cut else rows)


def with_cut(cut: Content, rows: Sequence[Content], width: int) -> list[Content]:
    """The rows of a note with what is out of view: of several rows no more than there were, lest more is hidden."""
    gap = Content("   ")
    if len(rows) == 1 or _fit(cut, rows[0], width):
        return [gap.join([part for part in (cut, rows[0]) if part]), *rows[1:]]
    return [*rows[:-1], gap.join([cut, rows[-1]]) if _fit(cut, rows[-1], width) else cut]


def _fit(cut: Content, row: Content, width: int) -> bool:
    return cut.cell_length + 3 + row.cell_length <= width

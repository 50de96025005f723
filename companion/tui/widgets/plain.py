"""The plain forms of Textual's widgets: text handed to them is text, never markup."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import cast

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.content import Content
from textual.css.styles import RulesMap
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style

from companion.tui.look.measured import Measured

Text = Content | str | Sequence[Content]
"""Text, or its rows."""


class PlainStatic(Measured, inherit_bindings=False):
    """Text that stands for itself. Of other text only the rows that differ are drawn."""

    DEFAULT_CSS = """
    PlainStatic { height: auto; }
    """
    auto_links: Reactive[bool] = Reactive(False)

    def __init__(self, content: Text = "", *, id: str | None = None, classes: str | None = None) -> None:
        self._rows = _rows(content)
        self._shown: Content | None = None
        self._known_width = -1
        """The width at which `_one_each` is known."""
        self._one_each = False
        self._selected = False
        super().__init__(id=id, classes=classes, markup=False)

    @property
    def shown(self) -> Content:
        """All rows as one text."""
        if self._shown is None:
            self._shown = self._rows[0] if len(self._rows) == 1 else Content("\n").join(self._rows)
        return self._shown

    def render(self) -> Content:
        return self.shown

    def show(self, content: Text) -> None:
        """Other text; nothing is drawn if it is the same, and nothing else moves if it needs as much room."""
        before, wanted = self._rows, _rows(content)
        pairs = zip_longest(before, wanted)
        changed = [y for y, (a, b) in enumerate(pairs) if a is not b and (a is None or b is None or not a.is_same(b))]
        if not changed:
            return
        fits, by_row = self._fits(wanted), self._row_by_row()
        self._take(wanted)
        if fits and by_row and self._row_by_row():
            width, height = self.content_size
            self.refresh(*(Region(0, y, width, 1) for y in changed if y < height))
        else:
            self.refresh(layout=not fits)

    def show_if_any(self, content: Text) -> None:
        """Other text; where there is none it is not there."""
        self.show(content)
        self.display = bool(content)

    def _take(self, rows: list[Content]) -> None:
        self._rows, self._shown, self._known_width = rows, None, -1

    def _fits(self, wanted: Sequence[Content]) -> bool:
        """Whether this widget keeps its size with these rows: laying out a whole screen costs milliseconds."""
        width, height = self.content_size
        if not self.styles.auto_dimensions:
            return True
        if width <= 0 or (self.styles.is_auto_width and _widest(wanted) != _widest(self._rows)):
            return False
        return sum(_height(row, width) for row in wanted) == height

    def _row_by_row(self) -> bool:
        """Whether each row of the text is one of the widget and nothing is selected, so that rows are drawn alone."""
        width = self.content_size.width
        if self._known_width != width:
            self._known_width = width
            self._one_each = width > 0 and all(_height(row, width) == 1 for row in self._rows)
        return self._one_each and not self._selected

    def selection_updated(self, selection: Selection | None) -> None:
        self._selected = selection is not None
        super().selection_updated(selection)

    def render_line(self, y: int) -> Strip:
        """A row. Text that wraps, or of which something is selected, is drawn as a whole."""
        if not self._row_by_row():
            return super().render_line(y)
        base = self.visual_style
        if y >= len(self._rows):
            return Strip.blank(self.size.width, base.rich_style)
        segments, x = [], 0
        for text, style in self._rows[y].render(base, end=""):
            # Where it stands is read when text is selected with the mouse.
            segments.append(Segment(text, _placed(base + style, x, y)))
            x += len(text)
        return Strip(segments, self._rows[y].cell_length)


class DrawnRows(PlainStatic):
    """Rows that are drawn for a width: again in another, and whenever what they say is another (`redraw`)."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._drawn_for = Size(0, 0)

    def drawn(self, width: int) -> Sequence[Content]:
        """The rows in so many cells, none of them wider."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draws them for what they say now; before there is a place for them, that is still to come."""
        if self._drawn_for:
            self.show(self.drawn(self._drawn_for.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.drawn(max(1, width)))

    def render(self) -> Content:
        self._settle()
        return super().render()

    def render_line(self, y: int) -> Strip:
        self._settle()
        return super().render_line(y)

    def _settle(self) -> None:
        if self._drawn_for != self.content_size:
            self._drawn_for = self.content_size
            self._take(_rows(self.drawn(max(1, self._drawn_for.width))))


@lru_cache(4096)
def _placed(style: Style, x: int, y: int) -> RichStyle:
    """A style with the place of its text: a row drawn again has most of them as before."""
    return style.rich_style_with_offset(x, y)


def _rows(content: Text) -> list[Content]:
    if isinstance(content, str):
        content = Content(content)
    rows = [content] if isinstance(content, Content) else content
    return [line for row in rows for line in row.split("\n", allow_blank=True)] or [Content("")]


def _height(row: Content, width: int) -> int:
    if row.cell_length <= width and "\t" not in row.plain:
        return 1
    return row.get_height(cast(RulesMap, {}), width)


def _widest(rows: Sequence[Content]) -> int:
    return max(row.cell_length for row in rows)

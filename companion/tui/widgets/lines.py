"""A list of rows drawn line by line, one widget however many rows: cards, choices, the log and the menus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

GUTTER = 2
"""Cells before each row, where the mark of the cursor stands."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row. The cursor passes over headings; closed rows can be marked, and say why when chosen."""

    value: Any
    content: Content
    closed: bool = False
    heading: bool = False

    def is_same(self, other: Row) -> bool:
        """Whether the other row looks and means the same; contents alone compare without their colours."""
        return (
            self.value == other.value
            and self.closed == other.closed
            and self.heading == other.heading
            and self.content.is_same(other.content)
        )


class LineList(ScrollView, can_focus=True):
    """Rows with a cursor, for keys and mouse.

    Not Textual's OptionList, whose cursor passes over disabled options: here a closed row can be marked, so that
    players read why it is closed, a heading cannot, and a digit chooses. Rows may depend on the width (`built_by`),
    and only what changed is drawn again.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"lines--cursor", "lines--mark", "lines--closed", "lines--heading"}
    DEFAULT_CSS = """
    LineList {
        scrollbar-size: 0 1;
        overflow-x: hidden;
        background: transparent;
        & > .lines--cursor { background: transparent; }
        &.kept > .lines--cursor { background: $boost; text-style: bold; }
        &:focus > .lines--cursor {
            color: $block-cursor-foreground; background: $block-cursor-background;
            text-style: $block-cursor-text-style;
        }
        &.bare:focus > .lines--cursor { background: transparent; color: $foreground; text-style: bold; }
        & > .lines--mark { color: $accent; }
        & > .lines--closed { color: $quiet; }
        & > .lines--heading { color: $quiet; text-style: bold; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "step(-1)", "Up", show=False),
        Binding("down,j", "step(1)", "Down", show=False),
        Binding("home", "edge(-1)", "First", show=False),
        Binding("end", "edge(1)", "Last", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
        Binding("enter", "choose", "Choose", show=False),
    ]

    class Chosen(Message):
        """A row was chosen by key or by mouse."""

        def __init__(self, lines: LineList, value: Any, closed: bool) -> None:
            super().__init__()
            self.lines = lines
            self.value = value
            self.closed = closed

        @property
        def control(self) -> LineList:
            """The list it happened in."""
            return self.lines

    class Moved(Message):
        """The cursor stands on another row."""

        def __init__(self, lines: LineList, value: Any) -> None:
            super().__init__()
            self.lines = lines
            self.value = value

        @property
        def control(self) -> LineList:
            """The list it happened in."""
            return self.lines

    class Resized(Message):
        """The list has another size: other rows may be in view."""

    class Edge(Message):
        """The cursor stood on the first or last row already, and was to go on in direction `way`."""

        def __init__(self, lines: LineList, way: int) -> None:
            super().__init__()
            self.lines = lines
            self.way = way

        @property
        def control(self) -> LineList:
            """The list it happened in."""
            return self.lines

    def __init__(
        self,
        rows: Sequence[Row] = (),
        *,
        id: str | None = None,
        classes: str | None = None,
        numbered: bool = False,
        one_click: bool = False,
        cursor: bool = True,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.rows: list[Row] = list(rows)
        self.numbered = numbered
        self.one_click = one_click
        self.cursor = self._nearest(0, 1) if cursor else None
        self._lines: list[tuple[int, int]] = []
        self._first: list[int] = []
        self._laid = (-1, -1)
        self._strips: dict[tuple[int, int, str], list[Strip]] = {}
        self._build: Callable[[int], Sequence[Row]] | None = None

    # -- rows -----------------------------------------------------------------------------------------------------

    def show(self, rows: Sequence[Row], keep: Any = None) -> None:
        """Other rows; the cursor stays with its value, or goes to the row with the value `keep`."""
        if keep is None:
            keep = self.value
        if len(rows) == len(self.rows) and all(a.is_same(b) for a, b in zip(rows, self.rows, strict=True)):
            self.mark(keep)
            return
        old, self.rows = self.rows, list(rows)
        shape = [r.content.plain for r in old] == [r.content.plain for r in self.rows]
        self._strips.clear()
        self._place_cursor(keep)
        if not shape:
            self._laid = (-1, -1)
            self.refresh(layout=self.styles.auto_dimensions)
            self._layout_rows()
        else:
            self.refresh()

    def built_by(self, build: Callable[[int], Sequence[Row]]) -> None:
        """Rows that depend on the width: made now and again whenever the width changes."""
        self._build = build
        self.rebuild()

    def rebuild(self, keep: Any = None) -> None:
        """Makes width-dependent rows again; the cursor stays with its value, or goes to the row with this one."""
        if self._build is not None and self._width() > 0:
            self.show(self._build(self._width()), keep)

    def mark(self, value: Any) -> None:
        """Puts the cursor on the row with this value, where there is one."""
        for place, row in enumerate(self.rows):
            if not row.heading and row.value == value:
                self._go(place)
                return

    @property
    def value(self) -> Any:
        """The value of the row under the cursor, or None."""
        if self.cursor is None or self.cursor >= len(self.rows):
            return None
        return self.rows[self.cursor].value

    def _place_cursor(self, keep: Any) -> None:
        if self.cursor is None:
            return
        for place, row in enumerate(self.rows):
            if keep is not None and not row.heading and row.value == keep:
                self.cursor = place
                return
        self.cursor = self._nearest(min(self.cursor, len(self.rows) - 1), 1) if self.rows else 0

    def _nearest(self, place: int, way: int) -> int:
        """The first row from here, in this direction and else in the other, on which the cursor may stand."""
        for direction in (way, -way):
            here = place
            while 0 <= here < len(self.rows):
                if not self.rows[here].heading:
                    return here
                here += direction
        return 0

    # -- keys and mouse -------------------------------------------------------------------------------------------

    def _go(self, place: int) -> None:
        if not self.rows or self.cursor is None:
            return
        if place != self.cursor:
            self.cursor = place
            self.refresh()
            self.post_message(self.Moved(self, self.value))
        self._keep_in_view()

    def _keep_in_view(self) -> None:
        if self.cursor is None or self.cursor >= len(self._first):
            return
        top = self._first[self.cursor]
        if self.cursor == self._nearest(0, 1):
            top = 0
        height = self.scrollable_content_region.height
        bottom = next((self._first[p] for p in range(self.cursor + 1, len(self._first))), len(self._lines))
        offset = self.scroll_offset.y
        if top < offset:
            self.scroll_to(y=top, animate=False)
        elif bottom > offset + height > 0:
            self.scroll_to(y=max(0, min(top, bottom - height)), animate=False)

    def action_step(self, way: int) -> None:
        """Moves the cursor one row; a list without cursor scrolls."""
        if self.cursor is None:
            self.scroll_relative(y=way, animate=False)
            return
        here = self.cursor + way
        while 0 <= here < len(self.rows) and self.rows[here].heading:
            here += way
        if 0 <= here < len(self.rows):
            self._go(here)
        else:
            self.post_message(self.Edge(self, way))

    def action_edge(self, way: int) -> None:
        """Moves the cursor to the first or last row."""
        if self.cursor is None:
            self.scroll_to(y=0 if way < 0 else len(self._lines), animate=False)
        else:
            self._go(self._nearest(0 if way < 0 else len(self.rows) - 1, -way))

    def action_page(self, way: int) -> None:
        """Moves the cursor about a page."""
        page = max(1, self.scrollable_content_region.height - 1)
        if self.cursor is None or not self._first:
            self.scroll_relative(y=way * page, animate=False)
            return
        line = min(max(0, self._first[min(self.cursor, len(self._first) - 1)] + way * page), len(self._lines) - 1)
        self._go(self._nearest(self._lines[line][0], way))

    def action_choose(self) -> None:
        """Chooses the row under the cursor."""
        if self.cursor is not None and self.cursor < len(self.rows) and not self.rows[self.cursor].heading:
            row = self.rows[self.cursor]
            self.post_message(self.Chosen(self, row.value, row.closed))

    def on_key(self, event: events.Key) -> None:
        """A digit chooses the row of that number."""
        if not self.numbered or event.character is None or event.character not in "123456789":
            return
        places = [p for p, row in enumerate(self.rows) if not row.heading]
        number = int(event.character)
        if number <= len(places):
            event.stop()
            event.prevent_default()
            self._go(places[number - 1])
            self.action_choose()

    def on_click(self, event: events.Click) -> None:
        """A click marks a row; a click on the marked row (or any click, where one is enough) chooses it."""
        place = self.row_at(event.y)
        if place is None or self.rows[place].heading:
            return
        event.stop()
        again = place == self.cursor
        self._go(place)
        if again or self.one_click:
            self.action_choose()

    def row_at(self, y: int) -> int | None:
        """The place of the row at this line of the widget."""
        line = y - self.styles.gutter.top + self.scroll_offset.y
        return self._lines[line][0] if 0 <= line < len(self._lines) else None

    def seen_rows(self) -> tuple[int, int] | None:
        """The numbers of the first and last row in view, from 1; None where all are."""
        height = self.scrollable_content_region.height
        if not self._lines or len(self._lines) <= height:
            return None
        top = int(self.scroll_offset.y)
        last = min(len(self._lines), top + height) - 1
        return self._lines[top][0] + 1, self._lines[last][0] + 1

    # -- drawing --------------------------------------------------------------------------------------------------

    def _width(self) -> int:
        return self.scrollable_content_region.width

    def on_resize(self) -> None:
        """The width may have changed, and with it what fits a line."""
        self.rebuild()
        self._layout_rows()
        self.post_message(self.Resized())

    def notify_style_update(self) -> None:
        """Another theme, or focus gained or lost."""
        super().notify_style_update()
        self._strips.clear()

    def _heights(self, width: int) -> list[int]:
        room = max(1, width - GUTTER)
        return [
            1
            if row.content.cell_length <= room and "\n" not in row.content.plain
            else max(1, row.content.get_height({}, room))
            for row in self.rows
        ]

    def _layout_rows(self) -> None:
        width = self._width()
        if width <= 0 or self._laid == (width, len(self.rows)):
            return
        if self._build is not None and width != self._laid[0]:
            # The bar at the side came or went: what fits a line is another.
            keep = self.value
            self.rows = list(self._build(width))
            self._place_cursor(keep)
        self._laid = (width, len(self.rows))
        self._strips.clear()
        self._lines, self._first = [], []
        for place, height in enumerate(self._heights(width)):
            self._first.append(len(self._lines))
            self._lines.extend((place, offset) for offset in range(height))
        self.virtual_size = Size(width, len(self._lines))
        self.refresh()
        self._keep_in_view()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the rows take at this width."""
        if self._build is not None:
            return sum(self._heights_of(self._build(width), width))
        return sum(self._heights(width))

    def _heights_of(self, rows: Sequence[Row], width: int) -> list[int]:
        return [max(1, row.content.get_height({}, max(1, width - GUTTER))) for row in rows]

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as the widest row."""
        widest = max((max(line.cell_length for line in r.content.split("\n")) for r in self.rows), default=0)
        return min(container.width, widest + GUTTER)

    def render_line(self, y: int) -> Strip:
        """One line of the visible part."""
        self._layout_rows()
        width = self._width()
        line = self.scroll_offset.y + y
        if line >= len(self._lines) or self._lines[line][0] >= len(self.rows):
            return Strip.blank(width, self.visual_style.rich_style)
        place, offset = self._lines[line]
        strips = self._row_strips(place, width)
        return strips[offset] if offset < len(strips) else Strip.blank(width, self.visual_style.rich_style)

    def _row_strips(self, place: int, width: int) -> list[Strip]:
        row = self.rows[place]
        here = self.cursor == place and not row.heading
        look = "lines--cursor" if here else "lines--heading" if row.heading else "lines--closed" if row.closed else ""
        key = (place, width, look + ("!" if self.has_focus else ""))
        if key not in self._strips:
            style = self.get_visual_style(look) if look else self.visual_style
            rich_style = style.rich_style
            # Colours of their own would not be seen on the colour of the cursor.
            filled = here and self.has_focus and not self.has_class("bare")
            content = row.content.without_spans if filled else row.content
            made = Visual.to_strips(self, content, max(1, width - GUTTER), None, style, apply_selection=False)
            marks = ["▸ " if here and (self.has_focus or self.has_class("kept")) else "  "] + ["  "] * len(made)
            mark_style = rich_style if filled or not here else self.get_visual_style("lines--mark").rich_style
            self._strips[key] = [
                Strip([Segment(mark, mark_style), *strip]).extend_cell_length(width, rich_style).crop(0, width)
                for mark, strip in zip(marks, made or [Strip.blank(1, rich_style)], strict=False)
            ]
        return self._strips[key]

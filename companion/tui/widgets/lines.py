"""A list of rows with a cursor, for keys and mouse: cards, choices, the log and the menus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message

from companion.tui.sizes import by_touch
from companion.tui.text import plain
from companion.tui.widgets.laid_rows import GUTTER, Cell, Row, nearest
from companion.tui.widgets.line_view import LineView, is_fill

TENTH: Final = 10
"""The number of the row that 0 chooses, in a list whose rows are given theirs."""
__all__ = ["GUTTER", "Cell", "LineList", "Row", "gap", "heading"]


def heading(text: str | Content) -> Row:
    """A row of words above others, or of text between them; the cursor passes over it."""
    return Row(None, plain(text) if isinstance(text, str) else text, heading=True)


def gap() -> Row:
    """An empty row."""
    return heading("")


def below_gap(text: str | Content) -> tuple[Row, Row]:
    """A row of words above others, apart from those before it."""
    return gap(), heading(text)


class LineList(LineView, can_focus=True):
    """Rows with a cursor, for keys and mouse.

    Not Textual's OptionList, whose cursor passes over disabled options: here a closed row can be marked, so that
    players read why it is closed, a heading cannot, and a digit chooses.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "step(-1)", "Up", show=False),
        Binding("down,j", "step(1)", "Down", show=False),
        Binding("left", "across(-1)", show=False),
        Binding("right", "across(1)", show=False),
        Binding("home", "edge(-1)", "First", show=False),
        Binding("end", "edge(1)", "Last", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
        Binding("enter", "choose", "Choose", show=False),
    ]

    @dataclass
    class Happened(Message):
        """Something happened in a list; `value` is that of the row under the cursor."""

        lines: LineList
        value: Any

        @property
        def control(self) -> LineList:
            """The list it happened in."""
            return self.lines

    class Chosen(Happened):
        """A row was chosen by key or by mouse."""

    @dataclass
    class Counted(Happened):
        """A sign in a row was tapped; `by` is 1 or -1."""

        by: int

    class Moved(Happened):
        """The cursor is on another row."""

    @dataclass
    class Edge(Happened):
        """The cursor stood on the first or last row already, and was to go on in direction `way`."""

        way: int

    def __init__(
        self, rows: Sequence[Row] = (), *, numbered: bool = False, one_click: bool = False, **more: Any
    ) -> None:
        super().__init__(rows, **more)
        self.numbered = numbered
        self.one_click = one_click

    def cursor_moved(self) -> None:
        self.post_message(self.Moved(self, self.value))

    def action_step(self, way: int) -> None:
        """Moves the cursor one row; scrolls where none is left to mark and there is more to read."""
        if self.cursor is None:
            self.scroll_relative(y=way, animate=False)
            return
        here = self.cursor + way
        while 0 <= here < len(self.rows) and self.rows[here].heading:
            here += way
        if 0 <= here < len(self.rows):
            self._go(here)
        elif 0 <= self.scroll_offset.y + way <= self.max_scroll_y:
            self.scroll_relative(y=way, animate=False)
        else:
            self.post_message(self.Edge(self, self.value, way))

    def beside(self) -> int:
        """How many cells the marked row has."""
        return len(self.rows[self.cursor].values()) if self.cursor is not None and self.cursor < len(self.rows) else 1

    def action_across(self, way: int) -> None:
        """To the cell at the left or right."""
        many = self.beside()
        if self.cursor is None or many == 1:
            # The keys may count on another kind of row.
            raise SkipAction
        column = min(self.column, many - 1) + way
        if 0 <= column < many:
            self._go(self.cursor, column)
            self.post_message(self.Moved(self, self.value))

    def action_edge(self, way: int) -> None:
        """Moves the cursor to the first or last row."""
        if self.cursor is not None:
            self._go(nearest(self.rows, 0 if way < 0 else len(self.rows) - 1, -way))
        # Text before the first row, or behind the last, may take more than a page.
        self.scroll_to(y=0 if way < 0 else len(self.laid.lines), animate=False)

    def action_page(self, way: int) -> None:
        """Moves the cursor about a page."""
        page = max(1, self.scrollable_content_region.height - 1)
        if self.cursor is None or not self.laid.first:
            self.scroll_relative(y=way * page, animate=False)
            return
        here = self.laid.first[min(self.cursor, len(self.laid.first) - 1)]
        line = min(max(0, here + way * page), len(self.laid.lines) - 1)
        found = nearest(self.rows, self.laid.lines[line][0], way)
        if found != self.cursor:
            self._go(found)
        else:
            self.scroll_relative(y=way * page, animate=False)

    def action_choose(self) -> None:
        """Chooses the row under the cursor; where there is none Enter may mean another thing."""
        if self.cursor is None:
            raise SkipAction
        if self.cursor < len(self.rows) and not self.rows[self.cursor].heading:
            self.post_message(self.Chosen(self, self.value))

    def on_key(self, event: events.Key) -> None:
        if not self.numbered or event.character is None or event.character not in "0123456789":
            return
        place = self.place_of(int(event.character) or TENTH)
        if place is not None:
            event.stop()
            event.prevent_default()
            self._go(*place)
            self.action_choose()

    def place_of(self, number: int) -> tuple[int, int] | None:
        """The place of the row that this digit chooses, and which of its cells; None where there is none."""
        places = [(p, c) for p, row in enumerate(self.rows) if not row.heading for c in range(len(row.values()))]
        if any(row.number for row in self.rows):
            return next(((p, c) for p, c in places if self.rows[p].number and self.rows[p].number + c == number), None)
        return places[number - 1] if number <= min(9, len(places)) else None

    def on_click(self, event: events.Click) -> None:
        """A click marks a row; a click on the marked row (or any click, if one is enough) chooses it."""
        place, by = self.row_at(event.y), event.style.meta.get("count")
        if place is None or (self.rows[place].heading and not by):
            return
        event.stop()
        row, was = self.rows[place], (self.cursor, self.column)
        heading = row.heading
        if not heading:
            x = event.x - self.styles.gutter.left
            cell = max((at for at, cell in enumerate(row.cells) if cell.at <= x), default=0)
            self._go(place, cell if row.cells and not by else None)
        again = was == (self.cursor, self.column)
        if by:
            self.post_message(self.Counted(self, self.rows[place].value if heading else self.value, int(by)))
        elif is_fill(self, self.rows[place]) and by_touch(self.app.size):
            # A tap on a fill chooses it; of an answer it only marks it: what does it stands at the bottom.
            if not self.has_class("marks"):
                self.action_choose()
        elif again or self.one_click:
            self.action_choose()

"""A grid to fill in: arrows or a click choose a cell, a field takes its value, and what is left blank stays."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.style import Style

from companion.engine.errors import InvalidInput
from companion.engine.requests import Cell, Cells, Column, Grid, GridRow
from companion.engine.state.table import AnyTable
from companion.frontend.saying.sentences import refusal, titled
from companion.frontend.typed import is_digit, is_number_char
from companion.frontend.typed_answers import read_cell, span_words
from companion.tui.look.fills import Fill, fill_row
from companion.tui.look.rows import BLANK, tall, wrapped
from companion.tui.sizes import by_touch, thumb
from companion.tui.text import plain
from companion.tui.widgets.body import Body, Stage
from companion.tui.widgets.entry import ArrowEntry, EntryInput, any_text
from companion.tui.widgets.plain import PlainStatic
from companion.tui.widgets.submit_button import Ready

_LONGEST_LABEL, _NARROW_LABEL = 24, 14
_LONGEST_CELL = 18
"""Cells after which a label and what is in a cell go on in another row where the room is short."""
_THUMB = 6
"""Cells that a thumb needs."""
_ROOMY = 70
"""Cells of width from which labels have more room."""


class GridBody(Body[Grid]):
    """Rows and columns with a field for the cell that is chosen. Enter sets it; in an empty field it is done."""

    entry: ArrowEntry

    DEFAULT_CSS = "GridBody EntryInput { padding: 0 0 0 2; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "row(-1)", "Row up", show=False),
        Binding("down", "row(1)", "Row down", show=False),
        Binding("pageup", "row(-8)", "Rows up", show=False),
        Binding("pagedown", "row(8)", "Rows down", show=False),
        Binding("tab", "column(1)", "Next column", show=False, priority=True),
        Binding("shift+tab", "column(-1)", "Column before", show=False, priority=True),
    ]

    def __init__(self, request: Grid, table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, masked)
        self.cells: dict[tuple[str, str], Cell] = {}
        if isinstance(earlier, Cells) and not masked:
            self.cells = {(row, column): v for row, cells in earlier.rows.items() for column, v in cells.items()}
        self.at_row, self.at_column = 0, 0
        self.drawn = GridPicture(self)
        self.head = PlainStatic("", classes="grid-head")
        self.picture = PlainStatic("", classes="picture")
        self.entry = ArrowEntry(masked=masked, id="entry", between=True)
        self.signs = PlainStatic("", classes="picture")
        """By touch what counts the cell that is chosen, or turns it over."""

    def parts(self) -> ComposeResult:
        yield self.head
        yield Stage(self.picture)
        yield self.entry
        yield self.signs

    def on_mount(self) -> None:
        open_ = (
            (r, c)
            for r, row in enumerate(self.request.rows)
            for c, column in enumerate(self.request.columns)
            if column.name not in row.closed
        )
        self._choose(*next(open_, (0, 0)))

    def on_resize(self) -> None:
        super().on_resize()
        self.draw_odds()

    def wanted(self) -> int:
        """By touch what counts the cell stands below the field."""
        size = self.app.size
        return super().wanted() + (1 + thumb(size) if by_touch(size) else 0)

    def untouched(self) -> bool:
        return not self.cells and not self.entry.value

    def ready(self) -> Ready:
        """Whatever stands in the cells; what is wrong is said where it stands."""
        return Ready("Seal it" if self.secret else "Take it")

    def answer(self) -> dict[str, dict[str, dict[str, Cell]]]:
        """Every cell that was typed, with what is in the field. Raises InvalidInput if a value is wrong."""
        self._take()
        rows: dict[str, dict[str, Cell]] = {}
        for (row, column), value in self.cells.items():
            rows.setdefault(row, {})[column] = value
        return {"rows": rows}

    # -- cells ----------------------------------------------------------------------------------------------------

    @property
    def row(self) -> GridRow:
        """The row of the chosen cell."""
        return self.request.rows[self.at_row]

    @property
    def column(self) -> Column:
        """The column of the chosen cell."""
        return self.request.columns[self.at_column]

    def action_row(self, by: int) -> None:
        """The cell above or below, once what is typed here is taken."""
        if self._taken():
            self._choose(min(len(self.request.rows) - 1, max(0, self.at_row + by)), self.at_column)

    def action_column(self, by: int) -> None:
        """The cell beside; past the last column the first of the next row."""
        if not self._taken():
            return
        wide = len(self.request.columns)
        place = min(len(self.request.rows) * wide - 1, max(0, self.at_row * wide + self.at_column + by))
        self._choose(*divmod(place, wide))

    @on(ArrowEntry.Moved)
    def _sideways(self, message: ArrowEntry.Moved) -> None:
        message.stop()
        self.action_column(message.by)

    @on(EntryInput.Changed)
    def _typed(self) -> None:
        self.draw_odds()
        self._explain()

    def entered(self) -> None:
        if not self.entry.value:
            self.submit()
        elif self._taken():
            self._choose(min(len(self.request.rows) - 1, self.at_row + 1), self.at_column)

    def _take(self) -> None:
        """Puts what is typed into its cell. Raises InvalidInput if it cannot be there; then it stays typed."""
        if self.entry.value:
            value = self.request.checked(self.row, self.column, read_cell(self.column, self.entry.value))
            self._set(self.row, self.column, value)
            self.entry.value = ""

    def _taken(self) -> bool:
        try:
            self._take()
        except InvalidInput as fault:
            self.complain(refusal(fault))
            return False
        return True

    def _set(self, row: GridRow, column: Column, value: Cell) -> None:
        if row.values.get(column.name) == value and type(row.values.get(column.name)) is type(value):
            self.cells.pop((row.row, column.name), None)
        else:
            self.cells[row.row, column.name] = value

    def value_of(self, row: GridRow, column: Column) -> Cell | None:
        """What is in a cell: what was typed there, else what is now."""
        return self.cells.get((row.row, column.name), row.values.get(column.name))

    def _choose(self, row: int, column: int) -> None:
        if not self.request.rows:
            self.say("There is no row; enter goes on.")
            return
        self.at_row, self.at_column = row, column
        kind = self.column.kind
        number = is_digit if kind == "number" and self.request.bounds(self.row, self.column)[0] >= 0 else is_number_char
        self.entry.takes = number if kind == "number" else (lambda c: c in "ynYN") if kind == "yes_no" else any_text
        self.draw_odds()
        self._explain()
        stage = self.query_one(Stage)
        top, height = int(stage.scroll_offset.y), stage.size.height
        first, after = self.drawn.tops[row], self.drawn.tops[row + 1]
        if first < top or (height and after > top + height):
            stage.scroll_to(y=first if first < top else after - height, animate=False)

    def _explain(self) -> None:
        why_not = self.row.closed.get(self.column.name)
        what = why_not or span_words(self.column, self.request.bounds(self.row, self.column))
        keys = "Enter sets it" if self.entry.value else "A blank stays as it is; Enter takes all rows"
        self.say(f"{self.row.label}, {self.column.label}: {what}. {keys}.")

    def draw_odds(self) -> None:
        head, lines = self.drawn.rows(self.size.width)
        self.head.show(head)
        self.picture.show(lines)
        counts = self.by_touch and self.column.kind != "text" and self.column.name not in self.row.closed
        signs = [Fill([plain(sign, "bold")], {"by": by}) for sign, by in (("−", -1), ("+", 1))]
        width = self.size.width or self.app.size.width - 2
        self.signs.show_if_any([BLANK, *fill_row(signs, width)] if counts else "")

    @property
    def by_touch(self) -> bool:
        """Whether rows are three rows high."""
        return by_touch(self.app.size)

    # -- mouse ----------------------------------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """A click chooses a cell; the signs beside a number count it, beside other values turn to the next."""
        meta = event.style.meta
        if "cell" in meta and self._taken():
            self._choose(*meta["cell"])
        elif "by" in meta and self._taken():
            self._step(meta["by"])

    def _step(self, by: int) -> None:
        row, column = self.row, self.column
        now = self.value_of(row, column)
        if column.kind == "number":
            lo, hi = self.request.bounds(row, column)
            number = now if isinstance(now, int) else lo - by
            self._set(row, column, min(hi, max(lo, number + by)))
        else:
            values: list[Cell] = [False, True] if column.kind == "yes_no" else [value for value, _ in column.choices]
            place = values.index(now) + by if now in values else 0
            self._set(row, column, values[place % len(values)])
        self.draw_odds()
        self._explain()


class GridPicture:
    """Draws the grid of this body as it is filled in by now."""

    def __init__(self, body: GridBody) -> None:
        self.body = body
        self.request = body.request
        self.tops = [0] * (len(self.request.rows) + 1)
        """The line that each row begins at, and the one after the last."""

    def rows(self, width: int) -> tuple[Content, list[Content]]:
        """The names of the columns in view, and the rows, in so many cells; 0: nobody knows yet."""
        wide = width or _ROOMY
        longest = max((len(row.label) for row in self.request.rows), default=0)
        widths = [self._width(column) for column in self.request.columns]
        # Names in one row where every column stays in view, else in more.
        beside = wide - sum(widths) - 2 * len(widths) - 6
        label = min(longest, max(beside, _LONGEST_LABEL if wide >= _ROOMY else _NARROW_LABEL))
        shown = _window(widths, self.body.at_column, wide - label - 6)
        less, more = "‹" if shown.start else " ", "›" if shown.stop < len(widths) else " "
        head = [plain(titled(self.request.columns[c].label).ljust(widths[c] + 2), "$quiet bold") for c in shown]
        names = Content.assemble(plain("  " + " " * label + less + " ", "$quiet"), *head, plain(more, "$quiet"))
        lines: list[Content] = []
        self.tops = [0]
        for place, row in enumerate(self.request.rows):
            mark = "▸ " if place == self.body.at_row else "  "
            called = wrapped(plain(row.label), label, 1)
            cells = [self._cell(place, c, widths[c]) for c in shown]
            if self.body.by_touch:
                called = [BLANK, *called]
                cells = [[tall(cell[:1])[0], *cell, tall(cell[-1:])[2]] for cell in cells]
            for at, (name, *line) in enumerate(zip_longest(called, *cells, fillvalue=BLANK)):
                filled = (cell.pad_right(widths[c] - cell.cell_length) for c, cell in zip(shown, line, strict=True))
                parts = (part for cell in filled for part in (cell, "  "))
                padded = name.extend_right(label - name.cell_length)
                drawn = Content.assemble(mark if at == int(self.body.by_touch) else "  ", padded, "  ", *parts)
                # What a thumb may hit is no blank.
                lines.append(drawn if self.body.by_touch else drawn.rstrip())
            self.tops.append(len(lines))
        return names, lines

    def _cell(self, place: int, at: int, width: int) -> list[Content]:
        """What is in a cell, in as many rows as its words need; the chosen one has signs beside it."""
        row, column = self.request.rows[place], self.request.columns[at]
        here = (place, at) == (self.body.at_row, self.body.at_column)
        words = self._words(row, column, here)
        changed = (row.row, column.name) in self.body.cells and not self.body.masked
        look = "bold reverse" if here else "$quiet" if column.name in row.closed else "bold $accent" if changed else ""
        counted = (
            here
            and not self.body.by_touch
            and column.kind != "text"
            and column.name not in row.closed
            and not self.body.masked
        )
        inner = max(1, width - 2) if counted else width
        # What is being typed stands whole in the field below.
        value = plain(words, look)
        found = [value.truncate(inner)] if here and self.body.entry.value else wrapped(value, inner)
        rows = [part.extend_right(inner - part.cell_length) for part in found]
        if not counted:
            return [part.stylize(Style.from_meta({"cell": (place, at)})) for part in rows]
        # Signs to count or to turn over by mouse alone.
        less, more = (
            Content.styled(sign, "bold").stylize(Style.from_meta({"by": by})) for sign, by in (("‹", -1), ("›", 1))
        )
        return [Content.assemble(less, rows[0], more), *(Content.assemble(" ", part, " ") for part in rows[1:])]

    def _words(self, row: GridRow, column: Column, here: bool) -> str:
        if self.body.masked:
            return "•"
        if here and self.body.entry.value:
            return self.body.entry.value
        before, now = row.values.get(column.name), column.words(self.body.value_of(row, column))
        if (row.row, column.name) not in self.body.cells:
            return now
        short = column.kind in ("number", "yes_no") and before is not None
        return f"{column.words(before)}→{now}" if short else f"*{now}"

    def _width(self, column: Column) -> int:
        """Cells that the values of a column need, with a change and the signs beside it; the same all the time."""
        present = max((len(column.words(row.values.get(column.name))) for row in self.request.rows), default=1)
        if column.kind == "number":
            needed = present + 1 + max(len(str(self.request.bounds(row, column)[1])) for row in self.request.rows) + 2
        elif column.kind == "yes_no":
            needed = len("‹no→yes›")
        elif column.kind == "choose":
            needed = max(len(label) for _, label in column.choices) + 3
        else:
            needed = _LONGEST_CELL
        return max(_THUMB if self.body.by_touch else 1, len(column.label), min(_LONGEST_CELL, needed))


def _window(widths: list[int], at: int, room: int) -> range:
    """The columns that fit, with the chosen one among them."""
    first = last = at
    left = room - widths[at] - 2
    while True:
        if first > 0 and left >= widths[first - 1] + 2:
            first -= 1
            left -= widths[first] + 2
        elif last + 1 < len(widths) and left >= widths[last + 1] + 2:
            last += 1
            left -= widths[last] + 2
        else:
            return range(first, last + 1)

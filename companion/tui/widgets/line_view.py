"""Rows of text drawn line by line, one widget however many rows; only the lines that changed are drawn again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from rich.segment import Segment
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import Reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style
from textual.visual import Visual

from companion.tui.look.colours import CURSOR, TAPPED
from companion.tui.look.fills import half_row
from companion.tui.look.measured import Measured
from companion.tui.sizes import by_touch, from_afar, low
from companion.tui.widgets.laid_rows import GAP, GUTTER, Cell, LaidRows, Row, changed, find, nearest, row_height

_MARKED: Final = "✓ "
"""Before the words of the fill that is marked."""
_LOOK: Final = """
LineView {
    scrollbar-size: 0 1;
    overflow-x: hidden;
    background: transparent;
    & > .lines--cursor { background: transparent; }
    &.kept > .lines--cursor, &.about > .lines--cursor { background: $boost; text-style: bold; }
    &:focus > .lines--cursor {
        color: $block-cursor-foreground; background: $block-cursor-background;
        text-style: $block-cursor-text-style;
    }
    &.bare:focus > .lines--cursor { background: $fill-quiet; color: $foreground; text-style: bold; }
    & > .lines--mark { color: $accent; }
    & > .lines--closed { color: $quiet; }
    & > .lines--heading { color: $quiet; text-style: bold; }
}
"""


class LineView(ScrollView, Measured):
    """Rows, one of which the cursor marks. Rows may depend on the width (`built_by`).

    In an `outdented` list headings begin in the column of the cursor. Without the focus, a `kept` list still has the
    cursor, and one that only says what is talked `about` has a mark of its own: there is one cursor on a screen.
    In a list of `fills` on a screen that is touched, what can be chosen is a fill of three rows. In one that is
    `spaced` out a blank row is between the rows, and the fill of the marked one takes that above it and that below.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"lines--cursor", "lines--mark", "lines--closed", "lines--heading"}
    DEFAULT_CSS = _LOOK
    auto_links: Reactive[bool] = Reactive(False)

    class Resized(Message):
        """The list has another size: other rows may be in view."""

    def __init__(
        self,
        rows: Sequence[Row] = (),
        *,
        id: str | None = None,
        classes: str | None = None,
        cursor: bool = True,
        gutter: int = GUTTER,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.gutter_cells = gutter
        self.rows: list[Row] = list(rows)
        self.cursor = nearest(self.rows, 0, 1) if cursor else None
        self.column = 0
        """The cell of a row with cells that the cursor is on."""
        self.laid = LaidRows()
        self.paint = LinePaint(self)
        self._build: Callable[[int], Sequence[Row]] | None = None
        self._keep: Any = None
        """What is marked as soon as there is a width to build the rows for."""
        self.spaced = False

    # -- rows -----------------------------------------------------------------------------------------------------

    def show(self, rows: Sequence[Row], keep: Any = None) -> None:
        """Other rows; the cursor stays with its value, or goes to the row with the value `keep`."""
        keep = self.value if keep is None else keep
        others = changed(rows, self.rows)
        if others is not None and not others:
            if keep is not None:
                self.mark(keep)
            return
        before, old, self.rows = self.cursor, self.rows, list(rows)
        stays_at = range(0) if others is None else [at for at in range(len(rows)) if at not in others]
        # A row that looks the same may stand for something else: the record that is written now.
        self.paint.keep({old[at]: rows[at] for at in stays_at} | {row: row for row in rows})
        self._place_cursor(keep)
        width = self._width()
        stays = others is not None and self.laid.is_for(self.rows, width)
        if others is not None and stays and self.laid.fits(self._heights(self.rows, width), others):
            self._refresh_rows({*others, before, self.cursor})
            self._keep_in_view()
            return
        self.laid.width = -1
        self.refresh(layout=self.styles.auto_dimensions)
        self._layout_rows()

    def _refresh_rows(self, places: Iterable[int | None]) -> None:
        """Draws the lines of these rows again, as far as they are in view."""
        if not self.laid.is_for(self.rows, self._width()):
            self.refresh()
            return
        top, width = self.scroll_offset.y, self.size.width
        bottom = top + self.scrollable_content_region.height
        parts: list[Region] = []
        for place in sorted({place for place in places if place is not None and place < len(self.rows)}):
            first, end = max(top, self.laid.first[place]) - top, min(bottom, self.laid.end(place)) - top
            above = parts.pop() if parts and parts[-1].bottom == first else Region(0, first)
            parts.append(Region(0, above.y, width, max(end, above.bottom) - above.y))
        if parts := [part for part in parts if part]:
            self.refresh(*parts)

    def built_by(self, build: Callable[[int], Sequence[Row]], keep: Any = None) -> None:
        """Rows that depend on the width: made as soon as there is one and whenever it changes; `keep` is marked."""
        self._build, self._keep = build, keep
        self.rebuild()

    def rebuild(self) -> None:
        """Makes width-dependent rows again; the cursor stays with its value."""
        if self._build is not None and self._width() > 0:
            keep, self._keep = self._keep, None
            self.show(self._build(self._width()), keep)

    def mark(self, value: Any) -> None:
        """Puts the cursor on the row or the cell with this value, if there is one."""
        found = find(self.rows, value)
        if found is not None:
            self._go(*found)

    @property
    def value(self) -> Any:
        """The value of the row or the cell under the cursor, or None."""
        if self.cursor is None or self.cursor >= len(self.rows):
            return None
        values = self.rows[self.cursor].values()
        return values[min(self.column, len(values) - 1)]

    def _go(self, place: int, column: int | None = None) -> None:
        """Puts the cursor on the row at this place, on this cell or the one it is on, and brings it into view."""
        if not self.rows or self.cursor is None:
            return
        if column is not None and column != self.column:
            self.column = column
            self._refresh_rows((self.cursor, place))
        if place != self.cursor:
            before, self.cursor = self.cursor, place
            after = (before + 1, place + 1) if self.spaced else ()
            self._refresh_rows((before, place, *after))
            self.cursor_moved()
        self._keep_in_view()

    def cursor_moved(self) -> None:
        """The cursor is on another row."""

    def _place_cursor(self, keep: Any) -> None:
        if self.cursor is None:
            return
        found = find(self.rows, keep) if keep is not None else None
        if found is not None:
            self.cursor, self.column = found
            return
        self.cursor = nearest(self.rows, min(self.cursor, len(self.rows) - 1), 1) if self.rows else 0

    def _keep_in_view(self) -> None:
        if self.cursor is None or self.cursor >= len(self.laid.first):
            return
        # Headings before the first row, and behind the last, are seen with it.
        first = 0 if self.cursor == nearest(self.rows, 0, 1) else self.laid.first[self.cursor]
        last = self.cursor == nearest(self.rows, len(self.rows) - 1, -1)
        end = len(self.laid.lines) if last else self.laid.end(self.cursor)
        top = int(self.scroll_offset.y)
        offset = self.laid.offset_for(first, end, top, self.scrollable_content_region.height)
        if offset != top:
            self.scroll_to(y=offset, animate=False)

    def row_at(self, y: int) -> int | None:
        """The place of the row at this line of the widget."""
        line = y - self.styles.gutter.top + self.scroll_offset.y
        if not 0 <= line < len(self.laid.lines):
            return None
        place, offset = self.laid.lines[line]
        # The blank row below the marked one is in its fill.
        below = self.spaced and offset == 0 and place - 1 == self.cursor and not self.rows[place].heading
        return place - 1 if below else place

    def seen_rows(self) -> tuple[int, int] | None:
        """The numbers of the first and last row in view, from 1; None if all are."""
        return self.laid.seen(int(self.scroll_offset.y), self.scrollable_content_region.height)

    def hidden(self) -> tuple[int, int]:
        """How many rows, or cells, begin above what is in view, and how many end below it; titles are none."""
        shown = (place for place, row in enumerate(self.rows) if not row.heading or row.value is not None)
        rows = (place for place in shown for _ in self.rows[place].values())
        return self.laid.hidden(int(self.scroll_offset.y), self.scrollable_content_region.height, rows)

    # -- drawing --------------------------------------------------------------------------------------------------

    def _width(self) -> int:
        return self.scrollable_content_region.width

    def on_resize(self) -> None:
        self.rebuild()
        self._layout_rows()
        self.post_message(self.Resized())

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.paint.keep({})

    def _layout_rows(self) -> None:
        width = self._width()
        if width <= 0 or self.laid.is_for(self.rows, width):
            return
        if self._build is not None and width != self.laid.width:
            # The bar at the side came or went: what fits a line is another.
            keep = self.value
            self.rows = list(self._build(width))
            self.paint.keep({row: row for row in self.rows})
            self._place_cursor(keep)
        self.laid.lay(self._heights(self.rows, width), width)
        self.virtual_size = Size(width, len(self.laid.lines))
        self.refresh()
        self._keep_in_view()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return sum(self._heights(self.rows if self._build is None else self._build(width), width))

    def space_out(self, room: int) -> None:
        """Puts blank rows between what can be chosen, if there is room for that in so many lines, or takes them out."""
        spaced = False
        if self.has_class("fills") and not any(is_fill(self, row) for row in self.rows) and self._width() > 0:
            between = sum(not row.heading for row in self.rows) + 1
            spaced = sum(self._heights(self.rows, self._width(), spaced=False)) + between <= room
        if spaced != self.spaced:
            self.spaced = spaced
            self.laid.width = -1
            self.refresh(layout=True)
            self._layout_rows()

    def is_marked(self, place: int) -> bool:
        """Whether a fill is the marked one; where a tap does it at once, none is."""
        marks = self.has_class("marks") or not by_touch(self.app.size)
        return marks and self.cursor == place and not self.rows[place].heading

    def _heights(self, rows: Sequence[Row], width: int, *, spaced: bool | None = None) -> list[int]:
        """The lines of each row; below the last of those that are spaced out there is a blank one."""
        spaced = self.spaced if spaced is None else spaced
        room = width - self.gutter_cells
        heights = [row_height(row, room) + _around(self, row) + (spaced and not row.heading) for row in rows]
        if spaced and rows and not rows[-1].heading:
            heights[-1] += 1
        return heights

    def render_lines(self, crop: Region) -> list[Strip]:
        # Once for all lines: to ask for the width takes as long as to draw a line.
        self._layout_rows()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        width = max(0, self.laid.width)
        line = self.scroll_offset.y + y
        if line >= len(self.laid.lines) or self.laid.lines[line][0] >= len(self.rows):
            return Strip.blank(width, self.visual_style.rich_style)
        place, offset = self.laid.lines[line]
        strips = self.paint.row(place, width)
        if self.spaced and not self.rows[place].heading:
            if offset == 0 or offset > len(strips):
                return self.paint.blank(place if offset else place - 1, place, width=width)
            offset -= 1
        return strips[offset] if offset < len(strips) else Strip.blank(width, self.visual_style.rich_style)


def is_fill(view: LineView, row: Row) -> bool:
    """Whether a row of this list is drawn as a fill of three rows here."""
    shown = row.flat or row.closed or (row.heading and row.value is None)
    if shown or not view.has_class("fills"):
        return False
    return by_touch(view.app.size) or from_afar(view)


def _around(view: LineView, row: Row) -> int:
    """Rows of a fill above and below its words."""
    return 0 if not is_fill(view, row) else 1 if low(view.app.size) else 2


def lines_of(view: LineView, rows: Sequence[Row], width: int) -> int:
    """Lines that these rows take in this list, if it is so wide."""
    return sum(row_height(row, width - view.gutter_cells) + _around(view, row) for row in rows)


class LinePaint:
    """Paints the rows of this list."""

    def __init__(self, view: LineView) -> None:
        self.view = view
        self.kept: dict[tuple[Row, int, str], list[Strip]] = {}
        """The lines of each row, wherever it stands: of many that move up none is painted again."""

    def keep(self, rows: Mapping[Row, Row]) -> None:
        """Keeps the lines of these rows, by what stands for each now, and forgets all others."""
        self.kept = {(rows[row], width, look): of for (row, width, look), of in self.kept.items() if row in rows}

    def row(self, place: int, width: int) -> list[Strip]:
        """The lines of a row in so many cells."""
        view, row = self.view, self.view.rows[place]
        if is_fill(view, row):
            return self._fill(place, width)
        here = view.cursor == place and not row.heading
        key = (row, width, f"{here and self.cursor_state()} {view.has_focus}")
        if key not in self.kept:
            self.kept[key] = self.painted(row, width, here=here)
        return self.kept[key]

    def cursor_state(self) -> object:
        """What the look of the row under the cursor hangs on, beside the focus."""
        return True

    def painted(self, row: Row, width: int, *, here: bool) -> list[Strip]:
        """A row painted anew; the cursor is `here`."""
        view = self.view
        heads = row.heading and not row.content.spans
        look = "lines--cursor" if here else "lines--heading" if heads else "lines--closed" if row.closed else ""
        style = view.get_visual_style(look) if look else view.visual_style
        rich_style = style.rich_style
        # Colours of their own would not be seen on the colour of the cursor.
        filled = here and view.has_focus and not view.has_class("bare")
        room = max(1, width - view.gutter_cells)
        content = row.laid(room)
        made = self.strips(content.without_spans.stylize(CURSOR) if filled else content, room, style)
        gutter = 0 if row.heading and view.has_class("outdented") else view.gutter_cells
        mark = "▸ " if view.has_focus or view.has_class("kept") else "› " if view.has_class("about") else "  "
        mark = mark if here else "  "
        if filled:
            # As the fill is drawn, and not as the style of the component is: Textual drops its `reverse`.
            (cell, *_) = self.strips(Content.styled(" ", CURSOR), 1, style)[0]
            rich_style = cell.style or rich_style
        mark_style = rich_style if filled or not here else view.get_visual_style("lines--mark").rich_style
        return [
            Strip([Segment(mark[:gutter], mark_style), *strip]).extend_cell_length(width, rich_style).crop(0, width)
            for mark, strip in zip((mark, *["  "] * len(made)), made or [Strip.blank(1, rich_style)], strict=False)
        ]

    def strips(self, content: Content, width: int, style: Style) -> list[Strip]:
        """The lines of a text; what does not fit is wrapped by Textual."""
        lines = content.split("\n", allow_blank=True)
        if any(line.cell_length > width or "\t" in line.plain for line in lines):
            return Visual.to_strips(self.view, content, width, None, style, apply_selection=False)
        # Nothing is selected here, so that no part of a line has to know where it stands, as Textual has it.
        drawn = ([Segment(text, (style + of).rich_style) for text, of in line.render(style, end="")] for line in lines)
        return [Strip(segments, line.cell_length) for segments, line in zip(drawn, lines, strict=True)]

    def blank(self, *around: int, width: int) -> Strip:
        """A blank row beside the rows at these places: in the fill of the one that is marked."""
        view = self.view
        marked = view.cursor is not None and view.cursor in around and view.has_focus
        style = view.get_visual_style("lines--cursor") if marked else view.visual_style
        return Strip.blank(width, style.rich_style)

    def _fill(self, place: int, width: int) -> list[Strip]:
        """A blank row, the words, and half a row: what follows is half a row away; cells stand beside each other."""
        view, row = self.view, self.view.rows[place]
        here = view.cursor == place and view.has_focus
        head = _MARKED if view.is_marked(place) else "▸ " if here else "  "
        at = min(view.column, len(row.values()) - 1)
        key = (row, width, f"fill{head}{at}")
        if key not in self.kept:
            cells = row.cells or (Cell(row.value, row.laid(max(1, width - GUTTER))),)
            ends = [*(cell.at - GAP for cell in cells[1:]), width]
            blocks = [
                self._block(cell.content, end - cell.at, head if place == at else "  ")
                for place, (cell, end) in enumerate(zip(cells, ends, strict=True))
            ]
            made = [Content(" " * GAP).join(line) for line in zip(*blocks, strict=True)]
            # What a tap means holds for the whole of it.
            taps = [span.style for span in row.content.spans if span.start == 0 and span.end == len(row.content.plain)]
            for tap in taps:
                made = [line.stylize(tap) for line in made]
            drawn = [self.strips(line, width, view.visual_style)[0] for line in made]
            self.kept[key] = [strip.crop(0, width) for strip in drawn]
        return self.kept[key]

    def _block(self, words: Content, width: int, head: str) -> list[Content]:
        """The rows of one fill; that of the marked one is in accent."""
        marked, size = head == _MARKED, self.view.app.size
        lines = [line.without_spans if marked else line for line in words.split("\n")]
        heads = [head, *["  "] * (len(lines) - 1)]
        rows = [Content.assemble(before, line) for before, line in zip(heads, lines, strict=True)]
        rows = [*([] if low(size) else [Content("")]), *rows]
        edge = Content.styled(half_row(self.view.app) * width, f"$fill-{'accent' if marked else 'quiet'}")
        filled = (row.extend_right(max(0, width - row.cell_length)) for row in rows)
        return [*(row.stylize(CURSOR if marked else TAPPED) for row in filled), edge]

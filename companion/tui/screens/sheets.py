"""The rules reference: the tables and traits of the game, as its ruleset lists them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import ClassVar

from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget

from companion.engine.ruleset import Ruleset, Sheet
from companion.frontend.saying.sheets import GAP, breaks_words, column_widths
from companion.tui.commands import ACCEPT, Command
from companion.tui.look.colours import QUIET, STRONG
from companion.tui.look.rows import BLANK, flow, wrapped
from companion.tui.screens.list_panel import ListPanel
from companion.tui.text import clean, plain
from companion.tui.widgets.lines import GUTTER, LineList, Row, heading

_GAP = len(GAP)
_NUMBER = re.compile(r"[-−+]?\d+|[-–]")


def number_columns(sheet: Sheet) -> frozenset[int]:
    """The columns in which nothing but numbers stands; they are right-aligned."""
    every = zip_longest(*sheet.rows, fillvalue="–")
    return frozenset(at for at, cells in enumerate(every) if all(_NUMBER.fullmatch(cell) for cell in cells))


def sheet_row(cells: Sequence[str], widths: Sequence[int], right: frozenset[int], style: str = "") -> Content:
    """One row of a table; cells that are too long go on in further lines, those in the columns `right` end together."""
    padded = zip([*cells, *[""] * len(widths)], widths, strict=False)
    folded = [wrapped(Content(clean(cell)), width) for cell, width in padded]
    lines = []
    for line in zip_longest(*folded, fillvalue=BLANK):
        parts = [
            cell.pad_left(width - cell.cell_length) if at in right else cell.truncate(width, pad=True)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        lines.append(Content(" " * _GAP).join(parts).rstrip())
    return Content("\n").join(lines).stylize(style)


def _told(sheet: Sheet, cells: Sequence[str], room: int) -> Content:
    """A row of a table in words: what it is about, then each of its cells behind the title of its column."""
    parts = [
        Content.assemble(plain(f"{clean(title)} ", QUIET), plain(clean(cell)))
        for title, cell in zip(sheet.columns[1:], cells[1:], strict=False)
        if cell
    ]
    head = wrapped(plain(clean(cells[0]), STRONG), room, _GAP)
    return Content("\n").join([*head, *(Content.assemble(" " * _GAP, row) for row in flow(parts, room - _GAP, 3))])


def sheet_rows(sheet: Sheet, width: int) -> list[Row]:
    """A sheet as rows for this width: its text, its head, its rows, in words where columns break them."""
    room = max(4, width - GUTTER)
    rows = [Row(None, plain(line)) for line in sheet.text.splitlines()]
    if breaks_words(sheet, room):
        return rows + [Row(None, _told(sheet, row, room)) for row in sheet.rows]
    widths, right = column_widths(sheet, room), number_columns(sheet)
    if any(sheet.columns):
        rows.append(heading(sheet_row(sheet.columns, widths, right, "bold")))
    return rows + [Row(None, sheet_row(row, widths, right)) for row in sheet.rows]


class SheetsScreen(ListPanel[None]):
    """The list of sheets, and the marked one beside it; one that is read has all the room of a small screen."""

    heading = "Tables"
    size_classes = "sheet wide"
    words: ClassVar = {ACCEPT: "read"}
    nothing = "This game lists no tables."

    def __init__(self, ruleset: Ruleset, sheets: Sequence[Sheet]) -> None:
        super().__init__(f"{ruleset.title}: tables and traits", lines=LineList(id="sheet-list", classes="about"))
        self.sheets = sheets
        self.page = LineList(id="sheet-page", cursor=False)

    def inside(self) -> Iterable[Widget]:
        with Horizontal(id="sheets"):
            yield self.lines
            yield self.page

    def on_mount(self) -> None:
        super().on_mount()
        self.page.built_by(self._page)

    def rows(self) -> Sequence[Row]:
        return [Row(sheet.id, plain(sheet.title)) for sheet in self.sheets]

    def moved(self) -> None:
        """Shows the marked sheet from its top."""
        self.page.rebuild()
        self.page.scroll_to(y=0, animate=False)

    def do_accept(self) -> None:
        """The keys scroll the sheet, which has the whole room if that is narrow."""
        self.add_class("reading")
        self.page.focus()
        self.call_after_refresh(self.show_keys)

    def is_enabled(self, command: Command) -> bool:
        """A sheet that is read already needs no key for it."""
        return super().is_enabled(command) and (command is not ACCEPT or self.focused is not self.page)

    def do_back(self) -> None:
        """From a sheet back to the list, else closes."""
        if self.focused is self.page:
            self.remove_class("reading")
            self.lines.focus()
            self.call_after_refresh(self.show_keys)
        else:
            super().do_back()

    def _page(self, width: int) -> list[Row]:
        sheet = next((s for s in self.sheets if s.id == self.lines.value), None)
        if sheet is None:
            return []
        return [heading(plain(sheet.title, STRONG)), *sheet_rows(sheet, width)]

"""The rules reference: the tables and traits of the game, as its ruleset lists them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from textual import on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget

from companion.engine.ruleset import Ruleset, Sheet
from companion.tui.base_screen import Panel
from companion.tui.text import clean, plain
from companion.tui.widgets.lines import GUTTER, LineList, Row
from companion.tui.widgets.plain import PlainStatic

_GAP = 2


def column_widths(sheet: Sheet, room: int) -> list[int]:
    """A width a column: what its cells need, the widest narrowed until all fit the room."""
    cells = [sheet.columns, *sheet.rows]
    widths = [
        max((len(clean(row[c])) if c < len(row) else 0 for row in cells), default=1) or 1
        for c in range(len(sheet.columns))
    ]
    room = max(room - _GAP * (len(widths) - 1), 2 * len(widths))
    while sum(widths) > room:
        widest = widths.index(max(widths))
        widths[widest] -= 1
    return widths


def sheet_row(cells: Sequence[str], widths: Sequence[int], style: str = "") -> Content:
    """One row of a table; cells that are too long go on in further lines."""
    wrapped = [
        Content(clean(cell)).wrap(width) if cell else [Content("")]
        for cell, width in zip([*cells, *[""] * len(widths)], widths, strict=False)
    ]
    lines = []
    for line in range(max(len(w) for w in wrapped)):
        parts = [
            (w[line] if line < len(w) else Content("")).truncate(width, pad=True)
            for w, width in zip(wrapped, widths, strict=True)
        ]
        lines.append(Content(" " * _GAP).join(parts).rstrip())
    made = Content("\n").join(lines)
    return made.stylize(style) if style else made


def sheet_rows(sheet: Sheet, width: int) -> list[Row]:
    """A sheet as rows for this width: its text, its head, its rows."""
    room = max(4, width - GUTTER)
    rows = [Row(None, plain(line)) for line in sheet.text.splitlines()]
    if sheet.columns and any(sheet.columns):
        widths = column_widths(sheet, room)
        rows.append(Row(None, sheet_row(sheet.columns, widths, "bold"), heading=True))
    else:
        widths = column_widths(
            Sheet(sheet.id, sheet.title, tuple("" for _ in sheet.rows[0]) if sheet.rows else ("",), sheet.rows), room
        )
    return rows + [Row(None, sheet_row(row, widths)) for row in sheet.rows]


class SheetsScreen(Panel[None]):
    """The list of sheets, and the marked one beside it."""

    heading = "Tables"
    commands: ClassVar[tuple[str, ...]] = ("back", "help")

    def __init__(self, ruleset: Ruleset, options: Mapping[str, Any]) -> None:
        super().__init__()
        self.ruleset = ruleset
        self.options = options
        self.sheets: list[Sheet] = []

    def body(self) -> Iterable[Widget]:
        """List and sheet."""
        with Vertical(classes="sheet wide"):
            yield PlainStatic(plain(f"{self.ruleset.title}: tables and traits", "bold"), classes="sheet-title")
            with Horizontal(id="sheets"):
                self.lines = LineList(id="sheet-list", classes="kept")
                yield self.lines
                self.page = LineList(id="sheet-page", cursor=False)
                yield self.page

    def on_mount(self) -> None:
        """Shows the first sheet."""
        try:
            self.sheets = list(self.ruleset.sheets(self.options))
        except Exception as fault:
            self.host.tell(f"the ruleset's sheets failed: {fault}", bad=True)
        rows = [Row(s.id, plain(s.title)) for s in self.sheets]
        self.lines.show(rows or [Row(None, plain("This game lists no tables."), heading=True)])
        self.page.built_by(self._page)
        self.lines.focus()
        self.show_keys()

    def _page(self, width: int) -> list[Row]:
        sheet = next((s for s in self.sheets if s.id == self.lines.value), None)
        if sheet is None:
            return []
        return [Row(None, plain(sheet.title, "bold $accent"), heading=True), *sheet_rows(sheet, width)]

    @on(LineList.Moved, "#sheet-list")
    def _moved(self) -> None:
        self.page.rebuild()
        self.page.scroll_to(y=0, animate=False)

    @on(LineList.Chosen, "#sheet-list")
    def _chosen(self) -> None:
        self.page.focus()

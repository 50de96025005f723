"""Finds a unit by typing a part of its name, or sorts the units of the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple

from textual import on
from textual.content import Content
from textual.events import Key
from textual.widget import Widget

from companion.engine.state.table import AnyTable
from companion.tui.board.block import Columns
from companion.tui.board.facts import ORDERS, Board, Facts, Order
from companion.tui.commands import ACCEPT
from companion.tui.look.colours import MIND, QUIET, STRONG
from companion.tui.screens.list_panel import SIDES, ListPanel
from companion.tui.text import name_style, plain, side_sign
from companion.tui.widgets.entry import EntryInput
from companion.tui.widgets.lines import GUTTER, LineList, Row

_SORTS: dict[Order, str] = {
    "table": "as they are listed, melees first",
    "name": "by name",
    "health": "by health, least first",
    "to act": "by who is to act",
}


class Found(NamedTuple):
    """What was chosen: an order to sort by, or a unit to go to."""

    unit: str = ""
    order: Order | None = None


class FindPanel(ListPanel[Found]):
    """A field and what fits it; with nothing typed, the orders come first."""

    heading = "Find"
    words: ClassVar = {ACCEPT: "go there"}
    nothing = "No unit has that in its name."
    # A question mark is text here.
    do_help = None

    def __init__(self, table: AnyTable, board: Board, order: Order) -> None:
        super().__init__("Find a unit, or sort them", lines=LineList(one_click=True, classes="bare kept"))
        self.table = table
        self.board = board
        self.order = order
        self.entry = EntryInput("", id="find")
        # The field has the keys throughout; the arrows reach the list from it.
        self.lines.can_focus = False

    def inside(self) -> Iterable[Widget]:
        yield self.entry
        yield self.lines

    def on_mount(self) -> None:
        self.entry.focus()

    def rows(self) -> Sequence[Row]:
        wanted = self.entry.value.strip().casefold()
        marks = {order: "✓ " if order == self.order else "  " for order in ORDERS}
        sorts = [Row(Found(order=one), Content.assemble((marks[one], STRONG), "sort ", _SORTS[one])) for one in ORDERS]
        rows = [] if wanted else sorts
        units = [one for units in self.board.sides.values() for one in units if wanted in one.name.casefold()]
        columns = Columns.of(units, max(1, self.size.width - SIDES - GUTTER))
        return [*rows, *(Row(Found(one.id), self._unit(one, columns)) for one in units)]

    def _unit(self, one: Facts, columns: Columns) -> Content:
        """Name and health in columns, then its conditions."""
        left = one.life
        health = "fallen" if not one.alive else f"{left.now:>{columns.number}}" if left is not None else ""
        most = f" of {left.most}" if one.alive and left is not None and left.most is not None else ""
        name = plain(one.name, name_style(self.table, one.side))
        return Content.assemble(
            side_sign(self.table, one.side),
            name.extend_right(max(0, columns.name - name.cell_length)),
            (f"  {health}{most}".rstrip(), QUIET),
            plain("  " + "  ".join(one.conditions), MIND) if one.conditions else "",
        )

    def on_key(self, event: Key) -> None:
        if event.key in ("up", "down"):
            event.stop()
            self.lines.action_step(-1 if event.key == "up" else 1)

    @on(EntryInput.Changed)
    def _typed(self) -> None:
        self.redraw()

    @on(EntryInput.Submitted)
    def _entered(self) -> None:
        self.do_accept()

"""One of several, answered at reading distance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from companion.engine.requests import Choose
from companion.engine.state.table import AnyTable
from companion.frontend.saying.limits import cost_words, shared_costs
from companion.tui.look.colours import QUIET, STRONG
from companion.tui.text import plain, titled
from companion.tui.widgets.big_fills import BigFills, Entry
from companion.tui.widgets.body import Body
from companion.tui.widgets.option_rows import closed_of, listed_of


class BigChoice(Body[Choose[object]]):
    """The open options as large fills, each with the figure that it changes; closed ones are counted below."""

    accepts = "choose"

    def __init__(self, request: Choose[object], table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, masked)
        self.fills = BigFills()
        self.first = earlier if earlier is not None else request.first.value

    def parts(self) -> ComposeResult:
        """The fills."""
        yield self.fills

    def on_mount(self) -> None:
        """The mark is on the first that does something."""
        self.draw_odds()
        self.fills.mark(self.first)
        shut = len(self.closed_away)
        if shut:
            words = (f"   {shut} closed", QUIET), "   ", ("c", STRONG), (" shows why", QUIET)
            self.show_note(Content.assemble(*words))

    def target(self) -> Widget:
        """The fills."""
        return self.fills

    @property
    def closed_away(self) -> Sequence[tuple[str, str]]:
        """The closed options, which are counted below."""
        return [(option.label, option.why_not or "") for option in closed_of(self.request.options)]

    def answer(self) -> Any:
        """The marked option."""
        return self.fills.value

    def draw_odds(self) -> None:
        """The figure of each option is in its fill."""
        self.fills.show_entries([*self._entries()])

    def _entries(self) -> Iterator[Entry]:
        shared = tuple(shared_costs(self.request))
        for option in listed_of(self.request.options, folds=True):
            figures = zip(self.figures.of(option.value), self.figures.titles, strict=True)
            figure = next((f"{figure} {title}" for figure, title in figures if figure), "")
            cost = cost_words(option.cost) if option.cost != shared else ""
            yield Entry(option.value, titled(option.label), plain(option.does).plain, figure, cost)

    def fit(self) -> None:
        """As many fills as there is room for."""
        super().fit()
        room = self.room() + self.fills.outer_size.height
        self.fills.lay(self.size.width, room)

    def wanted(self) -> int:
        """A row of fills and the note."""
        return self.fills.rows_for(1) + 3

    def whole(self) -> int:
        """All fills and the note."""
        return self.fills.rows_for(len(self.fills.entries) or len(self.request.open)) + 3

    @on(BigFills.Chosen)
    def _chosen(self, message: BigFills.Chosen) -> None:
        message.stop()
        self.submit()

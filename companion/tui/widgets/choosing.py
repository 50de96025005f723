"""Bodies for one of several and for several of several; in secret they are answered by number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from companion.engine.errors import InvalidInput
from companion.engine.requests import Choose, Option, Pick, YesNo
from companion.engine.state.table import Table
from companion.frontend.limits import because
from companion.frontend.numbers import is_number_char, item_at
from companion.frontend.odds_choices import option_words, picked_option
from companion.tui.text import titled
from companion.tui.widgets.body import BARS_FROM, Body
from companion.tui.widgets.chances import chance_words
from companion.tui.widgets.entry import Entry
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.option_rows import ALL_ROOM, option_rows

Listed = Choose | Pick | YesNo
"""Requests whose answers can be listed with numbers."""


_MOST_CHANCES = 3
"""Chances that are said of what is ticked; the rest are under all odds."""
_MOST_ROWS = 10
"""Rows of a list that a small screen gives it; the rest of a longer one scrolls."""


class ChooseBody(Body[Choose]):
    """Options as a list: a number, enter or a click chooses."""

    def __init__(self, request: Choose, table: Table[Any, Any], earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, earlier, masked)
        self.lines = LineList(option_rows(table, request.options), numbered=True, one_click=True, classes="stage bare")
        first = next((o.value for o in request.options if o.why_not is None), None)
        self.lines.mark(earlier if earlier is not None else first)

    def parts(self) -> ComposeResult:
        """The list."""
        yield self.lines

    def on_mount(self) -> None:
        """What does not fit beside an option stands below it."""
        self.draw_odds()

    def draw_odds(self) -> None:
        """The chances of each option stand with it."""
        self.lines.built_by(self._rows)

    def _rows(self, width: int) -> list[Row]:
        bars = self.app.size.width >= BARS_FROM
        return option_rows(self.table, self.request.options, None, self.odds, width, bars=bars)

    def target(self) -> Widget:
        """The list."""
        return self.lines

    def wanted(self) -> int:
        """All options, as far as they are few."""
        return min(_MOST_ROWS, _height(self._rows(max(30, self.app.size.width - 4)))) + 2

    def answer(self) -> Any:
        """The option under the cursor."""
        return self.lines.value

    @on(LineList.Chosen)
    def _chosen(self, message: LineList.Chosen) -> None:
        message.stop()
        self.post_message(self.Answered(message.value))


class PickLines(LineList):
    """A list in which space, a number or a click ticks a row, and Enter is done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "choose", "Tick", show=False),
        Binding("enter", "enter", "Done", show=False),
    ]

    @dataclass
    class Entered(Message):
        """Enough is ticked."""

    def action_enter(self) -> None:
        """Says that enough is ticked."""
        self.post_message(self.Entered())


class PickBody(Body[Pick]):
    """Options to tick."""

    typed = True

    def __init__(self, request: Pick, table: Table[Any, Any], earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, earlier, masked)
        self.picked: list[Any] = list(earlier or ())
        rows = option_rows(table, request.options, self.picked)
        self.lines = PickLines(rows, numbered=True, one_click=True, classes="stage bare")

    def parts(self) -> ComposeResult:
        """The list."""
        yield self.lines

    def on_mount(self) -> None:
        """Says how many."""
        self.draw_odds()

    def target(self) -> Widget:
        """The list."""
        return self.lines

    def wanted(self) -> int:
        """All options, as far as they are few."""
        return min(_MOST_ROWS - 1, _height(self._rows(max(30, self.app.size.width - 4)))) + 3

    def answer(self) -> list[Any]:
        """What is ticked."""
        return [o.value for o in self.request.options if o.value in self.picked]

    @on(LineList.Chosen)
    def _ticked(self, message: LineList.Chosen) -> None:
        message.stop()
        if message.value in self.picked:
            self.picked.remove(message.value)
        else:
            self.picked.append(message.value)
        self.lines.built_by(self._rows)
        self.say(self._how())

    @on(PickLines.Entered)
    def _entered(self) -> None:
        self.submit()

    def draw_odds(self) -> None:
        """The chances of each option alone stand with it, those of all that is ticked below."""
        self.lines.built_by(self._rows)
        self.say(self._how())

    def _rows(self, width: int) -> list[Row]:
        bars = self.app.size.width >= BARS_FROM
        return option_rows(self.table, self.request.options, self.picked, self.odds, width, bars=bars)

    def _how(self) -> str:
        lo, hi = self.request.at_least, self.request.at_most
        span = (str(lo) if lo == hi else f"{lo} to {hi}") + because(self.request.why)
        how = f"{len(self.picked)} ticked, {span} allowed. Space or a number ticks; Enter is done."
        return f"{how} {self._chances()}".strip()

    def _chances(self) -> str:
        """What is ticked is worth, and what would be best."""
        if self.odds is None:
            return ""
        words = chance_words(self.odds, picked_option(self.answer()), _MOST_CHANCES)
        best = option_words(self.request, self.odds.safest) if self.odds.safest else ""
        return " ".join(titled(text) + "." for text in (words, f"best: {best}" if best else "") if text)


class SealedBody(Body[Listed]):
    """A choice in secret: options by number, the number masked, no mark that moves."""

    typed = True

    def __init__(self, request: Listed, table: Table[Any, Any], earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, earlier, masked)
        self.options = _options(request)
        self.lines = LineList(self._rows(ALL_ROOM), cursor=False, classes="stage bare")
        self.lines.can_focus = False
        self.entry = Entry(takes=is_number_char, masked=masked, id="entry")

    def parts(self) -> ComposeResult:
        """The options and the field."""
        yield self.lines
        yield self.entry

    def on_mount(self) -> None:
        """Says how to answer."""
        self.say(
            "Type the number of your choice."
            if not isinstance(self.request, Pick)
            else "Type the numbers of your choice, with spaces."
        )

    def draw_odds(self) -> None:
        """The chances of each option stand with it."""
        self.lines.built_by(self._rows)

    def _rows(self, width: int) -> list[Row]:
        rows = option_rows(self.table, self.options, None, self.odds, width)
        return [Row(row.value, row.content, row.closed, True) for row in rows]

    def target(self) -> Widget:
        """The field."""
        return self.entry

    def answer(self) -> Any:
        """The option of the number typed; for several, all of them."""
        words = self.entry.value.split()
        chosen = [option.value for word in words if (option := item_at(self.options, word)) is not None]
        if len(chosen) != len(words) or (not isinstance(self.request, Pick) and len(chosen) != 1):
            raise InvalidInput("a number of the list is asked for", hint=f"1 to {len(self.options)}")
        return chosen if isinstance(self.request, Pick) else chosen[0]

    def peek(self) -> None:
        """Shows or hides what is typed."""
        self.masked = not self.masked
        self.entry.password = self.masked

    @on(Entry.Submitted)
    def _entered(self) -> None:
        self.submit()


def _height(rows: Sequence[Row]) -> int:
    return sum(row.content.plain.count("\n") + 1 for row in rows)


def _options(request: Listed) -> Sequence[Option]:
    if isinstance(request, YesNo):
        return (Option(True, "Yes"), Option(False, "No"))
    return request.options

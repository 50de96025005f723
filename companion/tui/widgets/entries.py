"""Bodies with a field: a number, and a few words."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from companion.engine.errors import InvalidInput
from companion.engine.requests import Number, Text
from companion.engine.requests.text import MOST_CHARACTERS
from companion.engine.state.table import Table
from companion.frontend.limits import because
from companion.frontend.numbers import is_digit, is_number_char, whole
from companion.tui.look.grid import bars, choice_grid
from companion.tui.sizes import SPACED
from companion.tui.widgets.body import BARS_FROM, Body
from companion.tui.widgets.chances import number_grid
from companion.tui.widgets.entry import Entry
from companion.tui.widgets.plain import PlainStatic

_MOST_COLUMNS = 20
"""With more numbers than this none has a column of its own."""


class NumberBody(Body[Number]):
    """A field for a number; + and − count it."""

    typed = True

    DEFAULT_CSS = """
    NumberBody .picture, NumberBody Entry { padding: 0 0 0 2; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,plus", "count(1)", "One more", show=False),
        Binding("down,minus", "count(-1)", "One less", show=False),
    ]

    def __init__(self, request: Number, table: Table[Any, Any], earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, earlier, masked)
        start = "" if earlier is None or masked else str(earlier)
        takes = is_number_char if request.lo < 0 else is_digit
        self.entry = Entry(start, takes=takes, masked=masked, id="entry")
        self.picture = PlainStatic("", classes="picture")

    def wanted(self) -> int:
        """The columns of chances, the field and the note."""
        return 8 if self.request.has_odds else 4

    def parts(self) -> ComposeResult:
        """The chances of each number, the field."""
        yield self.picture
        yield self.entry

    def on_mount(self) -> None:
        """Says what is allowed."""
        self.draw_odds()
        self.say(self._span() + ("; enter alone is 0" if self.request.lo == 0 else ""))

    def _span(self) -> str:
        """What is allowed and why: `0 to 2 (two hits)`."""
        request = self.request
        return f"{request.lo}{because(request.why_lo)} to {request.hi}{because(request.why_hi)}"

    def target(self) -> Widget:
        """The field."""
        return self.entry

    def answer(self) -> int:
        """The number typed; nothing typed is 0 where that is allowed."""
        typed = self.entry.value.strip() or ("0" if self.request.lo == 0 else "")
        return whole(typed, f"{self.request.lo} to {self.request.hi}")

    def action_count(self, by: int) -> None:
        """Counts the number up or down."""
        if self.masked:
            return
        try:
            now = self.answer() + by
        except InvalidInput:
            now = self.request.lo
        self.entry.value = str(min(self.request.hi, max(self.request.lo, now)))

    def peek(self) -> None:
        """Shows or hides what is typed."""
        self.masked = not self.masked
        self.entry.password = self.masked

    @on(Entry.Changed)
    def _typed(self) -> None:
        self.draw_odds()
        self.say(self._span())

    def on_resize(self) -> None:
        """More or fewer columns fit."""
        super().on_resize()
        self.draw_odds()

    def on_click(self, event: events.Click) -> None:
        """A tap on a column types its number."""
        number = event.style.meta.get("number")
        if number is not None and not self.masked:
            self.entry.value = str(number)

    def draw_odds(self) -> None:
        """The numbers as columns with their chances; in secret none of them is marked."""
        self.picture.show(Content("\n").join(self._columns()))
        self.picture.display = bool(self.picture.shown.plain)

    def _columns(self) -> list[Content]:
        numbers = range(self.request.lo, self.request.hi + 1)
        if self.odds is None or len(numbers) > _MOST_COLUMNS:
            return []
        typed = self.entry.value.strip()
        marked = int(typed) if typed.isdigit() and not self.masked else None
        grid = number_grid(numbers, self.odds, marked)
        width = (self.size.width or self.app.size.width - 4) - 2
        drawn = bars if self.app.size.width >= BARS_FROM and self.app.size.height >= SPACED else choice_grid
        return [*drawn(grid, width), Content("")] if grid.rows else []

    @on(Entry.Submitted)
    def _entered(self) -> None:
        self.submit()


class TextBody(Body[Text]):
    """A field for words; enter alone leaves them out."""

    typed = True

    def __init__(self, request: Text, table: Table[Any, Any], earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, earlier, masked)
        start = "" if earlier is None or masked else str(earlier)
        self.entry = Entry(start, masked=masked, id="entry", most=MOST_CHARACTERS)

    def parts(self) -> ComposeResult:
        """The field."""
        yield self.entry

    def on_mount(self) -> None:
        """Says that it may stay empty."""
        self.say("a few words; enter alone leaves them out")

    def target(self) -> Widget:
        """The field."""
        return self.entry

    def answer(self) -> str:
        """What is typed."""
        return str(self.entry.value)

    def peek(self) -> None:
        """Shows or hides what is typed."""
        self.masked = not self.masked
        self.entry.password = self.masked

    @on(Entry.Submitted)
    def _entered(self) -> None:
        self.submit()

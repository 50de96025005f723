"""Bodies with a field: a number, and a few words."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from companion.engine.errors import InvalidInput
from companion.engine.requests import Number, Text
from companion.engine.requests.text import MOST_CHARACTERS
from companion.engine.state.table import Table
from companion.frontend.limits import because
from companion.frontend.numbers import is_digit, is_number_char, whole
from companion.tui.widgets.body import Body
from companion.tui.widgets.entry import Entry


class NumberBody(Body[Number]):
    """A field for a number; + and − count it."""

    typed = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,plus", "count(1)", "One more", show=False),
        Binding("down,minus", "count(-1)", "One less", show=False),
    ]

    def __init__(self, request: Number, table: Table[Any, Any], earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, earlier, masked)
        start = "" if earlier is None or masked else str(earlier)
        takes = is_number_char if request.lo < 0 else is_digit
        self.entry = Entry(start, takes=takes, masked=masked, id="entry")

    def parts(self) -> ComposeResult:
        """The field."""
        yield self.entry

    def on_mount(self) -> None:
        """Says what is allowed."""
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
        self.say(self._span())

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

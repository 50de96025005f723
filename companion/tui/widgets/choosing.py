"""Bodies for one of several and for several of several; in secret they are answered by number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.style import Style
from textual.widget import Widget

from companion.engine.errors import InvalidInput
from companion.engine.requests import Choose, Option, Pick, YesNo
from companion.engine.state.table import AnyTable
from companion.frontend.limits import because
from companion.frontend.numbers import is_number_char, item_at
from companion.frontend.odds_choices import option_words, picked_option
from companion.tui.look.colours import QUIET
from companion.tui.look.key_row import Key
from companion.tui.look.rows import flow
from companion.tui.text import plain
from companion.tui.widgets.body import BARS_FROM, Body, FieldBody
from companion.tui.widgets.chances import chance_parts
from companion.tui.widgets.entry import Entry
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.option_rows import ALL_ROOM, option_rows

Listed = Choose[object] | Pick[object] | YesNo
"""Requests whose answers can be listed with numbers."""


_MOST_CHANCES = 3
"""Chances that are said of what is ticked; the rest are under all odds."""
_NOTE_ROWS = 3
"""Rows of the note below the options."""
_MOST_ROWS = 10
"""Rows of a list that a small screen gives it; the rest of a longer one scrolls."""


class ChooseBody(Body[Choose[object]]):
    """Options as a list: a number, enter or a click chooses."""

    def __init__(self, request: Choose[object], table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
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

    def whole(self) -> int:
        """All options."""
        return _height(self._rows(max(30, self.app.size.width - 4))) + 2

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


class PickBody(Body[Pick[object]]):
    """Options to tick."""

    typed = True

    def __init__(self, request: Pick[object], table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, earlier, masked)
        self.picked: list[Any] = list((request.default if earlier is None else earlier) or ())
        rows = option_rows(table, request.options, self.picked)
        self.lines = PickLines(rows, numbered=True, one_click=True, classes="stage bare")
        self.lines.mark(next((o.value for o in request.options if o.why_not is None), None))

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

    def whole(self) -> int:
        """All options and the note."""
        return _height(self._rows(max(30, self.app.size.width - 4))) + 3

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
        self._say_how()

    @on(PickLines.Entered)
    def _entered(self) -> None:
        self.submit()

    def draw_odds(self) -> None:
        """The chances of each option alone stand with it, those of all that is ticked below."""
        self.lines.built_by(self._rows)
        self._say_how()

    def _rows(self, width: int) -> list[Row]:
        bars = self.app.size.width >= BARS_FROM
        return option_rows(self.table, self.request.options, self.picked, self.odds, width, bars=bars)

    def hints(self) -> list[Key]:
        """Enter is done; the space bar ticks."""
        return [Key("", "Space", "tick")]

    def _say_how(self) -> None:
        """How many may be ticked, what those that are ticked are worth, what would be best: parts that stay whole."""
        lo, hi = self.request.at_least, self.request.at_most
        span = (str(lo) if lo == hi else f"{lo} to {hi}") + because(self.request.why)
        best = option_words(self.request, self.odds.safest) if self.odds is not None and self.odds.safest else ""
        parts = [
            plain(f"{len(self.picked)} ticked, {span} allowed", QUIET),
            *chance_parts(self.odds, picked_option(self.request, self.answer()), _MOST_CHANCES),
            plain(f"best: {best}" if best else "", QUIET),
        ]
        width = (self.size.width or self.app.size.width - 4) - 2
        rows = flow(parts, max(12, width), gap=3)
        while len(rows) > _NOTE_ROWS and len(parts) > 1:
            parts.pop()
            rows = flow(parts, max(12, width), gap=3)
        self.note.show(rows)

    def on_resize(self) -> None:
        """More or less fits in a row."""
        self._say_how()
        super().on_resize()


class SealedBody(FieldBody[Listed]):
    """A choice in secret: options by number, the number masked, no mark that moves."""

    typed = True

    def __init__(self, request: Listed, table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
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
        # The titles above the chances are no options.
        titles, options = rows[: -len(self.options)], rows[-len(self.options) :]
        return titles + [
            Row(row.value, row.content.stylize(Style.from_meta({"option": number})), row.closed, True)
            for number, row in enumerate(options, 1)
        ]

    def on_click(self, event: events.Click) -> None:
        """A tap on an option types its number, of several another one, and takes back one that is there.

        Of what is typed no more shows than of keys.
        """
        number = event.style.meta.get("option")
        if number is not None:
            words = self.entry.value.split() if isinstance(self.request, Pick) else []
            others = [word for word in words if word != str(number)]
            self.entry.value = " ".join(others if len(others) < len(words) else [*words, str(number)])
            self.entry.cursor_position = len(self.entry.value)

    def answer(self) -> Any:
        """The option of the number typed; for several, all of them."""
        words = self.entry.value.split()
        chosen = [option.value for word in words if (option := item_at(self.options, word)) is not None]
        if len(chosen) != len(words) or (not isinstance(self.request, Pick) and len(chosen) != 1):
            raise InvalidInput("a number of the list is asked for", hint=f"1 to {len(self.options)}")
        return chosen if isinstance(self.request, Pick) else chosen[0]

    @on(Entry.Submitted)
    def _entered(self) -> None:
        self.submit()


def _height(rows: Sequence[Row]) -> int:
    return sum(row.content.plain.count("\n") + 1 for row in rows)


def _options(request: Listed) -> Sequence[Option[object]]:
    if isinstance(request, YesNo):
        return (Option(True, "Yes"), Option(False, "No"))
    return request.options

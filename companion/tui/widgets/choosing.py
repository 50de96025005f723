"""Bodies for one of several and for several of several; in secret they are answered by number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.style import Style

from companion.engine.errors import InvalidInput
from companion.engine.requests import Choose, Option, Pick, Request
from companion.engine.state.table import AnyTable
from companion.frontend.saying.limits import because, cost_words, shared_costs
from companion.frontend.typed import is_number_char, item_at
from companion.tui.look.colours import QUIET
from companion.tui.look.key_row import Key
from companion.tui.look.rows import flow
from companion.tui.sizes import by_touch
from companion.tui.text import plain, titled
from companion.tui.widgets.body import FieldBody, ListBody, R
from companion.tui.widgets.chances import figure_parts
from companion.tui.widgets.entry import EntryInput
from companion.tui.widgets.folded import FOLDED
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.option_rows import closed_of, listed_of, option_rows
from companion.tui.widgets.submit_button import Ready

_NOTE_ROWS = 3
"""Rows of the note below the options."""
_AROUND = 12
"""Rows of a screen that a long list leaves to what stands around it; the rest of a longer one scrolls."""
_LEAST_ROWS = 10
"""Rows that a list may take on the smallest screen."""


class OptionsBody(ListBody[R]):
    """Options as a list, each with its chances; `below` are the rows under it, `picked` what is ticked."""

    below: ClassVar[int] = 2
    picked: list[Any] | None = None
    lines: LineList

    def on_mount(self) -> None:
        """What does not fit beside an option is below it."""
        self.draw_odds()

    def rows_for(self, width: int) -> list[Row]:
        """The options, each with the chances of it alone."""
        options, figures = self.request.options, self.figures
        # A fill that is ticked says so itself.
        picked = None if by_touch(self.app.size) else self.picked
        shared = shared_costs(self.request)
        return option_rows(
            self.table,
            options,
            picked,
            figures,
            width,
            folds=self.folds,
            shared=shared,
            letters=self.letters,
            most=_most_rows(self.app.size.height) - 2 * len(options) * by_touch(self.app.size),
        )

    @property
    def closed_away(self) -> Sequence[tuple[str, str]]:
        """The options that stand in one row."""
        return _closed_away(self.request.options) if self.folds else ()

    def wanted(self) -> int:
        """All options, as far as the screen has room for them, and what is below."""
        return min(_most_rows(self.app.size.height) + 2, self.whole())

    def whole(self) -> int:
        """All options and what is below."""
        return self.lines.lines_of(self.rows_for(max(30, self.app.size.width - 4))) + self.below


class ChooseBody(OptionsBody[Choose[object]]):
    """A number, enter or a click chooses."""

    accepts = "choose"

    def __init__(self, request: Choose[object], table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, earlier, masked)
        rows = option_rows(table, request.options)
        self.lines = LineList(rows, numbered=True, one_click=True, classes="stage bare fills marks")
        self.lines.mark(earlier if earlier is not None else request.first.value)

    def answer(self) -> Any:
        """The option under the cursor."""
        return self.lines.value

    def ready(self) -> Ready:
        """The marked option, and what it costs."""
        option = next((one for one in self.request.options if one.value == self.lines.value), None)
        if option is None:
            return Ready("Choose one", can=False)
        name = titled(option.label)
        if self.secret:
            return Ready("Seal it", name, can=option.why_not is None)
        return Ready(name, cost_words(option.cost), can=option.why_not is None)

    def submit(self) -> None:
        """The option under the cursor, or what is closed where the cursor stands on that row."""
        self._take(self.lines.value)

    def _take(self, value: Any) -> None:
        self.post_message(self.ClosedWanted() if self.closed_away and value == FOLDED else self.Answered(value))

    @on(LineList.Chosen)
    def _chosen(self, message: LineList.Chosen) -> None:
        message.stop()
        self._take(message.value)


class PickLines(LineList):
    """A list in which space, a number or a click ticks a row, and Enter is done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "choose", "Tick", show=False),
        Binding("enter", "enter", "Done", show=False),
    ]

    @dataclass
    class Entered(Message):
        """Enough is ticked."""

    ticked: Sequence[object] = ()

    def is_marked(self, place: int) -> bool:
        """What is ticked is marked."""
        return self.rows[place].value in self.ticked

    def action_enter(self) -> None:
        """Says that enough is ticked."""
        self.post_message(self.Entered())


class PickBody(OptionsBody[Pick[object]]):
    """Options to tick."""

    accepts = "done"
    typed = True
    below = 3
    picked: list[Any]

    def __init__(self, request: Pick[object], table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, earlier, masked)
        self.picked: list[Any] = list((request.default if earlier is None else earlier) or ())
        rows = option_rows(table, request.options, self.picked)
        self.lines = PickLines(rows, numbered=True, one_click=True, classes="stage bare fills")
        self.lines.ticked = self.picked
        self.lines.mark(next((o.value for o in request.options if o.why_not is None), None))

    def answer(self) -> list[Any]:
        """What is ticked."""
        return [o.value for o in self.request.options if o.value in self.picked]

    def ready(self) -> Ready:
        """How many are ticked; or how many must be."""
        lo, many = self.request.at_least, len(self.picked)
        if many < lo:
            return Ready(f"Done: when {lo - many} more are ticked", can=False)
        return Ready("Seal it" if self.secret else "Done", f"{many} ticked")

    @on(LineList.Chosen)
    def _ticked(self, message: LineList.Chosen) -> None:
        message.stop()
        if self.closed_away and message.value == FOLDED:
            self.post_message(self.ClosedWanted())
            return
        if message.value in self.picked:
            self.picked.remove(message.value)
        else:
            self.picked.append(message.value)
        self.draw_odds()

    @on(PickLines.Entered)
    def _entered(self) -> None:
        self.submit()

    def draw_odds(self) -> None:
        """Those of all that is ticked are below."""
        super().draw_odds()
        self.lines.refresh()
        self._say_how()

    def hints(self) -> list[Key]:
        """Enter is done; the space bar ticks."""
        return [Key("", "Space", "tick")]

    def _say_how(self) -> None:
        """How many may be ticked, and what those that are ticked are worth: parts that stay whole."""
        lo, hi = self.request.at_least, self.request.at_most
        span = (str(lo) if lo == hi else f"{lo} to {hi}") + because(self.request.why)
        parts = [
            plain(f"{len(self.picked)} ticked, {span} allowed", QUIET),
            *figure_parts(self.figures, self.request.picked(self.answer())),
        ]
        width = (self.size.width or self.app.size.width - 4) - 2
        rows = flow(parts, max(12, width), gap=3)
        while len(rows) > _NOTE_ROWS and len(parts) > 1:
            parts.pop()
            rows = flow(parts, max(12, width), gap=3)
        self.show_note(rows)

    def on_resize(self) -> None:
        """More or less fits in a row."""
        self._say_how()
        super().on_resize()


class SealedBody(FieldBody[Request[object]]):
    """A choice in secret: options by number, the number masked, no mark that moves; the arrows scroll them."""

    typed = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_options(-1)", "Up", show=False),
        Binding("down", "scroll_options(1)", "Down", show=False),
        Binding("pageup", "scroll_options(-5)", "Page up", show=False),
        Binding("pagedown", "scroll_options(5)", "Page down", show=False),
    ]

    def __init__(self, request: Request[object], table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, earlier, masked)
        self.options = request.options
        self.lines = LineList(cursor=False, classes="stage bare fills")
        self.lines.can_focus = False
        self.entry = EntryInput(takes=is_number_char, masked=masked, id="entry")

    def parts(self) -> ComposeResult:
        """The options and the field."""
        yield self.lines
        yield self.entry

    def on_mount(self) -> None:
        """Says how to answer."""
        if not self.noted:
            self.say(self._how())
        self.draw_odds()

    def _how(self) -> str:
        if self.request.several:
            return "Type the numbers of your choice, with spaces."
        return "Type the number of your choice."

    def takes_beside(self, words: Content) -> bool:
        """Behind how to answer, if both fit one row."""
        how = plain(self._how(), QUIET)
        if how.cell_length + 3 + words.cell_length > self.app.size.width - 4:
            return False
        self.show_note(Content.assemble(how, "   " if words else "", words))
        return True

    def draw_odds(self) -> None:
        """The chances of each option are with it."""
        self.lines.built_by(self._rows)

    def _rows(self, width: int) -> list[Row]:
        rows = option_rows(
            self.table,
            self.options,
            None,
            self.figures,
            width,
            folds=self.folds,
            shared=shared_costs(self.request),
            letters=self.letters,
            most=_most_rows(self.app.size.height) - 2 * len(self.options) * by_touch(self.app.size),
        )
        # The titles above the figures are no options, and what is folded away is none to tap.
        listed = listed_of(self.options, folds=self.folds)
        titles = len(rows) - len(listed) - int(len(listed) < len(self.options))
        numbers = range(1, len(listed) + 1)
        tapped = [
            replace(row, content=row.content.stylize(Style.from_meta({"option": number})), heading=True)
            for row, number in zip(rows[titles:], [*numbers, 0], strict=False)
        ]
        return [*rows[:titles], *tapped]

    @property
    def closed_away(self) -> Sequence[tuple[str, str]]:
        """The options that stand in one row."""
        return _closed_away(self.options) if self.folds else ()

    def action_scroll_options(self, by: int) -> None:
        """Other options come into view."""
        self.lines.scroll_relative(y=by, animate=False)

    def wanted(self) -> int:
        """All options, as far as the screen has room for them; the field and the note."""
        return (
            min(_most_rows(self.app.size.height), self.lines.lines_of(self._rows(max(30, self.app.size.width - 4)))) + 3
        )

    def whole(self) -> int:
        """All options, the field and the note."""
        return self.lines.lines_of(self._rows(max(30, self.app.size.width - 4))) + 3

    def on_click(self, event: events.Click) -> None:
        """A tap on an option types its number, of several another one, and takes back one that is there.

        Of what is typed no more shows than of keys.
        """
        number = event.style.meta.get("option")
        if number == 0:
            self.post_message(self.ClosedWanted())
        elif number is not None:
            words = self.entry.value.split() if self.request.several else []
            others = [word for word in words if word != str(number)]
            self.entry.fill(" ".join(others if len(others) < len(words) else [*words, str(number)]))

    def answer(self) -> Any:
        """The option of the number typed; for several, all of them."""
        words = self.entry.value.split()
        listed = listed_of(self.options, folds=self.folds)
        chosen = [option.value for word in words if (option := item_at(listed, word)) is not None]
        if len(chosen) != len(words) or (not self.request.several and len(chosen) != 1):
            raise InvalidInput("a number of the list is asked for", hint=f"1 to {len(listed)}")
        return chosen if self.request.several else chosen[0]


def _most_rows(height: int) -> int:
    """Rows that a list may take of a screen so high."""
    return max(_LEAST_ROWS, height - _AROUND)


def _closed_away(options: Sequence[Option[object]]) -> Sequence[tuple[str, str]]:
    return [(option.label, option.why_not or "") for option in closed_of(options)]

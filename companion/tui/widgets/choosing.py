"""Bodies for one of several and for several of several; in secret they are answered by number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widget import Widget

from companion.engine.errors import InvalidInput
from companion.engine.requests import Choose, Pick, Request
from companion.engine.state.table import AnyTable
from companion.frontend.saying.limits import because, cost_words, shared_costs
from companion.frontend.typed import is_number_char, item_at
from companion.tui.look.colours import QUIET
from companion.tui.look.key_row import Key
from companion.tui.look.rows import flow
from companion.tui.sizes import by_touch, from_afar
from companion.tui.text import plain, titled
from companion.tui.widgets.body import ListBody, R
from companion.tui.widgets.chances import figure_parts
from companion.tui.widgets.entry import EntryInput
from companion.tui.widgets.folded import FOLDED, folded_row
from companion.tui.widgets.letter_rows import Entry, letter_rows
from companion.tui.widgets.line_view import lines_of
from companion.tui.widgets.lines import GUTTER, LineList, Row
from companion.tui.widgets.option_rows import listed_of, option_rows
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
    scrolls_with: ClassVar[int] = 2
    """Rows under a list that is longer than it may be here."""
    picked: list[Any] | None = None

    def on_mount(self) -> None:
        self.draw_odds()

    def rows_for(self, width: int) -> list[Row]:
        options, touched = self.request.options, by_touch(self.app.size)
        return option_rows(
            self.table,
            options,
            # A fill that is ticked says so itself.
            None if touched else self.picked,
            self.figures,
            width,
            folds=self.folds,
            shared=shared_costs(self.request.options),
            letters=self.letters,
            most=self._most() - 2 * len(options) * touched,
            touched=touched,
        )

    def _most(self) -> int:
        """Rows that a list may take of this screen."""
        return max(_LEAST_ROWS, self.app.size.height - _AROUND)

    def wanted(self) -> int:
        """All options, as far as the screen has room for them, and what is below."""
        return min(self._most() + self.scrolls_with, self.whole())

    def whole(self) -> int:
        width = max(30, self.app.size.width - 4)
        return lines_of(self.lines, self.rows_for(width), width) + self.below


class ChooseBody(OptionsBody[Choose[object]]):
    """A number, enter or a click chooses."""

    accepts = "choose"

    def __init__(self, request: Choose[object], table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, masked)
        rows = option_rows(table, request.options)
        self.lines = LineList(rows, numbered=True, one_click=True, classes="stage bare fills marks")
        self.lines.mark(earlier if earlier is not None else request.first.value)

    def rows_for(self, width: int) -> list[Row]:
        if not from_afar(self) or by_touch(self.app.size):
            return super().rows_for(width)
        shut = self.closed_away
        folded = [folded_row(shut, width - GUTTER)] if shut else []
        return [*letter_rows([*self._entries()], width), *folded]

    def _entries(self) -> Iterator[Entry]:
        """The open options, each with the first of its figures."""
        shared = shared_costs(self.request.options)
        for option in listed_of(self.request.options, folds=self.folds):
            figures = zip(self.figures.of(option.value), self.figures.titles, strict=True)
            figure = next((f"{figure} {title}" for figure, title in figures if figure), "")
            cost = option.why_not or (cost_words(option.cost) if option.cost != shared else "")
            yield Entry(option.value, titled(option.label), option.does, figure, cost)

    def answer(self) -> Any:
        return self.lines.value

    def ready(self) -> Ready:
        option = next((one for one in self.request.options if one.value == self.lines.value), None)
        if option is None:
            return Ready("Choose one", can=False)
        name = titled(option.label)
        if self.secret:
            return Ready("Seal it", name, can=option.why_not is None)
        return Ready(name, cost_words(option.cost), can=option.why_not is None)

    def submit(self) -> None:
        """The option under the cursor, or what is closed where the cursor stands on that row."""
        self.take(self.lines.value)

    def take(self, value: Any) -> None:
        self.post_message(self.ClosedWanted() if self.closed_away and value == FOLDED else self.Answered(value, self))


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
        super().__init__(request, table, masked)
        self.picked: list[Any] = list((request.default if earlier is None else earlier) or ())
        rows = option_rows(table, request.options, self.picked)
        self.lines = PickLines(rows, numbered=True, one_click=True, classes="stage bare fills")
        self.lines.ticked = self.picked
        self.lines.mark(next((o.value for o in request.options if o.why_not is None), None))

    def answer(self) -> list[Any]:
        return [o.value for o in self.request.options if o.value in self.picked]

    def ready(self) -> Ready:
        lo, many = self.request.at_least, len(self.picked)
        if many < lo:
            return Ready(f"Done: when {lo - many} more are ticked", can=False)
        return Ready("Seal it" if self.secret else "Done", f"{many} ticked")

    def take(self, value: Any) -> None:
        """Ticks the option, or takes the tick away."""
        if self.closed_away and value == FOLDED:
            self.post_message(self.ClosedWanted())
            return
        if value in self.picked:
            self.picked.remove(value)
        else:
            self.picked.append(value)
        self.draw_odds()

    @on(PickLines.Entered)
    def _entered(self) -> None:
        self.submit()

    def draw_odds(self) -> None:
        super().draw_odds()
        self.lines.refresh()
        self._say_how()

    def hints(self) -> list[Key]:
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
        self._say_how()
        super().on_resize()


class SealedBody(OptionsBody[Request[object]]):
    """A choice in secret: options by number, the number masked, no mark that moves; the arrows scroll them."""

    typed = True
    below = scrolls_with = 3
    entry: EntryInput
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_options(-1)", "Up", show=False),
        Binding("down", "scroll_options(1)", "Down", show=False),
        Binding("pageup", "scroll_options(-5)", "Page up", show=False),
        Binding("pagedown", "scroll_options(5)", "Page down", show=False),
    ]

    def __init__(self, request: Request[object], table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, masked)
        self.lines = LineList(cursor=False, classes="stage bare fills")
        self.lines.can_focus = False
        self.entry = EntryInput(takes=is_number_char, masked=masked, id="entry")

    def parts(self) -> ComposeResult:
        yield self.lines
        yield self.entry

    def target(self) -> Widget:
        return self.entry

    def on_mount(self) -> None:
        if not any(self.note.said):
            self.say(self._how())

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

    def rows_for(self, width: int) -> list[Row]:
        """No row can be marked; a tap on one types its number, 0 is that of the closed ones in one row."""
        rows = super().rows_for(width)
        # The titles above the figures are no options.
        listed = listed_of(self.request.options, folds=self.folds)
        titles = len(rows) - len(listed) - int(len(listed) < len(self.request.options))
        tapped = [
            replace(row, content=row.content.stylize(Style.from_meta({"option": number})), heading=True)
            for row, number in zip(rows[titles:], [*range(1, len(listed) + 1), 0], strict=False)
        ]
        return [*rows[:titles], *tapped]

    def action_scroll_options(self, by: int) -> None:
        """Other options come into view."""
        self.lines.scroll_relative(y=by, animate=False)

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
        listed = listed_of(self.request.options, folds=self.folds)
        chosen = [option.value for word in words if (option := item_at(listed, word)) is not None]
        if len(chosen) != len(words) or (not self.request.several and len(chosen) != 1):
            raise InvalidInput("a number of the list is asked for", hint=f"1 to {len(listed)}")
        return chosen if self.request.several else chosen[0]

"""Small questions over a screen: one of several, a line of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Final

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from companion.tui.base_screen import Panel
from companion.tui.commands import ACCEPT, CLOSED, Command
from companion.tui.screens.list_panel import SIDES, ListPanel
from companion.tui.sizes import by_touch
from companion.tui.text import clean, plain
from companion.tui.widgets.band import TitleBand
from companion.tui.widgets.entry import EntryInput
from companion.tui.widgets.folded import FOLDED, folded_row
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.plain import PlainStatic

TEXT_ROWS: Final = 10
"""Rows that the text of a question has at most: `.sheet-text` in app.tcss."""
_TEXT_SIDES: Final = 4


def text_width(screen: Screen[Any]) -> int:
    """Cells of a row of the text of a question over this screen."""
    return max(1, screen.size.width - _TEXT_SIDES)


class PickOne(ListPanel[Any]):
    """One of several; closes with its value, or with None.

    Those that cannot be chosen are `folded`: they stand in one row, their names and reasons in a panel of their own.
    `on_top`: below the title of the screen, where there is nothing else on it yet.
    """

    heading = "Choose"
    size_classes = "sheet small"
    words: ClassVar = {ACCEPT: "choose"}

    def __init__(
        self,
        question: str,
        choices: Sequence[tuple[Any, str | Content]],
        at: Any = None,
        *,
        folded: Sequence[tuple[str, str]] = (),
        text: Content | None = None,
        on_top: bool = False,
    ) -> None:
        super().__init__(question, lines=LineList(numbered=True, one_click=True, classes="fills"))
        self.choices = [(value, plain(label) if isinstance(label, str) else label) for value, label in choices]
        self.at = at
        self.folded = list(folded)
        self.text = text
        self.set_class(on_top, "on-top")

    def inside(self) -> Iterable[Widget]:
        if self.text is not None:
            yield PlainStatic(self.text, classes="sheet-text")
        yield self.lines

    def on_mount(self) -> None:
        super().on_mount()
        self.lines.mark(self.at)

    def rows(self) -> Sequence[Row]:
        # Those that are folded take no number: the first row in view is 1, whoever decides.
        rows = [
            Row(
                value,
                Content.assemble((f"{n} " if n < 10 else "  ", "bold"), text),
                number=n if self.folded else 0,
                indent=2,
            )
            for n, (value, text) in enumerate(self.choices, 1)
        ]
        if not self.folded:
            return rows
        return [*rows, folded_row(self.folded, self.size.width - SIDES, touched=by_touch(self.app.size))]

    def is_enabled(self, command: Command) -> bool:
        """One of the answers may mean None."""
        if command is CLOSED:
            return bool(self.folded)
        return command is ACCEPT or super().is_enabled(command)

    def do_accept(self) -> None:
        if self.folded and self.lines.value == FOLDED:
            self.do_closed()
        else:
            self.close_with(self.lines.value)

    def do_closed(self) -> None:
        from companion.tui.screens.list_panel import closed_panel

        self.open_over(closed_panel("Closed", self.folded))


class TextPrompt(Panel[str]):
    """A line of text; closes with it, or with None. `check` says what is wrong with it, or nothing.

    An example of what may be typed, `like`, is below the field until something is wrong.
    """

    heading = "Type"
    # A question mark is text here.
    do_help = None

    def __init__(
        self, question: str, start: str = "", *, check: Callable[[str], str] | None = None, like: str = ""
    ) -> None:
        super().__init__()
        self.question = question
        self.check = check
        self.entry = EntryInput(start, id="prompt")
        self.like = plain(f"for example: {like}" if like else "", "$quiet")
        self.note = PlainStatic(self.like, classes="note")

    def body(self) -> Iterable[Widget]:
        with Vertical(classes="sheet small"):
            yield TitleBand(clean(self.question))
            yield self.entry
            yield self.note

    def on_mount(self) -> None:
        self.entry.focus()
        self.show_keys()

    def do_accept(self) -> None:
        text = self.entry.value.strip()
        fault = self.check(text) if self.check is not None else "" if text else "Something must be typed."
        if fault:
            self.note.show(plain(f"✗ {fault}", "bold $error"))
        else:
            self.close_with(text)

    @on(EntryInput.Submitted)
    def _entered(self) -> None:
        self.do_accept()

    @on(EntryInput.Changed)
    def _typed(self) -> None:
        """What is wrong is beside the field as it is typed, once something is."""
        text = self.entry.value.strip()
        fault = self.check(text) if self.check is not None and text else ""
        self.note.show(plain(f"✗ {fault}", "bold $error") if fault else Content("") if text else self.like)

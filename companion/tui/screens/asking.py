"""Small questions over a screen: one of several, a line of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from companion.tui.base_screen import Panel
from companion.tui.text import plain
from companion.tui.widgets.entry import Entry
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.plain import PlainStatic


class PickOne(Panel[Any]):
    """One of several; closes with its value, or with None."""

    heading = "Choose"
    commands: ClassVar[tuple[str, ...]] = ("back", "help")

    def __init__(
        self,
        question: str,
        choices: Sequence[tuple[Any, str | Content]],
        at: Any = None,
        *,
        closed: Sequence[Any] = (),
        told: Content | None = None,
    ) -> None:
        super().__init__()
        self.question = question
        self.choices = [(value, plain(text) if isinstance(text, str) else text) for value, text in choices]
        self.at = at
        self.closed = list(closed)
        self.told = told

    def body(self) -> Iterable[Widget]:
        """The question and its answers."""
        rows = [
            Row(value, Content.assemble((f"{n} " if n < 10 else "  ", "bold"), text), closed=value in self.closed)
            for n, (value, text) in enumerate(self.choices, 1)
        ]
        self.lines = LineList(rows, numbered=True, one_click=True)
        with Vertical(classes="sheet small"):
            yield PlainStatic(plain(self.question, "bold"), classes="sheet-title")
            if self.told is not None:
                yield PlainStatic(self.told, classes="sheet-text")
            yield self.lines

    def on_mount(self) -> None:
        """The mark stands on what is set now."""
        self.lines.mark(self.at)
        self.lines.focus()
        self.show_keys()

    @on(LineList.Chosen)
    def _chosen(self, message: LineList.Chosen) -> None:
        if not message.closed:
            self.close_with(message.value)


class TextPrompt(Panel[str]):
    """A line of text; closes with it, or with None. `check` says what is wrong with it, or nothing."""

    heading = "Type"
    commands: ClassVar[tuple[str, ...]] = ("back", "accept")

    def __init__(self, question: str, start: str = "", *, check: Callable[[str], str] | None = None) -> None:
        super().__init__()
        self.question = question
        self.start = start
        self.check = check

    def body(self) -> Iterable[Widget]:
        """The question and a field."""
        self.entry = Entry(self.start, id="prompt")
        self.note = PlainStatic("", classes="note")
        with Vertical(classes="sheet small"):
            yield PlainStatic(plain(self.question, "bold"), classes="sheet-title")
            yield self.entry
            yield self.note

    def on_mount(self) -> None:
        """The field has the keys."""
        self.entry.focus()
        self.show_keys()

    def do_accept(self) -> None:
        """Takes the text, or says beside it what is wrong."""
        text = self.entry.value.strip()
        fault = self.check(text) if self.check is not None else "" if text else "Something must be typed."
        if fault:
            self.note.show(plain(f"✗ {fault}", "bold $error"))
        else:
            self.close_with(text)

    @on(Entry.Submitted)
    def _entered(self) -> None:
        self.do_accept()

    @on(Entry.Changed)
    def _typed(self) -> None:
        """What is wrong is said while it is typed, once something is."""
        text = self.entry.value.strip()
        fault = self.check(text) if self.check is not None and text else ""
        self.note.show(plain(f"✗ {fault}" if fault else "", "bold $error"))

"""The part of the request panel in which the answer is made; one kind of body for each kind of request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from companion.engine.errors import Refused
from companion.engine.requests import Request
from companion.engine.table import Table
from companion.tui.text import plain
from companion.tui.widgets.plain import PlainStatic

R = TypeVar("R", bound=Request[Any])


class Body(Vertical, Generic[R]):
    """Where an answer is typed or chosen. `earlier` is what was answered here before an undo, or None."""

    DEFAULT_CSS = """
    Body { height: auto; }
    Body .note { height: auto; min-height: 1; }
    """

    @dataclass
    class Given(Message):
        """An answer was given; whether it may stand is not yet known."""

        value: Any

    def __init__(self, request: R, table: Table[Any, Any], earlier: Any = None, masked: bool = False) -> None:
        super().__init__()
        self.request = request
        self.table = table
        self.earlier = earlier
        self.masked = masked
        self.note = PlainStatic("", classes="note")

    def compose(self) -> ComposeResult:
        """The body's own widgets with the note under them."""
        yield from self.parts()
        yield self.note

    def parts(self) -> ComposeResult:
        """The widgets of this kind of body."""
        yield from ()

    def target(self) -> Widget | None:
        """What has the focus while this is asked; None where the screen's own keys are enough."""
        return None

    def answer(self) -> Any:
        """The answer as it stands now. Raises Refused in words where it is not whole."""
        raise NotImplementedError

    def submit(self) -> None:
        """Gives the answer, or says beside it what is missing."""
        try:
            value = self.answer()
        except Refused as fault:
            self.complain(fault.message + (f" — {fault.hint}" if fault.hint else ""))
            return
        self.post_message(self.Given(value))

    def complain(self, fault: str) -> None:
        """Says what is wrong, beside what was typed; nothing typed is lost."""
        self.note.show(Content.assemble(("✗ ", "bold $error"), plain(fault[:1].upper() + fault[1:], "bold $error")))

    def say(self, text: str) -> None:
        """Says something in quiet."""
        self.note.show(plain(text, "$text-muted"))

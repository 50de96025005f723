"""Enter as a button three rows high, if a finger is likelier than a keyboard."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message

from companion.tui.look.colours import fill
from companion.tui.look.rows import beside
from companion.tui.widgets.plain import PlainStatic


class SubmitButton(PlainStatic):
    """Says what Enter does; a tap on it does it."""

    DEFAULT_CSS = """
    SubmitButton { height: 3; margin: 1 0 0 0; }
    """

    class Pressed(Message):
        """The button was tapped."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def on_resize(self) -> None:
        """It is as wide as the panel."""
        width = self.size.width
        rows = beside(Content(f"  {self.words}"), Content("Enter  "), width)[:1]
        filled = [row.extend_right(max(0, width - row.cell_length)) for row in (Content(""), *rows, Content(""))]
        self.show([row.stylize(fill("text")) for row in filled])

    def on_click(self, event: events.Click) -> None:
        """A tap."""
        event.stop()
        self.post_message(self.Pressed())

"""The white row that answers, on a screen held in a hand."""

from __future__ import annotations

from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.message import Message
from textual.style import Style

from companion.tui.commands import ACCEPT
from companion.tui.look.colours import QUIET, fill
from companion.tui.look.rows import beside, tall
from companion.tui.sizes import thumb
from companion.tui.text import plain
from companion.tui.widgets.plain import PlainStatic


class Ready(NamedTuple):
    """What gives the answer as it stands, and at the right what it takes; or in quiet what is missing."""

    words: str
    beside: str = ""
    can: bool = True


class SubmitButton(PlainStatic):
    """Says what Enter does; a tap on it does it."""

    DEFAULT_CSS = """
    SubmitButton { dock: bottom; height: auto; }
    """

    class Pressed(Message):
        """The button was tapped."""

    def __init__(self, ready: Ready) -> None:
        super().__init__()
        self.ready = ready

    def say(self, ready: Ready) -> None:
        """Another answer stands now."""
        if ready != self.ready:
            self.ready = ready
            self.on_resize()

    def on_resize(self) -> None:
        words, aside, can = self.ready
        width = max(1, self.size.width)
        said = Content(f"  {words.upper()}") if can else plain(f"  {words}", QUIET)
        rows = beside(said, Content(f"{aside}  ") if aside else Content(""), width)[:1]
        filled = tall([row.extend_right(max(0, width - row.cell_length)) for row in rows], thumb(self.app.size))
        button = Style.from_meta({"command": ACCEPT.id})
        self.show([(row.stylize(fill("text")) if can else row).stylize(button) for row in filled])

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Pressed())

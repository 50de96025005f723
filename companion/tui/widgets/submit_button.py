"""What a thumb does on a screen held in a hand: the white row that answers, and the row of commands below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.message import Message
from textual.style import Style

from companion.tui.commands import ACCEPT
from companion.tui.look.colours import QUIET, STRONG, TAPPED, fill
from companion.tui.look.key_row import Key
from companion.tui.look.rows import beside, tall
from companion.tui.text import plain
from companion.tui.widgets.footer import KeyFooter
from companion.tui.widgets.plain import PlainStatic

THUMB_ROWS = 4
"""Rows of the commands at the bottom, with the blank one above them."""


class Ready(NamedTuple):
    """What gives the answer as it stands, and at the right what it takes; or in quiet what is missing."""

    words: str
    beside: str = ""
    can: bool = True


class SubmitButton(PlainStatic):
    """Says what Enter does; a tap on it does it."""

    DEFAULT_CSS = """
    SubmitButton { dock: bottom; height: 3; }
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
        """It is as wide as the panel."""
        words, aside, can = self.ready
        width = max(1, self.size.width)
        said = Content(f"  {words.upper()}") if can else plain(f"  {words}", QUIET)
        rows = beside(said, Content(f"{aside}  ") if aside else Content(""), width)[:1]
        filled = tall([row.extend_right(max(0, width - row.cell_length)) for row in rows])
        button = Style.from_meta({"command": ACCEPT.id})
        self.show([(row.stylize(fill("text")) if can else row).stylize(button) for row in filled])

    def on_click(self, event: events.Click) -> None:
        """A tap."""
        event.stop()
        self.post_message(self.Pressed())


class ThumbRow(PlainStatic):
    """Commands as fills three rows high, side by side; one that does nothing now is quiet and no button."""

    DEFAULT_CSS = """
    ThumbRow { dock: bottom; height: 4; padding: 1 1 0 1; }
    """

    def __init__(self) -> None:
        super().__init__(id="thumbs")
        self.keys: Sequence[tuple[Key, bool]] = ()

    def offer(self, keys: Sequence[tuple[Key, bool]]) -> None:
        """These, each with whether it does something now."""
        if keys != self.keys:
            self.keys = keys
            self.on_resize()

    def on_resize(self) -> None:
        """They share the width."""
        each = (self.size.width or self.app.size.width - 2) // max(1, len(self.keys)) - 1
        parts: list[Content] = []
        for key, live in self.keys:
            word = Content.styled(f"{key.short.capitalize():^{each}}", STRONG if live else QUIET)
            parts += [
                word.stylize(TAPPED).stylize(Style.from_meta({"command": key.command})) if live else word,
                Content(" "),
            ]
        self.show(tall([Content.assemble(*parts)]))

    def on_click(self, event: events.Click) -> None:
        """A tap on one is its key."""
        command = event.style.meta.get("command")
        if command:
            event.stop()
            self.post_message(KeyFooter.Pressed(str(command)))

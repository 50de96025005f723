"""The keys that are true for this moment, in one line at the foot; each is a button for the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.message import Message
from textual.style import Style

from companion.tui.widgets.plain import PlainStatic


class Key(NamedTuple):
    """One command as the line shows it."""

    command: str
    key: str
    short: str


class KeyFooter(PlainStatic):
    """One line of keys; what does not fit is left out from the right, help and all the rest stay under `?`."""

    DEFAULT_CSS = """
    KeyFooter { dock: bottom; height: 1; background: $panel; color: $foreground; }
    """

    class Pressed(Message):
        """A key of the line was clicked."""

        def __init__(self, command: str) -> None:
            super().__init__()
            self.command = command

    def __init__(self) -> None:
        super().__init__(id="keys")
        self._keys: tuple[Key, ...] = ()

    def keys(self, keys: Sequence[Key]) -> None:
        """Shows these keys, the first of them in any case."""
        if tuple(keys) != self._keys:
            self._keys = tuple(keys)
            self._draw()

    def on_resize(self) -> None:
        """Fewer or more keys fit."""
        self._draw()

    def _draw(self) -> None:
        parts: list[Content] = []
        room = self.size.width - 1
        for key in self._keys:
            chip = Content.assemble((f" {key.key} ", "bold $accent"), (f"{key.short} ", ""))
            chip = chip.stylize(Style.from_meta({"command": key.command}))
            if chip.cell_length > room:
                continue
            room -= chip.cell_length
            parts.append(chip)
        self.show(Content("").join(parts))

    def on_click(self, event: events.Click) -> None:
        """A click on a key is the key."""
        command = event.style.meta.get("command")
        if command:
            event.stop()
            self.post_message(self.Pressed(str(command)))

"""The keys that are true for this moment, on the last row; each is a button for the mouse."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.message import Message

from companion.tui.look.key_row import Key, key_rows, thumb_rows
from companion.tui.sizes import NARROW, by_touch, thumb
from companion.tui.widgets.plain import PlainStatic


class KeyFooter(PlainStatic):
    """One row of keys; what does not fit is left out from the right, help and all the rest stay under `?`.

    On a screen that is touched the first of them are fills of three rows.
    """

    DEFAULT_CSS = """
    KeyFooter { dock: bottom; height: auto; padding: 0 1; }
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
        """Shows these keys, help last."""
        if tuple(keys) != self._keys:
            self._keys = tuple(keys)
            self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        width = self.app.size.width
        if by_touch(self.app.size):
            self.show(thumb_rows(self._keys, max(1, width - 2), thumb(self.app.size)))
            return
        few = width >= NARROW or self.app.size.height <= width // 2
        self.show(key_rows(self._keys, max(1, width - 2), 1 if few else 2))

    def on_click(self, event: events.Click) -> None:
        command = event.style.meta.get("command")
        if command:
            event.stop()
            self.post_message(self.Pressed(str(command)))

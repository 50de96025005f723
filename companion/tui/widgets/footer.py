"""The keys that are true for this moment, on the last row; each is a button for the mouse."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from companion.tui.look.key_row import Key, key_rows, thumb_rows
from companion.tui.sizes import NARROW, by_touch, thumb
from companion.tui.widgets.plain import DrawnRows


class KeyFooter(DrawnRows):
    """One row of keys; what does not fit is left out from the right, help and all the rest stay under `?`.

    On a screen that is touched the first of them are fills of three rows.
    """

    DEFAULT_CSS = """
    KeyFooter { dock: bottom; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__(id="keys")
        self._keys: tuple[Key, ...] = ()

    def keys(self, keys: Sequence[Key]) -> None:
        """Shows these keys, help last."""
        if tuple(keys) != self._keys:
            self._keys = tuple(keys)
            self.redraw()

    def drawn(self, width: int) -> list[Content]:
        size = self.app.size
        if by_touch(size):
            return thumb_rows(self._keys, width, thumb(size))
        few = size.width >= NARROW or size.height <= size.width // 2
        return key_rows(self._keys, width, 1 if few else 2)

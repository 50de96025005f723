"""A field for what players type that leaves all other keys to the commands."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.widgets import Input


def any_text(_: str) -> bool:
    """Every character belongs to the field."""
    return True


_LEAVING = "qx"
"""Keys that quit the app or break a procedure off."""


class Entry(Input):
    """An input that takes only the characters that can stand in it: `w` in a field of numbers is a command."""

    DEFAULT_CSS = """
    Entry { background: $panel; border: none; height: 1; padding: 0 1; text-style: bold; }
    Entry:focus { border: none; border-left: thick $accent; }
    """

    def __init__(
        self,
        value: str = "",
        *,
        takes: Callable[[str], bool] = any_text,
        masked: bool = False,
        placeholder: str = "",
        id: str | None = None,
        most: int = 0,
    ) -> None:
        super().__init__(value, placeholder, password=masked, id=id, max_length=most, select_on_focus=bool(value))
        self.takes = takes
        # A field that blinks costs a tablet its battery, and says nothing.
        self.cursor_blink = False

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether this field would take the key."""
        return character is not None and character.isprintable() and (self.takes(character) or self._guards(character))

    def _guards(self, character: str) -> bool:
        """Whether a key that leaves stays here: while something is typed, or where words are, nobody means to go."""
        return character in _LEAVING and (bool(self.value) or self.takes("a"))

    def on_key(self, event: events.Key) -> None:
        """Keys that cannot stand in the field go on to the commands."""
        if event.is_printable and not self.check_consume_key(event.key, event.character):
            event.prevent_default()

"""Asks for the letter of a unit, after a sign that counts."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message

from companion.tui.look.colours import MIND, QUIET, STRONG
from companion.tui.text import clean, plain
from companion.tui.widgets.plain import PlainStatic


class LetterField(PlainStatic, can_focus=True):
    """`− health: the letter of a unit ▌`. Every character is its own while it has the focus; it goes when it has not.

    Posts `Typed` once a letter is whole, `Left` when it is left without one.
    """

    DEFAULT_CSS = "LetterField { height: 1; padding: 0 1; display: none; }"

    class Typed(Message):
        """The letter of a unit was typed."""

        def __init__(self, letter: str) -> None:
            super().__init__()
            self.letter = letter

    class Left(Message):
        """No letter is to come."""

    def __init__(self) -> None:
        super().__init__(id="letter")
        self._sign, self._text = "", ""

    def ask(self, sign: str, what: str) -> None:
        """Asks of which unit, for this sign and in these words."""
        self._sign, self._text = sign, what
        self._show("")
        self.display = True
        self.focus()

    def _show(self, typed: str) -> None:
        self._typed = typed
        parts = ((f"{self._sign} ", STRONG), plain(self._text, STRONG), "  the letter of a unit  ")
        self.show(Content.assemble(*parts, plain(typed, STRONG), ("▌", MIND), ("  Esc leaves it", QUIET)))

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Every character may be the letter."""
        return character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        """A letter is whole at once; a digit waits for the letter after it."""
        typed = clean(event.character or "").upper()
        if event.key not in ("escape", "backspace", "enter") and not event.is_printable:
            return
        event.stop()
        event.prevent_default()
        if typed.isdigit() and not self._typed:
            self._show(typed)
        elif typed.isalpha():
            self.post_message(self.Typed(self._typed + typed))
        else:
            self.post_message(self.Left())

    def on_blur(self) -> None:
        """Who looks elsewhere types no letter."""
        self.display = False

"""A field for what players type that leaves all other keys to the commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import Reactive
from textual.strip import Strip
from textual.visual import Visual
from textual.widgets import Input

from companion.tui.commands import LEAVE, QUIT
from companion.tui.look.colours import CURSOR, MIND, QUIET, STRONG


def any_text(_: str) -> bool:
    """Every character belongs to the field."""
    return True


LEAVING: Final = {"q": QUIT, "x": LEAVE}
"""Keys that quit the app or break a procedure off, where nothing is typed."""


@dataclass(frozen=True)
class Words:
    """Words that are being typed: a phone raises its keyboard for these alone.

    `into` is what they are typed into, `most` how many characters it takes (0: as many as come), and `fill` puts others
    in their place.
    """

    into: object
    text: str
    most: int
    fill: Callable[[str], None]


class EntryInput(Input):
    """An input that takes only the characters that can be in it: `w` in a field of numbers is a command."""

    DEFAULT_CSS = """
    EntryInput { background: transparent; border: none; height: 1; padding: 0; text-style: bold; }
    EntryInput:focus { border: none; background-tint: transparent 0%; }
    """

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """As Textual's, which has the whole screen laid out for every character; this field keeps its size."""
    auto_links: Reactive[bool] = Reactive(False)

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

    @property
    def takes_words(self) -> bool:
        """Whether words are typed here, and not only numbers."""
        return self.takes("a")

    def words(self) -> Words | None:
        """What is typed, unless it is a number or an answer."""
        if not self.takes_words:
            return None
        return Words(self, "" if self.password else self.value, self.max_length or 0, self.fill)

    def fill(self, text: str) -> None:
        """Puts this in the field, the cursor behind it."""
        self.value = text
        self.cursor_position = len(text)

    # -- drawing --------------------------------------------------------------------------------------------------

    def shown(self) -> str:
        """What is typed as the screen may show it: in secret a dot for each character."""
        return "".join(" " if char == " " else "•" for char in self.value) if self.password else self.value

    def typed_row(self) -> Content:
        """What is typed with the cursor in it, in one row."""
        text, at = self.shown(), self.cursor_position
        if not self.has_focus:
            return Content.styled(text, STRONG)
        if not self.selection.is_empty and not self.password:
            return Content.styled(text, CURSOR)
        if not text and self.placeholder:
            return Content.assemble(("▌", MIND), (f" {self.placeholder}", QUIET))
        if at >= len(self.value):
            return Content.assemble((text, STRONG), ("▌", MIND))
        return Content.assemble((text[:at], STRONG), (text[at : at + 1], CURSOR), (text[at + 1 :], STRONG))

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if y or width <= 0:
            return Strip.blank(width, self.rich_style)
        row = self.typed_row()
        start = max(0, min(self.cursor_position + 1, row.cell_length) - width)
        strip = Visual.to_strips(self, row, max(1, row.cell_length), 1, self.visual_style, apply_selection=False)[0]
        return strip.crop(start, start + width).extend_cell_length(width, self.rich_style)

    # -- keys -----------------------------------------------------------------------------------------------------

    def check_consume_key(self, key: str, character: str | None) -> bool:
        if character is None or not character.isprintable():
            return False
        # A key that leaves stays here: while something is typed, or where words are, nobody means to go.
        return self.takes(character) or (character in LEAVING and (bool(self.value) or self.takes_words))

    def on_paste(self, event: events.Paste) -> None:
        """Lines that are pasted stand one behind the other; of itself an input takes the first, be it empty."""
        event.text = " ".join(line for line in event.text.splitlines() if line.strip())
        if not event.text:
            event.prevent_default()

    def on_key(self, event: events.Key) -> None:
        if event.is_printable and not self.check_consume_key(event.key, event.character):
            event.prevent_default()


class ArrowEntry(EntryInput):
    """A field whose arrows choose what is beside the one typed; in secret they move the cursor, as in any field.

    Of one `between` others they do so only while nothing is typed, in secret too.
    """

    @dataclass
    class Moved(Message):
        """The choice beside the one typed is wanted."""

        by: int

    def __init__(self, value: str = "", *, between: bool = False, **more: Any) -> None:
        super().__init__(value, **more)
        self.between = between

    def _moves_cursor(self) -> bool:
        return bool(self.value) if self.between else self.password

    def action_cursor_left(self, select: bool = False) -> None:
        if self._moves_cursor():
            super().action_cursor_left(select)
        else:
            self.post_message(self.Moved(-1))

    def action_cursor_right(self, select: bool = False) -> None:
        if self._moves_cursor():
            super().action_cursor_right(select)
        else:
            self.post_message(self.Moved(1))

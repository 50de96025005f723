"""What may be chosen at reading distance: fills in two columns, each with a word in pixel letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.style import Style

from companion.frontend.pixels import pixels
from companion.tui.look.colours import CURSOR, MIND, QUIET, STRONG, TAPPED
from companion.tui.look.pixels import spaced
from companion.tui.text import clean, plain
from companion.tui.widgets.plain import PlainStatic

_TALL, _LETTERS = 5, 3
"""Rows of a fill, and of the letters in it."""
_WORD_AT, _EDGE, _GAP = 8, 2, 4
"""Cells before the word, at the right end of a fill, and between two columns."""
_LEAST = 34
"""Cells of a fill in which letters are read; in less there is one column."""
_MORE = "0"


class Entry(NamedTuple):
    """One thing to choose: the word for it, what it does, one figure, and what it costs."""

    value: Any
    word: str
    does: str = ""
    figure: str = ""
    cost: str = ""


class BigFills(PlainStatic, can_focus=True):
    """A page of fills. Digits and clicks choose, arrows mark, Enter takes the marked one; `0` is the next page."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "step(-2)", "Up", show=False),
        Binding("down,j", "step(2)", "Down", show=False),
        Binding("left,h", "step(-1)", "Left", show=False),
        Binding("right,l", "step(1)", "Right", show=False),
        Binding("enter", "choose", "Choose", show=False),
    ]

    class Chosen(Message):
        """One was chosen; `value` is its own."""

        def __init__(self, value: Any) -> None:
            super().__init__()
            self.value = value

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.entries: Sequence[Entry] = ()
        self.at = 0
        """The place of the marked one."""
        self._page = 9
        self._width = 0

    @property
    def value(self) -> Any:
        """That of the marked one; None if there is none."""
        return self.entries[self.at].value if self.entries else None

    def mark(self, value: Any) -> None:
        """Marks the one with this value, if there is one."""
        self.at = next((place for place, one in enumerate(self.entries) if one.value == value), self.at)
        self._draw()

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Other fills; the mark stays with its value."""
        value = self.value
        self.entries = entries
        self.at = 0
        self.mark(value)

    def lay(self, width: int, rows: int) -> None:
        """Draws as many as fit in so many cells and rows."""
        self._width = width
        most = self.columns * max(1, (rows + 1) // (_TALL + 1))
        self._page = len(self.entries) if len(self.entries) <= min(9, most) else min(9, most) - 1
        self._draw()

    @property
    def columns(self) -> int:
        """How many fills stand beside each other."""
        return 2 if (self._width - _GAP) // 2 >= _LEAST else 1

    def rows_for(self, many: int) -> int:
        """Rows of so many fills."""
        return -(-many // self.columns) * (_TALL + 1) - 1

    def shown_now(self) -> range:
        """The places of those on the page of the marked one."""
        first = self.at // max(1, self._page) * max(1, self._page)
        return range(first, min(len(self.entries), first + max(1, self._page)))

    def _draw(self) -> None:
        if not self._width or not self.entries:
            self.show(Content(""))
            return
        each = (self._width - _GAP) // 2 if self.columns == 2 else self._width
        fills = [self._fill(place, number, each) for number, place in enumerate(self.shown_now(), 1)]
        if len(self.entries) > self._page:
            left = len(self.entries) - len(self.shown_now())
            more = Entry(None, f"{left} more")
            fills.append(_drawn(more, _MORE, each, marked=False, meta={"big": _MORE}))
        rows: list[Content] = []
        for at in range(0, len(fills), self.columns):
            pair = fills[at : at + self.columns]
            rows += [Content(" " * _GAP).join(parts) for parts in zip(*pair, strict=True)]
            rows.append(Content(""))
        self.show(rows[:-1])

    def _fill(self, place: int, number: int, width: int) -> list[Content]:
        return _drawn(self.entries[place], str(number), width, marked=place == self.at, meta={"big": place})

    def _turn(self) -> None:
        """The next page, and after the last the first."""
        after = self.shown_now().stop
        self.at = after if after < len(self.entries) else 0
        self._draw()

    def action_step(self, by: int) -> None:
        """Marks another one."""
        way = by if self.columns == 2 or abs(by) == 1 else by // 2
        if 0 <= self.at + way < len(self.entries):
            self.at += way
            self._draw()

    def action_choose(self) -> None:
        """Chooses the marked one."""
        if self.entries:
            self.post_message(self.Chosen(self.value))

    def on_key(self, event: events.Key) -> None:
        """A digit chooses the fill of that number."""
        if event.character is None or event.character not in "0123456789":
            return
        event.stop()
        event.prevent_default()
        here = self.shown_now()
        if event.character == _MORE:
            self._turn()
        elif int(event.character) <= len(here):
            self.at = here[int(event.character) - 1]
            self._draw()
            self.action_choose()

    def on_click(self, event: events.Click) -> None:
        """A click chooses, or turns the page."""
        place = event.style.meta.get("big")
        if place is None:
            return
        event.stop()
        if place == _MORE:
            self._turn()
        else:
            self.at = int(place)
            self._draw()
            self.action_choose()


def _drawn(one: Entry, number: str, width: int, *, marked: bool, meta: dict[str, Any]) -> list[Content]:
    """The five rows of a fill: a blank one, the word, what it does with its figure and its cost."""
    room = width - _WORD_AT - _EDGE
    digit = pixels(number) or (number, "", "")
    word = clean(one.word)
    letters = pixels(word)
    if letters is not None and len(letters[0]) <= room:
        drawn = [Content.styled(row, STRONG) for row in letters]
    else:
        drawn = spaced(word, STRONG, room)[:_LETTERS]
        drawn = [Content("")] * ((_LETTERS - len(drawn)) // 2) + drawn
    drawn += [Content("")] * (_LETTERS - len(drawn))
    rows = [Content(" " * width)]
    for part, row in zip(digit, drawn, strict=True):
        head = Content.styled(part.rjust(_EDGE + len(part)), QUIET)
        rows.append(_filled(Content.assemble(head, " " * (_WORD_AT - head.cell_length), row), width))
    rows.append(_filled(_words(one, room), width))
    look = CURSOR if marked else TAPPED
    rows = [(row.without_spans if marked else row).stylize(look) for row in rows]
    return [row.stylize(Style.from_meta(meta)) for row in rows]


def _words(one: Entry, room: int) -> Content:
    """At the left what it does and costs, at the right its figure: the words give way first, then the figure."""
    right, cost, does = plain(one.figure, STRONG), plain(one.cost, MIND), plain(one.does, QUIET)
    for told in ((cost, does), (cost,), (does,)):
        left = Content("   ").join([part for part in told if part])
        gap = room - left.cell_length - right.cell_length
        if gap >= (2 if left and right else 0):
            return Content.assemble(" " * _WORD_AT, left, " " * gap, right)
    return Content.assemble(" " * _WORD_AT, (cost or right or does).truncate(room))


def _filled(row: Content, width: int) -> Content:
    return row.extend_right(max(0, width - row.cell_length))

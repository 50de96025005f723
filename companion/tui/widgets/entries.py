"""Bodies with a field: a number, and a few words."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.style import Style

from companion.engine.errors import InvalidInput
from companion.engine.requests import Number, Text
from companion.engine.requests.text import MOST_CHARACTERS
from companion.engine.state.table import AnyTable
from companion.engine.wording import minus
from companion.frontend.saying.limits import bounds_words
from companion.frontend.typed import is_digit, is_number_char, whole
from companion.tui.look.colours import CURSOR, STRONG, TAPPED
from companion.tui.look.fills import Fill, fill_grid, in_a_row
from companion.tui.look.grid import Ways, ways_blocks, ways_list
from companion.tui.look.key_row import Key
from companion.tui.look.rows import BLANK, tall, wrapped
from companion.tui.sizes import NARROW, by_touch
from companion.tui.widgets.body import Body
from companion.tui.widgets.entry import ArrowEntry, EntryInput
from companion.tui.widgets.plain import PlainStatic
from companion.tui.widgets.split_view import split_fills

_MOST_KEYS, _MOST_TOLD = 15, 4
"""Numbers that are keys by touch, and those that have their chances with them."""
_MOST_COLUMNS = 20
"""With more numbers than this none has a column of its own."""


class NumberBody(Body[Number]):
    """A field for a number between the signs that count it, as the arrows, + and − do.

    While nothing is typed, the number that Enter alone is stands in it.
    """

    entry: ArrowEntry

    typed = True

    DEFAULT_CSS = """
    NumberBody .picture { padding: 0 0 0 2; }
    NumberBody .count { height: auto; margin: 0 0 1 0; padding: 0 0 0 1; }
    NumberBody .count > * { width: auto; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,plus", "count(1)", "One more", show=False),
        Binding("down,minus", "count(-1)", "One less", show=False),
    ]

    def __init__(self, request: Number, table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, masked)
        start = "" if earlier is None or masked else str(earlier)
        takes = is_number_char if request.lo < 0 else is_digit
        self.entry = ArrowEntry(start, takes=takes, masked=masked, placeholder=self._usual(), id="entry")
        self.entry.styles.width = max(len(str(request.lo)), len(str(request.hi))) + 3
        self.picture = PlainStatic("", classes="picture")
        self.fewer, self.more = PlainStatic(), PlainStatic()

    def wanted(self) -> int:
        said = len(wrapped(Content(self._how()), self.app.size.width - 5))
        if by_touch(self.app.size) and (keys := self._keys()):
            return len(keys) + 2 + said
        if self.request.has_odds:
            return 7 + said
        return (2 if self.app.size.width >= NARROW else 4) + said

    def parts(self) -> ComposeResult:
        yield self.picture
        with Horizontal(classes="count"):
            yield self.fewer
            yield self.entry
            yield self.more

    def on_mount(self) -> None:
        self.draw_odds()
        self.say(self._how())

    def hints(self) -> list[Key]:
        return [] if self.masked else [Key("", "← →", "count")]

    def _how(self) -> str:
        """What Enter does with nothing typed, and what is allowed: `Enter alone is 2; 0 to 2 (two hits)`."""
        usual = self._usual() if not by_touch(self.app.size) else ""
        return (f"Enter alone is {usual}; " if usual else "") + self._span()

    def _span(self) -> str:
        """What is allowed and why: `0 to 2 (two hits)`."""
        request = self.request
        return bounds_words(request.lo, request.why_lo, request.hi, request.why_hi)

    def _usual(self) -> str:
        """What nothing typed means: the usual number, else 0 if that is allowed."""
        usual = self.request.default
        return str(usual) if usual is not None else "0" if self.request.lo == 0 else ""

    def answer(self) -> int:
        """The number typed; nothing typed is the usual number, else 0 if that is allowed."""
        typed = self.entry.value.strip() or self._usual()
        return whole(typed, f"{self.request.lo} to {self.request.hi}")

    def in_words(self, answer: int) -> str:
        return str(answer)

    def action_count(self, by: int) -> None:
        """Counts the number up or down, while it is shown."""
        if not self.masked:
            self._count(by)

    def _count(self, by: int) -> None:
        try:
            now = self.answer() + by
        except InvalidInput:
            now = self.request.lo
        self.entry.fill(str(min(self.request.hi, max(self.request.lo, now))))

    @on(ArrowEntry.Moved)
    def _moved(self, message: ArrowEntry.Moved) -> None:
        message.stop()
        self._count(message.by)

    @on(EntryInput.Changed)
    def _typed(self) -> None:
        self.draw_odds()
        self.say(self._span() if self.entry.value.strip() else self._how())

    def on_resize(self) -> None:
        super().on_resize()
        self.draw_odds()

    def on_click(self, event: events.Click) -> None:
        """A tap on a column types its number, one on a sign counts it; in secret under dots."""
        number, by = event.style.meta.get("number"), event.style.meta.get("by")
        if number is not None:
            self.entry.fill(str(number))
        elif by is not None:
            self._count(int(by))

    def _ways(self, typed: str) -> Ways:
        """The numbers with their chances, the one that is typed marked; in secret none of them is."""
        numbers = range(self.request.lo, self.request.hi + 1)
        cells = [self.figures.of(number) for number in numbers]
        return Ways(
            BLANK,
            [*map(minus, numbers)],
            [(title, [row[at] for row in cells]) for at, title in enumerate(self.figures.titles)],
            next((at for at, number in enumerate(numbers) if str(number) == typed and not self.masked), None),
            [{"number": number} for number in numbers],
        )

    def _keys(self) -> list[Content]:
        """The numbers as keys for a thumb, the one typed in accent; few of them with their chances."""
        width, many = self.size.width or self.app.size.width - 2, self.request.hi - self.request.lo + 1
        if many > _MOST_KEYS:
            return []
        ways = self._ways(self.entry.value.strip() or self._usual())
        if many <= _MOST_TOLD and ways.rows:
            return split_fills(ways, "", width)
        marked = [at == ways.marked for at in range(many)]
        fills = [
            Fill([Content.styled(word, "" if here else STRONG)], meta, look=CURSOR if here else TAPPED)
            for word, meta, here in zip(ways.choices, ways.meta, marked, strict=True)
        ]
        return fill_grid(fills, in_a_row(3, width), width)

    def draw_odds(self) -> None:
        """The numbers as columns with their chances; in secret none of them is marked."""
        if by_touch(self.app.size) and (keys := self._keys()):
            self.picture.show([*keys, BLANK])
            self.picture.styles.padding = 0
            self.fewer.display = self.more.display = False
            # What is typed in secret shows as dots; else a key is marked, and the field only takes what is typed.
            self.entry.styles.height = int(self.masked)
            self.picture.display = True
            return
        self.entry.styles.height, self.picture.styles.padding = 1, (0, 0, 0, 2)
        columns = self._columns()
        self.picture.show_if_any(columns)
        high = self.app.size.width < NARROW
        self.entry.styles.margin = (1 if high and not columns else 0, 0, 0, 1)
        for widget, sign, by in ((self.fewer, "‹", -1), (self.more, "›", 1)):
            row = Content.styled(f"  {sign}   " if high else f" {sign} ", STRONG).stylize(Style.from_meta({"by": by}))
            widget.show(tall([row.stylize(TAPPED)]) if high else [row])
            widget.display = not columns

    def _columns(self) -> list[Content]:
        ways = self._ways(self.entry.value.strip())
        if self.odds is None or len(ways.choices) > _MOST_COLUMNS or not ways.rows:
            return []
        width = (self.size.width or self.app.size.width - 4) - 2
        drawn, listed = ways_blocks([ways], width), ways_list(ways, width)
        return [*(drawn[0] if drawn is not None else (*listed.titles, *listed.choices)), BLANK]


class TextBody(Body[Text]):
    """A field for words; Enter alone leaves them out."""

    entry: EntryInput

    typed = True

    DEFAULT_CSS = """
    TextBody EntryInput { padding: 0 0 0 2; }
    """

    def __init__(self, request: Text, table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, masked)
        start = "" if earlier is None or masked else str(earlier)
        self.entry = EntryInput(start, masked=masked, id="entry", most=MOST_CHARACTERS)

    def parts(self) -> ComposeResult:
        yield self.entry

    def on_mount(self) -> None:
        self.say("a few words; Enter alone leaves them out")

    def decides(self) -> bool:
        """To leave the words out does; words are typed for what they answer."""
        return not self.entry.value.strip()

    def answer(self) -> str:
        return str(self.entry.value)

"""Bodies for yes or no, and for a thing to do at the table."""

from __future__ import annotations

from typing import Any, ClassVar, Final, cast

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message

from companion.engine.requests import Do, YesNo
from companion.engine.state.table import AnyTable
from companion.tui.commands import KIT, key_name
from companion.tui.host import Host
from companion.tui.look.colours import QUIET, STRONG
from companion.tui.look.grid import Choice
from companion.tui.sizes import by_touch
from companion.tui.text import plain
from companion.tui.widgets.body import ListBody
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.option_rows import ALL_ROOM, with_figures
from companion.tui.widgets.submit_button import Ready


class YesNoBody(ListBody[YesNo]):
    """Yes and no as two rows; `y` and `n` answer at once, enter is the marked one."""

    accepts = "choose"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "say(True)", "Yes", show=False),
        Binding("n", "say(False)", "No", show=False),
    ]

    def __init__(self, request: YesNo, table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, masked)
        self.lines = LineList(self.rows_for(ALL_ROOM), one_click=True, classes="stage bare fills marks")
        self.lines.mark(request.default if earlier is None else earlier)

    def rows_for(self, width: int) -> list[Row]:
        heads = {True: Content.assemble(("y  ", STRONG), "Yes"), False: Content.assemble(("n  ", STRONG), "No")}
        choices = [Choice(head, figures=self.figures.of(value)) for value, head in heads.items()]
        return with_figures(list(heads), choices, self.figures.titles, width)

    def answer(self) -> bool:
        return bool(self.lines.value)

    def ready(self) -> Ready:
        words = "Yes" if self.answer() else "No"
        return Ready("Seal it", words) if self.secret else Ready(words)

    def action_say(self, value: bool) -> None:
        """Answers at once."""
        self.lines.mark(value)
        self.post_message(self.Answered(value, self))


KIT_ROW: Final = "kit"


class DoBody(ListBody[Do]):
    """A thing to do at the table; one row says that it is done. If points may be counted, another leads to them."""

    accepts = "done"

    class KitWanted(Message):
        """The row of the victory points was chosen."""

    def __init__(self, request: Do, table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, masked)
        self.lines = LineList(one_click=True, classes="bare")

    def on_mount(self) -> None:
        self.draw_odds()

    def rows_for(self, width: int) -> list[Row]:
        # Where what does it stands at the bottom, a row that does it too would be one more to read.
        rows = [] if self.is_attached and by_touch(self.app.size) else [Row(True, Content("Done"))]
        if self.request.scores:
            key = key_name(cast(Host, self.app).keys_of(KIT)[0])
            points = "   ".join(f"{side.name} {side.score}" for side in self.table.sides.values())
            words = Content.assemble("Victory points   ", plain(points, STRONG))
            rows.append(Row(KIT_ROW, Content.assemble(words, plain(f"   {key} writes them down, in the Kit", QUIET))))
        return rows

    def target(self) -> LineList | None:
        """The list; nothing where the screen's own Enter is what says that it is done."""
        return None if by_touch(self.app.size) else self.lines

    def decides(self) -> bool:
        """It was done at the table."""
        return False

    def answer(self) -> bool:
        return True

    def submit(self) -> None:
        if self.lines.value == KIT_ROW and not by_touch(self.app.size):
            self.post_message(self.KitWanted())
        else:
            super().submit()

    def take(self, value: object) -> None:
        self.post_message(self.KitWanted() if value == KIT_ROW else self.Answered(True, self))

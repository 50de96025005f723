"""The bin: games and campaigns that were moved there, to take out again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.content import Content

from companion.frontend.saying.days import when_words
from companion.tui.background import in_background
from companion.tui.commands import ACCEPT, DELETE, Command
from companion.tui.look.rows import flow
from companion.tui.screens.list_panel import SIDES, ListPanel
from companion.tui.text import clean, plain
from companion.tui.widgets.lines import LineList, Row, heading

if TYPE_CHECKING:
    from companion.store.listing import Listed


class BinPanel(ListPanel[Path]):
    """Closes with what is to be taken out of the bin."""

    heading = "Bin"
    words: ClassVar = {ACCEPT: "take out", DELETE: "delete for good"}

    def __init__(self, saves: Path) -> None:
        super().__init__("The bin: Enter takes a game out of it, Del deletes it for good", lines=LineList(id="binned"))
        self.saves = saves
        self.found: list[Listed] = []
        self.read = False

    def on_mount(self) -> None:
        super().on_mount()
        self._look()

    def _look(self) -> None:
        from companion.store.listing import binned

        in_background(self, "bin", lambda: binned(self.saves), self._found, lambda faults: self.complain(faults[0]))

    def _wrong(self, faults: list[str]) -> None:
        self._look()
        self.complain(faults[0])

    def _found(self, found: list[Listed]) -> None:
        self.found = found
        self.read = True
        self.redraw()

    def rows(self) -> Sequence[Row]:
        now = datetime.now().astimezone()
        if not self.found:
            return [heading("The bin is empty." if self.read else "Reading the bin…")]
        room = self.size.width - SIDES
        return [Row(one.path, _content(one, now, room)) for one in self.found]

    def is_enabled(self, command: Command) -> bool:
        return super().is_enabled(command) and (command is not DELETE or self.lines.value is not None)

    def do_delete(self) -> None:
        one = next(one for one in self.found if one.path == self.lines.value)
        what = "with all its games " if one.is_campaign else ""
        choices = [(None, "No, leave it in the bin"), (one.path, "Yes, delete it for good")]

        def discarded(path: Path) -> None:
            from companion.store.manage import discard

            in_background(self, "bin", lambda: discard(path), lambda _: self._look(), self._wrong)

        self.ask(f"Delete “{clean(one.name)}” {what}for good? Nothing brings it back.", choices, discarded)


def _content(one: Listed, now: datetime, width: int) -> Content:
    kind = "campaign" if one.is_campaign else f"battle of {one.campaign}" if one.campaign else ""
    words = [one.title, kind, when_words(one.played, now)]
    parts = [plain(one.name, "bold"), *(plain(word, "$quiet") for word in words if word)]
    return Content("\n").join(flow(parts, width, 3, 2))

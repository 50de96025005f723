"""The bin: games and campaigns that were moved there, to take out again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.content import Content

from companion.tui.commands import ACCEPT, Command, handles
from companion.tui.screens.home_rows import when_words
from companion.tui.screens.list_panel import ListPanel
from companion.tui.text import plain
from companion.tui.widgets.lines import LineList, Row

if TYPE_CHECKING:
    from companion.store.binning import Binned


class BinPanel(ListPanel[Path]):
    """Closes with what is to be taken out of the bin."""

    heading = "Bin"
    size_classes: ClassVar[str] = "sheet"
    nothing = "Reading the bin…"

    def __init__(self, saves: Path) -> None:
        super().__init__("The bin: Enter takes a game out of it", lines=LineList(id="binned"))
        self.saves = saves
        self.found: list[Binned] = []

    def on_mount(self) -> None:
        """Reads the bin in the background."""
        super().on_mount()
        self._look()

    @work(thread=True, exclusive=True, group="bin")
    def _look(self) -> None:
        from companion.store.binning import binned

        found = binned(self.saves)
        self.in_app(self._found, found)

    def _found(self, found: list[Binned]) -> None:
        self.found = found
        self.redraw()

    def rows(self) -> Sequence[Row]:
        """What lies in it, the last played first."""
        now = datetime.now().astimezone()
        return [Row(one.path, _content(one, now)) for one in self.found]

    def short(self, command: Command) -> str:
        """Enter takes it out."""
        return "take out" if command is ACCEPT else super().short(command)

    @handles(ACCEPT)
    def accept(self) -> None:
        """Closes with the marked one."""
        self.close_with(self.lines.value)


def _content(one: Binned, now: datetime) -> Content:
    kind = "campaign" if one.is_campaign else f"battle of {one.campaign}" if one.campaign else ""
    words = [one.title, kind, when_words(one.played, now)]
    return Content.assemble(plain(one.name, "bold"), plain("   " + "   ".join(w for w in words if w), "$quiet"))

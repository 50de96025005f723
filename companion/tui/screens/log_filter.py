"""Which lines of the log are shown: the story or all, of one unit, side or round, with some words in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from companion.engine.log import LogLine
from companion.engine.state.table import AnyTable
from companion.tui.text import plain, side_label


@dataclass(slots=True)
class LogFilter:
    """`unit`, `side`, `round` and `words` filter; None or empty is all of them.

    With `kept` lines that only keep count are shown too, as where words are searched for.
    """

    unit: str | None = None
    side: str | None = None
    round: int | None = None
    words: str = ""
    kept: bool = False

    @property
    def is_set(self) -> bool:
        """Whether it filters anything."""
        return bool(self.words) or (self.unit, self.side, self.round) != (None, None, None)

    @property
    def folds(self) -> bool:
        """Whether only the story is shown."""
        return not self.kept and not self.words

    def passes(self, line: LogLine, table: AnyTable) -> bool:
        """Whether a line is shown."""
        sides = {table.units[u].side for u in line.of if u in table.units} | {line.side}
        return (
            (self.unit is None or self.unit in line.of)
            and (self.side is None or self.side in sides)
            and (self.round is None or self.round == line.round)
            and self.words.casefold() in line.text.casefold()
        )

    def said(self, table: AnyTable) -> Sequence[Content]:
        """What it lets through, part by part."""
        unit = [plain(table.title(self.unit), "bold")] if self.unit is not None else []
        side = [side_label(table, self.side)] if self.side is not None else []
        when = [plain(table.spec.round_named(self.round), "bold")] if self.round is not None else []
        return [*unit, *side, *when, *([plain(f"“{self.words}”", "bold")] if self.words else [])]

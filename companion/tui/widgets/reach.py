"""What a roll has to reach, in large letters or a row, with its reasons and what it may bring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content

from companion.engine.requests import Roll
from companion.engine.state.changes import Tally
from companion.frontend.pixels import ROWS
from companion.tui.look.colours import QUIET, STRONG
from companion.tui.look.pixels import large
from companion.tui.look.rows import BLANK, columns, flow, wrapped
from companion.tui.sizes import ROOMY, TALL, by_touch, has_cards
from companion.tui.text import plain, reasons_words, tally_content
from companion.tui.widgets.body import Body
from companion.tui.widgets.chances import chance_figures, chance_line, figure_rows, side_chances
from companion.tui.widgets.dice_entry import DiceEntry

_MANY_REASONS: Final = 6
"""Rows of the numbers of a roll if there is room."""
_APART: Final = 4
"""Cells between the large letters and what is beside them."""
_LEAST: Final = 12
"""Cells for what is beside them at least."""


class Reach:
    """What the roll of this body has to reach, its reasons, and what it may bring: a row a side where it is a table."""

    def __init__(self, body: Body[Roll], entry: DiceEntry) -> None:
        self.body, self.entry = body, entry
        self.request = body.request

    @property
    def tallies(self) -> list[Tally]:
        """The numbers of the roll; without one to reach only those that do not stand `elsewhere`.

        None if every group says what it needs: the reasons are one key away then.
        """
        if any(group.needs for group in self.request.dice):
            return []
        shown = self.body.shown_elsewhere if self.number is None else ()
        return [t for t in self.request.tally if not t.ranked and (int(t) or t.unit) and t not in shown]

    @property
    def height(self) -> int:
        """Rows of the screen; 0 where it is read by who taps."""
        return 0 if by_touch(self.body.app.size) else self.body.app.size.height

    def below(self, width: int) -> list[Content]:
        """What the dice may bring, below them; in large figures where both fighters have a card beside them."""
        odds, sides = self.body.odds, list[Content]()
        if self.entry.as_table:
            sides = side_chances(odds, self.body.table, width)
        elif has_cards(self.body.app.size) and (found := chance_figures(odds)):
            return [BLANK, *figure_rows(found, width)[0], BLANK]
        return sides or [line for line in [chance_line(odds, width)] if line]

    def rows_below(self, width: int) -> int:
        """Rows of it, with a blank one above them if there is room: as many as may come, until they do."""
        rows = 1 if self.body.odds is None else len(self.below(width))
        return rows + int(rows > 0 and self.body.app.size.height >= TALL)

    @property
    def number(self) -> int | None:
        """None where none is known before the roll."""
        return self.request.reach

    @property
    def is_large(self) -> bool:
        """Whether the number is in large letters."""
        return self.number is not None and self.height >= TALL

    def rows(self, width: int) -> list[Content]:
        """The number in large letters, its reasons at the right; the reasons alone if none is known.

        For a thumb in one row: the reasons are a tap away.
        """
        if not self.height:
            of = next((tally.name for tally in self.request.tally if int(tally) == self.number), "")
            row = plain(f"{self.number}+  {of}", STRONG).truncate(width, ellipsis=True)
            return [] if self.number is None else [row]
        if not self.is_large:
            rows = [row for tally in self.tallies[:2] for row in wrapped(tally_content(tally), width, indent=2)]
            return [*rows, BLANK] if rows and self.height >= TALL else rows
        drawn = self._letters(width)
        room = max(row.cell_length for row in drawn) + _APART
        reasons, chances = self._beside(width - room)
        beside = [*reasons, *chances]
        beside += [BLANK] * (ROWS - len(beside))
        drawn += [BLANK] * (len(beside) - len(drawn))
        pairs = zip(drawn, beside, strict=True)
        return [*(Content.assemble(one.extend_right(room - one.cell_length), other) for one, other in pairs), BLANK]

    def has_chances(self, width: int) -> bool:
        """Whether the chances are beside the large letters; before they are known, whether there is room for them."""
        if not self.is_large:
            return False
        letters = max(row.cell_length for row in self._letters(width))
        reasons, chances = self._beside(width - letters - _APART)
        return bool(chances) if self.body.odds is not None else len(reasons) < ROWS

    def _letters(self, width: int) -> list[Content]:
        return large(f"{self.number}+", STRONG, width)

    def _beside(self, width: int) -> tuple[list[Content], list[Content]]:
        """The reasons beside the large letters, and the chances in the row that no reason takes."""
        most = _MANY_REASONS if self.height >= ROOMY else ROWS
        reasons = reason_rows(self.tallies, self.number, max(_LEAST, width), most)
        line = chance_line(self.body.odds, max(_LEAST, width))
        return reasons, [line] if line and len(reasons) < ROWS else []


def reason_rows(tallies: Sequence[Tally], reach: int | None, width: int, most: int = ROWS) -> list[Content]:
    """The numbers of a roll with their reasons beside the large letters, as many numbers as have room whole.

    The number to `reach` is in the large letters; any other stands behind its name.
    """
    table = [
        [plain(tally.name, STRONG), plain(reasons_words(tally), QUIET)]
        if int(tally) == reach
        else [plain(f"{tally.name} {int(tally)}", STRONG), plain(_beside_number(tally), QUIET)]
        for tally in tallies
    ]
    rows = columns(table, width, gap=3)
    if len(rows) <= most:
        return rows
    rows = []
    for name, why in table:
        drawn = flow([name, why], width, indent=2)
        if len(rows) + len(drawn) > most:
            break
        rows += drawn
    return rows


def _beside_number(tally: Tally) -> str:
    """The reasons beside the number itself; the only one without it: `3 models × 1`."""
    return tally.lines[0].label if len(tally.lines) == 1 else reasons_words(tally)

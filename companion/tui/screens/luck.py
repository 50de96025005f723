"""The luck page: what each player rolled against what such dice show on average, typed and app dice apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from textual.content import Content

from companion.engine.session import Session
from companion.frontend.saying.luck import Luck, luck_of, shown_words, taken_back_lines, unusual_words, who
from companion.frontend.saying.sentences import commitment_short
from companion.tui.look.colours import STRONG
from companion.tui.screens.list_panel import ListPanel
from companion.tui.text import name_style, plain, side_sign
from companion.tui.widgets.lines import LineList, Row, gap, heading

_NOTHING_YET = "No dice were thrown yet."
_LEGEND = "● what was rolled; in the middle it is as usual as can be."
_VERIFY = "Note it. After the game companion verify-dice FILE --hash with these digits checks every roll."
_GAP = gap()
_SCALE = 20
"""Cells of the scale on which a throw is between the lowest and the highest."""


class LuckPanel(ListPanel[None]):
    """Every side's dice; the keys scroll it."""

    heading = "Luck"

    def __init__(self, session: Session) -> None:
        super().__init__("Luck: rolled against expected", lines=LineList(id="luck", cursor=False))
        self.session = session
        self.found = luck_of(session)

    def rows(self) -> Sequence[Row]:
        """A heading a side and source, two rows a kind of die, and what the app's dice follow from."""
        made: list[Row] = []
        table = self.session.table
        for name, lucks in groupby(self.found, key=lambda luck: who(self.session, luck)):
            of = list(lucks)
            side = of[0].side
            head = side_sign(table, side) + plain(name, name_style(table, side) if side else STRONG)
            made += [heading(head), *(row for luck in of for row in _rows(luck)), _GAP]
        if made:
            legend = Content.assemble("lowest ", _scale(0.5), " highest").stylize("$quiet")
            made = [heading(legend), heading(plain(_LEGEND, "$quiet")), _GAP, *made]
        else:
            made += [Row(None, plain(_NOTHING_YET)), _GAP]
        if self.session.commitment:
            made.append(heading("APP DICE"))
            made.append(Row(None, plain(commitment_short(self.session.commitment), "$quiet"), indent=2))
            made.append(Row(None, plain(_VERIFY, "$quiet"), indent=2))
            words = [f"{side.name}: {side.dice_word}" for side in table.sides.values() if side.dice_word]
            if words:
                made.append(Row(None, plain(f"Words added: {'; '.join(words)}.", "$quiet"), indent=2))
        made += [Row(None, plain(line), indent=2) for line in taken_back_lines(self.session)]
        return made


def _rows(luck: Luck) -> tuple[Row, Row]:
    scale = _scale(luck.below).append("  ")
    unusual = Content.assemble(scale, plain(unusual_words(luck), "$quiet"))
    return Row(None, plain(shown_words(luck)), indent=2), Row(None, unusual, indent=scale.cell_length)


def _scale(below: float) -> Content:
    """`├──────────┼────●─────┤`: the mark in the middle is as usual as can be, the right end the highest."""
    at = round(below * _SCALE)
    cells = ["─"] * (_SCALE + 1)
    cells[_SCALE // 2] = "┼"
    cells[at] = "●"
    return Content.assemble("├", "".join(cells[:at]), ("●", "bold"), "".join(cells[at + 1 :]), "┤")

"""The rulings book of a campaign: what it holds, and whether a ruling of others holds here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.content import Content

from companion.frontend.form import right
from companion.frontend.saying.campaigns import made_in
from companion.store.rulings import ruling_text
from companion.tui.commands import ACCEPT
from companion.tui.look.colours import MIND, QUIET, STRONG
from companion.tui.look.rows import flow, wrapped
from companion.tui.screens.list_panel import SIDES, ListPanel
from companion.tui.text import plain
from companion.tui.widgets.lines import LineList, Row

if TYPE_CHECKING:
    from companion.store.format.campaign import Campaign, RulingRow

Decided = tuple[int, str, str]
"""The number of a ruling, `accept` or `drop`, and why."""


class RulingsBook(ListPanel[Decided]):
    """Every ruling and note. Closes with what is to become of one."""

    heading = "Rulings"
    nothing = "No ruling was kept yet. Overrule a number or an answer in a battle, and keep it for the campaign."
    words: ClassVar = {ACCEPT: "accept or drop"}

    def __init__(self, campaign: Campaign) -> None:
        super().__init__("Rulings of this campaign", lines=LineList(classes="bare"))
        self.campaign = campaign

    def rows(self) -> Sequence[Row]:
        """One row per ruling: what it says, why, where it was made, and whether it holds."""
        return [self._row(ruling, max(20, self.size.width - SIDES)) for ruling in self.campaign.rulings]

    def _row(self, ruling: RulingRow, width: int) -> Row:
        text = ruling_text(ruling)
        made = made_in(self.campaign, ruling)
        only = "in that battle alone" if ruling.scope == "battle" else ""
        parts = [plain(part, QUIET) for part in (ruling.words if ruling.words != text else "", made, only) if part]
        if ruling.dropped or not ruling.accepted:
            state = f"dropped: {ruling.dropped}" if ruling.dropped else "of others, not accepted here yet"
            parts.insert(0, plain(state, MIND))
        gone = QUIET if ruling.dropped else STRONG
        rows = [*wrapped(Content.assemble(plain(f"{ruling.n}  ", QUIET), plain(text, gone)), width, 3)]
        rows += [Content.assemble("   ", row) for row in flow(parts, width - 3, 3)]
        return Row(ruling.n, Content("\n").join(rows))

    def do_accept(self) -> None:
        ruling = self.campaign.rulings[self.lines.value - 1]
        acts: list[tuple[Callable[[], None] | None, str]] = []
        if not ruling.accepted and not ruling.dropped:
            acts.append((lambda: self.close_with((ruling.n, "accept", "")), "Accept it: it is offered and holds here"))
        if not ruling.dropped:
            acts.append((lambda: self._ask_why(ruling.n), "Drop it: it holds no more, and stays in the book"))
        acts.append((None, "Leave it as it is"))
        self.ask(f"Ruling {ruling.n}: {ruling_text(ruling)}", acts, lambda act: act())

    def _ask_why(self, n: int) -> None:
        def drop(why: str) -> None:
            self.close_with((n, "drop", why))

        self.ask_text("Why? The book says so. It may stay empty.", drop, check=right)

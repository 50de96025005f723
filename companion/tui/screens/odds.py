"""All odds of the open request: every choice with its chances, best play, what is assumed; the app may pick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from textual.content import Content

from companion.engine.goals import GOALS
from companion.engine.odds import Odds
from companion.engine.requests import Request
from companion.frontend.odds import best_words, distribution, is_average, worth_words
from companion.tui.commands import ACCEPT, Command, handles
from companion.tui.controller import SessionController
from companion.tui.look.colours import QUIET, STRONG, TEXT
from companion.tui.look.grid import percent
from companion.tui.look.rows import flow, wrapped
from companion.tui.screens.list_panel import SIDES, ListPanel
from companion.tui.text import clean, plain, titled
from companion.tui.widgets.chances import beside_words, cell_of
from companion.tui.widgets.lines import Row

PICK: Final = "(pick)"
"""What the panel closes with if the app is to draw an option of the best mix."""


class OddsPanel(ListPanel[str]):
    """What every choice is worth. It closes with `PICK`, or with another goal."""

    heading = "Odds"

    def __init__(self, controller: SessionController, request: Request[object], odds: Odds) -> None:
        super().__init__(f"{clean(odds.of)}: {clean(odds.goal)}")
        self.controller = controller
        self.request = request
        self.odds = odds

    def rows(self) -> Sequence[Row]:
        """What may be picked, best play, then each choice with its chances."""
        room = max(40, self.size.width - SIDES)
        found: list[Row] = []
        if self.odds.mix and not self.controller.read_only:
            how = "drawn from the best mix with the app's own dice"
            found.append(Row(PICK, Content.assemble(("Pick one for me", STRONG), (f"   {how}", QUIET))))
        for goal in self.odds.goals:
            if goal != self.odds.aim:
                found.append(Row(goal, Content.assemble(("Goal instead: ", QUIET), (GOALS[goal], STRONG))))
        best = best_words(self.request, self.odds, self.controller.session.table.title)
        found += [_line(plain(text, STRONG)) for text in (best, self._worth()) if text]
        found += [_line(row) for row in wrapped(beside_words(self.odds), room)]
        for option in self.odds.options():
            found += [_line(Content("")), *(_line(row) for row in self._option(option, room))]
        assumes = [*self.odds.assumes, *self._sampled()]
        if assumes:
            found += [_line(Content("")), _line(plain("Assumed", STRONG))]
            found += [_line(plain(titled(text), QUIET)) for text in assumes]
        return found

    def _worth(self) -> str:
        if self.odds.value is None:
            return ""
        return f"Best play is worth {_worth_words(self.odds, self.odds.value)}."

    def _sampled(self) -> list[str]:
        if self.odds.exact:
            return []
        return [f"sampled, within {(self.odds.error or 0) * 100:.1f} %"]

    def _option(self, option: str, width: int) -> Iterator[Content]:
        guarantee = dict(self.odds.guarantees).get(option)
        words = "guarantees" if self.odds.mix else "worth"
        worth = f"   {words} {_worth_words(self.odds, guarantee)}" if guarantee is not None else ""
        share = dict(self.odds.mix).get(option)
        mixed = f"   in the mix {round(float(share) * 100)} %" if share else ""
        name = self.request.option_words(option, self.controller.session.table.title)
        if name:
            yield Content.assemble(plain(titled(name), STRONG), plain(worth + mixed, QUIET))
        every = [(heading, cell_of(self.odds, option, heading)) for heading in self.odds.headings]
        cells = [(heading, cell) for heading, cell in every if cell is not None]
        averages = [one for one in cells if is_average(self.odds, one[0])]
        for heading, cell in averages:
            shown = Content.assemble((f"{clean(heading.text)} ", QUIET), (f"{cell} on average", TEXT))
            spread = [p for p in distribution(self.odds, option, heading) if p[1]]
            parts = [Content.assemble((f"{number}: ", TEXT), (percent(p), QUIET)) for number, p in spread]
            yield from _inset(flow([shown, *parts], width - 2, gap=3, indent=2))
        parts = [
            Content.assemble((f"{clean(of.text)} ", QUIET), (percent(cell), TEXT))
            for of, cell in cells
            if (of, cell) not in averages
        ]
        yield from _inset(flow(parts, width - 2, gap=3))

    def short(self, command: Command) -> str:
        """Enter lets the app pick, or works the odds out for another goal."""
        if command is not ACCEPT:
            return super().short(command)
        return "pick one for me" if self.lines.value == PICK else "this goal"

    @handles(ACCEPT)
    def accept(self) -> None:
        """Has one option of the best mix drawn, which is not shown: in secret it stays so. Or takes another goal."""
        self.close_with(self.lines.value)


def _worth_words(odds: Odds, worth: Fraction) -> str:
    return worth_words(odds, worth).replace(" percent", " %").replace("-", "−")


def _inset(rows: Sequence[Content]) -> Iterator[Content]:
    return (Content.assemble("  ", row) for row in rows)


def _line(content: Content) -> Row:
    return Row(None, content, heading=True)

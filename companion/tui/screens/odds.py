"""All odds of the open request: every choice with its chances, best play, what is assumed; the app may pick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from textual.content import Content

from companion.engine.goals import GOALS
from companion.engine.odds import Given, Heading, Odds
from companion.engine.requests import Request
from companion.engine.state.phrases import stopped
from companion.frontend.saying.odds import best_words, distribution, figure, worth_words
from companion.tui.commands import ACCEPT, Command
from companion.tui.controller import SessionController
from companion.tui.look.colours import QUIET, STRONG, TEXT
from companion.tui.look.histogram import histogram
from companion.tui.look.rows import BLANK, beside, flow, wrapped
from companion.tui.screens.list_panel import SIDES, ListPanel
from companion.tui.text import clean, plain, side_sign, titled
from companion.tui.widgets.chances import beside_words, deciding
from companion.tui.widgets.lines import Row, heading

_WIDEST: Final = 90
"""Cells of a row, so that an average stands near its words."""
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
        room = min(_WIDEST, max(40, self.size.width - SIDES))
        found: list[Row] = []
        if self.odds.mix and not self.controller.read_only:
            how = "drawn from the best mix with the app's own dice"
            found.append(Row(PICK, Content.assemble(("Pick one for me", STRONG), (f"   {how}", QUIET))))
        for goal in self.odds.goals:
            if goal != self.odds.aim:
                found.append(Row(goal, Content.assemble(("Goal instead: ", QUIET), (GOALS[goal], STRONG))))
        best = best_words(self.request, self.odds, self.controller.session.table.title)
        found += [heading(row) for text in (best, self._worth()) if text for row in wrapped(plain(text, STRONG), room)]
        found += [heading(row) for row in wrapped(beside_words(self.odds), room) if row]
        for option in self.odds.options():
            found += [heading(row) for row in self._option(option, room)]
        sampled = [] if self.odds.exact else [f"sampled, within {(self.odds.error or 0) * 100:.1f} %"]
        assumes = [*self.odds.assumes, *sampled]
        if assumes:
            said = " ".join(stopped(titled(text)) for text in assumes)
            found += [heading(BLANK), *(heading(row) for row in wrapped(plain(said, QUIET), room))]
        return found

    def _worth(self) -> str:
        if self.odds.value is None:
            return ""
        return f"Best play is worth {worth_words(self.odds, self.odds.value, '%')}."

    def _option(self, option: Given, width: int) -> Iterator[Content]:
        guarantee = dict(self.odds.guarantees).get(option)
        words = "guarantees" if self.odds.mix else "worth"
        worth = f"   {words} {worth_words(self.odds, guarantee, '%')}" if guarantee is not None else ""
        share = dict(self.odds.mix).get(option)
        mixed = f"   in the mix {round(float(share) * 100)} %" if share else ""
        title = self.controller.session.table.title
        name = "" if option is None else self.request.option_words(option, title)
        if name:
            yield BLANK
            yield from wrapped(Content.assemble(plain(titled(name), STRONG), plain(worth + mixed, QUIET)), width, 2)
        units: dict[str, list[Heading]] = {}
        for one in deciding(self.odds.headings):
            if self.odds.rows_of(option, one):
                units.setdefault(one.of, []).append(one)
        for headings in units.values():
            if not name:
                yield BLANK
            yield from self._unit(option, headings, width)

    def _unit(self, option: Given, headings: Sequence[Heading], width: int) -> Iterator[Content]:
        """A unit: how likely each number is, as bars, then what may become of it in one row."""
        chances: list[Content] = []
        for one in headings:
            text, number = clean(one.text), figure(self.odds, option, one)
            spread = distribution(self.odds, option, one)
            if not spread:
                chances.append(Content.assemble((f"{text} ", QUIET), (number, TEXT)))
                continue
            right = Content.assemble((number, STRONG), (" on average", QUIET))
            yield from beside(Content.assemble(self._mark(one.of), plain(titled(text), STRONG)), right, width)
            yield from histogram(spread, width)
        yield from (Content.assemble("    ", row) for row in flow(chances, width - 4, gap=3))

    def _mark(self, of: str) -> Content:
        table = self.controller.session.table
        unit = table.owner_of(of)
        return side_sign(table, unit.side if unit is not None else of) or Content("  ")

    def short(self, command: Command) -> str:
        """Enter lets the app pick, or works the odds out for another goal."""
        if command is not ACCEPT:
            return super().short(command)
        return "pick one for me" if self.lines.value == PICK else "this goal"

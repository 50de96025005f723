"""Where the numbers of the open procedure come from, and how to overrule one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.engine.state.changes import Tally
from companion.engine.wording import signed
from companion.frontend.ended_numbers import EndedNumbers
from companion.frontend.request_words import ask_of
from companion.frontend.saying.sentences import unit_after
from companion.frontend.typed import whole
from companion.tui.commands import ACCEPT, Command
from companion.tui.controller import Attempt, SessionController
from companion.tui.look.rows import BLANK
from companion.tui.screens.list_panel import ListPanel
from companion.tui.screens.rulings import RulingValue, ask_meaning, offer_row
from companion.tui.screens.undo_at_border import ask_border
from companion.tui.text import plain, titled
from companion.tui.widgets.lines import Row, heading


def tally_row(tally: Tally) -> Row:
    """A number with a line for each of its reasons and the rule that says so.

    Its value is its key; None of an order, which is nothing to overrule by another number.
    """
    unit = unit_after(tally.name, int(tally), tally.unit)
    number = (f"  {int(tally)}", "bold $accent")
    lines = [Content.assemble(plain(tally.name, "bold"), number, plain(f" {unit}" if unit else ""))]
    for reason in tally.lines:
        rule = plain(f"   {reason.rule}", "$quiet") if reason.rule else Content("")
        value = "" if tally.ranked else signed(reason.value)
        lines.append(Content.assemble(f"  {value:>4}  ", plain(reason.label), rule))
    return Row(None if tally.ranked else tally.key, Content("\n").join(lines))


class ReasonsScreen(ListPanel[None]):
    """What bears on the open request: its numbers, bounds, costs and closed options; then the earlier numbers."""

    heading = "Why"
    nothing = "No number and no limit bears on this."

    def __init__(self, controller: SessionController) -> None:
        super().__init__("Where the numbers come from")
        self.controller = controller
        self._ended = EndedNumbers(controller.opened)
        self._of_ended = self._ended.tallies()

    def rows(self) -> Sequence[Row]:
        """One row per number; bounds, costs and reasons as lines under those of the question."""
        now = [*map(tally_row, self._numbers()), *(Row(None, plain(line)) for line in self._limits())]
        earlier = [tally_row(tally) for tally in self._earlier()]
        book = self.controller.book
        ruled = [offer_row(book, offer) for offer in book.offers()]
        parts = [
            ("RULED BEFORE IN THIS CAMPAIGN", ruled),
            ("FOR THIS QUESTION", now),
            ((self._ended.title or "Earlier in this procedure").upper(), earlier),
        ]
        rows: list[Row] = []
        for title, found in parts:
            if found:
                rows += [heading(BLANK)] if rows else []
                rows += [heading(title), *found]
        return rows

    def _numbers(self) -> list[Tally]:
        """The numbers of the open request."""
        request = self.controller.session.request
        return list(request.tally) if request is not None else []

    def _limits(self) -> Iterator[str]:
        """What else bears on it."""
        session = self.controller.session
        if session.request is not None:
            yield from ask_of(session.request, session.table).limits()
            open_ = (option for option in session.request.options if option.why_not is None)
            yield from (f"{titled(option.words)}." for option in open_ if option.does)

    def _earlier(self) -> list[Tally]:
        """The other numbers of the procedure, or those of the one that ended last, the newest first."""
        run = self.controller.session.run
        shown = {tally.key for tally in self._numbers()}
        counted = list(run.context.tallies.values()) if run is not None else self._of_ended
        return [tally for tally in reversed(counted) if tally.key not in shown]

    def is_enabled(self, command: Command) -> bool:
        """There must be a number to overrule, and a game that may be changed."""
        return super().is_enabled(command) and (command is not ACCEPT or not self.controller.read_only)

    def short(self, command: Command) -> str:
        """Enter overrules, or decides as a ruling did."""
        if command is ACCEPT and isinstance(self.lines.value, RulingValue):
            return "decide so again"
        return "overrule this number" if command is ACCEPT else super().short(command)

    def do_accept(self) -> None:
        """Applies a ruling from before, or asks for another number and the reason."""
        if isinstance(self.lines.value, RulingValue):
            ruling = self.lines.value
            self._after(self.controller.attempt(lambda _: self.controller.book.apply(ruling.n, ruling.key)))
            return
        tally = next(t for t in [*self._numbers(), *self._earlier()] if t.key == self.lines.value)
        question = f"{tally.name} is {int(tally)}. A ruling: another number, then the reason"
        self.ask_text(question, partial(self._overrule, tally), check=ruling_fault)

    def _overrule(self, tally: Tally, typed: str, across: bool = False) -> None:
        (number, why), book = typed_ruling(typed), self.controller.book
        attempt = self.controller.attempt(lambda _: book.overrule(tally.key, number, why, across=across))
        if attempt.asks:
            ask_border(self, attempt, lambda _: self._overrule(tally, typed, across=True))
        elif not attempt.ok or not ask_meaning(book, tally.key, self.ask, self._kept):
            self._after(attempt)

    def _after(self, attempt: Attempt) -> None:
        if attempt.ok:
            self.close_with(None)
        else:
            self.complain(attempt.fault)

    def _kept(self, words: str) -> None:
        if words:
            self.host.say(words)
        self.close_with(None)


def typed_ruling(text: str) -> tuple[int, str]:
    """The number and the reason of a ruling as typed: `3 the banner counts`.

    Raises InvalidInput if no whole number comes first.
    """
    number, _, why = text.strip().partition(" ")
    return whole(number), why.strip() or "the players decided"


def ruling_fault(text: str) -> str:
    """What is wrong with a typed ruling, or nothing."""
    try:
        typed_ruling(text)
    except InvalidInput:
        return "A whole number comes first, such as: 3 the banner counts"
    return ""

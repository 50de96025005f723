"""A request as text: who, what, how the fight stands, what it costs, the numbers, and what may be typed."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.requests import Request
from companion.engine.session import Session
from companion.engine.state.changes import Tally
from companion.engine.state.phrases import NUMBER, spans_of
from companion.frontend.limits import cost_words
from companion.frontend.request_words import ask_of
from companion.frontend.wording import sentence, who
from companion.play.standing_text import StandingText


class Asked:
    """Prints what is asked. It remembers what it printed of a procedure, and prints a number again when it changed."""

    def __init__(self) -> None:
        self._standing = StandingText()
        self._numbers: dict[str, str] = {}
        self._orders: dict[str, tuple[str, ...]] = {}
        self._place = ""

    def forget(self) -> None:
        """Everything is printed the next time."""
        self._standing.forget()
        self._numbers.clear()
        self._orders.clear()
        self._place = ""

    def lines(self, session: Session) -> Iterator[str]:
        """The open request, line by line."""
        request, run = session.request, session.run
        if request is None or run is None:
            return
        step = "" if request.step_title.casefold() == request.procedure.casefold() else request.step_title
        place = sentence(request.procedure + (f", {step}" if step else ""))
        if place != self._place:
            self._place = place
            yield place
        units = session.table.units
        gone = {of.of for of in session.standings if of.of in units and not units[of.of].alive}
        yield from self._standing.lines(session.standings, _rows_beside(session, request), gone)
        yield title(session)
        for tally in request.tally:
            if self._numbers.get(tally.key) != tally.sentence():
                self._numbers[tally.key] = tally.sentence()
                if not self._only_shorter(tally):
                    yield from number_lines(tally)
        if request.cost:
            yield f"  {'Each costs' if request.each else 'Costs'} {cost_words(request.cost)}."
        yield from ask_of(request, session.table).lines()

    def has_order(self, text: str) -> bool:
        """Whether a sentence names an order of several that stands printed already."""
        orders = [(key, order) for key, order in self._orders.items() if len(order) > 1]
        return any((span.of, span.value) in orders for span in spans_of(text) if span.field == NUMBER)

    def was_told(self, text: str, request: Request[object] | None) -> None:
        """What a sentence of the rules has said just now of the numbers and fighters is not printed again."""
        self._standing.was_told(text)
        told = {span.of: span.value for span in spans_of(text) if span.field == NUMBER}
        for tally in request.tally if request is not None else ():
            said, now = told.get(tally.key), tally.compared_by
            # Of an order those that have had their turn since are no longer in it.
            if said == now or (
                isinstance(said, tuple) and isinstance(now, tuple) and said[len(said) - len(now) :] == now
            ):
                self._numbers[tally.key] = tally.sentence()
                if isinstance(now, tuple):
                    self._orders[tally.key] = now

    def result_was_told(self, text: str) -> None:
        """What the last result has said of the numbers of fighters is not printed again until the next one."""
        self._standing.result_was_told(text)

    def _only_shorter(self, tally: Tally) -> bool:
        """Whether an order is the one that was printed, without those that have had their turn: that was told."""
        now = tally.compared_by
        if isinstance(now, int):
            return False
        before = iter(self._orders.get(tally.key, ()))
        printed = tally.key in self._orders
        self._orders[tally.key] = now
        return printed and all(of in before for of in now)


def _rows_beside(session: Session, request: Request[object]) -> set[tuple[str, str]]:
    """The rows of the fight whose number stands with the request, reasons and all."""
    run = session.run
    fight = run.context.current_fight() if run is not None else None
    shown = {tally.key for tally in request.tally}
    numbers = fight.numbers if fight is not None else {}
    return {(of, key) for of, made in numbers.items() for key, tally in made.items() if tally.key in shown}


def title(session: Session) -> str:
    """The one line that says who is asked what."""
    request = session.request
    return "" if request is None else f"{who(session.table, request.by)}: {request.title}"


def number_lines(tally: Tally) -> Iterator[str]:
    """A number with its reasons in one line; an order of units with a line for each place. Nothing for a bare 0."""
    if not tally and not tally.lines:
        return
    if tally.ranked:
        yield f"  {tally.name}: {int(tally)}."
        yield from ("    " + line.label for line in tally.lines)
    else:
        # One reason alone is all of the number: its figure is said already.
        only = tally.lines[0] if len(tally.lines) == 1 else None
        whole = only is not None and only.value == int(tally)
        yield "  " + (f"{tally.name} {int(tally)}: {only.label}" if only and whole else tally.sentence()) + "."

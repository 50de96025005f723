"""What is asked or may be started, as text, and why: numbers with their reasons, bounds, costs, what is closed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.engine.errors import InvalidInput
from companion.engine.progress import short_number
from companion.engine.requests import Request
from companion.engine.ruleset import Action
from companion.engine.session import Session
from companion.engine.state.changes import Tally
from companion.engine.state.phrases import NUMBER, spans_of
from companion.engine.state.table import AnyTable
from companion.engine.wording import minus, signed
from companion.frontend.answers import closed_words
from companion.frontend.ended_numbers import EndedNumbers
from companion.frontend.hooks import Hooks
from companion.frontend.opened import OpenSession
from companion.frontend.request_words import ask_of
from companion.frontend.saying.limits import because, cost_words
from companion.frontend.saying.sentences import amount, next_words, sentence, spaced, titled, who
from companion.frontend.typed import entity_names, item_at, line_words, meant
from companion.play.table_text import StandingText, where


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
        yield "  " + (f"{tally.name} {minus(int(tally))}: {only.label}" if only and whole else tally.sentence()) + "."


def why_lines(opened: OpenSession) -> Iterator[str]:
    """All that bears on the open request and nothing of an older one; at rest the numbers of what ended last."""
    session, request = opened.session, opened.session.request
    if request is None:
        yield "Nothing is asked now."
        ended = EndedNumbers(opened)
        numbers = ended.tallies()
        if numbers:
            yield f"{ended.title} counted:"
            yield from (line for tally in numbers for line in reasons(tally))
            yield "overrule lists them, to let another number count."
        return
    found = [*_numbers(session), *ask_of(request, session.table).limits()]
    if request.step:
        named = f", {request.step_title}" if request.step_title else ""
        number = f", step {short_number(request.step)}" if short_number(request.step) else ""
        yield f"{request.procedure}{number}{named}."
    yield from found or ["No number and no limit bears on this."]


def reasons(tally: Tally) -> Iterator[str]:
    """A number, reason by reason, each with the rule that says so."""
    yield amount(tally.name, int(tally), tally.unit) + "."
    for line in tally.lines:
        value = "" if tally.ranked else f"{signed(line.value)} "
        yield f"  {value}{line.label}{_reference(line.rule)}"


def _reference(rule: str) -> str:
    """Where the rulebook says so; a bare number of a section is called a rule."""
    return f" (rule {rule})" if rule[:1].isdigit() else because(rule)


def _numbers(session: Session) -> Iterator[str]:
    """The numbers of the request, then the last ones of the fighters, which still count."""
    request, run = session.request, session.run
    shown = list(request.tally) if request is not None else []
    fight = run.context.current_fight() if run is not None else None
    for tally in shown:
        yield from reasons(tally)
    keys = {tally.key for tally in shown}
    numbers = fight.numbers.values() if fight is not None else ()
    earlier = [tally for made in numbers for tally in made.values() if tally.key not in keys]
    if earlier:
        own = "" if shown else "This prompt has no number of its own. "
        yield f"{own}{'Those' if own else 'Numbers'} of the fight so far:"
    for tally in earlier:
        yield from reasons(tally)


MOST_NAMED: Final = 4
"""More values of an action than this are only counted: they are listed when the action is chosen."""


def rest_lines(hooks: Hooks) -> list[str]:
    """Where the game stands, what to do next, and every action that may be started now, by number."""
    table, ruleset = hooks.session.table, hooks.session.ruleset
    lines = [where(table)]
    actions = hooks.actions()
    open_ = [action for action in actions if action.open]
    if table.over is not None:
        lines.append(hooks.next_action().words)
    elif ruleset.next_action is not None:
        # The round was named just now.
        line = hooks.next_action()
        lines.append(next_words(table, line) if line.by else titled(line.words))
    for place, action in enumerate(open_, 1):
        labels = [option.label for option in action.values if option.why_not is None]
        values = ", ".join(labels) if len(labels) <= MOST_NAMED else f"{len(labels)} to choose from"
        lines.append(f"  {place}. {action.title}" + (f" ({spaced(action.param)}: {values})" if labels else ""))
    closed = len(actions) - len(open_)
    if closed and (open_ or table.over is None):
        lines.append(f"  {closed_words(closed)}")
    return lines


def action_meant(actions: Sequence[Action], table: AnyTable, line: str) -> tuple[Action, str]:
    """The action that a line names by number, name or title, and what the line gives for its parameter.

    The line is not blank. Raises InvalidInput if it names none.
    """
    for action in actions:
        if line.strip().casefold() in (action.name.casefold(), action.title.casefold()):
            return action, ""
    first, *others = line_words(line)
    rest = " ".join(others)
    for action in actions:
        if first.casefold() == action.name.casefold():
            return action, rest
    open_ = [action for action in actions if action.open]
    numbered = item_at(open_, first)
    if numbered is not None:
        return numbered, rest
    if not meant(entity_names(table), first):
        begun = meant({action.name: (action.title,) for action in open_}, first)
        if len(begun) == 1:
            return next(action for action in open_ if action.name == begun[0]), rest
    raise InvalidInput(f"{first!r} is nothing that can be started", hint="the number of a line; help lists the words")

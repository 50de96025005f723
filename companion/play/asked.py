"""A request as text: who, what, how the fight stands, what it costs, the numbers, and what may be typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.engine.answers import words_of
from companion.engine.dice import faces_in_words
from companion.engine.requests import Choose, Do, Grid, Number, Option, Pick, Plan, Request, Roll, Split, Text, YesNo
from companion.engine.session import Session
from companion.engine.state.changes import Tally
from companion.engine.state.table import Table
from companion.frontend.answers import numbers_of
from companion.frontend.grids import row_words, span_words
from companion.frontend.limits import because, cost_words, dice_words
from companion.frontend.naming import told_apart
from companion.frontend.splits import split_hint
from companion.frontend.wording import addressed, sentence, titled, who
from companion.play.standing_text import StandingText


class Asked:
    """Prints what is asked. It remembers what it printed of a procedure, and prints a number again when it changed."""

    def __init__(self) -> None:
        self._standing = StandingText()
        self._numbers: dict[str, str] = {}
        self._place = ""

    def forget(self) -> None:
        """Everything is printed the next time."""
        self._standing.forget()
        self._numbers.clear()
        self._place = ""

    def lines(self, session: Session) -> Iterator[str]:
        """The standing request, line by line."""
        request, run = session.request, session.run
        if request is None or run is None:
            return
        step = f", step {request.step}" if request.step else ""
        place = sentence(f"{request.procedure}{step}" + (f", {request.step_title}" if request.step_title else ""))
        if place != self._place:
            self._place = place
            yield place
        yield from self._standing.lines(session.standings, _rows_beside(session, request))
        yield title(session)
        for tally in request.tally:
            if self._numbers.get(tally.key) != tally.sentence():
                self._numbers[tally.key] = tally.sentence()
                yield from number_lines(tally)
        if request.cost:
            yield f"  Costs {cost_words(request.cost)}."
        yield from answers(session.table, request)


def asked(session: Session) -> Iterator[str]:
    """The standing request, line by line, with all that belongs to it."""
    return Asked().lines(session)


def _rows_beside(session: Session, request: Request[Any]) -> set[tuple[str, str]]:
    """The rows of the fight whose number stands with the request, reasons and all."""
    run = session.run
    fight = run.context.current_fight() if run is not None else None
    shown = {tally.key for tally in request.tally}
    numbers = fight.numbers if fight is not None else {}
    return {(of, key) for of, made in numbers.items() for key, tally in made.items() if tally.key in shown}


def title(session: Session) -> str:
    """The one line that says who is asked what."""
    request = session.request
    return "" if request is None else addressed(who(session.table, request.by), request.title)


def number_lines(tally: Tally) -> Iterator[str]:
    """A number with its reasons in one line; an order of units with a line for each place. Nothing for a bare 0."""
    if not tally and not tally.lines:
        return
    if tally.ranked:
        yield f"  {tally.name}: {int(tally)}."
        yield from ("    " + line.label for line in tally.lines)
    else:
        yield "  " + tally.sentence() + "."


def answers(table: Table[Any, Any], request: Request[Any]) -> Iterator[str]:
    """What may be typed."""
    if isinstance(request, Choose):
        yield from listed(table, request.options)
    elif isinstance(request, Pick):
        yield from listed(table, request.options)
        lo, hi = request.at_least, request.at_most
        many = str(lo) if lo == hi else f"{lo} to {hi}"
        how = "its number" if hi == 1 else "numbers with spaces between them"
        yield f"  Pick {many}{because(request.why)}: {how}." + ("" if lo else " Enter alone means none.")
    elif isinstance(request, Number):
        yield f"  A number from {request.lo}{because(request.why_lo)} to {request.hi}{because(request.why_hi)}."
    elif isinstance(request, YesNo):
        yield f"  y or n. Enter alone means {'yes' if request.default else 'no'}."
    elif isinstance(request, Text):
        yield "  A few words of your own. Enter alone leaves them out."
    elif isinstance(request, Do):
        yield "  Enter when it is done."
        if request.scores:
            points = ", ".join(f"{told_apart(table, side.id)} {side.score}" for side in table.sides.values())
            yield f"  Victory points: {points}. More with: adjust SIDE score +2 why."
    elif isinstance(request, Roll):
        yield from _dice(table, request)
    elif isinstance(request, Split):
        several = len(request.plans) > 1
        for plan in request.plans:
            name = f"{_plan_name(plan)}: " if several else ""
            example = f"; {split_hint(plan, part_titles(table, plan))}" if plan is request.plans[0] else ""
            yield f"  {name}{_plan(table, plan)}{example}."
        if several:
            yield f"  Name the plan first; without a name it is {request.plans[0].plan}."
    elif isinstance(request, Grid):
        yield from _grid(request)


def _grid(request: Grid) -> Iterator[str]:
    """A line a row with what stands in it, then what each column takes and how to type."""
    for place, row in enumerate(request.rows, 1):
        closed = "".join(f"; {request.column(name).label} closed: {why}" for name, why in row.closed.items())
        yield f"  {place}. {row.label}: {row_words(request, row, {})}{closed}."
    for column in request.columns:
        yield f"  {titled(column.label)}: {span_words(column)}."
    example = next((c for c in request.columns if c.kind == "number"), request.columns[0])
    value = {"number": str(min(1, example.hi)), "yes_no": "y", "text": '"some words"', "choose": "1"}[example.kind]
    yield f"  Type a row and what is different in it, such as 1 {example.label} {value}; more rows after a semicolon."
    yield "  Enter alone leaves everything as it is."


def part_titles(table: Table[Any, Any], plan: Plan) -> dict[str, str]:
    """The parts of a plan by the names that players know: those of units, or the words of the plan."""
    return {part: table.title(part) for part in plan.allotments}


def _plan_name(plan: Plan) -> str:
    """What to type for a plan, and what it is; its label alone where that begins with the name."""
    return plan.label if plan.label.casefold().startswith(plan.plan.casefold()) else f"{plan.plan}, {plan.label}"


def _plan(table: Table[Any, Any], plan: Plan) -> str:
    titles = part_titles(table, plan)
    spends = f" for {cost_words(plan.cost)}" if plan.cost else ""
    if plan.total is None:
        lo, hi = min(b[0] for b in plan.allotments.values()), max(b[1] for b in plan.allotments.values())
        names = ", ".join(titles[part] for part in plan.allotments)
        return f"{plan.label} for each of {names}, {lo} to {hi}, the highest where nothing is said{spends}"
    parts = ", ".join(
        f"{titles[part]} {lo}{because(plan.why_lo.get(part, ''))} to {hi}{because(plan.why_hi.get(part, ''))}"
        for part, (lo, hi) in plan.allotments.items()
    )
    return f"{plan.total} to divide into {parts}{spends}"


def listed(table: Table[Any, Any], options: Sequence[Option]) -> Iterator[str]:
    """The open options with what to type for each, and how many are closed."""
    closed = 0
    for number, option in zip(numbers_of(options), options, strict=True):
        if option.why_not is not None:
            closed += 1
            continue
        spends = f" (costs {cost_words(option.cost)})" if option.cost else ""
        yield f"  {number}. {option_label(table, option)}{spends}"
    if closed:
        yield f"  {closed} closed; closed says why."


def closed_lines(table: Table[Any, Any], options: Sequence[Option]) -> Iterator[str]:
    """The closed options with their reasons."""
    for option in options:
        if option.why_not is not None:
            yield f"  closed: {option_label(table, option)}: {option.why_not}."


def option_label(table: Table[Any, Any], option: Option) -> str:
    """What an option is called; one without words of its own by the name of its unit."""
    return option.label or table.title(str(option.value))


def _dice(table: Table[Any, Any], request: Roll) -> Iterator[str]:
    sticky = request.sticky or ((),) * len(request.dice)
    for group, had in zip(request.dice, sticky, strict=True):
        if not group.count:
            continue
        before = f"; rolled before: {words_of(had)}" if had else ""
        name = table.worded(group.name, group.die.name)
        needs = f", {group.needs}" if group.needs else ""
        yield f"  {name}: {dice_words(group)}{needs}, faces {faces_in_words(group.die)}{before}."
    several = sum(bool(group.count) for group in request.dice) > 1
    parted = ", the groups in this order with / between them" if several else ""
    kept = " (dice rolled before an undo stay)" if request.sticky else ""
    yield f"  Type the faces{parted}, or roll to let the app roll{kept}."

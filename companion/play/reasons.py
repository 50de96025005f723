"""Why: where the numbers of a request come from, what bounds its answer, what it costs, and what is closed."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.session import Session
from companion.engine.state.changes import Tally
from companion.engine.steps import short_number
from companion.engine.wording import signed
from companion.frontend.answers import closed_lines
from companion.frontend.limits import because, spends_words
from companion.frontend.request_words import ask_of
from companion.frontend.wording import amount


def why_lines(session: Session) -> Iterator[str]:
    """All that bears on the open request and nothing of an older one."""
    request = session.request
    if request is None:
        yield "Nothing is asked now."
        return
    found = [*_numbers(session), *ask_of(request, session.table).bounds()]
    if request.cost:
        found.append(f"Costs {spends_words(request)}.")
    found += [f"  closed: {line.strip()}" for line in closed_lines(session.table, request.options)]
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

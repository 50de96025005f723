"""Why: where the numbers of a request come from, what bounds its answer, what it costs, and what is closed."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.requests import Choose, Number, Pick, Roll, Split
from companion.engine.session import Session
from companion.engine.state.changes import Tally
from companion.play.asked import because, closed_lines, costs, dice_words


def why_lines(session: Session) -> Iterator[str]:
    """All that bears on the standing request and nothing of an older one."""
    request = session.request
    if request is None:
        yield "Nothing is asked now."
        return
    found = [*_numbers(session), *_bounds(session)]
    if request.cost:
        found.append(f"Costs {costs(request.cost)}.")
    if isinstance(request, (Choose, Pick)):
        found += closed_lines(session.table, request.options)
    yield from found or ["No number and no limit bears on this."]


def reasons(tally: Tally) -> Iterator[str]:
    """A number, reason by reason, each with the rule that says so."""
    yield f"{tally.name}: {int(tally)}" + (f" {tally.unit}" if tally.unit else "") + "."
    for line in tally.lines:
        value = "" if tally.ranked else f"{line.value:+d} "
        yield f"  {value}{line.label}{_reference(line.rule)}"


def _reference(rule: str) -> str:
    """Where the rulebook says so; a bare number of a section is called a rule."""
    return f" (rule {rule})" if rule[:1].isdigit() else because(rule)


def _numbers(session: Session) -> Iterator[str]:
    """The numbers of the request; where it has none, the last ones of the fighters, which still count."""
    request, run = session.request, session.run
    shown = list(request.tally) if request is not None else []
    fight = run.context.current_fight() if run is not None else None
    if not shown and fight is not None:
        shown = [tally for made in fight.numbers.values() for tally in made.values()]
    for tally in shown:
        yield from reasons(tally)


def _bounds(session: Session) -> Iterator[str]:
    request, table = session.request, session.table
    if isinstance(request, Number):
        yield f"From {request.lo}{because(request.why_lo)} to {request.hi}{because(request.why_hi)}."
    elif isinstance(request, Pick):
        yield f"Pick {request.at_least} to {request.at_most}{because(request.why)}."
    elif isinstance(request, Roll):
        for group in request.dice:
            if group.count:
                yield f"{table.worded(group.name)}: {dice_words(group)}."
    elif isinstance(request, Split):
        for plan in request.plans:
            name = f"{plan.plan}: " if len(request.plans) > 1 else ""
            for part, (lo, hi) in plan.allotments.items():
                why_lo, why_hi = plan.why_lo.get(part, ""), plan.why_hi.get(part, "")
                if why_lo or why_hi:
                    yield f"{name}{table.title(part)} {lo}{because(why_lo)} to {hi}{because(why_hi)}."
            yield f"{name}{plan.total} in all."

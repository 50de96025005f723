"""A request as text: who, what, the numbers with their reasons, and what may be typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.answers import words_of
from companion.engine.dice import faces_in_words
from companion.engine.requests import Choose, Do, Number, Option, Pick, Request, Roll, Split, YesNo
from companion.engine.session import Session
from companion.engine.state.changes import Tally
from companion.frontend.answers import numbers_of
from companion.frontend.splits import split_hint
from companion.frontend.wording import who


def title(session: Session) -> str:
    """The one line that says who is asked what."""
    request = session.request
    return "" if request is None else f"{who(session.table, request.by)}: {request.title}"


def asked(session: Session) -> Iterator[str]:
    """The standing request, line by line."""
    request, run = session.request, session.run
    if request is None or run is None:
        return
    step = f", step {request.step}" if request.step else ""
    yield f"{run.procedure.title}{step}" + (f", {request.step_title}" if request.step_title else "") + "."
    yield title(session)
    for tally in request.tally:
        if tally.ranked:
            yield f"  {tally.name}: {int(tally)}."
            yield from ("    " + line.label for line in tally.lines)
        else:
            yield "  " + tally.sentence() + "."
    yield from answers(request)


def answers(request: Request[Any]) -> Iterator[str]:
    """What may be typed."""
    if isinstance(request, Choose):
        yield from listed(request.options)
    elif isinstance(request, Pick):
        yield from listed(request.options)
        lo, hi = request.at_least, request.at_most
        count = str(lo) if lo == hi else f"{lo} to {hi}"
        yield f"  Pick {count}: numbers with spaces between them" + ("." if lo else ", or none.")
    elif isinstance(request, Number):
        yield f"  A number from {request.lo} to {request.hi}."
    elif isinstance(request, YesNo):
        yield f"  y or n. Enter alone means {'yes' if request.default else 'no'}."
    elif isinstance(request, Do):
        yield "  Enter when it is done."
    elif isinstance(request, Roll):
        yield from _dice(request)
    elif isinstance(request, Split):
        for plan in request.plans:
            name = f"{plan.plan}, {plan.label}: " if len(request.plans) > 1 else ""
            parts = ", ".join(f"{part} {lo} to {hi}" for part, (lo, hi) in plan.allotments.items())
            yield f"  {name}{plan.total} to divide into {parts}; {split_hint(plan)}."
        if len(request.plans) > 1:
            yield f"  Name the plan first; without a name it is {request.plans[0].plan}."


def listed(options: tuple[Option, ...]) -> Iterator[str]:
    """Options with what to type for each; those that are closed say why."""
    for number, option in zip(numbers_of(options), options, strict=True):
        label = option.label or str(option.value)
        yield f"  {number}. {label}" + (f" (closed: {option.why_not})" if option.why_not is not None else "")


def _dice(request: Roll) -> Iterator[str]:
    sticky = request.sticky or ((),) * len(request.dice)
    for group, had in zip(request.dice, sticky, strict=True):
        if not group.count:
            continue
        before = f"; rolled before: {words_of(had)}" if had else ""
        yield f"  {group.name}: {group.count} {group.die.name}, faces {faces_in_words(group.die)}{before}."
    several = sum(bool(group.count) for group in request.dice) > 1
    parted = ", the groups in this order with / between them" if several else ""
    kept = " (dice rolled before an undo stay)" if request.sticky else ""
    yield f"  Type the faces{parted}, or roll to let the app roll{kept}."


def reasons(tally: Tally) -> Iterator[str]:
    """A number, reason by reason, each with the rule that says so."""
    yield f"{tally.name}: {int(tally)}" + (f" {tally.unit}" if tally.unit else "") + "."
    for line in tally.lines:
        value = "" if tally.ranked else f"{line.value:+d} "
        yield f"  {value}{line.label}" + (f" (rule {line.rule})" if line.rule else "")

"""What bounds an answer and what it costs, in words; the same in every front end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.dice import Dice
from companion.engine.requests import Choose, Cost, Grid, Number, Pick, Plan, Request, Roll, Split
from companion.engine.state.table import AnyTable
from companion.engine.wording import count
from companion.frontend.grids import span_words
from companion.frontend.wording import titled


def because(why: str) -> str:
    """The reason of a bound in brackets; empty if there is none."""
    return f" ({why})" if why else ""


def cost_words(spent: Sequence[Cost]) -> str:
    """`2 of 4 ki`."""
    return ", ".join(cost.sentence() for cost in spent)


def spends_words(request: Request[object]) -> str:
    """What any answer spends, in words; of a number what each one does. Empty if it spends nothing."""
    each = isinstance(request, Number) and request.hi > 1
    return ", ".join(cost.sentence(each=each) for cost in request.cost)


def usual_words(table: AnyTable, request: Number | Pick[object] | Split) -> str:
    """What enter alone means, in words; empty if it means nothing. Parts of a split that get nothing go unsaid."""
    if isinstance(request, Pick):
        usual = request.default or ()
        if usual and len(usual) == request.at_most:
            return "all of them"
        return "" if request.at_least > len(usual) else request.label(usual)
    if request.default is None:
        return ""
    if isinstance(request, Split):
        return ", ".join(f"{number} {table.title(part)}" for part, number in request.default.items() if number)
    return str(request.default)


def dice_words(group: Dice) -> str:
    """`2 d6`, `1 black attack die`, `4 black attack dice`."""
    noun = group.die.name
    return count(group.count, noun, noun.removesuffix("die") + "dice" if noun.endswith("die") else noun)


def bound_lines(table: AnyTable, request: Request[object]) -> Iterator[str]:
    """One line per number, plan or group of dice: what may be answered, with the reason of every bound that has one."""
    if isinstance(request, Number):
        yield f"From {request.lo}{because(request.why_lo)} to {request.hi}{because(request.why_hi)}."
    elif isinstance(request, Pick):
        yield f"Pick {request.at_least} to {request.at_most}{because(request.why)}."
        yield from _open_line(request)
    elif isinstance(request, Choose):
        yield from _open_line(request)
    elif isinstance(request, Roll):
        for group in request.dice:
            if group.count:
                yield f"{table.worded(group.name, group.die.name)}: {dice_words(group)}."
    elif isinstance(request, Split):
        for plan in request.plans:
            yield from _plan_lines(table, plan, f"{titled(plan.label)}: " if len(request.plans) > 1 else "")
    elif isinstance(request, Grid):
        yield from _grid_lines(request)


def _open_line(request: Choose[object] | Pick[object]) -> Iterator[str]:
    """Says that nothing is closed, where players may ask why."""
    if all(option.why_not is None for option in request.options):
        yield f"Open: all {len(request.options)} answers; no rule closes one."


def _grid_lines(request: Grid) -> Iterator[str]:
    for column in request.columns:
        yield f"{column.label}: {span_words(column)}."
    for row in request.rows:
        for name, why_not in row.closed.items():
            yield f"{row.label}, {request.column(name).label}: {why_not}."


def _plan_lines(table: AnyTable, plan: Plan, name: str) -> Iterator[str]:
    for part, (lo, hi) in plan.allotments.items():
        why_lo, why_hi = plan.why_lo.get(part, ""), plan.why_hi.get(part, "")
        if why_lo or why_hi:
            yield f"{name}{table.title(part)} {lo}{because(why_lo)} to {hi}{because(why_hi)}."
    if plan.total is not None:
        yield f"{name}{plan.total} in all."

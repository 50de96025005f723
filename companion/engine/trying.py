"""What may be answered if something is tried on a copy: the options to compare, and what is usual on the way."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice

from companion.engine.odds import Odds
from companion.engine.requests import Choose, Do, Grid, Number, Pick, Request, Split, Text, YesNo

MOST_OPTIONS = 40
"""More options than this are not compared one by one."""

PASSES = ("pass", "keep", "none", "stop")
"""Options that use nothing up."""

NOTHING_ELSE = "nothing else is used, moved or touched on the way"


SAME = "the same whatever the answer"

MOST_ALIKE = 2_000
"""Answers of which some are alike are looked through up to this many."""

ALL_LISTED = 12
"""Of more answers than this, those that are alike are listed once."""


def options_of(request: Request[object]) -> list[tuple[str, object]]:
    """The options that are compared, as odds name them, with their answers; empty if there are none or too many.

    Of many answers that are alike in part, the first of each kind stands for the others.
    """
    alike = request.alike
    most = MOST_OPTIONS if alike is None else MOST_ALIKE
    found = list(islice(each_answer(request, most), most + 1))
    if alike is not None and ALL_LISTED < len(found) <= MOST_ALIKE:
        first: dict[Hashable, tuple[str, object]] = {}
        for option, value in found:
            first.setdefault(alike(value), (option, value))
        found = list(first.values())
    return found if len(found) <= MOST_OPTIONS else []


def each_answer(request: Request[object], most: int) -> Iterator[tuple[str, object]]:
    """Every answer as odds name it; of a number no more than are compared, of a split at most so many."""
    if isinstance(request, YesNo):
        yield from (("yes", True), ("no", False))
    elif isinstance(request, Number):
        yield from ((str(n), n) for n in range(request.lo, min(request.hi, request.lo + MOST_OPTIONS - 1) + 1))
    elif isinstance(request, Choose):
        yield from ((str(o.value), o.value) for o in request.options if o.why_not is None)
    elif isinstance(request, Pick):
        free = [o.value for o in request.options if o.why_not is None]
        most = request.at_most if 2 ** len(free) <= MOST_OPTIONS else 1
        for size in range(request.at_least, max(most, request.at_least) + 1):
            yield from ((", ".join(map(str, of)) or "none", list(of)) for of in combinations(free, size))
    elif isinstance(request, Split):
        for plan in request.plans:
            for numbers in islice(_ways(plan.total or 0, list(plan.allotments.values())), most + 1):
                words = " / ".join(f"{n} {name}" for n, name in zip(numbers, plan.allotments, strict=True))
                parts = dict(zip(plan.allotments, numbers, strict=True))
                yield (
                    (f"{plan.plan}: {words}" if len(request.plans) > 1 else words),
                    {"plan": plan.plan, "parts": parts},
                )


def _ways(total: int, bounds: Sequence[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """All ways to divide a total within these bounds."""
    if not bounds:
        if not total:
            yield ()
        return
    lo, hi = bounds[0]
    for first in range(min(hi, total), lo - 1, -1):
        yield from ((first, *rest) for rest in _ways(total - first, bounds[1:]))


def usual_answer(request: Request[object]) -> tuple[object, str] | None:
    """What is taken to be answered on the way, and that in words; None if nothing can be taken for granted."""
    if request.usual is not None:
        value, words = request.usual
        return (value() if callable(value) else value), words
    if isinstance(request, Do):
        return True, ""
    if isinstance(request, Text):
        return "", ""
    if isinstance(request, Grid):
        return {"rows": {}}, NOTHING_ELSE
    if isinstance(request, YesNo):
        return request.default, f"{request.title} {'Yes' if request.default else 'No'}"
    if isinstance(request, Pick) and request.default is not None:
        return list(request.default), f"{request.title} {request.label(request.default)}"
    if isinstance(request, Pick) and request.at_least == 0:
        return [], NOTHING_ELSE
    if isinstance(request, Number):
        usual = request.lo if request.default is None else request.default
        return usual, f"{request.title} {usual}"
    if isinstance(request, Choose):
        free = [option for option in request.options if option.why_not is None]
        if any(option.value in PASSES for option in free):
            return next(option.value for option in free if option.value in PASSES), NOTHING_ELSE
        return free[0].value, f"then {free[0].label}"
    return None


def told_alike(request: Request[object], odds: Odds | None) -> Odds | None:
    """The same odds; where every answer of a choice has the same chances, they say so. `look_ahead` says it itself.

    It is a claim: where anything is assumed of what follows, other continuations were not tried, and nothing is said.
    """
    if (
        odds is None
        or odds.assumes
        or not odds.alike
        or request.looks_ahead
        or not isinstance(request, (Choose, YesNo, Number))
    ):
        return odds
    if not {option for option, _ in each_answer(request, MOST_OPTIONS)} <= set(odds.options()):
        return odds
    return replace(odds, assumes=(SAME,), beside=(SAME, *odds.beside))


def label_of(request: Request[object], option: str) -> str:
    options = request.options if isinstance(request, (Choose, Pick)) else ()
    return next((each.label for each in options if str(each.value) == option), option)

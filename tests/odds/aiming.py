"""What Legion's aims come to that reroll the best dice, one after the other: every way to spend them is played."""

from collections.abc import Mapping
from fractions import Fraction

from companion.engine.odds import Given
from companion.engine.requests import Pick, Request, Roll
from companion.engine.session import Session
from tests.examples import present
from tests.odds.explorer import falls, tried
from tests.odds.stepping import Column, columns, odds_of

Known = dict[tuple[str, ...], dict[Column, Fraction]]
"""What dice come to with the last aim, by what they show."""


def aimed_best(now: Session, known: Known | None = None) -> dict[Column, Fraction]:
    """What the best dice to reroll come to, with all aims of unit `a`. One is spent where none is worth more, too: it
    may add Pierce."""
    request, known = now.request, {} if known is None else known
    assert isinstance(request, Pick)
    assert request.name == "spend_aim"
    if now.table.unit("a").get("aim") == 1:
        key = tuple(sorted(option.like for option in request.options))
        if key not in known:
            offered = odds_of(now)
            ways = {option: worth for option, worth in offered.guarantees if option}
            known[key] = columns(offered, max(ways, key=ways.__getitem__))
        return known[key]
    found = [after(now, option, known) for option, _ in odds_of(now).guarantees if option]
    return max(found, key=_worth)


def after(now: Session, option: Given, known: Known) -> dict[Column, Fraction]:
    """What comes of this way to spend an aim, if those that follow are spent best."""
    request = present(now.request)
    with tried(now, option, request):
        return _rolled(now, now.request, known)


def _rolled(now: Session, request: Request[object] | None, known: Known) -> dict[Column, Fraction]:
    if not isinstance(request, Roll):
        return aimed_best(now, known)
    found: dict[Column, Fraction] = {}
    ways = list(falls(request.dice))
    for faces, weight in ways:
        with tried(now, faces, request):
            for column, p in aimed_best(now, known).items():
                found[column] = found.get(column, Fraction(0)) + weight * p
    total = sum(weight for _, weight in ways)
    return {column: p / total for column, p in found.items()}


def _worth(found: Mapping[Column, Fraction]) -> Fraction:
    """Wounds dealt less wounds taken, on average."""
    signs = {"dealt": 1, "taken": -1}
    return sum(((n or 0) * signs.get(measure, 0) * p for (measure, _, n), p in found.items()), Fraction(0))

"""What may be answered if something is tried on a copy: the options to compare, and odds that are the same for all."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from itertools import islice

from companion.engine.odds import Odds
from companion.engine.requests import Request
from companion.engine.requests.base import MOST_ALIKE
from companion.engine.requests.choices import MOST_OPTIONS

SAME = "the same whatever the answer"

ALL_LISTED = 12
"""Of more answers than this, those that are alike are listed once."""


def options_of(request: Request[object]) -> list[tuple[str, object]]:
    """The options that are compared, as odds name them, with their answers; empty if there are none or too many.

    Of many answers that are alike in part, the first of each kind stands for the others.
    """
    alike = request.alike
    most = MOST_OPTIONS if alike is None else MOST_ALIKE
    found = list(islice(request.answers(most), most + 1))
    if alike is not None and ALL_LISTED < len(found) <= MOST_ALIKE:
        first: dict[Hashable, tuple[str, object]] = {}
        for option, value in found:
            first.setdefault(alike(value), (option, value))
        found = list(first.values())
    return found if len(found) <= MOST_OPTIONS else []


def told_alike(request: Request[object], odds: Odds | None) -> Odds | None:
    """The same odds; where every answer of a choice has the same chances, they say so. `look_ahead` says it itself.

    It is a claim: where anything is assumed of what follows, other continuations were not tried, and nothing is said.
    """
    if odds is None or odds.assumes or not odds.alike or request.looks_ahead or request.several:
        return odds
    compared = {option for option, _ in request.answers(MOST_OPTIONS)}
    if not compared or not compared <= set(odds.options()):
        return odds
    return replace(odds, assumes=(SAME,), beside=(SAME, *odds.beside))

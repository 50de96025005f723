"""Chances and choices together: which option of the odds an answer is, and the answer that an option stands for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.odds import Heading, Odds
from companion.engine.requests import Choose, Number, Pick, Plan, Request, Split, YesNo


def option_of(value: object) -> str:
    """The option of the odds that a value of a choice is: `yes`, `no`, a number, the value as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def picked_option(request: Pick[object], values: Sequence[object]) -> str:
    """The option of several picks together: `attack 1, attack 2`, or `none`; of those that are alike the first ones."""
    chosen = [option for option in request.options if option.value in values]
    left = Counter(option.like for option in chosen if option.like)
    named = []
    for option in request.options:
        if option.like:
            mine = left[option.like] > 0
            left[option.like] -= mine
        else:
            mine = option in chosen
        if mine:
            named.append(str(option.value))
    return ", ".join(named) or "none"


def split_options(plans: Sequence[Plan], plan: Plan, odds: Odds) -> dict[tuple[int, ...], str]:
    """The options of one plan by their numbers in order: `2 attack / 1 defence`. All but the first name their plan.

    An allotment that an option does not name has 0.
    """
    # The longest first: the name of one special may end with that of another.
    others = sorted((other.plan.casefold() for other in plans[1:]), key=len, reverse=True)
    named = plan.plan.casefold() if plan is not plans[0] else ""
    found: dict[tuple[int, ...], str] = {}
    for option in odds.options():
        words = option.casefold()
        if next((other for other in others if other in words), "") == named:
            numbers = (re.search(rf"(\d+) {re.escape(name.casefold())}(?!\w)", words) for name in plan.allotments)
            found[tuple(int(number[1]) if number is not None else 0 for number in numbers)] = option
    return found


def answer_for(request: Request[object], option: str, odds: Odds) -> Any:
    """The answer that an option of the odds of this request stands for. Raises InvalidInput where there is none."""
    if isinstance(request, YesNo) and option in ("yes", "no"):
        return option == "yes"
    if isinstance(request, Number) and option.lstrip("-").isdigit():
        return int(option)
    if isinstance(request, Choose):
        for choice in request.options:
            if option_of(choice.value) == option:
                return choice.value
    if isinstance(request, Pick):
        words = [] if option == "none" else option.split(", ")
        chosen = [choice.value for choice in request.options if str(choice.value) in words]
        if len(chosen) == len(words):
            return chosen
    if isinstance(request, Split):
        for plan in request.plans:
            for way, found in split_options(request.plans, plan, odds).items():
                if found == option and len(way) == len(plan.allotments):
                    return {"plan": plan.plan, "parts": dict(zip(plan.allotments, way, strict=True))}
    raise InvalidInput(f"{option!r} is no choice here")


def option_words(request: Request[object] | None, option: str, title: Callable[[str], str] = str) -> str:
    """An option in the words of the request: the labels of its choices. As it is where nothing is asked.

    `title` gives the names that players know units by (`Table.title`), for the allotments of a split.
    """
    if isinstance(request, Split):
        for name in dict.fromkeys(name for plan in request.plans for name in plan.allotments):
            named = title(name)
            option = re.sub(rf"(\d+) {re.escape(name)}(?!\w)", lambda found: f"{found[1]} {named}", option)  # noqa: B023
        return option
    labels: Mapping[str, str] = {"yes": "Yes", "no": "No"} if isinstance(request, YesNo) else {}
    if isinstance(request, (Choose, Pick)):
        labels = {option_of(choice.value): choice.label for choice in request.options}
    if isinstance(request, Pick):
        return ", ".join(labels.get(word, word) for word in option.split(", "))
    return labels.get(option, option)


def best_words(request: Request[object], odds: Odds, title: Callable[[str], str] = str) -> str:
    """Best play in one line: the mix of a sealed choice and its best single option; else the best option."""
    safest = option_words(request, odds.safest, title)
    if len(odds.mix) > 1:
        mix = ", ".join(f"{option_words(request, option, title)} {round(float(p) * 100)} %" for option, p in odds.mix)
        return f"Best mix: {mix}." + (f" Best alone: {safest}." if safest else "")
    return f"Best: {safest.removesuffix('.')}." if safest and not odds.alike else ""


def distribution(odds: Odds, option: str, heading: Heading) -> list[tuple[int, float]]:
    """The chances of each number in one cell, smallest first; empty for a chance of a yes."""
    return sorted((row.value, float(row.p)) for row in odds.rows_of(option, heading) if row.value is not None)

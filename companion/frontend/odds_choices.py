"""Chances and choices together: options of the odds in the words of the choice, and how often what comes."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.odds import Heading, Odds
from companion.engine.requests import Request


def option_words(request: Request[object] | None, option: str, title: Callable[[str], str] = str) -> str:
    """An option in the words of the request; as it is where nothing is asked."""
    return option if request is None else request.option_words(option, title)


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

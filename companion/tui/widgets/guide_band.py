"""The words of the band of the guide: who decides, what, and at the right how."""

from __future__ import annotations

import re
from typing import Final

from companion.engine.requests import Request
from companion.engine.state.table import AnyTable
from companion.engine.wording import count, listed
from companion.frontend.saying.limits import cost_words, dice_words, shared_costs, spends_words
from companion.tui.look.colours import fill
from companion.tui.text import clean, side_colour, side_mark

SECRET: Final = "in secret"
ONLY_YOU: Final = "only you see this"
"""The same on a screen of one's own."""
_WORD: Final = re.compile(r"\w+")


def band_words(table: AnyTable, request: Request[object], *, secret: bool, ruling: bool) -> tuple[str, str, str]:
    """Who and what, how, and the fill of the band, for a request."""
    side, who = who_of(table, request)
    title = clean(request.asks)
    left = f"{who}: {title}"
    how = clean(_how(table, request, side, secret, ruling))
    return left, "" if _says(title, how) else how, fill(side_colour(table, side) if side else "text")


def who_of(table: AnyTable, request: Request[object]) -> tuple[str, str]:
    """The side that decides, empty if both or the table do, and its mark and name in capitals."""
    if side := request.side:
        return side, f"{side_mark(table, side)} {clean(table.title(side)).upper()}"
    return "", "BOTH" if len(table.sides) == 2 else "ALL"


def _says(title: str, how: str) -> bool:
    """Whether the title has the same words, in whatever order: `roll all dice` says `Roll`."""
    return set(_WORD.findall(how.casefold())) <= set(_WORD.findall(title.casefold()))


def _how(table: AnyTable, request: Request[object], side: str, secret: bool, ruling: bool) -> str:
    if ruling:
        return "a ruling"
    if secret:
        away = [table.title(other) for other in table.sides if other != side]
        return f"{SECRET}, {listed(away)} {'looks' if len(away) == 1 else 'look'} away"
    if request.cost:
        return f"costs {spends_words(request)}"
    if shared := shared_costs(request.options):
        return f"each costs {cost_words(shared)}"
    if request.dice and request.act not in request.title.casefold():
        counts: dict[str, int] = {}
        for group in request.dice:
            counts[group.die.name] = counts.get(group.die.name, 0) + group.count
        first = [next(g for g in request.dice if g.die.name == name) for name in counts]
        words = [dice_words(type(g)(g.name, g.die, counts[g.die.name])) for g in first if counts[g.die.name]]
        if not words or _says(request.title, " ".join(words).removeprefix("1 ")):
            # How many of which die is said already.
            return ""
        return f"{request.act} {listed(words)}"
    if (total := sum(group.count for group in request.dice)) > 1:
        return count(total, request.dice[0].die.noun)
    return request.step_title

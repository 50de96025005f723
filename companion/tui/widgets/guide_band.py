"""The words of the band of the guide: who decides, what, and at the right how."""

from __future__ import annotations

from typing import Final

from companion.engine.requests import Request
from companion.engine.state.phrases import DICE, STEP, spans_of
from companion.engine.state.table import AnyTable
from companion.engine.wording import count, listed
from companion.frontend.saying.limits import cost_words, shared_costs, spends_words
from companion.tui.look.colours import fill
from companion.tui.text import clean, side_colour, side_mark

SECRET: Final = "in secret"
ONLY_YOU: Final = "only you see this"
"""The same on a screen of one's own."""


def band_words(table: AnyTable, request: Request[object], *, secret: bool, ruling: bool) -> tuple[str, str, str]:
    """Who and what, how, and the fill of the band, for a request."""
    side, who = who_of(table, request)
    how = _how(table, request, side, secret, ruling)
    return f"{who}: {clean(request.asks)}", clean(how), fill(side_colour(table, side) if side else "text")


def who_of(table: AnyTable, request: Request[object]) -> tuple[str, str]:
    """The side that decides, empty if both or the table do, and its mark and name in capitals."""
    if side := request.side:
        return side, f"{side_mark(table, side)} {clean(table.title(side)).upper()}"
    return "", "BOTH" if len(table.sides) == 2 else "ALL"


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
    said = {span.field for span in spans_of(request.asks)}
    if request.dice and DICE in said:
        return ""
    if (total := sum(group.count for group in request.dice)) > 1:
        return count(total, request.dice[0].die.noun)
    return "" if STEP in said else request.step_title

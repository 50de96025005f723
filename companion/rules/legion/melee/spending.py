"""Tokens that a unit may spend in an attack."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.odds import Odds
from companion.rules.legion.units import Game, LegionUnit

TOKENS = {"attacker": ("aim", "surge"), "defender": ("dodge", "surge", "suppression")}
"""What an attack hangs on beside its dice, by role: tokens that may be spent, and those that make a unit suppressed."""


async def spend(
    game: Game,
    name: str,
    unit: LegionUnit,
    token: str,
    *,
    most: int,
    why_hi: str,
    title: str,
    for_what: str,
    odds: Callable[[], Odds | None],
) -> int:
    """Asks, as the request `name`, how many of a unit's tokens it spends; removes them and returns how many.

    `token` is the field that counts them, `most` the bound with its reason `why_hi`; `for_what` stands in the log.
    """
    spent = await game.number(
        name, by=unit.side, lo=0, hi=most, why_hi=why_hi, cost=[game.cost(unit, token, 1)], code="no_token", title=title
    ).with_odds(odds)
    game.shift(unit, token, -spent, for_what)
    return spent

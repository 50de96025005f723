"""Odds of a roll-off: who of units of one place comes where in the order (M3).

It is even between two. Among more it is not: units of one player that draw keep their listed order, so the one that is
listed first gains by every such draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import comb
from operator import add

from companion.engine.dice import D20
from companion.engine.odds import Odds, TooLarge
from companion.odds.chances import Chances, mixed
from companion.odds.side_by_side import Cell, side_by_side
from companion.rules.speedies.units import SpeediesUnit

MOST_UNITS = 12
"""More units of one place than anybody works out while the players wait."""


@lru_cache(maxsize=4096)
def places(earlier: int, later: int, others: int) -> Chances[int]:
    """The place of one unit in a roll-off, the first one 0.

    `earlier` and `later` are units of its own player that are listed before and after it, `others` those of the
    other players: as many as roll with it.
    """
    if not others:
        return Chances.certain(earlier)
    parts = []
    for drawn in product(*(range(number + 1) for number in (earlier, later, others))):
        rest = earlier + later + others - sum(drawn)
        # Where all draw they roll again: the others are all that can be.
        if rest:
            higher = _higher(rest)
            ways = comb(earlier, drawn[0]) * comb(later, drawn[1]) * comb(others, drawn[2])
            parts.append((ways * higher.total, higher.with_(places(*drawn), add)))
    return mixed(parts)


@lru_cache(maxsize=256)
def _higher(rest: int) -> Chances[int]:
    """How many of so many dice are higher than a die, none of them equal to it, over all its faces."""
    above = range(len(D20.faces))
    ways = {n: comb(rest, n) * sum(up**n * (above[-1] - up) ** (rest - n) for up in above) for n in range(rest + 1)}
    return Chances(ways)


def roll_off_odds(group: Sequence[SpeediesUnit], own_too: bool) -> Odds:
    """The places of every unit of a group that rolls off. Raises TooLarge for more than are worked out.

    `own_too`: units of one player roll off their draws too.
    """
    if len(group) > MOST_UNITS:
        raise TooLarge
    cells = []
    for at, unit in enumerate(group):
        own = [not own_too and other.side == unit.side for other in group]
        earlier, later = sum(own[:at]), sum(own[at + 1 :])
        found = places(earlier, later, len(group) - 1 - earlier - later)
        # Of two, who is not first is second.
        place = found.map(lambda place: place + 1) if len(group) > 2 else None
        cells += [
            Cell("first", unit.id, "first", found.p(0), unit.name),
            Cell("place", unit.id, "place", place, unit.name),
        ]
    return side_by_side("Roll-off", "to act first", {None: cells})

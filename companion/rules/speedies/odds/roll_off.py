"""Odds of a roll-off: who of units of one place comes where in the order (M3).

It is even between two. Among more it is not: units of one player that draw keep their listed order, so the one that is
listed first gains by every such draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import comb

from companion.engine.dice import D20
from companion.engine.odds import Chance, Heading, Odds, TooLarge
from companion.odds.chances import Chances, mixed
from companion.odds.side_by_side import numbers
from companion.rules.speedies.units import SpeediesUnit

SIDES = len(D20.faces)
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
    rivals = earlier + later + others
    # Where all draw they roll again: the others are all that can be.
    return mixed(
        part
        for drawn in range(rivals)
        for part in _higher(rivals - drawn, _after_a_draw(earlier, later, others, drawn))
    )


def _after_a_draw(earlier: int, later: int, others: int, drawn: int) -> tuple[int, Chances[int]]:
    """The choices of so many rivals that draw, and the place among those."""
    parts = [
        (comb(earlier, one) * comb(later, two) * comb(others, drawn - one - two), places(one, two, drawn - one - two))
        for one in range(min(earlier, drawn) + 1)
        for two in range(min(later, drawn - one) + 1)
        if drawn - one - two <= others
    ]
    return sum(ways for ways, _ in parts), mixed(parts)


def _higher(rest: int, among: tuple[int, Chances[int]]) -> Iterator[tuple[int, Chances[int]]]:
    """The place among those that draw, behind each number of the `rest` that may be higher."""
    ways, found = among
    for above, weight in enumerate(_above(rest)):
        yield ways * weight, Chances({above + place: each for place, each in found}, found.total)


@lru_cache(maxsize=256)
def _above(rest: int) -> Sequence[int]:
    """In how many ways so many of `rest` dice are higher than a die, and none equal to it, over all its faces."""
    return [
        comb(rest, above) * sum((SIDES - face) ** above * (face - 1) ** (rest - above) for face in range(1, SIDES + 1))
        for above in range(rest + 1)
    ]


def roll_off_odds(group: Sequence[SpeediesUnit], own_too: bool) -> Odds:
    """The places of every unit of a group that rolls off. Raises TooLarge for more than are worked out.

    `own_too`: units of one player roll off their draws too.
    """
    if len(group) > MOST_UNITS:
        raise TooLarge
    rows: list[Chance] = []
    columns: list[Heading] = []
    for unit in group:
        found = _places_of(unit, group, own_too)
        rows += [
            Chance("", "first", found.p(0), unit.id),
            *numbers("", "place", found.map(lambda place: place + 1), unit.id),
        ]
        columns += [
            Heading("first", unit.id, f"{unit.name}: first"),
            *([Heading("place", unit.id, f"{unit.name}: place")] if len(group) > 2 else []),
        ]
    return Odds("Roll-off", "to act first", tuple(rows), tuple(columns))


def _places_of(unit: SpeediesUnit, group: Sequence[SpeediesUnit], own_too: bool) -> Chances[int]:
    rivals = len(group) - 1
    if own_too:
        return places(0, 0, rivals)
    place = next(n for n, other in enumerate(group) if other is unit)
    earlier, later = _own(unit, group[:place]), _own(unit, group[place + 1 :])
    return places(earlier, later, rivals - earlier - later)


def _own(unit: SpeediesUnit, group: Iterable[SpeediesUnit]) -> int:
    return sum(other.side == unit.side for other in group)

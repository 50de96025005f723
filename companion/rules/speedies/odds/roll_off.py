"""Odds of a roll-off: who of units of one place comes where in the order (M3).

It is even between two. Among more it is not: units of one player that draw keep their listed order, so the one that is
listed first gains by every such draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm

from companion.engine.dice import D20
from companion.engine.odds import Chance, Heading, Odds, TooLarge, of_numbers
from companion.rules.speedies.units import SpeediesUnit

SIDES = len(D20.faces)
MOST_UNITS = 12
"""More units of one place than anybody works out while the players wait."""

Weights = tuple[int, ...]
"""The chance of each place, the first one first, as whole numbers over `_denominator`."""


def places(earlier: int, later: int, others: int) -> tuple[Fraction, ...]:
    """The chance of each place of one unit in a roll-off, the first one first.

    `earlier` and `later` are units of its own player that are listed before and after it, `others` those of the
    other players: as many as roll with it.
    """
    total = _denominator(earlier + later + others)
    return tuple(Fraction(weight, total) for weight in _places(earlier, later, others))


@lru_cache(maxsize=4096)
def _places(earlier: int, later: int, others: int) -> Weights:
    rivals = earlier + later + others
    whole = _denominator(rivals)
    if not others:
        return tuple(whole * (place == earlier) for place in range(rivals + 1))
    found = [0] * (rivals + 1)
    # Where all draw they roll again, so the chance of that falls out of numerator and denominator alike.
    decided = SIDES ** (rivals + 1) - SIDES
    for drawn in range(rivals):
        factor = whole // (decided * _denominator(drawn))
        after = _after_a_draw(earlier, later, others, drawn)
        for above, weight in enumerate(_above(rivals - drawn)):
            for place, chance in enumerate(after):
                found[above + place] += chance * weight * factor
    return tuple(found)


@lru_cache(maxsize=64)
def _denominator(rivals: int) -> int:
    """What every place among so many rivals can be counted in."""
    if rivals == 0:
        return 1
    decided: int = SIDES ** (rivals + 1) - SIDES
    return decided * lcm(*(_denominator(fewer) for fewer in range(rivals)))


def _after_a_draw(earlier: int, later: int, others: int, drawn: int) -> list[int]:
    """The places among those that drew, added up over all choices of so many rivals that did."""
    found = [0] * (drawn + 1)
    for one in range(min(earlier, drawn) + 1):
        for two in range(min(later, drawn - one) + 1):
            three = drawn - one - two
            if three <= others:
                ways = comb(earlier, one) * comb(later, two) * comb(others, three)
                for place, weight in enumerate(_places(one, two, three)):
                    found[place] += ways * weight
    return found


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
            Chance("", "first", found[0], unit.id),
            *of_numbers("", "place", ((place, p) for place, p in enumerate(found, 1) if p), unit.id),
        ]
        columns += [
            Heading("first", unit.id, f"{unit.name}: first"),
            *([Heading("place", unit.id, f"{unit.name}: place")] if len(group) > 2 else []),
        ]
    return Odds("Roll-off", "to act first", tuple(rows), tuple(columns))


def _places_of(unit: SpeediesUnit, group: Sequence[SpeediesUnit], own_too: bool) -> tuple[Fraction, ...]:
    rivals = len(group) - 1
    if own_too:
        return places(0, 0, rivals)
    place = next(n for n, other in enumerate(group) if other is unit)
    earlier, later = _own(unit, group[:place]), _own(unit, group[place + 1 :])
    return places(earlier, later, rivals - earlier - later)


def _own(unit: SpeediesUnit, group: Iterable[SpeediesUnit]) -> int:
    return sum(other.side == unit.side for other in group)

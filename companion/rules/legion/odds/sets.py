"""Which dice to roll again: every set of them that differs in what it leaves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.engine.dice import Face
from companion.rules.legion.dice import ATTACK

Kind = tuple[str, Face]
"""A die by its colour and what it shows."""

MOST_SETS = 120
"""More sets than anybody compares."""

Places = tuple[int, ...]


def sets_of(kinds: Sequence[Kind], most: int) -> list[Places] | None:
    """Sets of at most so many dice, by place, of equal dice the first ones; the empty set first.

    None where there are more than are compared.
    """
    places: dict[Kind, list[int]] = {}
    for place, kind in enumerate(kinds):
        places.setdefault(kind, []).append(place)
    return _sets(places.values(), most)


def best_sets_of(kinds: Sequence[Kind], most: int) -> list[Places] | None:
    """The same, of dice that show the same only the best ones: those with the fewest blanks."""
    places: dict[Face, list[int]] = {}
    for place in sorted(range(len(kinds)), key=lambda place: ATTACK[kinds[place][0]].faces.count("blank")):
        places.setdefault(kinds[place][1], []).append(place)
    return _sets(places.values(), most)


def _sets(groups: Iterable[Sequence[int]], most: int) -> list[Places] | None:
    found: list[Places] = [()]
    for alike in groups:
        found += [
            (*chosen, *alike[:more]) for chosen in found for more in range(1, min(len(alike), most - len(chosen)) + 1)
        ]
        if len(found) > MOST_SETS:
            return None
    return sorted((tuple(sorted(chosen)) for chosen in found), key=len)

"""Which dice to roll again: every set of them that differs in what it leaves."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.dice import Face
from companion.rules.legion.dice import ATTACK

Kind = tuple[str, Face]
"""A die by its colour and what it shows."""

MOST_SETS = 120
"""More sets than anybody compares."""

Places = tuple[int, ...]


def sets_of(kinds: Sequence[Kind], most: int, *, best: bool = False) -> list[Places] | None:
    """Sets of at most so many dice, by place, of equal dice the first ones; the empty set first. `best`: of dice that
    show the same only the best ones, those with the fewest blanks.

    None where there are more than are compared.
    """
    groups: dict[object, list[int]] = {}
    for place in sorted(range(len(kinds)), key=lambda at: ATTACK[kinds[at][0]].faces.count("blank") if best else at):
        groups.setdefault(kinds[place][1] if best else kinds[place], []).append(place)
    found: list[Places] = [()]
    for alike in groups.values():
        found += [
            (*chosen, *alike[:more]) for chosen in found for more in range(1, min(len(alike), most - len(chosen)) + 1)
        ]
        if len(found) > MOST_SETS:
            return None
    return sorted((tuple(sorted(chosen)) for chosen in found), key=len)

"""Melee assists: who helps, and which enemy keeps a candidate from helping."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.frozen import frozen
from companion.rules.gods_gloom.engagement import adjacent, engaged_with
from companion.rules.gods_gloom.units import GloomTable, GloomUnit


class Refusal(NamedTuple):
    """A neighbour that would assist but is Engaged elsewhere."""

    unit: GloomUnit
    blockers: tuple[GloomUnit, ...]


@frozen
class Assists:
    """The helpers of one fighter, and those refused."""

    granted: tuple[GloomUnit, ...] = ()
    refused: tuple[Refusal, ...] = ()


def assists_of(table: GloomTable, fighter: GloomUnit, opponent: GloomUnit) -> Assists:
    """The friends of `fighter` next to `opponent` that are Engaged with nobody but it.

    For the Attacker these are the offensive assists, for the Defender the defensive ones.
    """
    granted: list[GloomUnit] = []
    refused: list[Refusal] = []
    for friend in table.units.values():
        if friend is fighter or friend.side != fighter.side or not adjacent(table, friend, opponent):
            continue
        blockers = tuple(e for e in engaged_with(table, friend) if e is not opponent)
        if blockers:
            refused.append(Refusal(friend, blockers))
        else:
            granted.append(friend)
    return Assists(tuple(granted), tuple(refused))

"""Engagement: who stands next to whom, and in whose Engagement Zone, and who assists. Pure functions of the table.

A contact's flag `a_engaged` says that a stands in b's zone, `b_engaged` that b stands in a's. A missing flag is true.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.frozen import frozen
from companion.engine.state.contacts import enemies_touching, flag_of, in_contact
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.units import GloomTable, GloomUnit


def adjacent(table: GloomTable, a: GloomUnit, b: GloomUnit) -> bool:
    """Whether two living enemies stand on neighbouring hexes."""
    return a.alive and b.alive and in_contact(table, a.id, b.id)


def all_round(unit: GloomUnit) -> bool:
    """Whether the Engagement Zone of a unit is all six hexes around it (Circular Defence)."""
    return "circular" in traits_of(unit).marks


def in_zone(table: GloomTable, who: GloomUnit, of: GloomUnit) -> bool:
    """Whether `who` is Engaged with `of`: it stands in the zone of `of`, which Circular Defence makes all round."""
    if not adjacent(table, who, of):
        return False
    if all_round(of):
        return True
    return flag_of(table, who.id, of.id, "a_engaged") is not False


def engaged_with(table: GloomTable, unit: GloomUnit) -> list[GloomUnit]:
    """The living enemies that have this unit in their zone, in listing order."""
    return [u for u in enemies_touching(table, unit) if in_zone(table, unit, u)]


def rows(table: GloomTable) -> list[list[str | bool]]:
    """All contacts of the living as sorted rows `[x, y, x stands in y's zone]`, two rows a contact."""
    found: list[tuple[str, str, bool]] = []
    for a, b in table.contacts:
        one, two = table.unit(a), table.unit(b)
        if one.alive and two.alive:
            found += [(a, b, in_zone(table, one, two)), (b, a, in_zone(table, two, one))]
    return [list(row) for row in sorted(found)]


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

"""Who fights whom: in a melee, engaged, groups. Pure functions of the contacts between minis."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from companion.engine.state.contacts import components, enemy_pairs
from companion.engine.state.paths import Pair
from companion.rules.legion.records import Mini
from companion.rules.legion.units import LegionTable, LegionUnit


def pairs(table: LegionTable) -> list[Pair]:
    """The melees: pairs of enemy units of which two living minis touch; units and pairs in listing order."""
    found = enemy_pairs(table)
    place = {of: number for number, of in enumerate(table.units)} if found else {}
    return [(a, b) if place[a] <= place[b] else (b, a) for a, b in found]


def foes(unit: LegionUnit, fights: Iterable[Pair]) -> list[str]:
    """The units that this one is paired with, in the order of the pairs."""
    return [b if a == unit.id else a for a, b in fights if unit.id in (a, b)]


def scope(table: LegionTable, unit: LegionUnit, fights: list[Pair]) -> list[str]:
    """The living enemy units that count as "in the same melee": pairwise, or the whole group (option melee_scope)."""
    if table.options["melee_scope"] == "group":
        group = next((g for g in components(list(table.units), fights) if unit.id in g), [])
        return [u for u in group if table.enemies(unit, table.unit(u)) and table.unit(u).alive]
    return [u for u in foes(unit, fights) if table.unit(u).alive]


def engaged_with(table: LegionTable, unit: LegionUnit, fights: Iterable[Pair]) -> list[str]:
    """The enemy troopers that a trooper is in a melee with; empty for a vehicle."""
    return [u for u in foes(unit, fights) if table.unit(u).trooper] if unit.trooper else []


def is_engaged(table: LegionTable, unit: LegionUnit) -> bool:
    """Whether the unit is engaged: in a melee, trooper against trooper."""
    return unit.trooper and bool(engaged_with(table, unit, pairs(table)))


def touched(table: LegionTable) -> dict[str, list[str]]:
    """Every mini that touches a living enemy mini, with those it touches."""
    found: dict[str, list[str]] = {}
    for a, b in sorted(table.contacts):
        if table.enemies(table.owner(a), table.owner(b)) and table.mini(a).alive and table.mini(b).alive:
            found.setdefault(a, []).append(b)
            found.setdefault(b, []).append(a)
    return found


def free_minis(unit: LegionUnit, touching: dict[str, list[str]]) -> list[Mini]:
    """The living minis of a unit that touch no enemy, the leader first."""
    free = [m for m in unit.living if m.id not in touching]
    return sorted(free, key=lambda m: m is not unit.leader)


def mark_of(table: LegionTable, unit: LegionUnit, fights: list[Pair]) -> str:
    """A mark for how the melees of a unit stand: another one as soon as a mini falls or leaves, or contacts change.

    `fights` are the melees that count.
    """
    units = [unit, *(table.unit(of) for of in scope(table, unit, fights))]
    minis = {mini.id for of in units for mini in of.minis}
    living = [mini.id for of in units for mini in of.living]
    contacts = [pair for pair in sorted(table.contacts) if minis.issuperset(pair)]
    return f"{crc32(repr((living, contacts)).encode()):08x}"


def left_key(leaver: LegionUnit, foe: LegionUnit) -> str:
    """How a melee that one unit has left stands in `left_this_activation`: the other may still come after it."""
    return f"{leaver.id}/{foe.id}"


def picture(table: LegionTable) -> dict[str, object]:
    """Melees, engaged units, groups and contacts as they are now: the closing keys of an outcome."""
    fights = pairs(table)
    engaged = {of for pair in fights if all(table.unit(of).trooper for of in pair) for of in pair}
    return {
        "in_melee": [list(pair) for pair in fights],
        "engaged": [of for of in table.units if of in engaged],
        "groups": components(list(table.units), fights),
        "contacts": [list(pair) for pair in sorted(table.contacts)],
    }

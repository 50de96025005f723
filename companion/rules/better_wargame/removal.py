"""How models and units leave: casualties, contacts that end, units that are gone."""

from __future__ import annotations

from companion.engine.procedure import Context
from companion.rules.better_wargame.rows import Losses
from companion.rules.better_wargame.units import Battle, Troop


def remove(game: Context[Battle], unit: Troop, lost: Losses) -> int:
    """Takes the dead off a unit, with the counts of those touching and in reach; returns how many died."""
    if not lost.total:
        return 0
    left = max(0, unit.models - lost.total)
    dead = unit.models - left
    _counts(
        game,
        unit,
        min(max(0, unit.in_contact - lost.touching), left),
        max(0, unit.in_reach - lost.reaching),
        left,
        "casualties",
    )
    if unit.fired_models > left:
        game.change(unit, "fired_models", left, "casualties")
    game.change(unit, "models", left, "failed saves")
    game.change(unit, "casualties", unit.casualties + dead, "casualties")
    if not left:
        game.change(unit, "destroyed", True, "no models left")
    return dead


def _counts(game: Context[Battle], unit: Troop, contact: int, reach: int, models: int, why: str) -> None:
    # Smaller numbers are written first, so that the counts never add up to more than the models in between.
    contact = min(contact, models)
    reach = min(reach, models - contact)
    if reach < unit.in_reach:
        game.change(unit, "in_reach", reach, why)
    game.change(unit, "in_contact", contact, why)
    if reach > unit.in_reach:
        game.change(unit, "in_reach", reach, why)


def set_counts(game: Context[Battle], unit: Troop, contact: int, reach: int, why: str) -> None:
    """Writes how many models touch an enemy and how many are in reach of one."""
    _counts(game, unit, contact, reach, unit.models, why)


def engaged(table: Battle, unit: Troop) -> list[Troop]:
    """The enemy units in play that this unit touches, in listing order."""
    if not unit.alive:
        return []
    of, found = unit.id, []
    for a, b in table.contacts:
        if of in (a, b):
            other = table.units[b if of == a else a]
            if other.side != unit.side and other.alive:
                found.append(other)
    return found if len(found) < 2 else [u for u in table.units.values() if u in found]


def all_engaged(table: Battle) -> list[Troop]:
    """The units that touch an enemy: the current player's first, each side in listing order."""
    found: dict[str, Troop] = {}
    for a, b in table.contacts:
        one, two = table.units[a], table.units[b]
        if one.side != two.side and one.alive and two.alive:
            found[a], found[b] = one, two
    return [u for u in table.in_order() if u.id in found] if found else []


def settle(game: Context[Battle]) -> None:
    """P11: contacts end of units that are gone or have no model left that touches an enemy."""
    table = game.table
    for a, b in list(table.contacts):
        one, two = table.units[a], table.units[b]
        for unit in (one, two):
            if unit.alive and not unit.in_contact and one.side != two.side:
                game.disconnect(a, b, f"no model of {unit.name} touches an enemy")
    drop_gone(game)


def drop_gone(game: Context[Battle]) -> None:
    """The contacts of units that are gone end. Contacts whose counts nobody entered yet stay."""
    table = game.table
    for a, b in list(table.contacts):
        for unit in (table.units[a], table.units[b]):
            if not unit.alive:
                game.disconnect(a, b, f"{unit.name} is out of play")
    release(game)


def release(game: Context[Battle]) -> None:
    """Units that touch no enemy any more have nobody in contact and nobody in reach."""
    held = all_engaged(game.table)
    for unit in game.table.units.values():
        if (unit.in_contact or unit.in_reach) and unit not in held:
            set_counts(game, unit, 0, 0, "no longer engaged")


def depart(game: Context[Battle], unit: Troop, why: str) -> None:
    """All contacts of a unit end, and those it leaves behind are released."""
    game.disconnect_all(unit.id, why)
    release(game)

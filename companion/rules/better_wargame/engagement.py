"""Who is engaged with whom, how many of its models touch or reach an enemy, and how contacts end."""

from __future__ import annotations

from companion.engine.state.contacts import enemies_touching
from companion.engine.wording import does
from companion.rules.better_wargame.units import Game, WargameTable, WargameUnit


def all_engaged(table: WargameTable) -> list[WargameUnit]:
    """The units that touch an enemy: the current player's first, each side in listing order."""
    found: dict[str, WargameUnit] = {}
    for a, b in table.contacts:
        one, two = table.units[a], table.units[b]
        if one.side != two.side and one.alive and two.alive:
            found[a], found[b] = one, two
    return [u for u in table.in_order() if u.id in found] if found else []


def set_counts(
    game: Game, unit: WargameUnit, touching: int, reaching: int, why: str, *, models: int | None = None
) -> None:
    """Writes how many models touch an enemy and how many reach one, cut down to `models` (all it has if not given)."""
    left = unit.models if models is None else models
    touching = min(touching, left)
    reaching = min(reaching, left - touching)
    # Smaller numbers are written first, so that the counts never add up to more than the models in between.
    if reaching < unit.in_reach:
        game.change(unit, "in_reach", reaching, why)
    game.change(unit, "in_contact", touching, why)
    if reaching > unit.in_reach:
        game.change(unit, "in_reach", reaching, why)


def loose_contacts(table: WargameTable) -> bool:
    """Whether a contact is to end: a unit of it is gone, or has no model left that touches an enemy."""
    for a, b in table.contacts:
        one, two = table.units[a], table.units[b]
        if not (one.alive and two.alive) or (one.side != two.side and not (one.in_contact and two.in_contact)):
            return True
    return any((u.in_contact or u.in_reach) and not enemies_touching(table, u) for u in table.units.values())


def drop_untouched(game: Game) -> None:
    """Ends contacts of units that are gone, or that have no model left which touches an enemy."""
    table = game.table
    for a, b in list(table.contacts):
        one, two = table.units[a], table.units[b]
        for unit in (one, two):
            if unit.alive and not unit.in_contact and one.side != two.side:
                game.disconnect(a, b, f"no model of {unit.name} touches an enemy")
    drop_gone(game)


def drop_gone(game: Game) -> None:
    """Ends the contacts of units that are gone. Contacts whose counts nobody entered yet stay."""
    table = game.table
    for a, b in list(table.contacts):
        for unit in (table.units[a], table.units[b]):
            if not unit.alive:
                game.disconnect(a, b, f"{does(unit.name, 'is')} out of play")
    release(game)


def release(game: Game) -> None:
    """Units that touch no enemy any more have nobody in contact and nobody in reach."""
    fighting = all_engaged(game.table)
    for unit in game.table.units.values():
        if (unit.in_contact or unit.in_reach) and unit not in fighting:
            set_counts(game, unit, 0, 0, "no longer engaged")


def depart(game: Game, unit: WargameUnit, why: str) -> None:
    """Ends all contacts of a unit, and releases those it leaves behind."""
    game.disconnect_all(unit.id, why)
    release(game)

"""What the bounds of single fields cannot check in a table."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.bushido.units import BushidoTable


def faults(table: BushidoTable) -> Sequence[tuple[str, str, str]]:
    """Two sides, weapons and their names, states that exclude each other: (of, field, reason) of each fault."""
    found: list[tuple[str, str, str]] = []
    if len(table.sides) != 2:
        found.append(("table", "sides", "Bushido is for two players"))
    for unit in table.units.values():
        if not unit.weapons:
            found.append((unit.id, "weapons", "a model has at least one weapon (Unarmed)"))
        if len({w.name for w in unit.weapons}) < len(unit.weapons):
            found.append((unit.id, "weapons", "two weapons have the same name"))
        if any(special.cost < 0 for weapon in unit.weapons for special in weapon.specials):
            found.append((unit.id, "weapons", "a special costs 0 dice or more"))
        if any((feat.ki or 0) < 0 or any(effect.cost < 0 for effect in feat.effects) for feat in unit.ki_feats):
            found.append((unit.id, "ki_feats", "a feat costs 0 Ki or more, and so do the dice of its specials"))
        if (unit.states.get("prone") or 0) > 1:
            found.append((unit.id, "states.prone", "a model is Prone or not: 0 or 1"))
        if unit.last_stand and unit.wounds_marked < unit.wounds_max:
            found.append((unit.id, "last_stand", "only a model with a full wound track makes a Last Stand"))
        for holder in unit.states.get("held") or ():
            if holder not in table.units:
                found.append((unit.id, "states.held", f"there is no model {holder!r} to hold it"))
    return found

"""Whose a unit is and what it is called: checks of a change of name, side or alliance in a game under way."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.errors import InvalidValue
from companion.engine.state.entity import Entity
from companion.engine.state.joining import check_not_alone
from companion.engine.state.table import AnyTable, Side, Unit
from companion.engine.wording import does


def check_belonging(table: AnyTable, entity: Entity, path: str, value: object) -> None:
    """A unit keeps a name that is its own; a change of sides leaves no friends in contact, and no side without units.

    Raises InvalidValue. A file with friends in contact, if the game forbids it, would not open again.
    """
    if isinstance(entity, (Unit, Side)) and path == "name":
        if not str(value).strip():
            raise InvalidValue("it needs a name")
        others = [unit.name.casefold() for unit in table.units.values() if unit is not entity]
        if isinstance(entity, Unit) and str(value).strip().casefold() in others:
            raise InvalidValue(f"there is a unit called {value} already", hint="give it another name")
    if isinstance(entity, Unit) and path == "side" and value != entity.side:
        check_not_alone(table, entity)
        _check_contacts(table, {}, {entity.id: str(value)})
    if isinstance(entity, Side) and path == "alliance":
        _check_contacts(table, {entity.id: str(value)}, {})


def _check_contacts(table: AnyTable, alliances: Mapping[str, str], sides: Mapping[str, str]) -> None:
    """Raises InvalidValue if friends would touch with these units on other sides, or sides in other alliances."""
    if table.spec.friends_touch:
        return

    def fights_for(unit: Unit) -> str:
        side = sides.get(unit.id, unit.side)
        return alliances.get(side, table.sides[side].alliance) or side

    for a, b in table.contacts:
        one, two = table.owner(a), table.owner(b)
        if fights_for(one) == fights_for(two):
            raise InvalidValue(f"{does(table.title(a), 'is')} in contact with {table.title(b)}", hint="end that first")

"""The short mark of each unit: a letter given when the battle begins, or when the unit joins it, that never moves."""

from __future__ import annotations

from string import ascii_uppercase
from typing import Final

from companion.engine.session import Session
from companion.engine.state.paths import unit_of

_ROUND: Final = len(ascii_uppercase)


def letter(place: int) -> str:
    """`A` to `Z`, then `2A`: the digit comes first, so that none begins with another."""
    number, at = divmod(place, _ROUND)
    return (str(number + 1) if number else "") + ascii_uppercase[at]


def letters(session: Session) -> dict[str, str]:
    """The letter of every unit that is or was on the table, by id: who left keeps its own, for who comes back."""
    order = list(session.table.units)
    moved = [(place, change) for change in session.history.departures.moves() if (place := unit_of(change.field))]
    for place, change in reversed(moved):
        if change.after is None:
            order.insert(place.at, place.of)
        else:
            order.remove(place.of)
    # Now they stand as they did at the beginning.
    joined = dict.fromkeys(place.of for place, change in moved if change.after is not None)
    everybody = dict.fromkeys((*order, *joined))
    return {of: letter(at) for at, of in enumerate(everybody)}

"""Who acts if nobody fights: the units that the procedure is about, and those they touch."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.session import Session
from companion.engine.standing import Fight, Standing
from companion.engine.state.table import Unit
from companion.tui.cards import touched


def acting(session: Session) -> tuple[Standing, ...]:
    """How the units of the open procedure stand, and the living ones in contact with them; nothing without any."""
    return Fight({unit.id: (unit, "") for unit in _units(session)}).standings()


def _units(session: Session) -> Iterator[Unit]:
    units = session.table.units
    named = session.run.about() if session.run is not None else ()
    about = [units[value] for value in named if value in units and units[value].alive]
    yield from about
    for one in about:
        yield from (other for other in touched(session.table, one) if other not in about)

"""What a fall does to a unit: a pure function of the result."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.speedies.catalog import FALL, row
from companion.rules.speedies.conditions import OUT, worse
from companion.rules.speedies.skills import resulting_status
from companion.rules.speedies.units import SpeediesUnit


class Landing(NamedTuple):
    """The status that a fall means, whether it is graver than the present one, and whether it takes a Wound instead
    of the unit's being incapacitated."""

    status: str
    hurt: bool
    buffered: bool


def height_of(inches: int) -> int:
    """What a fall adds to its die: 2 for each full inch above the second."""
    return 2 * max(0, inches - 2)


def landing(unit: SpeediesUnit, value: int) -> Landing:
    """What a fall with this result does. A milder injury than the present one is ignored."""
    status: str = row(FALL, value).status
    buffered = status == OUT and unit.wounds > 1
    meant = resulting_status(unit, "stunned" if buffered else status)
    return Landing(meant, worse(meant, unit.status), buffered)

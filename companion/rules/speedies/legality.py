"""Refusing an action that its unit may not take."""

from __future__ import annotations

from companion.engine.errors import InvalidInput
from companion.rules.speedies.units import SpeediesUnit


def require(unit: SpeediesUnit, action: str, why_not: str | None) -> None:
    """Raises InvalidInput, code `cannot_…` with the action in lower case, where there is a reason `why_not`."""
    if why_not is not None:
        raise InvalidInput(f"{unit.name} cannot {action}: {why_not}", code=f"cannot_{action.lower()}")

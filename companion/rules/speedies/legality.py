"""How an action of a unit begins: it is refused if the unit may not take it, and asked whom it is aimed at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.errors import InvalidInput
from companion.engine.odds import Odds
from companion.engine.requests import Option
from companion.rules.speedies.units import Game, SpeediesUnit


def require(unit: SpeediesUnit, action: str, why_not: str | None) -> None:
    """Raises InvalidInput, code `cannot_…` with the action in lower case, if there is a reason `why_not`."""
    if why_not is not None:
        raise InvalidInput(f"{unit.name} cannot {action}: {why_not}", code=f"cannot_{action.lower()}")


async def ask_target(
    game: Game,
    unit: SpeediesUnit,
    name: str,
    title: str,
    options: Sequence[Option[str]],
    odds: Callable[[], Odds | None] | None = None,
) -> SpeediesUnit:
    """Asks the owner of a unit for one of these units, whose ids the options have."""
    request = game.choose(name, by=unit.side, title=title, options=options)
    request.odds = odds
    return game.table.unit(await request)

"""Which of several melees or firefights is next."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.requests import Option
from companion.engine.wording import listed
from companion.rules.better_wargame.turn.phases import enters
from companion.rules.better_wargame.units import Game, WargameTable


async def choose_group(game: Game, step: str, kind: str, pending: Sequence[list[str]]) -> list[str]:
    """Step P6 or F2: the current player picks which melee or firefight (`kind`) is next, by one of their units in it.

    Each group is the ids of its units. The step is skipped if only one is pending.
    """
    if not enters(game, step, len(pending) > 1, f"only one {kind} is pending"):
        return pending[0]
    options = [_option(game.table, group) for group in pending]
    picked = await game.choose(
        f"choose_{kind}", by=game.table.current, title=f"Which {kind} is fought next?", options=options
    ).with_odds_ahead()
    return next(group for group in pending if picked in group)


def _option(table: WargameTable, group: Sequence[str]) -> Option[str]:
    """A group as an option: the current player's units against the others.

    Its value is the first unit of the current player; any other unit of it is understood as well.
    """
    mine = [of for of in group if table.unit(of).side == table.current]
    theirs = [of for of in group if of not in mine]
    label = f"{listed(map(table.title, mine))} against {listed(map(table.title, theirs))}"
    return Option(mine[0], label, also=(*mine[1:], *theirs))

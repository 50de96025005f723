"""Groups of units in words."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.requests import Option
from companion.engine.wording import listed
from companion.rules.better_wargame.units import WargameTable


def group_option(table: WargameTable, group: Sequence[str]) -> Option:
    """A melee or firefight as an option: the current player's units against the others.

    Its value is the first unit of the current player; any other of them is understood as well.
    """
    mine = [of for of in group if table.unit(of).side == table.current]
    theirs = [of for of in group if of not in mine]
    label = f"{listed(map(table.title, mine))} against {listed(map(table.title, theirs))}"
    return Option(mine[0], label, also=tuple(mine[1:]))

"""What hands leave behind: minis marked as fallen while they stand in a melee. The rules take it up from there."""

from __future__ import annotations

from typing import Any

from companion.engine.procedure import Context, procedure
from companion.engine.state.table import Pair
from companion.rules.legion.closing import close_up
from companion.rules.legion.ending import check_over
from companion.rules.legion.melee import picture
from companion.rules.legion.units import LegionTable, Mini
from companion.rules.legion.wounds import clear_tokens, fall


def fallen(table: LegionTable) -> list[Mini]:
    """The minis that players marked as defeated by hand, and that still touch somebody."""
    return [m for of in dict.fromkeys(of for pair in table.contacts for of in pair) if not (m := table.mini(of)).alive]


def _melees_before(table: LegionTable) -> list[Pair]:
    """The melees as they stood before those minis fell: their contacts are still there."""
    place = {of: n for n, of in enumerate(table.units)}
    found = []
    for a, b in table.contacts:
        one, two = sorted((table.owner(a), table.owner(b)), key=lambda u: place[u.id])
        if table.enemies(one, two):
            found.append((one.id, two.id))
    return sorted(dict.fromkeys(found), key=lambda pair: (place[pair[0]], place[pair[1]]))


@procedure("Closing up after fallen minis")
async def tidy_up(game: Context[LegionTable]) -> dict[str, Any]:
    """Minis that fell by hand leave the table, and the others close up as after any loss (section 7)."""
    table = game.table
    before = _melees_before(table)
    lost = fallen(table)
    for mini in lost:
        fall(game, mini)
    for unit in dict.fromkeys(table.owner(m.id) for m in lost):
        if not unit.alive:
            clear_tokens(game, unit)
    closed = await close_up(game, before)
    check_over(game)
    return {"lost": [m.id for m in lost], **closed, **picture(table)}


async def tidy(game: Context[LegionTable]) -> None:
    """Does it where there is anything to do."""
    if fallen(game.table):
        await tidy_up(game)

"""After manual adjustments: minis marked as defeated while they stand in a melee leave it, and the others close up."""

from __future__ import annotations

from typing import Any

from companion.engine.procedure import procedure
from companion.engine.state.paths import Pair
from companion.rules.legion.engagement import picture
from companion.rules.legion.melee.closing_up import close_up
from companion.rules.legion.melee.wounds import clear_tokens, fall
from companion.rules.legion.records import Mini
from companion.rules.legion.turn.ending import end_if_decided
from companion.rules.legion.units import Game, LegionTable


def fallen(table: LegionTable) -> list[Mini]:
    """The minis that players marked as defeated by a manual adjustment, and that still touch somebody."""
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
async def tidy_up(game: Game) -> dict[str, Any]:
    """Minis marked as defeated leave the table, and the others close up as after any loss."""
    table = game.table
    before = _melees_before(table)
    lost = fallen(table)
    for mini in lost:
        fall(game, mini)
    for unit in dict.fromkeys(table.owner(m.id) for m in lost):
        if not unit.alive:
            clear_tokens(game, unit)
    closed = await close_up(game, before)
    end_if_decided(game)
    return {"lost": [m.id for m in lost], **closed, **picture(table)}


async def clean_up(game: Game) -> None:
    """Has players close up for minis that were marked as defeated, if there are any."""
    if fallen(game.table):
        await tidy_up(game)

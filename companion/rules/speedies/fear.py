"""Fear, at the moment of contact: who must test, in which order, and what failing does (section 5)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.procedure import Context
from companion.rules.speedies.checks import morale_check
from companion.rules.speedies.injuries import set_status
from companion.rules.speedies.skills import has_flag, settled_status
from companion.rules.speedies.units import Battle, Fighter


def testers(one: Fighter, met: Sequence[Fighter]) -> list[Fighter]:
    """Who must pass a Morale Check: each unit that meets a fear-causing enemy and causes none itself.

    The engager comes first (ruling).
    """
    frightened = [one] if any(has_flag(u, "causes_fear") for u in met) else []
    if has_flag(one, "causes_fear"):
        frightened += met
    return [u for u in frightened if not has_flag(u, "causes_fear")]


async def fear_checks(game: Context[Battle], one: Fighter, met: Sequence[Fighter]) -> list[str]:
    """Tests everyone who must; failing staggers until the end of the turn. Returns who was staggered."""
    shaken = []
    for unit in testers(one, met):
        if unit.status != "ok" or settled_status(unit, "staggered") != "staggered":
            game.note(
                f"{unit.name} need not test Fear: it is {unit.status}"
                + (" and is never staggered." if unit.status == "ok" else "."),
                unit=unit.id,
            )
            continue
        if not await morale_check(game, unit, "fear", "Morale Check against Fear"):
            set_status(game, unit, "staggered", "failed its check against Fear")
            shaken.append(unit.id)
    return shaken

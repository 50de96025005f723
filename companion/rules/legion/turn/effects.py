"""Effects from outside an attack: wounds, removed minis, suppression and moves."""

from __future__ import annotations

from typing import Any

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.wording import count, does
from companion.rules.legion.engagement import pairs, picture
from companion.rules.legion.melee.closing_up import close_up
from companion.rules.legion.melee.wounds import assign_wounds, remove_one
from companion.rules.legion.morale import suppress
from companion.rules.legion.turn.ending import end_if_decided
from companion.rules.legion.turn.movement import move
from companion.rules.legion.units import Game, LegionUnit
from companion.rules.legion.words import Refusal, offer

EFFECT = (Step("effect", "What happens"), Step("10", "Wounds and removed minis"), Step("12", "Close up"))


def kinds(unit: LegionUnit) -> list[Option[str]]:
    """What may happen to a unit by an effect."""
    fearless = Refusal("no_suppression", "without courage it holds no suppression") if unit.nerve is None else None
    return [
        Option("wounds", "it suffers wounds"),
        Option("removed", "one of its minis is removed"),
        Option("moved", "it is moved, into or out of contact"),
        offer("suppression", "it gains a suppression token", fearless),
    ]


@procedure("An effect", EFFECT)
async def effect(game: Game, unit: str) -> dict[str, Any]:
    """Applies to a unit something that is no attack: no dice, but wounds, moves and closing up as always."""
    table = game.table
    struck = table.unit(unit)
    game.at("effect")
    kind = await game.choose("effect", by="table", title=f"{struck.name}: which effect?", options=kinds(struck))
    outcome: dict[str, Any] = {"unit": struck.id, "effect": kind}
    if not struck.alive:
        game.note(f"{struck.name}: gone already")
    elif kind == "moved":
        outcome["met"] = await move(game, struck, struck.speed, free=True)
    elif kind == "suppression":
        outcome["gained"] = suppress(game, struck, "an effect")
    else:
        before = pairs(table)
        game.at("10")
        outcome["lost"] = await (_wounded(game, struck) if kind == "wounds" else _removed(game, struck))
        game.at("12")
        outcome |= await close_up(game, before)
    end_if_decided(game)
    return {**outcome, **picture(table)}


async def _wounded(game: Game, unit: LegionUnit) -> list[str]:
    wounds = await game.number(
        "wounds",
        by="table",
        title=f"{unit.name}: how many wounds?",
        lo=1,
        hi=unit.health,
        why_lo="an effect without wounds is none",
        why_hi="the wounds that are left",
    )
    lost = await assign_wounds(game, unit, wounds)
    game.note(f"{does(unit.name, 'suffers')} {count(wounds, 'wound')}", wounds=wounds, lost=lost)
    return lost


async def _removed(game: Game, unit: LegionUnit) -> list[str]:
    gone: str = await game.choose(
        "removed_mini",
        by="table",
        title=f"{unit.name}: which mini is removed?",
        options=[Option(m.id, game.table.mini_title(m.id)) for m in unit.living],
    )
    await remove_one(game, unit, game.table.mini(gone))
    return [gone]

"""Shooting: the current player's units, one after the other, at enemies beyond the range of a firefight."""

from __future__ import annotations

from functools import partial

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.wording import question
from companion.rules.better_wargame.attack.resolve import resolve
from companion.rules.better_wargame.attack.rules import AttackResult
from companion.rules.better_wargame.morale.leadership import Events
from companion.rules.better_wargame.odds.choices import target_odds
from companion.rules.better_wargame.shooting.fire import SHOOTING, end_of_fire, fire
from companion.rules.better_wargame.turn.phases import next_phase
from companion.rules.better_wargame.units import Game, WargameUnit

SHOOT = (
    Step("H1", "Targets"),
    Step("H2", "Split the fire"),
    Step("H3", "To hit"),
    Step("H4", "Deal the hits"),
    Step("H5", "To wound"),
    Step("H6", "Cover saves"),
)
END = (Step("H7", "Break Tests, then suppression"),)


class ShotResult(AttackResult):
    """The outcome: what came of the fire, and the id of the unit that shot."""

    unit: str


def may_not_shoot(unit: WargameUnit) -> str | None:
    """Why a unit may not shoot now; None if it may."""
    if unit.shot:
        return "has shot"
    if unit.movement == "double":
        return "made a double move"
    return "has no ranged weapon" if not unit.ranged_attacks else None


@procedure("Shoot", SHOOT)
async def shoot(game: Game, unit: str) -> ShotResult:
    """One unit shoots at enemies beyond the range of a firefight, of which it may fire at several."""
    one = game.table.unit(unit)
    game.at("H1")
    reach = game.options["firefight_range"]
    picked = await game.pick(
        "targets",
        by=one.side,
        at_least=1,
        title=f'beyond {reach}": whom {question(one.name, "does")} shoot at?',
        options=[Option(f.id, f.name) for f in game.table.foes(one)],
        why="who shoots has a target",
    ).with_odds(partial(target_odds, game, one, game.table.foes(one), SHOOTING))
    game.at("H2")
    targets = [game.table.unit(of) for of in picked]
    game.fight({"attacker": [one], "defender": targets})
    rows = await fire(game, one, targets, SHOOTING)
    game.change(one, "shot", True, "in the Shooting phase")
    result = await resolve(game, rows, SHOOTING)
    return {"unit": unit, **result}


@procedure("End of Shooting", END)
async def end_shooting(game: Game) -> dict[str, Events]:
    """Break Tests and suppression after Shooting, then the Firefight. Outcome: `events`."""
    events: Events = []
    await end_of_fire(game, events, "H7")
    next_phase(game, "firefight")
    return {"events": events}

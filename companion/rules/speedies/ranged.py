"""The Ranged phase: one shot. Hit, Defence and Injury as in melee, but the helpless are no weaker."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.odds import Odds
from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Line
from companion.engine.wording import does, question
from companion.rules.speedies import engagement
from companion.rules.speedies.melee.hits import CRITICAL, SHOT
from companion.rules.speedies.melee.needs import MISSILE, defence_needs, defenceless, shot_lines, show_needs
from companion.rules.speedies.melee.strike import Strike
from companion.rules.speedies.melee.volley import hit, may_defend, roll_defence
from companion.rules.speedies.melee.wounds import wound
from companion.rules.speedies.odds.choices import shot_target_odds
from companion.rules.speedies.stat_checks import needs, own_lean_of, roll_checks
from companion.rules.speedies.turn.ending import end_if_decided
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit

STEPS = (
    Step("R1", "Choose a target"),
    Step("R2", "Ranged Check"),
    Step("R3", "Defence Check"),
    Step("M9", "Wounds"),
    Step("M10", "Injury"),
    Step("M11", "Consequences"),
)


def why_not(table: SpeediesTable, unit: SpeediesUnit) -> str | None:
    """Why a unit may not shoot now."""
    if unit.ranged is None:
        return "cannot shoot"
    if unit.shot:
        return "has shot already"
    if unit.helpless:
        return unit.status
    for flag, reason in (
        ("ran", "ran this turn"),
        ("cast", "cast this turn"),
        ("attempted_engage", "tried to Engage this turn"),
    ):
        if getattr(unit, flag):
            return reason
    if engagement.engaged(table, unit):
        return "engaged"
    free = [u for u in table.foes(unit) if not engagement.engaged(table, u)]
    return None if free else "every enemy is engaged"


@procedure("Shoot", STEPS)
async def shoot(game: Game, unit: str) -> dict[str, Any]:
    """One shot of a unit at an enemy that is not engaged. Returns the report of a volley."""
    table = game.table
    one = table.unit(unit)
    game.at("R1")
    options = [
        Option(u.id, u.name, "engaged" if engagement.engaged(table, u) else None, "invalid_target")
        for u in table.foes(one)
    ]
    title = f"whom {question(one.name, 'does')} shoot at?"
    request = game.choose("shoot_target", by=one.side, title=title, options=options)
    target = table.unit(await request.with_odds(partial(shot_target_odds, table, one)))
    # Cover is read by Defence Checks alone.
    covered = f"{question(target.name, 'is')} in cover?"
    cover = not defenceless(target) and await game.yes_no("cover", by="table", title=covered)
    game.change(one, "shot", True, "shot")
    game.fight({"shooter": [one], "target": [target]})
    strike = Strike(game, one, target, [MISSILE], SHOT)
    await roll_shot(game, strike, cover)
    if strike.hits:
        await defend_shot(game, strike, cover)
    else:
        game.skip("R3", "missed")
    await wound(game, strike)
    report = strike.report()
    end_if_decided(game)
    return report


async def roll_shot(game: Game, strike: Strike, cover: bool) -> None:
    """R2: the Ranged Check. A natural 20 counts as two hits."""
    one = strike.attacker
    game.at("R2")
    assert one.ranged is not None
    lean = own_lean_of(game, one, "ranged")
    lines = [Line("Rgd", one.ranged, "Ranged Check")]
    needed = needs(game, one, f"ranged_needs[{one.id}]", lines)
    show_needs(game, one, "to hit", {MISSILE: needed}, game.options["auto_fail_max"])

    def odds() -> Odds:
        return strike.odds([MISSILE]).attack_odds([MISSILE], {MISSILE: needed}, lean, cover=cover)

    title = f"{does(one.name, 'shoots')} at {strike.target.name}: "
    found = await roll_checks(
        game, "ranged_check", one, title, [("shot", needed)], lean, odds, noun="hits", critical=CRITICAL
    )
    hit(strike, found)


async def defend_shot(game: Game, strike: Strike, cover: bool) -> None:
    """R3: the Defence Checks. Cover and having moved each take 3 off the shot's Pierce."""
    if may_defend(game, strike, "R3"):
        strike.announce()
        needs = {MISSILE: defence_needs(game, strike.target, shot_lines(strike.attacker, cover), MISSILE)}
        held = await roll_defence(game, strike, strike.hits, needs)
        strike.hits = [hit for hit, stopped in zip(strike.hits, held, strict=True) if not stopped]

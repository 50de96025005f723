"""The Ranged phase: one shot. Hit, Defence and Injury as in melee, but the helpless are no weaker."""

from __future__ import annotations

from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Line
from companion.rules.speedies import engagement
from companion.rules.speedies.melee.hits import Hit, hits_of
from companion.rules.speedies.melee.report import Report
from companion.rules.speedies.melee.volley import defence_needs, roll_defence
from companion.rules.speedies.melee.wounds import wound
from companion.rules.speedies.stat_checks import dice_words, groups_of, kept, lean_of, numbers, staggered
from companion.rules.speedies.turn.ending import check_end
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit, Weapon

STEPS = (
    Step("R1", "Choose a target"),
    Step("R2", "Ranged Check"),
    Step("R3", "Defence Check"),
    Step("M9", "Wounds"),
    Step("M10", "Injury"),
    Step("M11", "Consequences"),
)
MISSILE = Weapon("missile")


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
    free = [u for u in engagement.opponents(table, unit) if not engagement.engaged(table, u)]
    return None if free else "every enemy is engaged"


@procedure("Shoot", STEPS)
async def shoot(game: Game, unit: str) -> dict[str, Any]:
    """One shot of a unit at an enemy that is not engaged. Returns the report of a volley."""
    table = game.table
    one = table.unit(unit)
    reason = why_not(table, one)
    if reason is not None:
        raise InvalidInput(f"{one.name} cannot shoot: {reason}", code="cannot_shoot")
    game.at("R1")
    target = table.unit(
        await game.choose(
            "shoot_target",
            by=one.side,
            title=f"Whom does {one.name} shoot at?",
            options=[
                Option(u.id, u.name, "engaged" if engagement.engaged(table, u) else None)
                for u in engagement.opponents(table, one)
            ],
        )
    )
    cover = await game.yes_no("cover", by="table", title=f"Is {target.name} in cover?")
    game.change(one, "shot", True, "shot")
    report = Report(one.id, target.id, 1, "ranged")
    hits = await roll_shot(game, one, target, report)
    failed = await defend_shot(game, one, target, hits, cover)
    report.unsaved = len(failed)
    await wound(game, one, target, failed, report)
    report.result = target.status
    game.note(report.sentence(one, target), volley=report.data())
    check_end(game)
    return report.data()


async def roll_shot(game: Game, one: SpeediesUnit, target: SpeediesUnit, report: Report) -> list[Hit]:
    """R2: the Ranged Check. A natural 20 counts as two hits."""
    game.at("R2")
    assert one.ranged is not None
    lean = lean_of(game, f"ranged_lean[{one.id}]", f"{one.name}'s Advantage", [], staggered(one))
    needed = game.tally(f"ranged_needs[{one.id}]", [Line("Rgd", one.ranged)], name=f"{one.name} needs", unit="or more")
    auto_fail: int = game.options["auto_fail_max"]
    rolled = await game.roll(
        "ranged_check",
        by=one.side,
        dice=groups_of(["shot"], lean),
        tally=[needed, lean],
        title=f"{one.name} shoots at {target.name}: {dice_words(1, [needed], lean, auto_fail)}",
    )
    dice = kept(numbers(rolled), lean)
    hits = hits_of(dice, [MISSILE], [needed], auto_fail)
    report.hits, report.crits = len(hits), dice.count(20)
    return hits


async def defend_shot(game: Game, one: SpeediesUnit, target: SpeediesUnit, hits: list[Hit], cover: bool) -> list[Hit]:
    """R3: the Defence Checks. Cover and having moved each take 3 off the shot's Pierce."""
    if not hits or (target.defence is None and target.defence_bonus == 0):
        game.skip("R3", "missed" if not hits else f"{target.name} has no Defence")
        return hits
    game.at("R3")
    lines = [
        Line("Pierce of the shot", one.ranged_pierce),
        Line("cover", -3 if cover else 0),
        Line(f"{one.name} moved", -3 if one.moved else 0),
    ]
    needs = {MISSILE: defence_needs(game, target, [line for line in lines if line.value], MISSILE)}
    for_ = ["by the situation"] if target.defence_advantage > 0 else []
    against = staggered(target) + (["by the situation"] if target.defence_advantage < 0 else [])
    held = await roll_defence(game, one, target, hits, needs, for_, against)
    return [hit for hit, stopped in zip(hits, held, strict=True) if not stopped]

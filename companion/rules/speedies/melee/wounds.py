"""M9 and M10: what hits that were not stopped do to a target, in melee and from a shot."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.dice import D20, Dice
from companion.engine.state.changes import Line
from companion.rules.speedies.conditions import worse
from companion.rules.speedies.injuries import injure, lose_wounds, take_out
from companion.rules.speedies.melee.hits import Hit, band_of, injury_status, worst
from companion.rules.speedies.melee.report import Report
from companion.rules.speedies.skills import of, resulting_status
from companion.rules.speedies.units import Game, SpeediesUnit

MOST_REROLLS = 50


async def finish_stunned(game: Game, attacker: SpeediesUnit, target: SpeediesUnit, report: Report) -> None:
    """One attack takes a stunned unit out, without dice; with the option each Wound but the last takes one more."""
    for step in ("M7", "M8", "M10"):
        game.skip(step, f"{target.name} is stunned")
    game.at("M9")
    needed = target.wounds if game.options["injured_multiwound_buffer"] and target.wounds > 1 else 1
    report.spent = min(needed, report.attacks)
    if report.spent < needed:
        lose_wounds(game, target, report.spent, f"struck by {attacker.name} (table ruling: Wounds first)")
        return
    game.at("M11")
    await take_out(game, target, attacker, f"stunned, struck by {attacker.name}")


async def wound(
    game: Game, attacker: SpeediesUnit, target: SpeediesUnit, failed: Sequence[Hit], report: Report
) -> None:
    """M9: each failed Defence takes a Wound; the last is not lost but injures."""
    why = f"struck by {attacker.name}"
    game.at("M9")
    left = max(1, target.wounds)
    if not failed:
        game.skip("M10", "nothing came through")
        return
    if report.mode == "dazed":
        game.skip("M10", f"{target.name} was dazed: one failed Defence is enough")
        buffered = game.options["injured_multiwound_buffer"] and left > 1
        if not buffered or len(failed) >= left:
            game.at("M11")
            await take_out(game, target, attacker, f"dazed, {why}")
        else:
            lose_wounds(game, target, len(failed), f"{why} (table ruling: Wounds first)")
        return
    if len(failed) < left:
        game.skip("M10", f"{target.name} has Wounds left")
        lose_wounds(game, target, len(failed), why)
        return
    pool = await thin_out(game, target, list(failed), left - 1)
    await score_injury(game, attacker, target, pool, report)


async def thin_out(game: Game, target: SpeediesUnit, pool: list[Hit], count: int) -> list[Hit]:
    """M9: takes hits out of the pool at random, one for each Wound that is still there to lose."""
    for _ in range(count):
        for _ in range(MOST_REROLLS):
            rolled = await game.roll(
                "random_hit",
                by="table",
                dice=[Dice("random hit", D20, 1)],
                title=f"Which of {len(pool)} hits is only a Wound of {target.name}? "
                f"{20 // len(pool)} faces a hit, in roll order",
            )
            gone = band_of(int(rolled[0][0]), len(pool))
            if gone is not None:
                game.note(f"The hit with the natural {pool[gone].die} is only a Wound.", die=pool[gone].die)
                del pool[gone]
                break
    return pool


async def score_injury(
    game: Game, attacker: SpeediesUnit, target: SpeediesUnit, pool: Sequence[Hit], report: Report
) -> None:
    """M10: the best injury value in the pool says what becomes of the target. A shot at the injured only worsens."""
    game.at("M10")
    ranged = report.mode == "ranged"
    own = attacker.ranged_injury if ranged else attacker.injury
    resist = target.injury_resist + of(target).injury_resist
    best = worst(pool, own, resist)
    lines = [
        Line("natural die", best.die, "Injury"),
        Line("Injury of the unit", own, "Injury"),
        Line(best.weapon.name, best.weapon.injury, "Injury"),
        Line("the target resists", -resist, "Injury"),
    ]
    if of(attacker).injury_die and not ranged:
        rolled = await game.roll(
            "injury_die",
            by=attacker.side,
            dice=[Dice("injury", D20, 1)],
            title=f"{attacker.name} ({of(attacker).injury_die}): one d20 more, the better counts",
        )
        lines[0] = Line("natural die", max(best.die, int(rolled[0][0])), "Injury")
    value = game.tally(
        f"injury[{target.id}]",
        [li for i, li in enumerate(lines) if li.value or i == 0],
        name=f"Injury of {target.name}",
    )
    report.injury_value = int(value)
    status = injury_status(value)
    why = f"injury {int(value)} from {attacker.name}"
    if ranged and target.helpless and not worse(resulting_status(target, status), target.status):
        game.note(f"{target.name} is {target.status} already: {status} is ignored.", unit=target.id)
        game.change(target, "wounds", 1, why)
        return
    game.at("M11")
    await injure(game, target, status, attacker, why)

"""M9 and M10: what hits that were not stopped do to a target, in melee and from a shot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine.dice import D20, Dice
from companion.engine.procedure import Context
from companion.engine.state.changes import Line
from companion.rules.speedies import strikes
from companion.rules.speedies.injuries import injure, lose_wounds, take_out, worse
from companion.rules.speedies.skills import of, settled_status
from companion.rules.speedies.strikes import Hit
from companion.rules.speedies.units import Battle, Fighter

MOST_REROLLS = 50


@dataclass
class Report:
    """What a volley did. `mode` is the target's state when it began: normal, dazed, stunned, or ranged for a shot."""

    attacker: str
    target: str
    attacks: int
    mode: str
    hits: int = 0
    crits: int = 0
    unsaved: int = 0
    injury_value: int | None = None
    spent: int | None = None
    result: str = "ok"

    def data(self) -> dict[str, Any]:
        """The report as plain data; `injury_value` and `spent` only where there is one."""
        return {k: v for k, v in vars(self).items() if v is not None}


async def finish_stunned(game: Context[Battle], attacker: Fighter, target: Fighter, report: Report) -> None:
    """One attack takes a stunned unit out, without dice; with the option each Wound but the last takes one more."""
    for step in ("M7", "M8", "M10"):
        game.skip(step, f"{target.name} is stunned")
    game.at("M9")
    needed = target.wounds if game.options["injured_multiwound_buffer"] and target.wounds > 1 else 1
    report.spent = min(needed, report.attacks)
    if report.spent < needed:
        lose_wounds(game, target, report.spent, f"struck by {attacker.name} (ruling: Wounds first)")
        return
    game.at("M11")
    await take_out(game, target, attacker, f"stunned, struck by {attacker.name}")


async def wound(
    game: Context[Battle], attacker: Fighter, target: Fighter, failed: Sequence[Hit], report: Report
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
            lose_wounds(game, target, len(failed), f"{why} (ruling: Wounds first)")
        return
    if len(failed) < left:
        game.skip("M10", f"{target.name} has Wounds left")
        lose_wounds(game, target, len(failed), why)
        return
    pool = await thin_out(game, target, list(failed), left - 1)
    await score_injury(game, attacker, target, pool, report)


async def thin_out(game: Context[Battle], target: Fighter, pool: list[Hit], count: int) -> list[Hit]:
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
            gone = strikes.band_of(int(rolled[0][0]), len(pool))
            if gone is not None:
                game.note(f"The hit with the natural {pool[gone].die} is only a Wound.", die=pool[gone].die)
                del pool[gone]
                break
    return pool


async def score_injury(
    game: Context[Battle], attacker: Fighter, target: Fighter, pool: Sequence[Hit], report: Report
) -> None:
    """M10: the best injury value in the pool says what becomes of the target. A shot at the injured only worsens."""
    game.at("M10")
    ranged = report.mode == "ranged"
    own = attacker.ranged_injury if ranged else attacker.injury
    resist = target.injury_resist + of(target).injury_resist
    best = strikes.worst(pool, own, resist)
    lines = [
        Line("natural die", best.die),
        Line("Injury", own),
        Line(best.weapon.name, best.weapon.injury),
        Line("resists", -resist),
    ]
    if of(attacker).injury_die and not ranged:
        rolled = await game.roll(
            "injury_die",
            by=attacker.side,
            dice=[Dice("injury", D20, 1)],
            title=f"{attacker.name} ({of(attacker).injury_die}): one d20 more, the better counts",
        )
        lines[0] = Line("natural die", max(best.die, int(rolled[0][0])))
    value = game.tally(
        f"injury[{target.id}]",
        [li for i, li in enumerate(lines) if li.value or i == 0],
        name=f"Injury of {target.name}",
    )
    report.injury_value = int(value)
    status = strikes.injury_status(value)
    why = f"injury {int(value)} from {attacker.name}"
    if ranged and target.helpless and not worse(settled_status(target, status), target.status):
        game.note(f"{target.name} is {target.status} already: {status} is ignored.", unit=target.id)
        game.change(target, "wounds", 1, why)
        return
    game.at("M11")
    await injure(game, target, status, attacker, why)


def told(attacker: Fighter, target: Fighter, report: Report) -> str:
    """The report as a sentence for the log."""
    if report.mode == "stunned":
        return f"{attacker.name} strikes stunned {target.name}: {report.result}."
    crits = f" ({report.crits} critical)" if report.crits else ""
    value = f", injury {report.injury_value}" if report.injury_value is not None else ""
    does = "shoots at" if report.mode == "ranged" else "strikes"
    return (
        f"{attacker.name} {does} {target.name}: attacks {report.attacks}, hits {report.hits}{crits}, "
        f"not stopped {report.unsaved}{value}; {target.name} is {report.result}, Wounds {target.wounds}."
    )

"""M9 and M10: what hits that were not stopped do to a target, in melee and from a shot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.dice import D20, Dice, Faces
from companion.engine.state.changes import Line
from companion.engine.state.phrases import phrase, says
from companion.engine.wording import count, does, signed
from companion.rules.speedies.conditions import OUT
from companion.rules.speedies.injuries import injure, lose_wounds, now_is, take_out
from companion.rules.speedies.melee.hits import (
    Hit,
    band_of,
    follows,
    force_of,
    injury_status,
    is_ignored,
    worst,
)
from companion.rules.speedies.melee.strike import Strike
from companion.rules.speedies.skills import resulting_status
from companion.rules.speedies.stat_checks import roll_d20
from companion.rules.speedies.units import Game, SpeediesUnit

MOST_REROLLS = 50


async def finish_stunned(game: Game, strike: Strike) -> None:
    """One attack takes a stunned unit out, without dice; with the option each Wound but the last takes one more."""
    attacker, target, attacks = strike.attacker, strike.target, len(strike.weapons)
    for step in ("M7", "M8", "M10"):
        game.skip(step, f"{does(target.name, 'is')} stunned")
    game.at("M9")
    buffer: bool = game.options["injured_multiwound_buffer"]
    only_wounds = follows(attacks, target.wounds, strike.mode, buffer=buffer) == "wounds"
    spent = strike.spent = min(target.wounds if buffer and target.wounds > 1 else 1, attacks)
    title = f"{does(attacker.name, 'strikes')} {target.name}, who is stunned"
    if only_wounds:
        lose_wounds(game, target, spent, f"table ruling: Wounds first, struck by {attacker.name}", attacker)
        told = phrase(_loses(target, spent), ": no dice are needed.")
        game.result(told, title=title, attacker=attacker.id, target=target.id)
        return
    game.at("M11")
    lost = attacks - spent
    game.result(
        phrase(
            now_is(target, OUT),
            ": no dice are needed",
            f", and {count(lost, 'attack')} more {'is' if lost == 1 else 'are'} lost." if lost else ".",
        ),
        title=title,
        attacker=attacker.id,
        target=target.id,
    )
    await take_out(game, target, attacker, f"stunned, struck by {attacker.name}")


async def wound(game: Game, strike: Strike) -> None:
    """M9: each failed Defence takes a Wound; the last is not lost but injures. Tells the result of the last dice."""
    attacker, target, failed = strike.attacker, strike.target, len(strike.hits)
    why = f"struck by {attacker.name}"
    game.at("M9")
    dazed = strike.mode == "dazed"
    then = follows(failed, target.wounds, strike.mode, buffer=game.options["injured_multiwound_buffer"])
    if then == "nothing":
        game.skip("M10", "nothing came through")
        strike.announce()
    elif then == "injury":
        await score_injury(game, strike, await thin_out(game, strike))
    else:
        enough = f"{does(target.name, 'was')} dazed: one failed Defence is enough"
        game.skip("M10", enough if dazed else f"{does(target.name, 'has')} Wounds left")
        if then == "wounds":
            lose_wounds(game, target, failed, f"table ruling: Wounds first, {why}" if dazed else why, attacker)
            strike.announce(_loses(target, failed))
            return
        game.at("M11")
        strike.announce(phrase(now_is(target, OUT), ", one failed Defence is enough while dazed"))
        await take_out(game, target, attacker, f"dazed, {why}")


def _loses(target: SpeediesUnit, wounds: int) -> str:
    left = says(f"{target.wounds} left", target, "wounds", target.wounds)
    return phrase(does(target.name, f"loses {count(wounds, 'Wound')} and has "), left)


async def thin_out(game: Game, strike: Strike) -> list[Hit]:
    """M9: the hits less one at random for each Wound that is still there to lose."""
    target, pool = strike.target, list(strike.hits)
    for left in range(target.wounds - 1, 0, -1):
        strike.announce(f"{does(target.name, 'has')} {count(target.wounds, 'Wound')}, so not every hit injures")
        again: Sequence[Faces] = ()
        for _ in range(MOST_REROLLS):
            width = max(1, 20 // len(pool))
            bands = ", ".join(f"{n * width + 1}–{(n + 1) * width} the {hit.die}" for n, hit in enumerate(pool[:20]))
            title = (
                f"which hit on {target.name} is only a Wound? d20: {bands}"
                if len(pool) < 5
                else f"which of {len(pool)} hits is only a Wound of {target.name}? {width} faces a hit, in roll order"
            )
            odds = partial(strike.odds([hit.weapon for hit in pool]).injury_odds, tuple(pool), left)
            face = await roll_d20(game, "random_hit", "table", title, Dice("random hit", D20, 1), odds, again)
            gone = band_of(face, len(pool))
            if gone is not None:
                die = pool[gone].die
                sentence = f"{face}: the hit with the natural {die} is only a Wound"
                strike.rolled(sentence, [["picked"]], die=die)
                del pool[gone]
                break
            game.result(f"{face} belongs to no hit: roll again.", marks=[["rerolled"]])
            again = ((face,),)
    return pool


async def score_injury(game: Game, strike: Strike, pool: Sequence[Hit]) -> None:
    """M10: the best injury value in the pool says what becomes of the target. A shot at the injured only worsens."""
    attacker, target = strike.attacker, strike.target
    game.at("M10")
    force, best = force_of(attacker, target, strike.mode), worst(pool)
    die, skill = best.die, force.skill
    if skill:
        strike.announce(f"{does(target.name, 'is')} injured")
        title = f"{attacker.name} ({skill}): one d20 more, better than the natural {die} it counts"
        odds = partial(strike.odds([best.weapon]).injury_odds, (best,))
        face = await roll_d20(game, "injury_die", attacker.side, title, Dice("injury", D20, 1), odds)
        mark = "kept" if face > die else "ignored"
        strike.rolled(f"{skill}: {face} beside the natural {die}", [[mark]])
        die = max(die, face)
    lines = [
        Line("natural die", die, "Injury"),
        Line("Injury of the unit", force.injury, "Injury"),
        Line(best.weapon.name, best.weapon.injury, "Injury"),
        Line("the target resists", -force.resist, "Injury"),
    ]
    value = game.tally(
        f"injury[{target.id}]",
        [line for line in lines if line.value or line is lines[0]],
        name=f"Injury of {target.name}",
    )
    strike.injury_value = int(value)
    status = injury_status(value)
    meant = resulting_status(target, status)
    why = f"injury {int(value)} from {attacker.name}"
    if is_ignored(target, meant, strike.mode):
        strike.announce(f"{does(target.name, 'stays')} {target.status}: injury {int(value)} is no worse")
        game.note(f"{does(target.name, 'is')} {target.status} already: {status} is ignored.", unit=target.id)
        game.change(target, "wounds", 1, why, attacker)
        return
    game.at("M11")
    instead = f" instead of {status}" if meant != status else ""
    strike.announce(phrase(now_is(target, meant), f"{instead}, injury {int(value)}{_sum_of(value.lines)}"))
    await injure(game, target, status, attacker, why)


def _sum_of(lines: Sequence[Line]) -> str:
    """How an injury value came about, if it is more than the natural die."""
    if len(lines) == 1:
        return ""
    parts = (f"{line.label} {signed(line.value)}" for line in lines[1:])
    return f" (natural {lines[0].value}, {', '.join(parts)})"

"""M7 and M8: all attacks of one unit on one target, from Melee Checks to the hits that are not stopped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.odds import Odds
from companion.engine.procedure import procedure
from companion.engine.state.changes import Tally
from companion.engine.wording import count, does, listed, possessive
from companion.rules.speedies import engagement
from companion.rules.speedies.melee.hits import CRITICAL, Hit, PendingResult, hits_of, mode_of
from companion.rules.speedies.melee.needs import (
    Needs,
    attacker_lean,
    defence_needs,
    defence_reasons,
    defenceless,
    hindered_by,
    melee_needs,
    pierce_lines,
    show_needs,
)
from companion.rules.speedies.melee.report import Report
from companion.rules.speedies.melee.wounds import finish_stunned, wound
from companion.rules.speedies.odds.volley import Volley
from companion.rules.speedies.skills import of, remind
from companion.rules.speedies.stat_check_dice import NATURAL, lean_of
from companion.rules.speedies.stat_checks import Checks, roll_checks
from companion.rules.speedies.units import Game, SpeediesUnit, Weapon

TIMES = {1: "once", 2: "twice"}


@procedure("Volley")
async def volley(
    game: Game,
    attacker: SpeediesUnit,
    target: SpeediesUnit,
    weapons: Sequence[Weapon],
    carry: Sequence[Tally] = (),
) -> dict[str, Any]:
    """All attacks of one unit on one target, one weapon each, in declared order. Returns the report (M7 to M11).

    `carry` is shown with the checks: what is left of the attack order.
    """
    mode = mode_of(target)
    report = Report(attacker.id, target.id, len(weapons), mode)
    game.fight({"attacker": [attacker], "defender": [target]})
    game.show(attacker, "attacks", "attacks", len(weapons))
    shielded = engagement.shielded(game.table, attacker)
    if shielded:
        words = listed(f"{helpless.name} ({helpless.status})" for helpless, _ in shielded)
        game.show(attacker, "shielded", "may not strike", f"{words}: a standing enemy touches it")
    if mode == "stunned":
        await finish_stunned(game, attacker, target, report)
    else:
        hits, pending = await roll_hits(game, attacker, target, weapons, report, carry)
        if hits:
            hits, pending = await defend(game, attacker, target, hits, pending, carry)
        report.unsaved = len(hits)
        await wound(game, attacker, target, hits, report, pending)
    report.result = target.status
    game.note(report.sentence(attacker, target), beside="result", volley=report.data())
    game.conclude(report.conclusion(attacker, target))
    return report.data()


async def roll_hits(
    game: Game,
    attacker: SpeediesUnit,
    target: SpeediesUnit,
    weapons: Sequence[Weapon],
    report: Report,
    carry: Sequence[Tally],
) -> tuple[list[Hit], PendingResult]:
    """M7: the Melee Checks, one an attack in declared order. A natural 20 counts as two hits."""
    game.at("M7")
    remind(game, attacker)
    lean = attacker_lean(game, attacker, target)
    needs = {w: melee_needs(game, attacker, w) for w in dict.fromkeys(weapons)}
    show_needs(game, attacker, "to hit", needs, game.options["auto_fail_max"])

    def odds() -> Odds:
        return Volley(game.options, attacker, target, weapons).attack_odds(weapons, needs, lean)

    title = f"{does(attacker.name, 'attacks')} {target.name}: "
    checks = [(w.name, needs[w]) for w in weapons]
    found = await roll_checks(
        game, "melee_check", attacker, title, checks, lean, odds, noun="hits", critical=CRITICAL, carry=carry
    )
    return hit(attacker, target, weapons, found, report)


def hit(
    attacker: SpeediesUnit, target: SpeediesUnit, weapons: Sequence[Weapon], found: Checks, report: Report
) -> tuple[list[Hit], PendingResult]:
    """M7 and R2: the hits of Melee or Ranged Checks, and what is to be announced of them: criticals too."""
    hits = hits_of(found.naturals, found.passed, weapons)
    crits = found.naturals.count(NATURAL)
    report.hits, report.crits = len(hits), crits
    times = f" {TIMES.get(len(hits), f'{len(hits)} times')}" if hits else ""
    text = f"{does(attacker.name, 'hits' if hits else 'misses')} {target.name}{times}, {found.words}"
    if crits:
        text += f" ({'a natural 20 is a critical' if crits == 1 else 'natural 20s are criticals'}: two hits"
        text += ")" if crits == 1 else " each)"
    words = ["critical" if die == NATURAL else "hit" * ok for die, ok in zip(found.naturals, found.passed, strict=True)]
    return hits, PendingResult((attacker.id, target.id), text, found.marks(words))


async def defend(
    game: Game,
    attacker: SpeediesUnit,
    target: SpeediesUnit,
    hits: Sequence[Hit],
    pending: PendingResult,
    carry: Sequence[Tally],
) -> tuple[list[Hit], PendingResult]:
    """M8: the Defence Checks, one a hit in order. Returns the hits that were not stopped.

    If dice are rolled for it, `pending` is announced and their own result is returned instead.
    """
    if defenceless(target):
        game.skip("M8", f"{does(target.name, 'has')} no Defence")
        pending.sentence += f"; {does(target.name, 'has')} no Defence"
        return list(hits), pending
    game.at("M8")
    skills = of(attacker)
    rolled_for = [h for h in hits if h.die < skills.no_defence_from]
    past = len(hits) - len(rolled_for)
    if past:
        pending.sentence += f"; {count(past, 'hit')} with a natural {skills.no_defence_from} or more"
        pending.sentence += f" {'allows' if past == 1 else 'allow'} no Defence Check ({skills.no_defence_by})"
    if not rolled_for:
        return list(hits), pending
    against = hindered_by(attacker, (h.weapon for h in rolled_for))
    needs = {
        w: defence_needs(game, target, pierce_lines(attacker, w), w)
        for w in dict.fromkeys(h.weapon for h in rolled_for)
    }
    pending.announce(game)
    held, defended = await roll_defence(game, attacker, target, rolled_for, needs, against, carry, all_hits=hits)
    if past:
        defended.sentence += f"; {count(past, 'hit')} could not be stopped ({skills.no_defence_by})"
    results = iter(held)
    return [h for h in hits if h.die >= skills.no_defence_from or not next(results)], defended


async def roll_defence(
    game: Game,
    attacker: SpeediesUnit,
    target: SpeediesUnit,
    hits: Sequence[Hit],
    needs: Needs,
    against: Sequence[str] = (),
    carry: Sequence[Tally] = (),
    *,
    all_hits: Sequence[Hit] = (),
    mode: str = "",
) -> tuple[list[bool], PendingResult]:
    """The dice of M8, and of a shot. Returns for each of these hits whether it is stopped, and the result to announce.

    `against` are reasons for Disadvantage beside those of the target itself. The odds count `all_hits`, those
    too that nothing stops; `mode` is `ranged` for a shot.
    """
    for_, against = defence_reasons(target, against)
    lean = lean_of(game, f"defence_lean[{target.id}]", f"{possessive(target.name)} Advantage", for_, against)
    show_needs(game, target, "to stop", needs, game.options["auto_fail_max"])
    game.show(target, "hits", "hits to stop", len(hits))

    def odds() -> Odds:
        struck = all_hits or hits
        return Volley(game.options, attacker, target, [h.weapon for h in struck], mode).defence_odds(
            struck, needs, lean
        )

    title = f"{does(target.name, 'defends')} against {attacker.name}: "
    checks = [(f"against {hit.weapon.name}", needs[hit.weapon]) for hit in hits]
    found = await roll_checks(game, "defence_check", target, title, checks, lean, odds, noun="stopped", carry=carry)
    held = found.passed
    which = "the hit" if len(hits) == 1 else f"{sum(held)} of {len(hits)} hits"
    stops = "stops" if any(held) or len(hits) > 1 else "does not stop"
    marks = found.marks(["held" * each for each in held])
    return held, PendingResult((attacker.id, target.id), f"{does(target.name, stops)} {which}, {found.words}", marks)

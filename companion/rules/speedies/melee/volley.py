"""M7 and M8: all attacks of one unit on one target, from Melee Checks to the hits that are not stopped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.odds import Odds
from companion.engine.procedure import procedure
from companion.engine.state.changes import Tally
from companion.engine.wording import count, does, listed, possessive
from companion.rules.speedies import engagement
from companion.rules.speedies.melee.hits import CRITICAL, Hit, hits_of, mode_of
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
from companion.rules.speedies.melee.strike import Strike
from companion.rules.speedies.melee.wounds import finish_stunned, wound
from companion.rules.speedies.skills import of, remind
from companion.rules.speedies.stat_check_dice import NATURAL, lean_of
from companion.rules.speedies.stat_checks import Checks, roll_checks
from companion.rules.speedies.units import Game, SpeediesUnit, Weapon

TIMES = {1: "once", 2: "twice"}


@procedure("Volley")
async def volley(
    game: Game, attacker: SpeediesUnit, target: SpeediesUnit, weapons: Sequence[Weapon], carry: Sequence[Tally]
) -> dict[str, Any]:
    """All attacks of one unit on one target, one weapon each, in declared order. Returns the report (M7 to M11).

    `carry` is shown with the checks: what is left of the attack order.
    """
    strike = Strike(game, attacker, target, weapons, mode_of(target), carry)
    game.fight({"attacker": [attacker], "defender": [target]})
    game.show(attacker, "attacks", "attacks", len(weapons))
    shielded = engagement.shielded(game.table, attacker)
    if shielded:
        words = listed(f"{helpless.name} ({helpless.status})" for helpless, _ in shielded)
        game.show(attacker, "shielded", "may not strike", f"{words}: a standing enemy touches it")
    if strike.mode == "stunned":
        await finish_stunned(game, strike)
    else:
        await roll_hits(game, strike)
        if strike.hits:
            await defend(game, strike)
        await wound(game, strike)
    return strike.report()


async def roll_hits(game: Game, strike: Strike) -> None:
    """M7: the Melee Checks, one an attack in declared order. A natural 20 counts as two hits."""
    attacker, weapons = strike.attacker, strike.weapons
    game.at("M7")
    remind(game, attacker)
    lean = attacker_lean(game, attacker, strike.target)
    needs = {w: melee_needs(game, attacker, w) for w in dict.fromkeys(weapons)}
    show_needs(game, attacker, "to hit", needs, game.options["auto_fail_max"])

    def odds() -> Odds:
        return strike.odds(weapons).attack_odds(weapons, needs, lean)

    title = f"{does(attacker.name, 'attacks')} {strike.target.name}: "
    checks = [(w.name, needs[w]) for w in weapons]
    found = await roll_checks(
        game, "melee_check", attacker, title, checks, lean, odds, noun="hits", critical=CRITICAL, carry=strike.carry
    )
    hit(strike, found)


def hit(strike: Strike, found: Checks) -> None:
    """M7 and R2: the hits of Melee or Ranged Checks, and what is to be announced of them: criticals too."""
    hits = strike.hits = hits_of(found.naturals, found.passed, strike.weapons)
    crits = strike.crits = found.naturals.count(NATURAL)
    strike.landed = len(hits)
    times = f" {TIMES.get(len(hits), f'{len(hits)} times')}" if hits else ""
    text = f"{does(strike.attacker.name, 'hits' if hits else 'misses')} {strike.target.name}{times}, {found.words}"
    if crits:
        text += f" ({'a natural 20 is a critical' if crits == 1 else 'natural 20s are criticals'}: two hits"
        text += ")" if crits == 1 else " each)"
    words = ["critical" if die == NATURAL else "hit" * ok for die, ok in zip(found.naturals, found.passed, strict=True)]
    strike.rolled(text, found.marks(words))


async def defend(game: Game, strike: Strike) -> None:
    """M8: the Defence Checks, one a hit in order, if the target makes any. Takes the hits away that are stopped."""
    if not may_defend(game, strike, "M8"):
        return
    skills, hits = of(strike.attacker), strike.hits
    rolled_for = [h for h in hits if h.die < skills.no_defence_from]
    past = len(hits) - len(rolled_for)
    if past:
        strike.told += f"; {count(past, 'hit')} with a natural {skills.no_defence_from} or more"
        strike.told += f" {'allows' if past == 1 else 'allow'} no Defence Check ({skills.no_defence_by})"
    if not rolled_for:
        return
    against = hindered_by(strike.attacker, (h.weapon for h in rolled_for))
    needs = {
        w: defence_needs(game, strike.target, pierce_lines(strike.attacker, w), w)
        for w in dict.fromkeys(h.weapon for h in rolled_for)
    }
    strike.announce()
    held = iter(await roll_defence(game, strike, rolled_for, needs, against))
    if past:
        strike.told += f"; {count(past, 'hit')} could not be stopped ({skills.no_defence_by})"
    strike.hits = [h for h in hits if h.die >= skills.no_defence_from or not next(held)]


def may_defend(game: Game, strike: Strike, step: str) -> bool:
    """Enters the step of Defence Checks, M8 or R3, if the target makes any; else it is told with the hits."""
    none = f"{does(strike.target.name, 'has')} no Defence"
    if game.enters(step, not defenceless(strike.target), none):
        return True
    strike.told += f"; {none}"
    return False


async def roll_defence(
    game: Game, strike: Strike, hits: Sequence[Hit], needs: Needs, against: Sequence[str] = ()
) -> list[bool]:
    """The dice of M8, and of a shot. Returns for each of these hits whether it is stopped.

    `against` are reasons for Disadvantage beside those of the target itself. The odds count those hits too that
    nothing stops.
    """
    target, struck = strike.target, tuple(strike.hits)
    for_, against = defence_reasons(target, against)
    lean = lean_of(game, f"defence_lean[{target.id}]", f"{possessive(target.name)} Advantage", for_, against)
    show_needs(game, target, "to stop", needs, game.options["auto_fail_max"])
    game.show(target, "hits", "hits to stop", len(hits))

    def odds() -> Odds:
        return strike.odds(h.weapon for h in struck).defence_odds(struck, needs, lean)

    title = f"{does(target.name, 'defends')} against {strike.attacker.name}: "
    checks = [(f"against {hit.weapon.name}", needs[hit.weapon]) for hit in hits]
    found = await roll_checks(
        game, "defence_check", target, title, checks, lean, odds, noun="stopped", carry=strike.carry
    )
    held = found.passed
    which = "the hit" if len(hits) == 1 else f"{sum(held)} of {len(hits)} hits"
    stops = "stops" if any(held) or len(hits) > 1 else "does not stop"
    strike.rolled(f"{does(target.name, stops)} {which}, {found.words}", found.marks(["held" * each for each in held]))
    return held

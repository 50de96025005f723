"""How rows are resolved, in melee and when firing alike: to hit, hits dealt, to wound, saves, removal together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.wording import count, listed, verb
from companion.rules.better_wargame.attack.allocation import deal_hits
from companion.rules.better_wargame.attack.casualties import remove
from companion.rules.better_wargame.attack.rows import Row
from companion.rules.better_wargame.attack.rules import AttackResult, AttackRules, FightResult
from companion.rules.better_wargame.attack.stages import saves, to_hit, to_wound
from companion.rules.better_wargame.turn.phases import enters
from companion.rules.better_wargame.units import Game, WargameUnit


async def resolve(game: Game, rows: Sequence[Row], rules: AttackRules) -> AttackResult:
    """Resolves the rows all at once: nothing is removed before every save is rolled."""
    hit_step, deal_step, wound_step, save_step = rules.steps
    strikes = any(row.models and rules.dice(row.attacker) for row in rows)
    if enters(game, hit_step, strikes, "nobody has dice to roll"):
        await to_hit(game, rows, rules)
    hit = any(row.hits for row in rows)
    if enters(game, deal_step, hit, "nobody was hit"):
        await deal_hits(game, rows, {row.target.id: rules.can_be_hit(row.target) for row in rows})
    if enters(game, wound_step, hit, "nobody was hit"):
        await to_wound(game, rows, rules)
    targets = [u for u in game.table.in_order() if any(row.target is u for row in rows)]
    wounds = {u.id: sum(len(row.wounded) for row in rows if row.target is u) for u in targets}
    casualties = dict.fromkeys(wounds, 0)
    if enters(game, save_step, any(wounds.values()), "nobody was wounded"):
        wounded = [u for u in targets if wounds[u.id]]
        await saves(game, [row for u in wounded for row in rows if row.target is u and row.wounded], wounded, rules)
        for unit, lost in [(u, rules.losses(rows, u)) for u in wounded]:
            casualties[unit.id] = remove(game, unit, lost)
    hits: list[list[str | int]] = [[r.attacker.id, r.target.id, r.hits] for r in rows if r.models]
    game.conclude(_losses(targets, casualties))
    return {"hits": hits, "wounds": wounds, "casualties": casualties}


def _losses(targets: Sequence[WargameUnit], casualties: Mapping[str, int]) -> str:
    """`A loses 3 models, B is wiped out`; who was attacked if nobody fell."""
    found = []
    for unit in targets:
        lost = casualties[unit.id]
        if lost and not unit.alive:
            found.append(f"{unit.name} {verb(unit.name, 'is', 'are')} wiped out")
        elif lost:
            found.append(f"{unit.name} {verb(unit.name, 'loses', 'lose')} {count(lost, 'model')}")
    return ", ".join(found) or f"{listed(unit.name for unit in targets) or 'nobody'}: no losses"


def of_all(units: Sequence[WargameUnit], result: AttackResult) -> FightResult:
    """A result in which every unit of the fight stands, attacked or not."""
    nothing = {u.id: 0 for u in units}
    return {
        "units": [u.id for u in units],
        "hits": result["hits"],
        "wounds": {**nothing, **result["wounds"]},
        "casualties": {**nothing, **result["casualties"]},
    }

"""How rows are resolved, in melee and when firing alike: to hit, hits dealt, to wound, saves, removal together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.state.phrases import joined
from companion.engine.wording import count, does, listed
from companion.rules.better_wargame.attack.allocation import deal_hits
from companion.rules.better_wargame.attack.casualties import is_wiped_out, remove
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
    aimed = {unit: [row for row in rows if row.target is unit] for unit in game.table.in_order()}
    targets = [unit for unit, own in aimed.items() if own]
    wounds = {unit.id: sum(len(row.wounded) for row in aimed[unit]) for unit in targets}
    casualties = dict.fromkeys(wounds, 0)
    if enters(game, save_step, any(wounds.values()), "nobody was wounded"):
        casualties |= await _saved(game, {unit: aimed[unit] for unit in targets if wounds[unit.id]}, rows, rules)
    hits: list[list[str | int]] = [[r.attacker.id, r.target.id, r.hits] for r in rows if r.models]
    game.conclude(_losses(rows, targets, casualties))
    return {"hits": hits, "wounds": wounds, "casualties": casualties}


async def _saved(
    game: Game, wounded: Mapping[WargameUnit, Sequence[Row]], rows: Sequence[Row], rules: AttackRules
) -> dict[str, int]:
    """Saves of the wounded units; returns how many models of each are removed, once all are rolled."""
    await saves(game, [row for own in wounded.values() for row in own if row.wounded], list(wounded), rules)
    lost = {unit: rules.losses(rows, unit) for unit in wounded}
    return {unit.id: remove(game, unit, dead) for unit, dead in lost.items()}


def _losses(rows: Sequence[Row], targets: Sequence[WargameUnit], casualties: Mapping[str, int]) -> str:
    """`A loses 3 models, B is wiped out`; who attacked whom if nobody fell."""
    found = list[str]()
    for unit in targets:
        lost = casualties[unit.id]
        if lost and not unit.alive:
            found.append(is_wiped_out(unit))
        elif lost:
            found.append(f"{does(unit.name, 'loses')} {count(lost, 'model')}")
    return joined(", ", found) or _none_lost(rows, targets)


def _none_lost(rows: Sequence[Row], targets: Sequence[WargameUnit]) -> str:
    """`B loses no models to A`; of units that strike each other `A and B fight: no losses`."""
    names = listed(unit.name for unit in targets)
    others = {row.attacker.id: row.attacker.name for row in rows if row.attacker not in targets}
    if not targets:
        return "nobody is attacked: no losses"
    if not others or any(row.attacker in targets for row in rows):
        return f"{names} fight: no losses"
    return f"{does((unit.name for unit in targets), 'loses')} no models to {listed(others.values())}"


def of_all(units: Sequence[WargameUnit], result: AttackResult) -> FightResult:
    """A result in which every unit of the fight stands, attacked or not."""
    nothing = {u.id: 0 for u in units}
    return {
        "units": [u.id for u in units],
        "hits": result["hits"],
        "wounds": {**nothing, **result["wounds"]},
        "casualties": {**nothing, **result["casualties"]},
    }

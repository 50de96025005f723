"""The Firefight: units near each other, of both sides, fire at the same time; linked units make one firefight."""

from __future__ import annotations

from typing import TypedDict

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.contacts import components
from companion.engine.state.paths import Pair
from companion.rules.better_wargame.attack.resolve import of_all, resolve
from companion.rules.better_wargame.attack.rows import Row
from companion.rules.better_wargame.attack.rules import FightResult
from companion.rules.better_wargame.morale.leadership import Events
from companion.rules.better_wargame.shooting.fire import FIREFIGHT, end_of_fire, fire
from companion.rules.better_wargame.turn.phases import choose_group, next_phase
from companion.rules.better_wargame.units import Game, WargameUnit

STEPS = (
    Step("F1", "Who is near whom"),
    Step("F2", "Choose a firefight"),
    Step("F3", "Split the fire"),
    Step("F4", "To hit"),
    Step("F5", "Deal the hits"),
    Step("F6", "To wound"),
    Step("F7", "Cover saves"),
    Step("F8", "Break Tests, then suppression"),
)


class PhaseResult(TypedDict):
    """The outcome: unit ids of each firefight, what came of each in the order fought, and events."""

    firefights: list[list[str]]
    resolved: list[FightResult]
    events: Events


@procedure("Firefight phase", STEPS)
async def firefight_phase(game: Game) -> PhaseResult:
    """The whole phase; then Melee begins, or the battle ends."""
    events: Events = []
    armed = any(u.ranged_attacks for u in game.table.in_order())
    pairs = await _near(game) if game.enters("F1", armed, "no unit has a ranged weapon") else []
    groups = components(list(game.table.units), pairs)
    if not groups:
        for step in ("F2", "F3", *FIREFIGHT.steps):
            game.skip(step, f'no enemies are within {game.options["firefight_range"]}" of each other')
    pending = list(groups)
    resolved: list[FightResult] = []
    for _ in groups:
        group = await choose_group(game, "F2", "firefight", pending)
        pending.remove(group)
        resolved.append(await firefight(game, [u for u in game.table.in_order() if u.id in group], pairs, group[0]))
    await end_of_fire(game, events, "F8")
    next_phase(game, "melee")
    return {"firefights": groups, "resolved": resolved, "events": events}


async def _near(game: Game) -> list[Pair]:
    """F1: the players say which enemy units have models within range of each other."""
    table, reach = game.table, game.options["firefight_range"]
    left = table.of_side(table.current)
    pairs: list[Pair] = []
    for _ in list(left):
        if not table.of_side(table.opponent):
            break
        picked = await game.choose(
            "firefight_unit",
            by=table.current,
            title=f'which of your units has an enemy within {reach}"?',
            options=[*(Option(u.id, u.name) for u in left), Option("pass", "No more")],
        )
        if picked == "pass":
            break
        unit = table.unit(picked)
        left.remove(unit)
        near = await game.pick(
            "within",
            by="table",
            at_least=1,
            title=f'who is within {reach}" of {unit.name}?',
            options=[Option(f.id, f.name) for f in table.foes(unit)],
            why=f'an enemy is within {reach}" of it',
        )
        pairs += [(unit.id, of) for of in near]
    return pairs


@procedure("Firefight")
async def firefight(game: Game, units: list[WargameUnit], pairs: list[Pair], first: str) -> FightResult:
    """F3 to F7 for one firefight; `first` is the id of its first unit, which names it."""
    game.at("F3")
    game.fight(game.table.by_role(units))
    near: dict[str, set[str]] = {unit.id: set() for unit in units}
    for a, b in pairs:
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    rows: list[Row] = []
    for unit in units:
        foes = [u for u in units if u.id in near[unit.id]]
        if unit.ranged_attacks and foes:
            rows += await fire(game, unit, foes, FIREFIGHT, list(rows))
    for unit in units:
        fired = sum(r.models for r in rows if r.attacker is unit)
        game.change(unit, "fired_models", min(fired, unit.models), "fired in the Firefight")
        if any(r.models for r in rows if unit in (r.attacker, r.target)):
            game.change(unit, "fought_firefight", True, "in this firefight")
    result = await resolve(game, rows, FIREFIGHT)
    return of_all(units, result)

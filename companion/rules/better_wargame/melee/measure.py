"""P2 and P3 by distances of single models, entered with the option `measure_charges`: who moves when, and where to.

Models are called by their unit and their number in it: `a.3` is the third model of unit `a`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from companion.engine.procedure import procedure
from companion.engine.requests import Option, Plan
from companion.engine.state.contacts import enemies_touching
from companion.engine.wording import count, does, possessive
from companion.rules.better_wargame.engagement import all_engaged
from companion.rules.better_wargame.units import Game, WargameTable, WargameUnit

Distances = Mapping[str, Mapping[str, int]]
"""For each moving model, in listing order: tenths of an inch to each enemy model, in listing order."""


class Move(NamedTuple):
    """One model's move: into contact with `enemy`, in support of an engaged friend, or an advance."""

    model: str
    kind: Literal["contact", "support", "advance"]
    enemy: str = ""


def models_of(unit: WargameUnit) -> list[str]:
    """The names of a unit's models."""
    return [f"{unit.id}.{n + 1}" for n in range(unit.models)]


def unit_of(model: str) -> str:
    """The id of the unit of a model."""
    return model.rpartition(".")[0]


def number_of(model: str) -> str:
    """The number of a model in its unit."""
    return model.rpartition(".")[2]


def engaged_models(table: WargameTable) -> list[str]:
    """The models that were engaged before anybody moved: by convention the first ones of each unit."""
    return [m for u in all_engaged(table) for m in models_of(u)[: u.in_contact]]


def moves(distances: Distances, engaged: Iterable[str], reach: int, *, advance: bool) -> list[Move]:
    """The moves in order: nearest model first, each to the nearest enemy in `reach` that nobody has engaged yet.

    `engaged` are enemy models that are engaged before the first move. A model with enemies in reach that are all
    engaged supports; one with none in reach advances, or stays out of the list if there is no `advance` (P3).
    Distances are those measured at the start; ties go by listing order.
    """
    taken = list(engaged)
    made = []
    for model in sorted(distances, key=lambda m: min(distances[m].values(), default=reach + 1)):
        near = [enemy for enemy, tenths in distances[model].items() if tenths <= reach]
        free = [enemy for enemy in near if enemy not in taken]
        if free:
            enemy = min(free, key=lambda e: distances[model][e])
            taken.append(enemy)
            made.append(Move(model, "contact", enemy))
        elif near:
            made.append(Move(model, "support"))
        elif advance:
            made.append(Move(model, "advance"))
    return made


FARTHEST = 480
"""Tenths of an inch: 48 inches, farther than any move."""

MANY = 40
"""Above this many distances, it is quicker to say first which enemies are near."""


def in_words(game: Game, model: str) -> str:
    """A model as players know it."""
    return f"{game.table.title(unit_of(model))} model {number_of(model)}"


async def measured_pile_in(game: Game, joined: Sequence[str], reach: int) -> set[str]:
    """P3: the opponent's models pile in. `joined` are engaged already; returns the ids of units with other counts."""
    table = game.table
    taken = [*engaged_models(table), *joined]
    distances: dict[str, dict[str, int]] = {}
    for unit in table.of_side(table.opponent):
        loose = [m for m in models_of(unit) if m not in taken]
        if loose and enemies_touching(table, unit):
            measured = await measure(game, unit, loose, reach * 10)
            distances.update({m: dict(d) for m, d in measured.items() if d})
    return await carry_out(game, moves(distances, taken, reach * 10, advance=False), reach)


async def carry_out(game: Game, planned: Sequence[Move], inches: int) -> set[str]:
    """The models move one after the other; returns the ids of units that have other counts now."""
    if planned:
        game.note("The models move in this order, nearest first", moves=[list(m) for m in planned])
    for move in planned:
        await confirm(game, move, move.model, inches)
    return {unit_of(model) for move in planned for model in (move.model, move.enemy) if model}


async def stayers(game: Game, unit: WargameUnit) -> tuple[str, ...]:
    """Which models fired in the Firefight and so stay if they are."""
    if not unit.fired_models:
        return ()
    picked = await game.pick(
        "fired",
        by=unit.side,
        title=f"which {count(unit.fired_models, 'model')} of {unit.name} fired?",
        options=[Option(m, in_words(game, m)) for m in models_of(unit)],
        at_least=unit.fired_models,
        at_most=unit.fired_models,
        why=f"{unit.fired_models} fired in this turn's Firefight",
    )
    return tuple(picked)


@procedure("Measure")
async def measure(game: Game, unit: WargameUnit, models: Sequence[str], reach: int) -> Distances:
    """The distance of each of these models to each model of the enemy units, in one prompt.

    Which units are near is asked first if it spares the players many distances; the others are left out.
    """
    foes = game.table.foes(unit)
    inches = reach // 10
    if len(models) * sum(foe.models for foe in foes) > MANY and len(foes) > 1:
        near = await game.pick(
            "near",
            by=unit.side,
            options=[Option(f.id, f.name) for f in foes],
            title=f'which enemies have a model within {inches}" of a model of {unit.name}?',
        )
        foes = [foe for foe in foes if foe.id in near]
    names = {foe.id: foe.name for foe in foes}
    if len(set(names.values())) < len(names):
        names = {foe.id: f"{foe.name} ({foe.id})" for foe in foes}
    pairs = {
        f"{number_of(model)} to {names[foe.id]} {number_of(enemy)}": (model, enemy)
        for model in models
        for foe in foes
        for enemy in models_of(foe)
    }
    found: dict[str, dict[str, int]] = {model: {} for model in models}
    if pairs:
        given = await game.split(
            "distance",
            by=unit.side,
            title=f'{possessive(unit.name)} models: tenths of an inch to each enemy model (75 is 7.5"); '
            f'leave out what is farther than {inches}"',
            plans=[
                Plan(
                    "tenths",
                    "tenths of an inch",
                    None,
                    dict.fromkeys(pairs, (0, FARTHEST)),
                    why_hi=dict.fromkeys(pairs, '48", farther than any move'),
                )
            ],
        )
        for words, (model, enemy) in pairs.items():
            found[model][enemy] = given.allotments[words]
    return found


@procedure("Model")
async def confirm(game: Game, move: Move, model: str, inches: int) -> None:
    """One model moves; the players confirm. Contact puts the two units in contact."""
    of = game.table.unit(unit_of(model))
    who = in_words(game, model)
    words = {
        "contact": f"{does(who, 'moves')} into contact with {in_words(game, move.enemy) if move.enemy else ''}",
        "support": f"{who}: every enemy near is engaged; try to touch an engaged friend",
        "advance": f'{does(who, "moves")} up to {inches}" toward the enemy, no contact',
    }
    await game.do("model_move", by=of.side, title=words[move.kind])
    if move.enemy:
        game.connect(of.id, unit_of(move.enemy), "moved into contact")

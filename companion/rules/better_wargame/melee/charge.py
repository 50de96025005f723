"""Charges are declared (P1) and moved (P2), and the opponent piles in (P3): by eye, or by measured distances."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Final

from companion.engine.procedure import procedure
from companion.engine.requests import Option
from companion.engine.state.contacts import enemies_touching
from companion.engine.wording import does, verb
from companion.rules.better_wargame.engagement import all_engaged
from companion.rules.better_wargame.melee.counts import touch, uncounted
from companion.rules.better_wargame.melee.fight import MELEE
from companion.rules.better_wargame.melee.measure import (
    Distances,
    carry_out,
    engaged_models,
    measure,
    measured_pile_in,
    models_of,
    moves,
    stayers,
)
from companion.rules.better_wargame.odds.choices import charge_odds
from companion.rules.better_wargame.units import Game, WargameTable, WargameUnit

DIFFERENT: Final = "Which units have more models touching or near an enemy now? None: all stays as it is"


def charge_option(table: WargameTable, unit: WargameUnit) -> Option[str]:
    """A unit as an option of P1, with the reason if it may not charge, before anything is measured."""
    if unit.suppressed:
        return Option(unit.id, unit.name, "suppressed units may not charge", "unit_suppressed")
    if enemies_touching(table, unit):
        return Option(unit.id, unit.name, "already in a melee, it must fight where it is", "unit_engaged")
    if unit.fired_models >= unit.models:
        return Option(unit.id, unit.name, "every model fired in the Firefight", "all_models_fired")
    return Option(unit.id, unit.name)


async def declare(game: Game) -> tuple[list[WargameUnit], Distances]:
    """P1: the charging units, perhaps none, and the distances of their models with the option `measure_charges`."""
    table = game.table
    options = [charge_option(table, u) for u in table.of_side(table.current)]
    able = bool(table.of_side(table.opponent)) and any(o.why_not is None for o in options)
    if not game.enters("P1", able, "no unit may charge"):
        return [], {}
    reach = game.options["charge_move"]
    may = [table.unit(str(o.value)) for o in options if o.why_not is None]
    picked = await game.pick(
        "declare_charges",
        by=table.current,
        options=options,
        title=f'which units charge? (an enemy within {reach}" of a model that did not fire)',
    ).with_odds(partial(charge_odds, game, may, table.of_side(table.opponent), MELEE))
    chargers: list[WargameUnit] = []
    distances: dict[str, dict[str, int]] = {}
    for of in picked:
        unit = table.unit(of)
        if game.options["measure_charges"]:
            measured = await _in_range(game, unit, reach)
            if measured is None:
                _out_of_range(game, unit)
                continue
            distances.update({m: dict(d) for m, d in measured.items()})
        chargers.append(unit)
        game.change(unit, "charged", True, "declared a charge")
    return chargers, distances


@procedure("Charge range")
async def _in_range(game: Game, unit: WargameUnit, reach: int) -> Distances | None:
    """The distances of the models that may charge; None if no enemy is within `reach` inches of any of them."""
    stay = await stayers(game, unit)
    measured = await measure(game, unit, [m for m in models_of(unit) if m not in stay], reach * 10)
    near = any(tenths <= reach * 10 for to in measured.values() for tenths in to.values())
    return measured if near else None


def _out_of_range(game: Game, unit: WargameUnit) -> None:
    game.note(
        f'{unit.name} may not charge: no enemy within {game.options["charge_move"]}" of a model that did not fire',
        code="out_of_charge_range",
        unit=unit.id,
    )


async def charge_moves(game: Game, chargers: Sequence[WargameUnit], distances: Distances) -> tuple[list[str], set[str]]:
    """P2: all charging models in one order, nearest first.

    Returns the models that became engaged, if they are measured, and the ids of units with other counts now.
    """
    if not game.enters("P2", chargers, "nobody charges"):
        return [], set()
    if not game.options["measure_charges"]:
        moved: set[str] = set()
        for unit in chargers:
            moved |= {u.id for u in await charge_by_eye(game, unit)}
        return [], moved
    planned = moves(distances, engaged_models(game.table), game.options["charge_move"] * 10, advance=True)
    moved = await carry_out(game, planned, game.options["charge_move"])
    joined = [m for move in planned if move.enemy for m in (move.model, move.enemy)]
    return joined, moved | {u.id for u in chargers}


@procedure("Charge")
async def charge_by_eye(game: Game, unit: WargameUnit) -> list[WargameUnit]:
    """P2 without distances: the players move the models and say which enemies they touch.

    Returns the units that have other counts now. A unit that turns out to have nobody in range has not charged.
    """
    inches = game.options["charge_move"]
    picked = await game.pick(
        "contacts",
        by=unit.side,
        title=f'{does(unit.name, "charges")} up to {inches}": nearest model first, each to the '
        f"nearest free enemy; models that fired stay. Which enemies {verb(unit.name, 'does it', 'do they')} touch?",
        options=[Option(foe.id, foe.name) for foe in game.table.foes(unit)],
    ).with_odds_ahead(fact=True, about=unit.id)
    if picked:
        return [unit, *touch(game, unit, picked)]
    near = await game.yes_no(
        "in_charge_range",
        by=unit.side,
        default=True,
        title=f'{unit.name} touched nobody: was an enemy within {inches}" of a model that did not fire? '
        "With none it has not charged",
    )
    if not near:
        game.change(unit, "charged", False, "nobody in range")
        _out_of_range(game, unit)
    return []


async def opponent_piles_in(game: Game, joined: Sequence[str], moved: set[str]) -> Sequence[str]:
    """P3: compulsory for models not yet engaged of units with one that is.

    `joined` are the models engaged in P2, if measured; `moved` the units whose counts are entered anyway, to which
    those that move here are added. Returns the ids of units that may touch more enemies now, or have other counts.
    """
    table, reach = game.table, game.options["pile_in_move"]
    may = [u for u in all_engaged(table) if u.side != table.current and u.in_contact < u.models]
    begins = game.enters("P3", may, "no engaged unit of the opponent has a free model")
    if game.options["measure_charges"]:
        if begins:
            moved |= await measured_pile_in(game, joined, reach)
        title = f"the models stand as the app moved them. {DIFFERENT}"
        return await _recount(game, "recount", "table", title, moved) if moved else ()
    if not begins:
        return ()
    pile_in = does((u.name for u in may), "piles in")
    title = f'{pile_in} up to {reach}", nearest free model first, to free enemies. {DIFFERENT}'
    return await _recount(game, "pile_in_opponent", table.opponent, title, moved)


async def _recount(game: Game, name: str, by: str, title: str, moved: set[str]) -> Sequence[str]:
    """Which units have other contacts or counts; not asked of those whose counts alone are entered anyway."""
    table = game.table
    engaged = all_engaged(table)
    counted = moved.union(uncounted(engaged))
    options = [
        Option(u.id, u.name + (f": {u.in_contact} touching, {u.in_reach} near so far" if u.in_contact else ""))
        for u in engaged
        if u.id not in counted or len(enemies_touching(table, u)) < len(table.foes(u))
    ]
    if not options:
        return ()
    request = game.pick(name, by=by, options=options, title=title)
    picked: Sequence[str] = await request.with_odds_ahead(fact=True, alike=_as_counted)
    return picked


def _as_counted(picked: object) -> bool:
    """All answers are alike to odds: whoever is named is taken to touch nobody else and to fight as it is counted."""
    return isinstance(picked, Collection)

"""Charges are declared (P1) and moved (P2), and the opponent piles in (P3)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.procedure import procedure
from companion.engine.requests import Option
from companion.rules.better_wargame.contacts import all_engaged, engaged
from companion.rules.better_wargame.melee.measure import confirm, measure, models_of, stayers
from companion.rules.better_wargame.melee.targets import Distances, Move, moves
from companion.rules.better_wargame.turn.phases import enters
from companion.rules.better_wargame.units import Game, WargameTable, WargameUnit


def charge_option(table: WargameTable, unit: WargameUnit) -> Option:
    """A unit as an option of P1, with the reason where it may not charge, before anything is measured."""
    if unit.suppressed:
        return Option(unit.id, unit.name, "suppressed units may not charge", "unit_suppressed")
    if engaged(table, unit):
        return Option(unit.id, unit.name, "already in a melee, it must fight where it is", "unit_engaged")
    if unit.fired_models >= unit.models:
        return Option(unit.id, unit.name, "every model fired in the Firefight", "all_models_fired")
    return Option(unit.id, unit.name)


async def declare(game: Game) -> tuple[list[WargameUnit], Distances]:
    """P1: the charging units, perhaps none, and the distances of their models with the option `measure_charges`."""
    table = game.table
    options = [charge_option(table, u) for u in table.of_side(table.current)]
    able = bool(table.of_side(table.opponent)) and any(o.why_not is None for o in options)
    if not enters(game, "P1", able, "no unit may charge"):
        return [], {}
    reach = game.options["charge_move"]
    picked = await game.pick(
        "declare_charges",
        by=table.current,
        options=options,
        title=f'Which units charge? (an enemy within {reach}" of a model that did not fire)',
    )
    chargers: list[WargameUnit] = []
    distances: dict[str, dict[str, int]] = {}
    for of in picked:
        unit = table.unit(of)
        measured = await _in_range(game, unit, reach)
        if measured is None:
            game.note(
                f'{unit.name} may not charge: no enemy within {reach}" of a model that did not fire',
                code="out_of_charge_range",
                unit=of,
            )
            continue
        distances.update({m: dict(d) for m, d in measured.items()})
        chargers.append(unit)
        game.change(unit, "charged", True, "declared a charge")
    return chargers, distances


@procedure("Charge range")
async def _in_range(game: Game, unit: WargameUnit, reach: int) -> Distances | None:
    """What was measured (nothing where players move by eye); None where no enemy is near enough."""
    if not game.options["measure_charges"]:
        near = await game.yes_no(
            "in_charge_range",
            by=unit.side,
            default=True,
            title=f'Is an enemy within {reach}" of a model of {unit.name} that did not fire?',
        )
        return {} if near else None
    stay = await stayers(game, unit)
    measured = await measure(game, unit, [m for m in models_of(unit) if m not in stay], reach * 10)
    near = any(tenths <= reach * 10 for to in measured.values() for tenths in to.values())
    return measured if near else None


async def charge_moves(game: Game, chargers: Sequence[WargameUnit], distances: Distances) -> list[str]:
    """P2: all charging models in one order, nearest first. Returns the models that became engaged, where measured."""
    if not enters(game, "P2", bool(chargers), "nobody charges"):
        return []
    reach = game.options["charge_move"]
    if not game.options["measure_charges"]:
        for unit in chargers:
            await charge_by_eye(game, unit)
        return []
    planned = moves(distances, engaged_models(game.table), reach * 10, advance=True)
    await _carry_out(game, planned, reach)
    return [m for move in planned if move.enemy for m in (move.model, move.enemy)]


def engaged_models(table: WargameTable) -> list[str]:
    """The models that were engaged before anybody moved: by convention the first ones of each unit."""
    return [m for u in all_engaged(table) for m in models_of(u)[: u.in_contact]]


@procedure("Charge")
async def charge_by_eye(game: Game, unit: WargameUnit) -> None:
    """P2 without distances: the players move the models in the same order."""
    await game.do(
        "charge_move",
        by=unit.side,
        title=f'{unit.name} charges up to {game.options["charge_move"]}"'
        ": nearest model first, to the nearest free enemy; fired models stay",
    )


async def opponent_piles_in(game: Game, charged: bool, joined: Sequence[str]) -> Sequence[str] | None:
    """P3: compulsory for models not yet engaged of units with one that is. `joined` are the models engaged in P2.

    Returns the units whose contacts or counts changed; None where that is to be asked after the contacts of P4.
    """
    table, reach = game.table, game.options["pile_in_move"]
    measured = game.options["measure_charges"]
    fighting = all_engaged(table)
    may = [u for u in fighting if u.side != table.current and u.in_contact < u.models]
    # By eye, who touches whom after a charge is entered in P4 alone.
    unknown = charged and not measured
    if not enters(game, "P3", unknown or bool(may), "no engaged unit of the opponent has a free model"):
        return None if charged else ()
    if measured:
        moved = await _measured_pile_in(game, joined, reach)
        return None if charged or moved else ()
    if charged:
        await game.do(
            "pile_in_opponent",
            by=table.opponent,
            title=f'Pile in up to {reach}": engaged units, nearest free model first, to free enemies',
        )
        return None
    changed: Sequence[str] = await game.pick(
        "pile_in_opponent",
        by=table.opponent,
        options=[Option(u.id, u.name) for u in fighting],
        title=f'Pile in up to {reach}": which units touch more enemies, or have other counts, after it?',
    )
    return changed


async def _measured_pile_in(game: Game, joined: Sequence[str], reach: int) -> bool:
    """P3 with distances. Returns whether a model moved."""
    table = game.table
    taken = [*engaged_models(table), *joined]
    distances: dict[str, dict[str, int]] = {}
    for unit in table.of_side(table.opponent):
        loose = [m for m in models_of(unit) if m not in taken]
        if loose and engaged(table, unit):
            measured = await measure(game, unit, loose, reach * 10)
            distances.update({m: dict(d) for m, d in measured.items() if d})
    planned = moves(distances, taken, reach * 10, advance=False)
    await _carry_out(game, planned, reach)
    return bool(planned)


async def _carry_out(game: Game, planned: Sequence[Move], inches: int) -> None:
    if not planned:
        return
    game.note("The models move in this order, nearest first", moves=[list(m) for m in planned])
    for move in planned:
        await confirm(game, move, move.model, inches)

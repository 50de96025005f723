"""The melee phase: charges, pile in, contacts, every melee, and the fixed sequence at its end (P1 to P17)."""

from __future__ import annotations

from typing import Any

from companion.engine.procedure import Context, Step, procedure
from companion.engine.requests import Option, Plan
from companion.engine.state.contacts import melees
from companion.rules.better_wargame import numbers
from companion.rules.better_wargame.after import fall_back, follow_ups, free_after_melee, pile_in_all, suppressed_tests
from companion.rules.better_wargame.attack import Manner, positions, resolve
from companion.rules.better_wargame.charge import charge_moves, declare, opponent_piles_in
from companion.rules.better_wargame.counts import enter_contacts
from companion.rules.better_wargame.morale import break_due, break_tests, must_test, overwhelmed, suppress
from companion.rules.better_wargame.phases import end_turn, enters
from companion.rules.better_wargame.removal import all_engaged, engaged, settle
from companion.rules.better_wargame.rows import Row
from companion.rules.better_wargame.units import Battle, Troop

STEPS = (
    Step("P1", "Declare charges"),
    Step("P2", "Charge moves"),
    Step("P3", "Opponent piles in"),
    Step("P4", "Enter contacts"),
    Step("P5", "Find the melees"),
    Step("P6", "Choose a melee"),
    Step("P7", "Split attackers"),
    Step("P8", "To hit"),
    Step("P9", "Deal the hits"),
    Step("P10", "To wound"),
    Step("P11", "Saves"),
    Step("P12", "Suppression"),
    Step("P13", "Break Tests"),
    Step("P14", "Suppressed tests"),
    Step("P15", "Fall back"),
    Step("P16", "Pile in"),
    Step("P17", "Follow up"),
)


MELEE = Manner(
    ("P8", "P9", "P10", "P11"),
    dice=lambda u: u.attacks,
    to_hit=lambda options, r: numbers.melee_to_hit(options, r.attacker, r.target),
    to_wound=lambda options, r: numbers.to_wound(options, r.target, r.attacker.massive, r.attacker.ap),
    save=lambda options, r: numbers.melee_save(options, r.attacker, r.target),
    models=lambda u: u.fighting,
    lost=positions,
)


@procedure("Melee phase", STEPS)
async def melee_phase(game: Context[Battle]) -> dict[str, Any]:
    """The whole phase. The outcome has `melees`, `resolved`, `events` and `units`, as the digest's section 8 says."""
    events: list[str] = []
    await _charges(game)
    game.at("P5")
    groups = melees(game.table)
    if not groups:
        for step in ("P6", "P7", *MELEE.steps):
            game.skip(step, "nobody is in a melee")
    resolved: list[dict[str, Any]] = []
    done: list[str] = []
    pending = groups
    for _ in range(len(game.table.units)):
        if not pending:
            break
        group = await _choose(game, pending)
        done += group
        resolved.append(await fight(game, [game.table.unit(u) for u in group], group[0]))
        pending = [g for g in melees(game.table) if not any(u in done for u in g)]
    settle(game)
    await _end_of_phase(game, events)
    held = all_engaged(game.table)
    outcome = {
        "melees": groups,
        "resolved": resolved,
        "events": events,
        "units": {u.id: standing(u, engaged=u in held) for u in game.table.units.values()},
    }
    end_turn(game)
    return outcome


async def _charges(game: Context[Battle]) -> None:
    """P1 to P4."""
    chargers, distances = await declare(game)
    joined = await charge_moves(game, chargers, distances)
    changed = await opponent_piles_in(game, bool(chargers), joined)
    await enter_contacts(game, chargers, changed)


async def _choose(game: Context[Battle], pending: list[list[str]]) -> list[str]:
    """P6: the current player picks which melee is next, by one of their units in it."""
    if not enters(game, "P6", len(pending) > 1, "only one melee is pending"):
        return pending[0]
    table = game.table
    options = [
        Option(of, " – ".join([table.title(of), *(table.title(u) for u in group if u != of)]))
        for group in pending
        for of in group
        if table.unit(of).side == table.active
    ]
    picked = await game.choose("choose_melee", by=table.current, title="Which melee is fought next?", options=options)
    return next(g for g in pending if picked in g)


@procedure("Melee")
async def fight(game: Context[Battle], units: list[Troop], first: str) -> dict[str, Any]:
    """P7 to P11 for one melee, named by its first unit. Returns `units`, `hits`, `wounds` and `casualties`."""
    rows = await _rows(game, [u for u in game.table.in_order() if u in units])
    result = await resolve(game, rows, MELEE)
    for unit in units:
        game.change(unit, "fought_melee", True, "in this melee")
    nothing = {u.id: 0 for u in units}
    return {
        "units": [u.id for u in units],
        "hits": result["hits"],
        "wounds": {**nothing, **result["wounds"]},
        "casualties": {**nothing, **result["casualties"]},
    }


async def _rows(game: Context[Battle], units: list[Troop]) -> list[Row]:
    """P7: who strikes at whom, the current player's units first, targets in listing order."""
    rows: list[Row] = []
    foes = {unit.id: engaged(game.table, unit) for unit in units}
    enters(game, "P7", any(len(of) > 1 for of in foes.values()), "every unit touches one enemy")
    for unit in units:
        if len(foes[unit.id]) < 2:
            rows += [Row(unit, foe, unit.fighting) for foe in foes[unit.id]]
        elif unit.fighting:
            given = await split_attackers(game, unit, foes[unit.id])
            rows += [Row(unit, foe, given[foe.id]) for foe in foes[unit.id]]
    return rows


@procedure("Split")
async def split_attackers(game: Context[Battle], unit: Troop, foes: list[Troop]) -> dict[str, int]:
    """P7: how many of its fighting models strike at each enemy it touches."""
    fighting = unit.fighting
    given = await game.split(
        "split",
        by=unit.side,
        title=f"{unit.name}: how many of its {fighting} fighting models strike at each?",
        plans=[Plan("models", "models an enemy", fighting, {f.id: (0, fighting) for f in foes})],
    )
    return dict(given.allotments)


async def _end_of_phase(game: Context[Battle], events: list[str]) -> None:
    """P12 to P17, strictly in this order."""
    table = game.table
    if not game.options["melee_wounds_suppress"]:
        game.skip("P12", "Wounds in melee do not suppress here")
    elif enters(game, "P12", bool(overwhelmed(table)), "no unit took Wounds for all its models"):
        suppress(game, events)
    if enters(game, "P13", break_due(game), "no unit is eligible to break"):
        await break_tests(game, events)
    retreating: list[Troop] = []
    if enters(game, "P14", any(must_test(u) for u in table.units.values()), "no suppressed unit was in a fight"):
        retreating = await suppressed_tests(game, events)
    enters(game, "P15", bool(retreating), "nobody falls back")
    for unit in retreating:
        if unit.alive:
            await fall_back(game, unit, events)
    fighting = all_engaged(table)
    if enters(game, "P16", bool(fighting), "nobody is engaged any more"):
        await pile_in_all(game, fighting, events)
    free = free_after_melee(table)
    if enters(game, "P17", bool(free), "nobody is free to follow up"):
        await follow_ups(game, free, events)


def standing(unit: Troop, *, engaged: bool) -> dict[str, Any]:
    """How a unit stands at the end of the phase, for the outcome."""
    return {
        "models": unit.models if unit.alive else 0,
        "suppressed": unit.suppressed,
        "destroyed": not unit.alive,
        "engaged": engaged,
        "in_contact": unit.in_contact,
        "in_reach": unit.in_reach,
    }

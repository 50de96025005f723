"""The Melee Phase: charges, pile in, contacts, every melee, and the fixed sequence at its end (P1 to P17)."""

from __future__ import annotations

from typing import TypedDict

from companion.engine.procedure import Step, procedure
from companion.engine.state.contacts import melees
from companion.rules.better_wargame.attack.rules import FightResult
from companion.rules.better_wargame.engagement import all_engaged, drop_untouched, loose_contacts
from companion.rules.better_wargame.melee.charge import charge_moves, declare, opponent_piles_in
from companion.rules.better_wargame.melee.counts import enter_contacts
from companion.rules.better_wargame.melee.ending import fall_back, follow_ups, free_after_melee, pile_in_all
from companion.rules.better_wargame.melee.fight import MELEE, fight
from companion.rules.better_wargame.morale.breaking import break_due, break_tests
from companion.rules.better_wargame.morale.leadership import Events
from companion.rules.better_wargame.morale.suppression import must_test, overwhelmed, suppress, suppressed_tests
from companion.rules.better_wargame.turn.phases import choose_group, end_turn
from companion.rules.better_wargame.units import Game, WargameUnit

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


class PhaseResult(TypedDict):
    """The outcome: unit ids of each melee, what came of each in the order fought, events, and every unit by id."""

    melees: list[list[str]]
    resolved: list[FightResult]
    events: Events
    units: dict[str, dict[str, int]]


@procedure("Melee phase", STEPS)
async def melee_phase(game: Game) -> PhaseResult:
    """The whole phase; then the other player's turn begins, or the battle ends."""
    events: Events = []
    await _charges(game)
    game.at("P5")
    groups = melees(game.table)
    if not groups:
        for step in ("P6", "P7", *MELEE.steps):
            game.skip(step, "nobody is in a melee")
    resolved = await _fights(game, groups)
    if loose_contacts(game.table):
        game.at("P11")
        drop_untouched(game)
    _show_everybody(game)
    await _end_of_phase(game, events)
    outcome: PhaseResult = {"melees": groups, "resolved": resolved, "events": events, "units": _units(game)}
    end_turn(game)
    return outcome


async def _charges(game: Game) -> None:
    """P1 to P4."""
    chargers, distances = await declare(game)
    joined, moved = await charge_moves(game, chargers, distances)
    changed = await opponent_piles_in(game, joined, moved)
    await enter_contacts(game, moved, changed)


async def _fights(game: Game, groups: list[list[str]]) -> list[FightResult]:
    """P6 to P11 for every melee. Returns what came of each in the order fought."""
    resolved: list[FightResult] = []
    done: list[str] = []
    pending = groups
    for _ in range(len(game.table.units)):
        if not pending:
            break
        group = pending[0]
        if game.options["order_melees"]:
            group = await choose_group(game, "P6", "melee", pending)
        else:
            game.skip("P6", "melees are fought as they are listed")
        done += group
        resolved.append(await fight(game, [game.table.unit(u) for u in group], group[0]))
        # Found anew, because players may change contacts between two melees.
        pending = [g for g in melees(game.table) if not any(u in done for u in g)]
    return resolved


def _show_everybody(game: Game) -> None:
    """Who fought, or has to test, stands beside the questions at the end of the phase."""
    table = game.table
    units = [u for u in table.in_order() if u.fought_melee or must_test(u) or u.break_eligible]
    sides = table.by_role(units)
    if all(sides.values()):
        game.fight(sides)


async def _end_of_phase(game: Game, events: Events) -> None:
    """P12 to P17, strictly in this order."""
    table = game.table
    if not game.options["melee_wounds_suppress"]:
        game.skip("P12", "Wounds in melee do not suppress here")
    elif game.enters("P12", overwhelmed(table), "no unit took Wounds for all its models"):
        suppress(game, events)
    if game.enters("P13", break_due(game), "no unit is eligible to break"):
        await break_tests(game, events)
    if len(table.sides_in_play()) < 2:
        for step in ("P14", "P15", "P16", "P17"):
            game.skip(step, "the battle is over")
        return
    retreating: list[WargameUnit] = []
    if game.enters("P14", any(must_test(u) for u in table.units.values()), "no suppressed unit was in a fight"):
        retreating = await suppressed_tests(game, events)
    retreating = [unit for unit in retreating if unit.alive]
    if game.enters("P15", retreating, "nobody falls back"):
        await fall_back(game, retreating, events)
    fighting = all_engaged(table)
    if game.enters("P16", fighting, "nobody is engaged any more"):
        await pile_in_all(game, fighting, events)
    free = free_after_melee(table)
    if game.enters("P17", free, "nobody is free to follow up"):
        await follow_ups(game, free, events)


def _units(game: Game) -> dict[str, dict[str, int]]:
    """How each unit stands at the end of the phase; `models` is 0 if it is out of play."""
    fighting = all_engaged(game.table)
    return {
        unit.id: {
            "models": unit.models if unit.alive else 0,
            "suppressed": unit.suppressed,
            "destroyed": not unit.alive,
            "engaged": unit in fighting,
            "in_contact": unit.in_contact,
            "in_reach": unit.in_reach,
        }
        for unit in game.table.units.values()
    }

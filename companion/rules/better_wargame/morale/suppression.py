"""Suppression: who is suppressed (P12), who rallies, and the tests of suppressed units at the end of Melee (P14)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.procedure import procedure
from companion.engine.requests import Option
from companion.engine.state.contacts import enemies_touching
from companion.engine.state.phrases import phrase, says
from companion.engine.wording import count, does
from companion.rules.better_wargame.morale.leadership import Events, a_or_many, batches, leadership_tests
from companion.rules.better_wargame.units import Game, WargameTable, WargameUnit


async def rally_all(game: Game, events: Events) -> None:
    """Start of Turn: suppressed units of the current player test; those that pass are suppressed no longer."""
    for units in batches(game, game.table.of_side(game.table.current), lambda u: u.alive and u.suppressed):
        await rally(game, units[0], units, events)


@procedure("Rally")
async def rally(game: Game, first: WargameUnit, units: Sequence[WargameUnit], events: Events) -> None:
    """One throw of `rally_all`; `first` of the units names it."""
    tests = await leadership_tests(game, "rally", units, "to rally", lambda u: "else still suppressed")
    for unit in units:
        if tests.passed(unit):
            game.remove_condition(unit, "suppressed", "rallied")
    said = tests.events("rally")
    events += said
    tests.tell(game, _rallied, said)


def _rallied(unit: WargameUnit, passed: bool) -> str:
    return does(unit.name, "rallies" if passed else "stays suppressed")


def overwhelmed(table: WargameTable) -> list[WargameUnit]:
    """P12: the units that become suppressed."""
    return [u for u in table.in_order() if u.overwhelmed]


def suppress(game: Game, events: Events) -> None:
    """P12: those units become suppressed."""
    for unit in overwhelmed(game.table):
        started, wounds = unit.at_phase_start, count(unit.wounds, "Wound")
        game.add_condition(unit, "suppressed", f"{wounds} on {count(started, 'model')} in one phase")
        events.append(f"suppressed:{unit.id}")
        now = says(f"{does(unit.name, 'is')} suppressed", unit, "suppressed", True)
        game.note(phrase(now, f": {wounds}, {count(started, 'model')} at the start of the phase"), event=events[-1])


async def suppressed_tests(game: Game, events: Events) -> list[WargameUnit]:
    """P14: the current player's units first; returns those that fall back, in the order of their tests."""
    falling: list[WargameUnit] = []
    for units in batches(game, game.table.in_order(), must_test):
        falling += await suppressed_test(game, units[0], units, events)
    return falling


@procedure("Suppressed test")
async def suppressed_test(
    game: Game, first: WargameUnit, units: Sequence[WargameUnit], events: Events
) -> list[WargameUnit]:
    """P14: failed, a unit must fall back; passed, its owner chooses. It stays suppressed either way.

    One throw of `suppressed_tests`; `first` of the units names it. Returns those that fall back.
    """
    what = a_or_many(units, "suppressed test")
    tests = await leadership_tests(game, "suppressed_test", units, what, lambda u: "else it falls back")
    said = tests.events("test")
    events += said
    tests.tell(game, _may_stay, said)
    return [unit for unit in units if not tests.passed(unit) or await stay_or_fall_back(game, unit)]


def _may_stay(unit: WargameUnit, passed: bool) -> str:
    return f"{unit.name} {'may stay or fall back' if passed else 'must fall back'}"


@procedure("Stay or fall back")
async def stay_or_fall_back(game: Game, unit: WargameUnit) -> bool:
    """P14: whether a unit that passed falls back all the same."""
    answer: str = await game.choose(
        "stay_or_fall_back",
        by=unit.side,
        title=f"{unit.name} passed: stay or fall back?",
        options=[
            Option("stay", "Stay", does=_if_it_stays(game.table, unit)),
            Option("fall_back", "Fall back", does="one normal move, straight away from the enemy"),
        ],
    )
    return answer == "fall_back"


def _if_it_stays(table: WargameTable, unit: WargameUnit) -> str:
    """What comes next for a unit that does not fall back."""
    if enemies_touching(table, unit):
        return "in the melee, and pile in"
    return "then follow up or not" if unit.fought_melee else "where it is"


def must_test(unit: WargameUnit) -> bool:
    """P14: suppressed, in play, and in a firefight or a melee this player turn."""
    return unit.alive and unit.suppressed and (unit.fought_melee or unit.fought_firefight)

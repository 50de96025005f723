"""Break Tests of units and of commands (P13)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.procedure import procedure
from companion.engine.state.phrases import Phrase, falls
from companion.engine.wording import does
from companion.rules.better_wargame.engagement import depart
from companion.rules.better_wargame.morale.leadership import (
    Events,
    Tests,
    a_or_many,
    batches,
    leadership_tests,
    pass_or_fail,
)
from companion.rules.better_wargame.units import Game, WargameTable, WargameUnit


def break_order(table: WargameTable) -> list[WargameUnit]:
    """P13: rank low to high, then the current player's units, then listing order."""
    return sorted((u for u in table.in_order() if u.break_eligible), key=lambda u: u.rank)


def break_due(game: Game) -> bool:
    """Whether any unit, or any command, tests at all at the end of this phase."""
    table = game.table
    if any(u.break_eligible for u in table.units.values()):
        return True
    return bool(game.options["command_break_tests"] and shaken_commands(table))


async def break_tests(game: Game, events: Events) -> None:
    """P13: every eligible unit tests once; then the commands, with the option `command_break_tests`."""
    for units in batches(game, break_order(game.table), lambda u: u.break_eligible):
        await break_test(game, units[0], units, events)
    if game.options["command_break_tests"]:
        for of in shaken_commands(game.table):
            await command_test(game, of, events)


@procedure("Break Test")
async def break_test(game: Game, first: WargameUnit, units: Sequence[WargameUnit], events: Events) -> None:
    """P13: d6 against leadership, one re-roll if a doctrine gives it; failing removes the unit at once.

    One throw of `break_tests`; `first` of the units names it.
    """
    last = tests = await leadership_tests(game, "break", units, a_or_many(units, "Break Test"), _leaves_play)
    again = [unit for unit in units if unit.break_reroll and not tests.passed(unit)]
    if again:
        tests.tell(game, _failed_once)
        what = f"{a_or_many(again, 'Break Test')} again"
        last = await leadership_tests(game, "break.reroll", again, what, _leaves_play, tests)
        tests = Tests(units, tests.needs, {**tests.faces, **last.faces})
    words = {unit.id: _held_or_broke(unit, tests.passed(unit)) for unit in units}
    for unit in units:
        if not tests.passed(unit):
            _broken(game, unit, "broken")
    said = tests.events("break")
    events += said
    last.tell(game, lambda unit, passed: words[unit.id], said)


def _leaves_play(unit: WargameUnit) -> str:
    return f"else it leaves play ({unit.models} of {unit.start_models} models left)"


def _failed_once(unit: WargameUnit, passed: bool) -> str:
    if not passed and unit.break_reroll:
        return f"{does(unit.name, 'fails and rolls')} again"
    return _held_or_broke(unit, passed)


def _held_or_broke(unit: WargameUnit, passed: bool) -> str:
    if passed:
        return f"{does(unit.name, 'holds')} with {unit.models} of {unit.start_models} models left"
    return _leaves(unit)


def _leaves(unit: WargameUnit) -> Phrase:
    return falls(f"{does(unit.name, 'breaks and leaves')} play", unit)


def _broken(game: Game, unit: WargameUnit, why: str) -> None:
    game.change(unit, "destroyed", True, why)
    game.conclude(_leaves(unit))
    depart(game, unit, why)


def shaken_commands(table: WargameTable) -> list[str]:
    """Commands that lost a unit in this phase and have fewer than half in play, the current player's first.

    Each is named by the id of its first unit in play.
    """
    found: list[str] = []
    for side in (table.current, table.opponent):
        for command in dict.fromkeys(u.command for u in table.units.values() if u.side == side and u.command):
            members = [u for u in table.units.values() if u.side == side and u.command == command]
            left = [u for u in members if u.alive]
            lost_now = [u for u in members if not u.alive and u.casualties]
            if left and lost_now and len(left) * 2 < len(members):
                found.append(left[0].id)
    return found


@procedure("Command break test")
async def command_test(game: Game, of: str, events: Events) -> None:
    """The senior leader left (highest rank, then listing order) tests for the command of unit `of`."""
    one = game.table.unit(of)
    members = [u for u in game.table.of_side(one.side) if u.command == one.command]
    senior = max(members, key=lambda u: u.rank)
    test = await leadership_tests(
        game, "command_break", [senior], f"for {one.command}", lambda u: f"else all of {one.command} leaves play"
    )
    passed = test.passed(senior)
    events.append(f"command:{one.command}:{pass_or_fail(passed)}")
    if not passed:
        for unit in members:
            _broken(game, unit, f"{one.command} breaks")
    words = "holds" if passed else "breaks, all its units leave play (table ruling)"
    test.tell(game, lambda unit, passed: f"{one.command} {words}", events[-1:])

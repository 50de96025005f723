"""Leadership: rally at the start of a turn, Break Tests and suppression at the end of a phase, suppressed tests."""

from __future__ import annotations

from companion.engine.dice import D6, Dice
from companion.engine.procedure import procedure
from companion.engine.requests import Option
from companion.rules.better_wargame.contacts import depart
from companion.rules.better_wargame.units import Game, WargameTable, WargameUnit
from companion.rules.better_wargame.wording import many

Events = list[str]
"""What happened in a phase, for its outcome: `suppressed:ID`, `break:ID:pass` and the like, in order."""


def passes(leadership: int, face: int) -> bool:
    """A Leadership test: d6, the leadership or more. There are no modifiers."""
    return face >= leadership


async def _leadership(game: Game, name: str, unit: WargameUnit, what: str) -> bool:
    rolled = await game.roll(
        name, by=unit.side, title=f"{unit.name}: roll {what}, {unit.leadership}+ passes", dice=[Dice(what, D6, 1)]
    )
    return passes(unit.leadership, int(rolled[0][0]))


def _record(game: Game, events: Events, event: str, words: str) -> None:
    events.append(event)
    game.note(words, event=event)


@procedure("Rally")
async def rally(game: Game, unit: WargameUnit, events: Events) -> None:
    """Start of turn: a suppressed unit that passes is suppressed no longer."""
    passed = await _leadership(game, "rally", unit, "to rally")
    if passed:
        game.remove_condition(unit, "suppressed", "rallied")
    _record(
        game, events, f"rally:{unit.id}:{_word(passed)}", f"{unit.name} {'rallies' if passed else 'stays suppressed'}"
    )


def overwhelmed(table: WargameTable) -> list[WargameUnit]:
    """P12: units that took Wounds in this phase for every model they began it with and are not suppressed yet."""
    return [u for u in table.in_order() if u.wounds and u.wounds >= u.at_phase_start and not u.suppressed]


def suppress(game: Game, events: Events) -> None:
    """P12: those units become suppressed."""
    for unit in overwhelmed(game.table):
        started, wounds = unit.at_phase_start, many(unit.wounds, "Wound")
        game.add_condition(unit, "suppressed", f"{wounds} on {many(started, 'model')} in one phase")
        _record(
            game,
            events,
            f"suppressed:{unit.id}",
            f"{unit.name} is suppressed: {wounds}, {many(started, 'model')} at the start of the phase",
        )


def break_eligible(unit: WargameUnit) -> bool:
    """P13: in play, lost a model in this phase, and below half."""
    return unit.alive and unit.casualties > 0 and unit.below_half


def break_order(table: WargameTable) -> list[WargameUnit]:
    """P13: rank low to high, then the current player's units, then listing order."""
    return sorted((u for u in table.in_order() if break_eligible(u)), key=lambda u: u.rank)


def break_due(game: Game) -> bool:
    """Whether any unit, or any command, tests at all at the end of this phase."""
    table = game.table
    if any(break_eligible(u) for u in table.units.values()):
        return True
    return bool(game.options["command_break_tests"] and shaken_commands(table))


async def break_tests(game: Game, events: Events) -> None:
    """P13: every eligible unit tests once; then the commands, where the table plays with them."""
    for unit in break_order(game.table):
        if break_eligible(unit):
            await break_test(game, unit, events)
    if game.options["command_break_tests"]:
        for command in shaken_commands(game.table):
            await command_test(game, command, events)


@procedure("Break Test")
async def break_test(game: Game, unit: WargameUnit, events: Events) -> None:
    """P13: d6 against leadership, one re-roll where a doctrine gives it; failing removes the unit at once."""
    passed = await _leadership(game, "break", unit, "a Break Test")
    if not passed and unit.break_reroll:
        passed = await _leadership(game, "break.reroll", unit, "the Break Test again")
    if not passed:
        _broken(game, unit, "broken")
    _record(
        game,
        events,
        f"break:{unit.id}:{_word(passed)}",
        f"{unit.name} {'holds' if passed else 'breaks and leaves play'}: {unit.models} of {unit.start_models} models",
    )


def _broken(game: Game, unit: WargameUnit, why: str) -> None:
    game.change(unit, "destroyed", True, why)
    depart(game, unit, why)


def shaken_commands(table: WargameTable) -> list[str]:
    """Commands that lost a unit in this phase and have fewer than half in play: the current player's first."""
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
    passed = await _leadership(game, "command_break", senior, f"for {one.command}")
    if not passed:
        for unit in members:
            _broken(game, unit, f"{one.command} breaks")
    _record(
        game,
        events,
        f"command:{one.command}:{_word(passed)}",
        f"{one.command} {'holds' if passed else 'breaks: all its units leave play (ruling)'}",
    )


@procedure("Suppressed test")
async def suppressed_test(game: Game, unit: WargameUnit, events: Events) -> bool:
    """P14: failed, it must fall back; passed, its owner chooses. It stays suppressed. Returns whether it falls back."""
    passed = await _leadership(game, "suppressed_test", unit, "a suppressed test")
    _record(
        game,
        events,
        f"test:{unit.id}:{_word(passed)}",
        f"{unit.name} {'may stay or fall back' if passed else 'must fall back'}",
    )
    if not passed:
        return True
    answer = await game.choose(
        "stay_or_fall_back",
        by=unit.side,
        title=f"{unit.name} passed: stay or fall back?",
        options=[Option("stay", "Stay"), Option("fall_back", "Fall back")],
    )
    return bool(answer == "fall_back")


def must_test(unit: WargameUnit) -> bool:
    """P14: suppressed, in play, and in a firefight or a melee this player turn."""
    return unit.alive and unit.suppressed and (unit.fought_melee or unit.fought_firefight)


def _word(passed: bool) -> str:
    return "pass" if passed else "fail"

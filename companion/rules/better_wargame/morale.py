"""Leadership Tests and Suppression: rally, Break Tests, tests of suppressed units at the end of Melee."""

from __future__ import annotations

from typing import cast

from companion.engine.dice import D6, Dice
from companion.engine.procedure import procedure
from companion.engine.requests import Option
from companion.engine.wording import count, verb
from companion.rules.better_wargame.contacts import depart
from companion.rules.better_wargame.units import Game, WargameTable, WargameUnit

Events = list[str]
"""What happened in a phase, for its outcome: `suppressed:ID`, `break:ID:pass` and the like, in order."""


def passes(leadership: int, face: int) -> bool:
    """A Leadership test: d6, the leadership or more. There are no modifiers."""
    return face >= leadership


async def roll_leadership(game: Game, name: str, unit: WargameUnit, what: str, stake: str) -> int:
    """Rolls one Leadership test and returns the face; `stake` says what hangs on it. Tell the result next."""
    rolled = await game.roll(
        name,
        by=unit.side,
        title=f"{unit.name}: roll {what}, {unit.leadership}+ passes, {stake}",
        dice=[Dice(what, D6, 1)],
    )
    return cast(int, rolled[0][0])


def tell(game: Game, unit: WargameUnit, face: int, words: str, event: str = "") -> None:
    """Tells what came of a Leadership test; `event` is what the outcome says of it, if anything."""
    passed = passes(unit.leadership, face)
    marks = [["held" if passed else ""]]
    text = f"{words}: {face}, {unit.leadership}+ passes"
    if event:
        game.result(text, marks=marks, event=event)
    else:
        game.result(text, marks=marks)


@procedure("Rally")
async def rally(game: Game, unit: WargameUnit, events: Events) -> None:
    """Start of Turn: a suppressed unit that passes is suppressed no longer."""
    face = await roll_leadership(game, "rally", unit, "to rally", "else it stays suppressed")
    passed = passes(unit.leadership, face)
    events.append(f"rally:{unit.id}:{_word(passed)}")
    if passed:
        game.remove_condition(unit, "suppressed", "rallied")
    words = verb(unit.name, "rallies", "rally") if passed else verb(unit.name, "stays suppressed", "stay suppressed")
    tell(game, unit, face, f"{unit.name} {words}", events[-1])


def overwhelmed(table: WargameTable) -> list[WargameUnit]:
    """P12: units that took Wounds in this phase for every model they began it with and are not suppressed yet."""
    return [u for u in table.in_order() if u.wounds and u.wounds >= u.at_phase_start and not u.suppressed]


def suppress(game: Game, events: Events) -> None:
    """P12: those units become suppressed."""
    for unit in overwhelmed(game.table):
        started, wounds = unit.at_phase_start, count(unit.wounds, "Wound")
        game.add_condition(unit, "suppressed", f"{wounds} on {count(started, 'model')} in one phase")
        events.append(f"suppressed:{unit.id}")
        is_ = verb(unit.name, "is", "are")
        text = f"{unit.name} {is_} suppressed: {wounds}, {count(started, 'model')} at the start of the phase"
        game.note(text, event=events[-1])


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
    """P13: every eligible unit tests once; then the commands, with the option `command_break_tests`."""
    for unit in break_order(game.table):
        if break_eligible(unit):
            await break_test(game, unit, events)
    if game.options["command_break_tests"]:
        for of in shaken_commands(game.table):
            await command_test(game, of, events)


@procedure("Break Test")
async def break_test(game: Game, unit: WargameUnit, events: Events) -> None:
    """P13: d6 against leadership, one re-roll where a doctrine gives it; failing removes the unit at once."""
    left = f"{unit.models} of {unit.start_models} models left"
    stake = f"else it leaves play ({left})"
    face = await roll_leadership(game, "break", unit, "a Break Test", stake)
    if unit.break_reroll and not passes(unit.leadership, face):
        tell(game, unit, face, f"{unit.name} {verb(unit.name, 'fails and rolls', 'fail and roll')} again")
        face = await roll_leadership(game, "break.reroll", unit, "the Break Test again", stake)
    passed = passes(unit.leadership, face)
    events.append(f"break:{unit.id}:{_word(passed)}")
    if passed:
        tell(game, unit, face, f"{unit.name} {verb(unit.name, 'holds', 'hold')} with {left}", events[-1])
        return
    _broken(game, unit, "broken")
    tell(game, unit, face, f"{unit.name} {verb(unit.name, 'breaks and leaves', 'break and leave')} play", events[-1])


def _broken(game: Game, unit: WargameUnit, why: str) -> None:
    game.change(unit, "destroyed", True, why)
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
    face = await roll_leadership(
        game, "command_break", senior, f"for {one.command}", f"else all of {one.command} leaves play"
    )
    passed = passes(senior.leadership, face)
    events.append(f"command:{one.command}:{_word(passed)}")
    if not passed:
        for unit in members:
            _broken(game, unit, f"{one.command} breaks")
    words = "holds" if passed else "breaks, all its units leave play (table ruling)"
    tell(game, senior, face, f"{one.command} {words}", events[-1])


@procedure("Suppressed test")
async def suppressed_test(game: Game, unit: WargameUnit, events: Events) -> bool:
    """P14: failed, it must fall back; passed, its owner chooses. It stays suppressed. Returns whether it falls back."""
    face = await roll_leadership(game, "suppressed_test", unit, "a suppressed test", "else it falls back")
    passed = passes(unit.leadership, face)
    events.append(f"test:{unit.id}:{_word(passed)}")
    tell(game, unit, face, f"{unit.name} {'may stay or fall back' if passed else 'must fall back'}", events[-1])
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

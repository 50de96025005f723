"""Leadership Tests and Suppression: rally, Break Tests, tests of suppressed units at the end of Melee."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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


Told = Callable[[WargameUnit, bool], str]
"""What came of one unit's test, in words that begin with its name."""


async def leadership_tests(
    game: Game, name: str, units: Sequence[WargameUnit], what: str, stake: Callable[[WargameUnit], str]
) -> dict[str, int]:
    """Rolls a Leadership test for each of these units in one throw; returns the faces by unit id.

    `what` is rolled, `stake` says what hangs on it for each. Units of both sides stand beside the prompt. Tell the
    result next.
    """
    sides = tuple(dict.fromkeys(unit.side for unit in units))
    if len(sides) > 1 and game.current_fight() is None:
        game.fight({"tested": units})
    told = "; ".join(f"{unit.name} on {unit.leadership}+, {stake(unit)}" for unit in units)
    rolled = await game.roll(
        name,
        by=sides[0] if len(sides) == 1 else sides,
        title=f"Roll {what}: {told}",
        dice=[Dice(unit.name, D6, 1, unit.side) for unit in units],
    )
    return {unit.id: cast(int, faces[0]) for unit, faces in zip(units, rolled, strict=True)}


def tell(
    game: Game, units: Sequence[WargameUnit], faces: Mapping[str, int], told: Told, events: Sequence[str] = ()
) -> None:
    """Tells what came of Leadership tests, those that failed first; `events` is what the outcome says of them."""
    passed = {unit.id: passes(unit.leadership, faces[unit.id]) for unit in units}
    texts = [
        f"{told(unit, passed[unit.id])}: {faces[unit.id]} against {unit.leadership}+"
        for unit in sorted(units, key=lambda unit: passed[unit.id])
        if unit.id in faces
    ]
    game.result("; ".join(texts), marks=[["held" if passed[unit.id] else ""] for unit in units], events=list(events))


def batches(game: Game, units: Sequence[WargameUnit]) -> list[list[WargameUnit]]:
    """The units that test in one throw: all together, or one by one with `throw = "row"`."""
    if game.options["throw"] == "stage":
        return [list(units)] if units else []
    return [[unit] for unit in units]


async def rally_all(game: Game, events: Events) -> None:
    """Start of Turn: suppressed units of the current player test; those that pass are suppressed no longer."""
    shaken = [u for u in game.table.of_side(game.table.current) if u.suppressed]
    for batch in batches(game, shaken):
        units = [u for u in batch if u.alive and u.suppressed]
        if units:
            await rally(game, units[0], units, events)


@procedure("Rally")
async def rally(game: Game, first: WargameUnit, units: Sequence[WargameUnit], events: Events) -> None:
    """One throw of `rally_all`; `first` of the units names it."""
    faces = await leadership_tests(game, "rally", units, "to rally", lambda u: "else still suppressed")
    began = len(events)
    for unit in units:
        passed = passes(unit.leadership, faces[unit.id])
        events.append(f"rally:{unit.id}:{_word(passed)}")
        if passed:
            game.remove_condition(unit, "suppressed", "rallied")
    tell(game, units, faces, _rallied, events[began:])


def _rallied(unit: WargameUnit, passed: bool) -> str:
    return f"{unit.name} " + (
        verb(unit.name, "rallies", "rally") if passed else verb(unit.name, "stays suppressed", "stay suppressed")
    )


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
    for batch in batches(game, break_order(game.table)):
        units = [u for u in batch if break_eligible(u)]
        if units:
            await break_test(game, units[0], units, events)
    if game.options["command_break_tests"]:
        for of in shaken_commands(game.table):
            await command_test(game, of, events)


@procedure("Break Test")
async def break_test(game: Game, first: WargameUnit, units: Sequence[WargameUnit], events: Events) -> None:
    """P13: d6 against leadership, one re-roll where a doctrine gives it; failing removes the unit at once.

    One throw of `break_tests`; `first` of the units names it.
    """
    faces = await leadership_tests(game, "break", units, _a(units, "Break Test"), _leaves_play)
    again = [u for u in units if u.break_reroll and not passes(u.leadership, faces[u.id])]
    tested = units
    if again:
        tell(game, units, faces, _failed_once)
        faces |= await leadership_tests(game, "break.reroll", again, f"{_a(again, 'Break Test')} again", _leaves_play)
        tested = again
    began = len(events)
    words = {unit.id: _held_or_broke(unit, passes(unit.leadership, faces[unit.id])) for unit in units}
    for unit in units:
        passed = passes(unit.leadership, faces[unit.id])
        events.append(f"break:{unit.id}:{_word(passed)}")
        if not passed:
            _broken(game, unit, "broken")
    tell(game, tested, faces, lambda unit, passed: words[unit.id], events[began:])


def _leaves_play(unit: WargameUnit) -> str:
    return f"else it leaves play ({unit.models} of {unit.start_models} models left)"


def _failed_once(unit: WargameUnit, passed: bool) -> str:
    if not passed and unit.break_reroll:
        return f"{unit.name} {verb(unit.name, 'fails and rolls', 'fail and roll')} again"
    return _held_or_broke(unit, passed)


def _held_or_broke(unit: WargameUnit, passed: bool) -> str:
    if passed:
        return f"{unit.name} {verb(unit.name, 'holds', 'hold')} with {unit.models} of {unit.start_models} models left"
    return f"{unit.name} {verb(unit.name, 'breaks and leaves', 'break and leave')} play"


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
    faces = await leadership_tests(
        game, "command_break", [senior], f"for {one.command}", lambda u: f"else all of {one.command} leaves play"
    )
    passed = passes(senior.leadership, faces[senior.id])
    events.append(f"command:{one.command}:{_word(passed)}")
    if not passed:
        for unit in members:
            _broken(game, unit, f"{one.command} breaks")
    words = "holds" if passed else "breaks, all its units leave play (table ruling)"
    tell(game, [senior], faces, lambda unit, passed: f"{one.command} {words}", events[-1:])


async def suppressed_tests(game: Game, events: Events) -> list[WargameUnit]:
    """P14: the current player's units first; returns those that fall back, in the order of their tests."""
    falling: list[WargameUnit] = []
    for batch in batches(game, [u for u in game.table.in_order() if must_test(u)]):
        units = [u for u in batch if must_test(u)]
        if units:
            falling += await suppressed_test(game, units[0], units, events)
    return falling


@procedure("Suppressed test")
async def suppressed_test(
    game: Game, first: WargameUnit, units: Sequence[WargameUnit], events: Events
) -> list[WargameUnit]:
    """P14: failed, a unit must fall back; passed, its owner chooses. It stays suppressed either way.

    One throw of `suppressed_tests`; `first` of the units names it. Returns those that fall back.
    """
    what = _a(units, "suppressed test")
    faces = await leadership_tests(game, "suppressed_test", units, what, lambda u: "else it falls back")
    began = len(events)
    events += [f"test:{u.id}:{_word(passes(u.leadership, faces[u.id]))}" for u in units]
    tell(game, units, faces, _may_stay, events[began:])
    return [unit for unit in units if not passes(unit.leadership, faces[unit.id]) or await _falls_back(game, unit)]


def _may_stay(unit: WargameUnit, passed: bool) -> str:
    return f"{unit.name} {'may stay or fall back' if passed else 'must fall back'}"


async def _falls_back(game: Game, unit: WargameUnit) -> bool:
    answer: str = await game.choose(
        "stay_or_fall_back",
        by=unit.side,
        title=f"{unit.name} passed: stay or fall back?",
        options=[Option("stay", "Stay"), Option("fall_back", "Fall back")],
    )
    return answer == "fall_back"


def must_test(unit: WargameUnit) -> bool:
    """P14: suppressed, in play, and in a firefight or a melee this player turn."""
    return unit.alive and unit.suppressed and (unit.fought_melee or unit.fought_firefight)


def _a(units: Sequence[WargameUnit], test: str) -> str:
    return f"a {test}" if len(units) == 1 else f"{test}s"


def _word(passed: bool) -> str:
    return "pass" if passed else "fail"

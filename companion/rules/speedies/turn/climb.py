"""Climbing, jumping and falling: an Agility Check, and a fall that reads its own table."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.dice import D20, Dice
from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Line
from companion.engine.state.contacts import enemies_touching
from companion.engine.state.phrases import phrase
from companion.engine.wording import does, question
from companion.rules.speedies import engagement
from companion.rules.speedies.conditions import OUT
from companion.rules.speedies.falls import height_of, landing
from companion.rules.speedies.injuries import lose_wounds, now_is, set_status, take_out
from companion.rules.speedies.odds.checks import check_odds, fall_odds, own_lean
from companion.rules.speedies.skills import of
from companion.rules.speedies.stat_checks import agility_check, roll_d20
from companion.rules.speedies.turn.ending import end_if_decided
from companion.rules.speedies.turn.move import ask_contacts_left
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit

STEPS = (
    Step("CL1", "Agility Check"),
    Step("CL2", "How far it falls"),
    Step("CL3", "Fall"),
    Step("CL4", "Who still touches"),
)
HIGHEST = 24


def why_not(unit: SpeediesUnit) -> str | None:
    """Why a unit may not climb, jump or fall now. A stunned unit may still be pushed off something."""
    return "has climbed or fallen already" if unit.climbed else None


def _why_no_check(table: SpeediesTable, unit: SpeediesUnit) -> str | None:
    if unit.helpless:
        return unit.status
    return "touches a standing enemy" if engagement.touches_standing(table, unit) else None


@procedure("Climb, jump or fall", STEPS)
async def climb(game: Game, unit: str) -> dict[str, Any]:
    """An Agility Check to climb or jump, and the fall if it fails; or a fall alone."""
    one = game.table.unit(unit)
    game.at("CL1")
    closed = _why_no_check(game.table, one)
    options = [Option("climb", "climb", closed, "cannot_climb"), Option("jump", "jump", closed, "cannot_climb")]
    if of(one).jump_attack:
        options.append(Option("jump_attack", "jump onto an enemy: a Jump Attack", closed, "cannot_climb"))
    auto_fail: int = game.options["auto_fail_max"]
    needed = {option.value: one.agility for option in options if option.why_not is None}
    what: str = await game.choose(
        "climb_what",
        by=one.side,
        title=f"what {question(one.name, 'does')} do?",
        options=[*options, Option("fall", "fall, without a check")],
    ).with_odds(partial(check_odds, one, needed, own_lean(one), auto_fail))
    game.change(one, "climbed", True, what.replace("_", " "))
    passed = what != "fall" and await _check(game, one, what)
    outcome = {"unit": one.id, "what": what, "passed": passed, "inches": 0, "result": one.status}
    if passed:
        game.skip("CL2", "the check is passed")
        await _leave(game, one)
        return outcome
    game.at("CL2")
    inches = await game.number(
        "fall_inches",
        by="table",
        lo=0,
        hi=HIGHEST,
        title=f"how many full inches {question(one.name, 'does')} fall? 0: it stays",
        why_hi="two feet are higher than any table is built",
    )
    if not game.enters("CL3", inches != 0, "it does not fall"):
        return outcome
    await fall(game, one, inches)
    if one.alive and not game.table.over:
        await _leave(game, one)
    return {**outcome, "inches": inches, "result": one.status}


async def _check(game: Game, unit: SpeediesUnit, what: str) -> bool:
    """CL1: the Agility Check to climb or jump. A Jump Attack gives Advantage until the end of the turn."""
    attack = what == "jump_attack"
    made = "makes its Jump Attack: Advantage on its Melee Checks this turn" if attack else f"{what}s"
    passed = await agility_check(
        game,
        unit,
        "agility",
        f"Agility Check {'for its Jump Attack' if attack else f'to {what}'}",
        passes_to=does(unit.name, made),
        fails_to=f"{does(unit.name, 'fails')} and may fall",
    )
    if passed and attack:
        game.add_condition(unit, "jump_attack", "jumped onto an enemy")
    return passed


async def _leave(game: Game, unit: SpeediesUnit) -> None:
    """CL4: which enemies it still touches where it is now."""
    if not game.enters("CL4", enemies_touching(game.table, unit), "touched nobody"):
        return
    await ask_contacts_left(game, unit)


async def fall(game: Game, unit: SpeediesUnit, inches: int) -> None:
    """A fall: d20 and 2 for each full inch above the second. With more than one Wound the worst is stunned and a Wound.

    A milder injury than the present one is ignored.
    """
    title, odds = f'{does(unit.name, "falls")} {inches}": roll a d20', partial(fall_odds, unit, inches)
    # High is no luck here: nothing is read of it.
    die = await roll_d20(game, "fall", unit.side, title, Dice("fall", D20, 1, reads=None), odds)
    height = height_of(inches)
    lines = [Line("die", die, "Falls"), Line('2 an inch above 2"', height, "Falls")]
    value = game.tally(f"fall[{unit.id}]", lines, name="Fall")
    why = f'a fall of {inches}"'
    meant, hurt, buffered = landing(unit, int(value))
    fate = now_is(unit, meant) if hurt else f"{does(unit.name, 'stays')} {unit.status}"
    buffer = " and loses a Wound, instead of being incapacitated" if buffered else ""
    fell = f'a fall of {inches}", {die} on the die and {height} for the height are {int(value)}'
    game.result(phrase(fate, f"{buffer}: {fell}"), unit=unit.id, value=int(value))
    if buffered:
        lose_wounds(game, unit, 1, why)
    if meant == OUT:
        await take_out(game, unit, None, why)
    elif hurt:
        set_status(game, unit, meant, why)
    end_if_decided(game)

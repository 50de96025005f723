"""Climbing, jumping and falling: an Agility Check, and a fall that reads its own table."""

from __future__ import annotations

from typing import Any

from companion.engine.dice import D20, Dice
from companion.engine.errors import InvalidInput
from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Line
from companion.rules.speedies.catalog import FALL, row
from companion.rules.speedies.conditions import OUT, worse
from companion.rules.speedies.injuries import lose_wounds, set_status, take_out
from companion.rules.speedies.skills import resulting_status
from companion.rules.speedies.stat_checks import stat_check
from companion.rules.speedies.turn.ending import check_end
from companion.rules.speedies.units import Game, SpeediesUnit

STEPS = (Step("CL1", "Agility Check"), Step("CL2", "How far it falls"), Step("CL3", "Fall"))
HIGHEST = 24


def why_not(unit: SpeediesUnit) -> str | None:
    """Why a unit may not climb or jump now. A stunned unit may still be pushed off something."""
    return "has climbed or fallen already" if unit.climbed else None


@procedure("Climb, jump or fall", STEPS)
async def climb(game: Game, unit: str) -> dict[str, Any]:
    """An Agility Check to climb or jump, and the fall where it fails; or a fall alone."""
    one = game.table.unit(unit)
    reason = why_not(one)
    if reason is not None:
        raise InvalidInput(f"{one.name} cannot climb: {reason}", code="cannot_climb")
    game.at("CL1")
    idle = one.status if one.helpless else None
    what: str = await game.choose(
        "climb_what",
        by=one.side,
        title=f"What does {one.name} do?",
        options=[Option("climb", "climb", idle), Option("jump", "jump", idle), Option("fall", "fall, without a check")],
    )
    game.change(one, "climbed", True, what)
    passed = False
    if what != "fall":
        needed = game.tally(
            f"agility_needs[{one.id}]", [Line("Agility", one.agility)], name=f"{one.name} needs", unit="or more"
        )
        passed = await stat_check(game, one, "agility", needed, f"Agility Check to {what}")
    outcome = {"unit": one.id, "what": what, "passed": passed, "inches": 0, "result": one.status}
    if passed:
        game.skip("CL2", "the check is passed")
        return outcome
    game.at("CL2")
    inches = await game.number(
        "fall_inches", by="table", lo=0, hi=HIGHEST, title=f"How many full inches does {one.name} fall? 0: it stays"
    )
    if inches == 0:
        game.skip("CL3", "it does not fall")
        return outcome
    game.at("CL3")
    await fall(game, one, inches)
    return {**outcome, "inches": inches, "result": one.status}


async def fall(game: Game, unit: SpeediesUnit, inches: int) -> None:
    """A fall: d20 and 2 for each full inch above the second. With more than one Wound the worst is stunned and a Wound.

    A milder injury than the present one is ignored.
    """
    rolled = await game.roll(
        "fall", by=unit.side, dice=[Dice("fall", D20, 1)], title=f'{unit.name} falls {inches}": roll a d20'
    )
    value = game.tally(
        f"fall[{unit.id}]",
        [Line("die", int(rolled[0][0])), Line('2 an inch above 2"', 2 * max(0, inches - 2))],
        name="Fall",
    )
    status: str = row(FALL, int(value)).status
    why = f'fell {inches}", {int(value)}'
    if status == OUT and unit.wounds > 1:
        lose_wounds(game, unit, 1, why)
        status = "stunned"
    meant = resulting_status(unit, status)
    if status == OUT:
        await take_out(game, unit, None, why)
    elif worse(meant, unit.status):
        set_status(game, unit, status, why)
    game.note(f'{unit.name} fell {inches}": {int(value)}, {unit.status}.', unit=unit.id, value=int(value))
    check_end(game)

"""The Move phase: who may move, how far, and which contacts stay."""

from __future__ import annotations

from typing import Any

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Line, Tally
from companion.engine.state.contacts import enemies_touching
from companion.engine.wording import agreeing, does, possessive, question
from companion.rules.speedies import engagement
from companion.rules.speedies.turn.engage import half_inches, measured, walk, walk_line
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit

STEPS = (Step("MV1", "How far"), Step("MV2", "Move"), Step("MV3", "Who still touches"))


def why_not(table: SpeediesTable, unit: SpeediesUnit) -> str | None:
    """Why a unit may not move now."""
    if unit.moved:
        return "has moved already"
    if unit.attempted_engage:
        return "tried to Engage this turn"
    if unit.status == "stunned":
        return "stunned"
    if unit.status == "dazed":
        return None if engagement.may_shuffle(table, unit) else "dazed, and an enemy has no other standing target"
    return "touches a standing enemy" if engagement.touches_standing(table, unit) else None


_WORDS = {"shuffle": "shuffles", "walk": "moves", "run": "runs"}


def distance(game: Game, unit: SpeediesUnit) -> tuple[Tally, int]:
    """How far a unit moves, or shuffles if it is dazed, with its reasons in whole inches, and in half inches."""
    rule = "Move phase"
    if unit.status != "dazed":
        line, halves = walk_line(unit, rule), 2 * walk(unit)
    elif game.options["dazed_move"] == "half":
        line, halves = Line("half its Move, dazed", unit.move // 2, rule), unit.move
    else:
        line, halves = Line("dazed", 1, rule), 2
    return measured(game, f"move[{unit.id}]", f"{possessive(unit.name)} move", [line], halves, rule)


def _option(unit: SpeediesUnit, how: str, inches: str) -> Option[str]:
    """One way to move. A carrier does not Run."""
    way = f"{agreeing(_WORDS[how])} {inches}"
    if how != "run":
        return Option(how, way)
    return Option(how, way, "carries Treasure" if unit.treasure else None, does="without shooting")


@procedure("Move", STEPS)
async def move(game: Game, unit: str) -> dict[str, Any]:
    """One unit moves, runs or shuffles; players say which enemies it still touches afterwards."""
    table = game.table
    one = table.unit(unit)
    game.at("MV1")
    far, halves = distance(game, one)
    if one.status == "dazed":
        ways = {"shuffle": half_inches(halves)}
    else:
        ways = {"walk": half_inches(halves), "run": half_inches(3 * halves // 2)}
    options = [_option(one, *way) for way in ways.items()]
    how: str = await game.choose(
        "move_how",
        by=one.side,
        title=f"how {question(one.name, 'does')} move? Not into contact with an enemy",
        options=options,
        tally=[far],
    )
    game.change(one, "moved", True, "moved")
    game.conclude(f"{does(one.name, _WORDS[how])} up to {ways[how]}")
    if how == "run":
        game.change(one, "ran", True, "ran")
    game.at("MV2")
    if not game.enters("MV3", enemies_touching(table, one), "touched nobody"):
        return {"unit": one.id, "how": how, "contacts": []}
    return {"unit": one.id, "how": how, "contacts": await ask_contacts_left(game, one)}


async def ask_contacts_left(game: Game, unit: SpeediesUnit) -> list[str]:
    """Asks which of the enemies that a unit touched it still touches, ends the other contacts, and returns those."""
    near = enemies_touching(game.table, unit)
    still = await game.pick(
        "still_touches",
        by="table",
        title=f"which of these {question(unit.name, 'does')} still touch?",
        options=[Option(u.id, u.name) for u in near],
    )
    for enemy in near:
        if enemy.id not in still:
            game.disconnect(unit.id, enemy.id, "moved away")
    return list(still)

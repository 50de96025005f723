"""The Move phase: who may move, how far, and which contacts stay."""

from __future__ import annotations

from typing import Any

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.contacts import enemies_touching
from companion.engine.wording import verb
from companion.rules.speedies import engagement
from companion.rules.speedies.legality import require
from companion.rules.speedies.turn.engage import half_inches, walk
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


def distances(game: Game, unit: SpeediesUnit) -> list[Option[str]]:
    """How a unit may move, each with how far in inches. A dazed unit shuffles, a carrier does not Run."""
    if unit.status == "dazed":
        half = game.options["dazed_move"] == "half"
        return [Option("shuffle", f"shuffle {half_inches(unit.move) if half else half_inches(2)}")]
    inches = walk(unit)
    return [
        Option("walk", f"move {half_inches(2 * inches)}"),
        Option(
            "run", f"run {half_inches(3 * inches)}, and do not shoot", "carries Treasure" if unit.treasure else None
        ),
    ]


def _went(unit: SpeediesUnit, label: str) -> str:
    """What it did, from how the choice says it: `moves up to 5"` from `move 5"`."""
    way, _, inches = label.partition(",")[0].partition(" ")
    return f"{verb(unit.name, f'{way}s', way)} up to {inches}"


@procedure("Move", STEPS)
async def move(game: Game, unit: str) -> dict[str, Any]:
    """One unit moves, runs or shuffles; players say which enemies it still touches afterwards."""
    table = game.table
    one = table.unit(unit)
    require(one, "move", why_not(table, one))
    game.at("MV1")
    ways = distances(game, one)
    free = [way for way in ways if way.why_not is None]
    how: str = await game.choose(
        "move_how",
        by=one.side,
        title=f"How does {one.name} move? Not into contact with an enemy",
        options=ways,
    )
    game.change(one, "moved", True, "moved")
    game.conclude(f"{one.name} {_went(one, next(way.label for way in ways if way.value == how))}")
    if how == "run":
        game.change(one, "ran", True, "ran")
    game.at("MV2")
    if len(free) == 1:
        way = free[0].label.partition(",")[0]
        await game.do("move", by=one.side, title=f"{one.name}: {way}, not into contact with an enemy")
    if not enemies_touching(table, one):
        game.skip("MV3", "touched nobody")
        return {"unit": one.id, "how": how, "contacts": []}
    game.at("MV3")
    return {"unit": one.id, "how": how, "contacts": await ask_contacts_left(game, one)}


async def ask_contacts_left(game: Game, unit: SpeediesUnit) -> list[str]:
    """Asks which of the enemies that a unit touched it still touches, ends the other contacts, and returns those."""
    near = enemies_touching(game.table, unit)
    still = await game.pick(
        "still_touches",
        by="table",
        title=f"Which of these does {unit.name} still touch?",
        options=[Option(u.id, u.name) for u in near],
    )
    for enemy in near:
        if enemy.id not in still:
            game.disconnect(unit.id, enemy.id, "moved away")
    return list(still)

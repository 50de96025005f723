"""The start and the end of a round, passing, and how the game ends (SOR, EOR)."""

from __future__ import annotations

from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.rules.gods_gloom.effects import Moment, effects
from companion.rules.gods_gloom.turn.order import fresh, mover, next_side, standing
from companion.rules.gods_gloom.units import Game


@procedure("Start of round", (Step("SOR", "Player A"), Step("SOR.effects", "Opening and closing effects")))
async def start_round(game: Game) -> dict[str, Any]:
    """Who is Player A; the activations of the round are counted. Returns `player_a` and `activations`."""
    table = game.table
    game.at("SOR.effects")
    if game.options["ask_effects"] == "always":
        await effects(game, Moment("SOR.effects", "at the start of the round"), called=True)
    game.at("SOR")
    options = [Option(s.id, s.name) for s in table.sides.values()]
    first = await game.choose("player_a", by="table", title=f"Round {table.round}: who is Player A?", options=options)
    game.change(table, "player_a", first, "initiative")
    fixed = game.options["activations_per_round"]
    for side in table.sides.values():
        number = fixed or min(60, len(table.of_side(side.id)))
        game.change(side, "activations_left", number, "set" if fixed else "one for each living unit")
    game.change(table, "active", first, "Player A begins")
    game.change(table, "phase", "activation", "the round begins")
    end_if_wiped_out(game)
    return {"player_a": first, "activations": {s.id: s.activations_left for s in table.sides.values()}}


@procedure("Pass")
async def pass_turn(game: Game) -> dict[str, Any]:
    """The player on turn has no unit left that was not activated and gives up the rest of the round."""
    side = mover(game.table)
    if side is None or fresh(game.table, side):
        raise InvalidInput("there are units to activate")
    why = "passed for the rest of the round"
    game.change(game.table.side(side), "activations_left", 0, why)
    game.change(game.table, "active", next_side(game.table, side), why)
    return {"passed": side}


@procedure("End of round", (Step("EOR", "Scoring and end effects"), Step("EOR.upkeep", "Upkeep")))
async def end_round(game: Game) -> dict[str, Any]:
    """Upkeep, and after the last round the end of the game. Returns `round`, `over` and `winner`."""
    table = game.table
    played = table.round
    game.at("EOR")
    await game.do("EOR", by="table", title=f"Score round {played} by your scenario", scores=True)
    if game.options["ask_effects"] == "always":
        await effects(game, Moment("EOR.effects", "at the end of the round"), called=True)
    game.at("EOR.upkeep")
    _upkeep(game)
    end_if_wiped_out(game)
    if table.over is None and played >= game.options["rounds"]:
        await _decide(game)
    if table.over is None:
        game.change(table, "round", played + 1, "next round")
        game.change(table, "phase", "start", "next round")
    return {"round": played, "over": table.over is not None, "winner": table.over_winner}


def _upkeep(game: Game) -> None:
    """Markers back, morale recovery by option. A Standard Action used is forgotten: no activation is under way."""
    back = game.options["upkeep_morale_recovery"]
    for unit in game.table.units.values():
        game.change(unit, "activated", False, "upkeep")
        game.change(unit, "activations", 0, "upkeep")
        game.change(unit, "standard_action_used", False, "upkeep")
        game.change(unit, "melee_barred", False, "upkeep")
        if back and unit.alive:
            game.shift(unit, "morale", back, "upkeep")
    for side in game.table.sides.values():
        game.change(side, "activations_left", 0, "upkeep")
    game.change(game.table, "active", None, "upkeep")


async def _decide(game: Game) -> None:
    """The last round is over: the players name the winner by their scenario, or units left decide."""
    table = game.table
    left = {s: len(table.of_side(s)) for s in table.sides}
    score = ", ".join(f"{table.side(s).name} {n}" for s, n in left.items())
    answer = await game.choose(
        "winner",
        by="table",
        title="The last round is over. Who has won?",
        options=[
            Option("pass", f"By units left: {score}"),
            *(Option(s.id, s.name) for s in table.sides.values()),
            Option("draw", "A draw"),
        ],
    )
    if answer == "pass":
        most = [s for s in left if left[s] == max(left.values())]
        _end(game, most[0] if len(most) == 1 else None, f"most units left after the last round: {score}")
    else:
        _end(game, None if answer == "draw" else str(answer), "the players decided after the last round")


def end_if_wiped_out(game: Game) -> None:
    """The game is over when only one player, or none, has a unit left."""
    left = standing(game.table)
    if game.table.over is None and len(left) < 2:
        _end(game, left[0] if left else None, "all enemies are destroyed" if left else "nobody is left")


def _end(game: Game, winner: str | None, why: str) -> None:
    game.change(game.table, "over_winner", winner, why)
    game.change(game.table, "over_why", why, why)
    game.change(game.table, "phase", "over", why)
    game.change(game.table, "active", None, why)

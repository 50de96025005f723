"""The start and the end of a round, and passing (SOR, EOR)."""

from __future__ import annotations

from typing import Any

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.phrases import phrase, step_said
from companion.rules.gods_gloom.effects import Moment, effects
from companion.rules.gods_gloom.turn.ending import end_by_choice, end_if_decided
from companion.rules.gods_gloom.turn.order import next_player, whose_turn
from companion.rules.gods_gloom.units import Game


@procedure("Start of round", (Step("SOR", "Player A"), Step("SOR.effects", "Opening and closing effects")))
async def start_round(game: Game) -> dict[str, Any]:
    """Who is Player A; activations are counted, in round 1 seals handed out. Returns `player_a` and `activations`."""
    table = game.table
    game.at("SOR.effects")
    if game.options["ask_effects"] == "always":
        await effects(game, Moment("SOR.effects", "at the start of the round"), called=True)
    game.at("SOR")
    options = [Option(s.id, s.name) for s in table.sides.values()]
    first = await game.choose(
        "player_a",
        by="table",
        title=phrase(f"round {table.round}: who is ", step_said("Player A"), "?"),
        options=options,
    )
    game.change(table, "player_a", first, "initiative")
    for side in table.sides.values() if table.round == 1 else ():
        # Seals that were set on the table before stay.
        if not side.command_seals:
            game.change(side, "command_seals", game.options["command_seals"], "the game begins")
    fixed = game.options["activations_per_round"]
    for side in table.sides.values():
        number = fixed or min(60, len(table.of_side(side.id)))
        game.change(side, "activations_left", number, "set" if fixed else "one for each living unit")
    game.change(table, "active", first, "Player A begins")
    game.change(table, "phase", "activation", "the round begins")
    end_if_decided(game)
    return {"player_a": first, "activations": {s.id: s.activations_left for s in table.sides.values()}}


@procedure("Pass")
async def pass_turn(game: Game) -> dict[str, Any]:
    """The player on turn has no unit left that was not activated and gives up the rest of the round."""
    side = whose_turn(game.table)
    assert side is not None
    why = "passed for the rest of the round"
    game.change(game.table.side(side), "activations_left", 0, why)
    game.change(game.table, "active", next_player(game.table, side), why)
    return {"passed": side}


@procedure("End of round", (Step("EOR", "Scoring and end effects"), Step("EOR.upkeep", "Upkeep")))
async def end_round(game: Game) -> dict[str, Any]:
    """Upkeep, and after the last round the end of the game. Returns `round`, `over` and `winner`."""
    table = game.table
    played = table.round
    game.at("EOR")
    await game.do("EOR", by="table", title=f"score round {played} by your scenario", scores=True)
    if game.options["ask_effects"] == "always":
        await effects(game, Moment("EOR.effects", "at the end of the round"), called=True)
    game.at("EOR.upkeep")
    _upkeep(game)
    if not end_if_decided(game) and played >= game.options["rounds"]:
        await end_by_choice(game)
    if table.over is None:
        game.change(table, "round", played + 1, "next round")
        game.change(table, "phase", "start", "next round")
        game.conclude(f"Round {played} is over: every unit may be activated again")
    return {"round": played, "over": table.over is not None, "winner": table.over_winner}


def _upkeep(game: Game) -> None:
    """Markers back, morale recovery by option. A Standard Action used is forgotten: no activation is under way."""
    back = game.options["upkeep_morale_recovery"]
    for unit in game.table.units.values():
        game.forget_turn(unit, "upkeep")
        if back and unit.alive:
            game.shift(unit, "morale", back, "upkeep")
    for side in game.table.sides.values():
        game.change(side, "activations_left", 0, "upkeep")
    game.change(game.table, "active", None, "upkeep")

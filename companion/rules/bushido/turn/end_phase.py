"""The End Phase: states run out, wounds come due, and the turn or the game is over."""

from __future__ import annotations

from typing import Any

from companion.engine.procedure import Step, procedure
from companion.engine.state.changes import Line
from companion.rules.bushido.catalog import DUE_STATES, LABELS, STATES
from companion.rules.bushido.fear import fear_test
from companion.rules.bushido.melee.fighters import Fighter
from companion.rules.bushido.melee.wounds import mark_wounds, tough_lines
from companion.rules.bushido.powers import powers
from companion.rules.bushido.states import remove, wear_off
from companion.rules.bushido.turn.ending import end_by_choice, end_if_decided
from companion.rules.bushido.units import BushidoUnit, Game

STEPS = (
    Step("E1", "States run out"),
    Step("E2", "Fire, blood and poison"),
    Step("E3", "Effects expire"),
    Step("E4", "Scenario scoring"),
    Step("E5", "Pass Tokens"),
    Step("E6", "Last Stand and Regenerate"),
    Step("E7", "Next turn"),
)


@procedure("End Phase", STEPS)
async def end_phase(game: Game) -> dict[str, Any]:
    """The End Phase in its order: adverse effects, their damage, what expires, scoring, tokens, who leaves or heals."""
    table = game.table
    game.change(table, "phase", "ending", "nobody can activate")
    game.at("E1")
    for model in living(game):
        await run_out(game, model)
    game.at("E2")
    for state in DUE_STATES:
        for model in living(game):
            await come_due(game, model, state)
    game.at("E3")
    for model in living(game):
        game.forget_turn(model, "End Phase")
    game.at("E4")
    await game.do("score", by="table", title="score the scenario, if it scores now", scores=True)
    game.at("E5")
    for side in table.sides.values():
        game.change(side, "pass_tokens", 0, "unspent Pass Tokens vanish")
    game.at("E6")
    leave_and_heal(game)
    game.at("E7")
    turn = table.round
    if not end_if_decided(game):
        if turn >= table.options["turns"] and not table.options["length_roll"]:
            await end_by_choice(game, f"turn {turn} was the last")
        else:
            game.change(table, "round", turn + 1, "a new turn")
            game.change(table, "phase", "starting", "a new turn")
    return {"turn": turn, "over": table.over is not None}


def living(game: Game) -> list[BushidoUnit]:
    """The models in play, in listing order."""
    return [u for u in game.table.units.values() if u.alive]


async def run_out(game: Game, model: BushidoUnit) -> None:
    """States end as their entries say; what a Fear test brought ends with another."""
    for state in STATES.values():
        if not state.end_phase or not model.has(state.id):
            continue
        if state.end_phase != "fear":
            wear_off(game, model, state.id, state.end_phase, "End Phase")
            continue
        source = game.table.units.get(model.fear_source)
        feared = model.fear_value
        if feared and source is not None and not await fear_test(game, model, source, feared):
            continue
        game.remove_condition(model, state.id, "no longer afraid")
        game.change(model, "fear_value", 0, "no longer afraid")
        game.change(model, "fear_source", "", "no longer afraid")


async def come_due(game: Game, model: BushidoUnit, state: str) -> None:
    """The highest marker goes and wounds; again while three or more remain."""
    ignores_tough = any(effect.op == "ignores_tough" for effect in STATES[state].effects)
    for _ in range(len(model.states.get(state) or ())):
        values = model.states.get(state) or ()
        if not values or not model.alive:
            return
        worst = max(values)
        game.remove_condition(model, state, "End Phase", worst)
        own = powers(model)
        lines = [Line(f"{LABELS[state]} marker", worst, "End Phase")]
        if not ignores_tough:
            lines += tough_lines(worst, own.total("tough"), 0, False)
        wounds = game.tally(
            f"{state}[{model.id}]",
            lines,
            name=f"{model.name}: {LABELS[state]}",
            lo=0,
            low_rule="End Phase",
            unit="wounds",
        )
        await mark_wounds(game, Fighter(model, model.arms[0]), wounds, LABELS[state], [])
        if len(model.states.get(state) or ()) < 3:
            return


def leave_and_heal(game: Game) -> None:
    """Last Stand models leave play; Regenerate heals, and a heal stops Bleeding."""
    for model in living(game):
        if model.last_stand:
            remove(game, model, "its Last Stand is over")
            continue
        heal = powers(model).total("regenerates")
        if heal and model.wounds_marked:
            game.shift(model, "wounds_marked", -heal, "Regenerate")
            game.remove_condition(model, "bleeding", "healed")

"""The Starting Phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.engine.dice import D6, Dice, Faces
from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Tally
from companion.engine.state.phrases import dice_said, phrase
from companion.engine.wording import count, does, possessive, question
from companion.rules.bushido.catalog import STATES
from companion.rules.bushido.ki.feats import may_spend
from companion.rules.bushido.melee.results import base_result, marks_of, reading, scoring, thrown_line
from companion.rules.bushido.odds.tests import length_odds, opposed_odds
from companion.rules.bushido.powers import powers
from companion.rules.bushido.states import lose_counters, wear_off
from companion.rules.bushido.turn.ending import end_by_choice
from companion.rules.bushido.units import BushidoUnit, Game

STEPS = (
    Step("1", "Game length"),
    Step("2", "Ki"),
    Step("3", "Activation Counters"),
    Step("4", "Tactical test"),
    Step("5", "Starting effects"),
    Step("6", "Pass Tokens"),
)

MOST_TIES = 10
"""Tied tactical tests before the players simply agree: a bound for the loop, one in millions."""

MOST_EXTRA_TURNS = 4
"""Turns beyond the last one that a length roll may give; after them the game is over without a roll."""


@procedure("Starting Phase", STEPS)
async def starting_phase(game: Game) -> dict[str, Any]:
    """Ki, counters, who goes first, and Pass Tokens."""
    table = game.table
    game.at("1")
    if await length_roll(game):
        return {"turn": table.round, "first": "", "over": True}
    models = [u for u in table.units.values() if u.alive]
    game.at("2")
    for model in models:
        blocks = powers(model).all("gains_no_ki")
        if not blocks:
            game.shift(model, "ki_tokens", model.ki_stat, "Ki generation")
        for power in blocks:
            wear_off(game, model, power.of, STATES[power.of].starting, "it kept Ki away this turn")
    game.at("3")
    for model in models:
        held = 0 if table.round == 1 else model.activation_counters
        game.change(model, "activation_counters", held + 2, "a new turn")
    game.conclude("every model gains 2 Activation Counters")
    for model in models:
        for power in powers(model).all("loses_counter"):
            wear_off(game, model, power.of, STATES[power.of].starting, "Starting Phase")
            lose_counters(game, model, power.x, power.source)
    game.at("4")
    first = await tactical_test(game)
    game.change(table, "active", first, "the tactical test")
    game.conclude(f"{does(table.title(first), 'is')} the first Active Player")
    game.at("5")
    for side in (first, table.other_side(first)):
        await buy_off(game, side)
    game.note(f"Resolve Starting Phase effects on cards, those of {table.title(first)} first")
    game.at("6")
    tokens = pass_tokens(game)
    game.change(table, "phase", "main", "the Starting Phase is over")
    return {"turn": table.round, "first": first, "pass_tokens": tokens, "over": False}


async def length_roll(game: Game) -> bool:
    """A scenario's length roll, from the turn after the last one on; returns whether the game is over."""
    target, beyond = game.options["length_roll"], game.table.round - game.options["turns"]
    if not target or beyond < 1:
        game.skip("1", "no length roll this turn")
        return False
    if beyond > MOST_EXTRA_TURNS:
        await end_by_choice(game, f"{MOST_EXTRA_TURNS} turns more were played")
        return True
    ((face,),) = await game.roll(
        "1",
        by="table",
        title=f"game length: the game ends on {target} or more",
        dice=[Dice("length", D6, 1, reach=target)],
    ).with_odds(partial(length_odds, target))
    ends = int(face) >= target
    game.result(
        phrase(dice_said(str(face)), f" against {target}: ", "the game ends" if ends else "another turn is played"),
        mark="hit",
        ends=ends,
    )
    if ends:
        await end_by_choice(game, f"the length roll was {face}")
        return True
    return False


async def tactical_test(game: Game) -> str:
    """The opposed test for the first turn: a die each, and the Tactician dice of the model each side names."""
    sides = list(game.table.sides)[:2]
    named = {side: await tactician(game, side) for side in sides}
    extra = {side: powers(model).total("tactician") if model is not None else 0 for side, model in named.items()}
    winner, again = "", tuple[Faces, ...]()
    for _ in range(MOST_TIES):
        winner, again = await _opposed(game, {side: 1 + extra[side] for side in sides}, again)
        if winner:
            break
    return str(
        await game.choose(
            "4.first",
            by=winner or "table",
            title="who is the first Active Player?" if winner else "tied again and again: agree who goes first",
            options=[Option(s, game.table.title(s)) for s in sides],
        )
    )


async def _opposed(game: Game, pools: Mapping[str, int], again: Sequence[Faces]) -> tuple[str, tuple[Faces, ...]]:
    """One roll of both sides, `again` after a tie; returns the side that wins, empty if none does, and the faces."""
    title = game.table.title
    rolled = await game.roll(
        "4",
        by=tuple(pools),
        title="tactical test: both players roll",
        dice=[Dice(title(side), D6, number, by=side, reads=reading()) for side, number in pools.items()],
        again=again,
    ).with_odds(partial(opposed_odds, pools, title))
    score, dice = dict[str, Tally](), dict[str, int]()
    for side, faces in zip(pools, rolled, strict=True):
        numbers = [int(face) for face in faces]
        lines = [thrown_line(numbers, base_result(numbers), "Tactical test")]
        score[side] = game.tally(f"tactical[{side}]", lines, name=f"{possessive(title(side))} test")
        dice[side] = len(scoring(numbers))
    one, two = pools
    winner = ""
    if (score[one], dice[one]) != (score[two], dice[two]):
        winner = one if (score[one], dice[one]) > (score[two], dice[two]) else two
    scores = " to ".join(str(int(value)) for value in sorted(score.values(), reverse=True))
    by_dice = ", by more scoring dice" if winner and score[one] == score[two] else ""
    alone = all([int(face) for face in faces] == [score[side]] for side, faces in zip(pools, rolled, strict=True))
    told = dice_said(scores) if alone else scores
    game.result(
        phrase(f"{does(title(winner), 'wins')} the tactical test, ", told, by_dice)
        if winner
        else phrase("The tactical test is tied, ", told, ": roll again"),
        marks=[marks_of([int(f) for f in faces]) for faces in rolled],
        counts=[{"result": int(value)} for value in score.values()],
        winner=winner,
    )
    return winner, rolled


async def tactician(game: Game, side: str) -> BushidoUnit | None:
    """The model that makes the test for a side: the one that brings most dice; None if nobody brings any.

    With the option `confirm_steps` its player names it.
    """
    models = game.table.of_side(side)
    worth = {m.id: powers(m).total("tactician") for m in models}
    if not any(worth.values()):
        return None
    best = max(models, key=lambda model: worth[model.id])
    if game.options["confirm_steps"]:
        options = [Option(m.id, m.name + (f" (+{count(worth[m.id], 'die')})" if worth[m.id] else "")) for m in models]
        named = await game.choose(
            "4.model", by=side, title="which model makes the tactical test?", options=options
        ).with_odds_ahead()
        best = game.table.unit(named)
    game.note(
        f"{does(best.name, 'makes')} the tactical test for {game.table.title(side)}: +{count(worth[best.id], 'die')}",
        model=best.id,
    )
    return best


async def buy_off(game: Game, side: str) -> None:
    """Markers that Ki ends in this phase, each at its price."""
    for model in game.table.of_side(side):
        for state in STATES.values():
            if not state.buy_off or not model.has(state.id) or not may_spend(model):
                continue
            most = min(model.states[state.id], model.ki_tokens // state.buy_off)
            if not most:
                continue
            ended = await game.number(
                f"5.{state.id}",
                by=side,
                lo=0,
                hi=most,
                title=f"how many {state.label}s {question(model.name, 'does')} end, {state.buy_off} Ki each?",
                why_hi=f"{model.ki_tokens} Ki at {state.buy_off} each"
                if most < model.states[state.id]
                else f"it has {most}",
                cost=[game.cost(model, "ki_tokens", state.buy_off)],
            )
            if ended:
                game.shift(model, "ki_tokens", -ended * state.buy_off, f"ends a {state.label}")
                game.remove_condition(model, state.id, "bought off", ended)


def pass_tokens(game: Game) -> dict[str, int]:
    """The player with fewer models gets the difference."""
    table = game.table
    count = {side: len(table.of_side(side)) for side in table.sides}
    most = max(count.values())
    for side in table.sides.values():
        game.change(side, "pass_tokens", most - count[side.id], "fewer models")
    return {side: most - n for side, n in count.items()}

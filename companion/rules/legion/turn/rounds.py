"""The Command Phase and the End Phase."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.dice import Dice
from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.phrases import phrase, step_said
from companion.engine.wording import does
from companion.rules.legion.dice import DEFENCE
from companion.rules.legion.odds.nerve import tie_odds
from companion.rules.legion.turn.activation import clear_activation
from companion.rules.legion.turn.ending import end_by_choice, end_if_decided
from companion.rules.legion.turn.order import activation_order, waiting
from companion.rules.legion.units import GREEN, Game, blue

COMMAND = (
    Step("C1", "Command cards"),
    Step("C2", "Priority"),
    Step("C3", "Orders"),
    Step("C4", "Order pools"),
)
END = (
    Step("E1", "Tokens go"),
    Step("E2", "Suppression goes"),
    Step("E3", "Commanders"),
    Step("E4", "Next round"),
)

NO_CARD = "none"
PIPS = {"1": "one pip", "2": "two pips", "3": "three pips", "4": "four pips", NO_CARD: "no card"}


@procedure("Command Phase", COMMAND)
async def command_phase(game: Game) -> dict[str, Any]:
    """Cards are revealed, priority is found, orders are issued, and the activations begin."""
    table = game.table
    game.at("C1")
    clear_activation(game)
    pips: dict[str, str] = {}
    for side in table.sides:
        pips[side] = await game.choose(
            "command_card",
            by=side,
            title="reveal your command card. How many pips?",
            options=[Option(value, label) for value, label in PIPS.items()],
        )
    game.at("C2")
    first = await _priority(game, pips)
    game.change(table, "priority", first, "priority")
    game.change(table, "last_activation_player", None, "a round begins")
    game.at("C3")
    for side in (first, *(s for s in table.sides if s != first)):
        await _orders(game, side)
    game.at("C4")
    await _retinues(game)
    game.change(table, "phase", "activation", "orders are issued")
    game.change(table, "active", first, "priority")
    order = activation_order(table)
    game.note("Activations in turn: " + ", ".join(table.title(s) for s in order), activation_order=order)
    return {"priority": first, "pips": pips, "activation_order": order}


async def _priority(game: Game, pips: dict[str, str]) -> str:
    """Fewest pips; no card loses to any card; a tie is rolled for by blue on a red defence die."""
    table = game.table
    first = blue(table)
    second = table.other_side(first)
    rank = {side: 9 if word == NO_CARD else int(word) for side, word in pips.items()}
    if rank[first] != rank[second]:
        winner, loser = (first, second) if rank[first] < rank[second] else (second, first)
        cards = f"{PIPS[pips[winner]]} against {PIPS[pips[loser]]}"
        game.note(f"{does(table.title(winner), 'has')} priority: {cards}", priority=winner)
        game.conclude(f"{does(table.title(winner), 'has')} priority")
        return winner
    rolled = await game.roll(
        "tie",
        by=first,
        dice=[Dice("priority", DEFENCE["red"], 1, good=frozenset(("block",)))],
        title=phrase(
            f"both have {PIPS[pips[first]]}: {does(table.title(first), 'rolls')} a red defence die; a block wins ",
            step_said("priority"),
        ),
    ).with_odds(partial(tie_odds, first, second, table.title))
    winner = first if rolled[0][0] == "block" else second
    game.result(
        f"{does(table.title(winner), 'has')} priority: {rolled[0][0]} rolled on the tie",
        mark="wins",
        priority=winner,
    )
    game.conclude(f"{does(table.title(winner), 'has')} priority")
    return winner


async def _orders(game: Game, side: str) -> None:
    """The commander of a side issues orders; players know from the card how many and how far."""
    table = game.table
    units = waiting(table, side)
    if not any(u.rank == "commander" for u in units):
        game.note(f"{does(table.title(side), 'has')} no commander: no orders", no_orders=side)
        return
    ordered = await game.pick(
        "orders",
        by=side,
        title="which units get a face-up order?",
        options=[Option(u.id, u.name) for u in units],
    )
    for unit in units:
        if unit.id in ordered:
            game.change(unit, "order", "faceup", "an order was issued")


async def _retinues(game: Game) -> None:
    """Start of the Activation Phase: a retinue near the unit it guards readies itself."""
    table = game.table
    for unit in [u for u in table.units.values() if u.alive and u.having("ready")]:
        name = unit.having("ready")[0].name
        token = await game.choose(
            "retinue",
            by=unit.side,
            title=f"{unit.name} ({name}): near the unit it guards? Then 1 aim or 1 dodge",
            options=[Option("aim", "1 aim"), Option("dodge", "1 dodge"), Option("none", "not near")],
        )
        if token != "none":
            game.shift(unit, token, 1, name)


@procedure("End Phase", END)
async def end_phase(game: Game) -> dict[str, Any]:
    """Tokens and suppression go, commanders are replaced, and the next round or the end of the game comes."""
    table = game.table
    living = [u for u in table.units.values() if u.alive]
    game.at("E1")
    clear_activation(game)
    for unit in living:
        for token in GREEN:
            game.change(unit, token, 0, "End Phase")
    game.at("E2")
    for unit in living:
        game.shift(unit, "suppression", -int(game.options["end_phase_suppression"]), "End Phase")
    if game.enters("E3", table.round < game.options["rounds"], "the last round is over"):
        for side in table.sides:
            await _promote(game, side)
    for unit in living:
        game.forget_turn(unit, "order pools are made anew")
    game.at("E4")
    played = table.round
    if not end_if_decided(game):
        await _next_round(game, played)
    return {"round": played, "over": table.over is not None}


async def _promote(game: Game, side: str) -> None:
    """A player whose commanders are gone makes a trooper one."""
    table = game.table
    units = table.of_side(side)
    troopers = [u for u in units if u.trooper]
    if any(u.rank == "commander" for u in units) or not troopers:
        return
    named = await game.choose(
        "promote",
        by=side,
        title="no commander is left: which unit is promoted?",
        options=[Option(u.id, u.name) for u in troopers],
    )
    game.change(table.unit(named), "rank", "commander", "promoted")


async def _next_round(game: Game, played: int) -> None:
    table = game.table
    if played >= table.options["rounds"]:
        await end_by_choice(game)
        return
    game.change(table, "round", played + 1, "next round")
    game.change(table, "phase", "command", "next round")
    for field in ("priority", "last_activation_player", "active"):
        game.change(table, field, None, "next round")

"""One activation: begin, rally, actions, end, order token."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.dice import Dice, Die
from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Line
from companion.engine.state.phrases import phrase, step_said
from companion.engine.wording import article, count, does, possessive
from companion.rules.legion.engagement import is_engaged, pairs, picture
from companion.rules.legion.melee.attack import attack_refusal, melee_attack
from companion.rules.legion.melee.closing_up import clean_up, close_up
from companion.rules.legion.melee.wounds import assign_wounds
from companion.rules.legion.morale import lose_nerve, panics, rally
from companion.rules.legion.odds.choices import action_odds
from companion.rules.legion.odds.nerve import draw_odds
from companion.rules.legion.ranged import ranged_attack, ranged_refusal
from companion.rules.legion.turn.actions import ACTIONS, action_options
from companion.rules.legion.turn.ending import end_if_decided
from companion.rules.legion.turn.movement import flee, move, move_refusal, speed_of, withdraw
from companion.rules.legion.turn.order import next_player, order_pool, whose_turn
from companion.rules.legion.units import HARMFUL, Game, LegionUnit, suppressed
from companion.rules.legion.words import offer

ACTIVATION = (
    Step("A1", "Begin"),
    Step("A2", "Rally"),
    Step("A3", "Actions"),
    Step("A4", "End of the activation"),
    Step("A5", "Order token"),
)

DRAWING = (Step("D1", "Draw an order token"), Step("D2", "Choose a unit of that rank"))

TOKENS = (
    ("m", "commander"),
    ("o", "operative"),
    ("c", "corps"),
    ("f", "special_forces"),
    ("s", "support"),
    ("h", "heavy"),
)
"""The letter that is enough to type each rank; none is a key that lets the app draw."""

MOST_ACTIONS = 30
"""Actions and attempts of one activation: two by the rules, a few more by cards that players add to `actions_left`."""


@procedure("Activation by drawn order", DRAWING)
async def draw_order(game: Game) -> dict[str, Any]:
    """An order token is drawn blindly from the pool, and a unit of its rank is activated."""
    table = game.table
    game.at("D1")
    side = whose_turn(table) or ""
    ranks: list[str] = [unit.rank for unit in order_pool(table, side)]
    rank = await _drawn(game, side, ranks) if len(dict.fromkeys(ranks)) > 1 else ranks[0]
    game.at("D2")
    drawn = await game.choose(
        "order_unit",
        by=side,
        title=f"which {rank.replace('_', ' ')} unit is activated?",
        options=[Option(u.id, u.name) for u in order_pool(table, side) if u.rank == rank],
    ).with_odds_ahead()
    return await activate(game, drawn)


async def _drawn(game: Game, side: str, ranks: list[str]) -> str:
    """The rank on the token drawn. Nothing is asked for if all tokens in the pool are alike."""
    rolled = await game.roll(
        "draw_order",
        by=side,
        title=phrase(step_said("draw an order token"), " from your pool"),
        dice=[Dice("token", Die("order token", tuple(ranks), TOKENS, "token"), 1)],
    ).with_odds(partial(draw_odds, side, ranks))
    rank = str(rolled[0][0])
    game.result(
        f"{does(game.table.title(side), 'draws')} {article(rank)} {rank.replace('_', ' ')} token",
        title="Order pool",
        mark=lambda dice, face: "drawn",
        rank=rank,
    )
    return rank


@procedure("Activation", ACTIVATION)
async def activate(game: Game, unit: str) -> dict[str, Any]:
    """A unit is activated: it rallies, acts, and turns its order token."""
    table, one = game.table, game.table.unit(unit)
    game.at("A1")
    clear_activation(game)
    for field, value in (("active_player", one.side), ("last_activation_player", one.side), ("acting", one.id)):
        game.change(table, field, value, "activated")
    if one.ion:
        game.note(f"{one.name}: {count(one.ion, 'ion token')}, see your rulebook", ion=one.ion)
    panicked = await _rallied(game, one)
    game.at("A3")
    if panicked:
        await _forced(game, one)
    else:
        await _actions(game, one)
    game.at("A4")
    if one.alive and table.over is None:
        await _end(game, one, panicked)
    game.at("A5")
    if one.alive:
        game.change(one, "order", "facedown", "activation over")
        game.change(one, "activated", True, "activation over")
    done = table.actions_done
    clear_activation(game)
    if not end_if_decided(game):
        following = next_player(table, one.side)
        game.change(table, "active", following, "activation over")
        if following is None:
            game.change(table, "phase", "end", "every unit was activated")
    return {"unit": one.id, "panicked": panicked, "actions": list(done), **picture(table)}


def clear_activation(game: Game) -> None:
    """What belongs to one activation goes with it; who activated last is kept for the round.

    An activation that the players left half-way is cleared when the next thing of the round begins.
    """
    for field in (
        "active_player",
        "acting",
        "left_this_activation",
        "actions_done",
        "actions_left",
        "attack_action_used",
        "free_actions",
        "withdrew",
    ):
        game.change(game.table, field, game.table.fresh(field), "activation over")


async def _rallied(game: Game, unit: LegionUnit) -> bool:
    """Step 2, and what the unit may do after it. Returns whether it panics."""
    lose_nerve(game, unit)
    if game.enters("A2", unit.suppression, "no suppression"):
        await rally(game, unit)
    panicked = await panics(game, unit)
    if panicked:
        lines = [Line("panicked", 0, "Panic")]
    elif suppressed(unit):
        lines = [Line("suppressed", 1, "Suppression")]
    else:
        lines = [Line("each activation", 2, "Perform actions")]
    if not panicked:
        lines += [Line(keyword.name, keyword.x or 1, "Perform actions") for keyword in unit.having("extra_action")]
    actions = game.tally(
        "actions", lines, name=f"{possessive(unit.name)} actions", lo=0, low_rule="Perform actions", unit="actions"
    )
    game.change(game.table, "actions_left", int(actions), "panicked" if panicked else "rallied")
    if panicked:
        game.change(game.table, "free_actions", False, "panicked")
    return panicked


async def _forced(game: Game, unit: LegionUnit) -> None:
    """What panic forces: an engaged unit withdraws, any other flees; one that cannot move does nothing."""
    if game.options["panic_mode"] == "freeze":
        game.note(f"{unit.name}: panicked, nothing is done (an option of this table)")
    elif not speed_of(unit):
        game.note(f"{unit.name}: panicked, and unable to move")
    elif not is_engaged(game.table, unit):
        await flee(game, unit)
        await _reactions(game, unit)
    elif await withdraw(game, unit, "panicked and engaged, a withdrawal is forced. "):
        await _reactions(game, unit)


async def _actions(game: Game, unit: LegionUnit) -> None:
    table = game.table
    blocked = False
    for _ in range(MOST_ACTIONS):
        await clean_up(game)
        if not table.actions_left or not unit.alive or table.over is not None:
            break
        options = action_options(game, unit, blocked)
        chosen = await game.choose(
            "action",
            by=unit.side,
            options=options,
            title=f"{unit.name}: which action? ({count(table.actions_left, 'action')} left)",
        ).with_odds(partial(action_odds, table, unit, options))
        if chosen == "done":
            break
        action = next(d for d in ACTIONS if d.id == chosen)
        if unit.standby and action.id != "withdraw":
            game.change(unit, "standby", 0, "acts")
        if not await action.act(game, unit):
            blocked = blocked or action.id == "withdraw"
            continue
        game.change(table, "actions_done", (*table.actions_done, action.kind), f"{action.id} action")
        game.shift(table, "actions_left", -1, f"{action.id} action")
        await _reactions(game, unit)


async def _reactions(game: Game, unit: LegionUnit) -> None:
    """Enemy units with a standby token may use it after an action: a free attack or move out of turn."""
    table = game.table
    for _ in range(len(table.units)):
        ready = [u for u in table.foes(unit) if u.standby]
        if not ready or not unit.alive or table.over is not None:
            break
        side = ready[0].side
        chosen = await game.choose(
            "standby",
            by=side,
            title=f"after the action of {unit.name}: which unit spends a standby token?",
            options=[
                Option("pass", "nobody"),
                *(Option(u.id, u.name, None, "", (game.cost(u, "standby", 1),)) for u in ready),
            ],
        ).with_odds_ahead()
        if chosen == "pass":
            break
        await _react(game, table.unit(chosen))


async def _react(game: Game, unit: LegionUnit) -> None:
    table = game.table
    game.change(unit, "standby", 0, "spends its standby token")
    title = f"{unit.name} on standby: what is done?"
    options = [
        offer("melee_attack", "attack in the melee", attack_refusal(table, unit, pairs(table))),
        offer("ranged_attack", "shoot", ranged_refusal(table, unit)),
        offer("move", "move", move_refusal(table, unit)),
        Option("pass", "nothing after all"),
    ]
    chosen = await game.choose("standby_action", by=unit.side, title=title, options=options).with_odds(
        partial(action_odds, table, unit, options)
    )
    if chosen == "melee_attack":
        await melee_attack(game, unit.id)
    elif chosen == "ranged_attack":
        await ranged_attack(game, unit)
    elif chosen == "move":
        await move(game, unit, speed_of(unit))


async def _end(game: Game, unit: LegionUnit, panicked: bool) -> None:
    """Step 4: panic wears off, poison wounds, harmful tokens go."""
    await clean_up(game)
    if panicked:
        game.shift(unit, "suppression", -(unit.nerve or 0), "panic wears off")
    if unit.poison:
        before = pairs(game.table)
        name = f"wounds to {unit.name} by poison"
        lines = [Line("poison tokens", unit.poison, "Poison")]
        wounds = int(game.tally("poison", lines, name=name, lo=0, low_rule="Poison", unit="wounds"))
        game.note(f"{does(unit.name, 'suffers')} {count(wounds, 'wound')} by poison", wounds=wounds)
        if await assign_wounds(game, unit, wounds):
            await close_up(game, before)
    for token in HARMFUL:
        game.change(unit, token, 0, "end of its activation")

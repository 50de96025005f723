"""One activation (section 3): begin, rally, actions, end, order token."""

from __future__ import annotations

from typing import Any

from companion.engine.dice import Dice, Die
from companion.engine.procedure import Context, Step, procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Line
from companion.rules.legion.attack import attack_refusal, melee_attack
from companion.rules.legion.closing import close_up
from companion.rules.legion.deeds import DEEDS, deed_options
from companion.rules.legion.ending import check_over, clear_activation
from companion.rules.legion.melee import is_engaged, pairs, picture
from companion.rules.legion.morale import lose_nerve, panics, rally, suppressed
from companion.rules.legion.moving import move, move_refusal, speed_of
from companion.rules.legion.ranged import ranged_attack, ranged_refusal
from companion.rules.legion.refusals import offer
from companion.rules.legion.tidying import tidy
from companion.rules.legion.turns import next_player, order_pool, pooled, whose_turn
from companion.rules.legion.units import HARMFUL, LegionTable, LegionUnit
from companion.rules.legion.withdrawing import flee, withdraw
from companion.rules.legion.wording import counted
from companion.rules.legion.wounds import assign_wounds

ACTIVATION = (
    Step("3.1", "Begin"),
    Step("3.2", "Rally"),
    Step("3.3", "Actions"),
    Step("3.4", "End of the activation"),
    Step("3.5", "Order token"),
)


MOST_ACTIONS = 30
"""Actions and attempts of one activation: two by the rules (section 3), a few more by cards, entered by hand."""


@procedure("Activation", ACTIVATION)
async def activate(game: Context[LegionTable], unit: str) -> dict[str, Any]:
    """A unit with a face-up order token is activated."""
    return await _activation(game, game.table.unit(unit))


@procedure("Drawing an order", ACTIVATION)
async def draw_order(game: Context[LegionTable]) -> dict[str, Any]:
    """An order token is drawn blindly from the pool, and a unit of its rank is activated."""
    table = game.table
    side = whose_turn(table) or ""
    ranks = order_pool(table, side)
    rank = await _drawn(game, side, ranks) if len(dict.fromkeys(ranks)) > 1 else ranks[0]
    drawn = await game.choose(
        "order_unit",
        by=side,
        title=f"Which {rank.replace('_', ' ')} unit is activated?",
        options=[Option(u.id, u.name) for u in pooled(table, side) if u.rank == rank],
    )
    return await _activation(game, table.unit(drawn))


async def _drawn(game: Context[LegionTable], side: str, ranks: list[str]) -> str:
    """The rank on the token drawn. Nothing is asked for where all tokens in the pool are alike."""
    rolled = await game.roll(
        "draw_order",
        by=side,
        title="Draw an order token from your pool",
        dice=[Dice("token", Die("order token", tuple(ranks)), 1)],
    )
    return str(rolled[0][0])


async def _activation(game: Context[LegionTable], unit: LegionUnit) -> dict[str, Any]:
    table = game.table
    game.at("3.1")
    clear_activation(game)
    for field, value in (("active_player", unit.side), ("last_activation_player", unit.side), ("acting", unit.id)):
        game.change(table, field, value, f"{unit.name} is activated")
    if unit.ion:
        game.note(f"{unit.name} has {counted(unit.ion, 'ion token')}: see your rulebook", ion=unit.ion)
    panicked = await _rallied(game, unit)
    game.at("3.3")
    if panicked:
        await _forced(game, unit)
    else:
        await _actions(game, unit)
    game.at("3.4")
    if unit.alive and table.over is None:
        await _end(game, unit, panicked)
    game.at("3.5")
    if unit.alive:
        game.change(unit, "order", "facedown", "activation over")
        game.change(unit, "activated", True, "activation over")
    done = table.actions_done
    clear_activation(game)
    if not check_over(game):
        following = next_player(table, unit.side)
        game.change(table, "active", following, "activation over")
        if following is None:
            game.change(table, "phase", "end", "every unit was activated")
    return {"unit": unit.id, "panicked": panicked, "actions": list(done), **picture(table)}


async def _rallied(game: Context[LegionTable], unit: LegionUnit) -> bool:
    """Step 2, and what the unit may do after it. Returns whether it panics."""
    lose_nerve(game, unit)
    if unit.suppression:
        game.at("3.2")
        await rally(game, unit)
    else:
        game.skip("3.2", "no suppression")
    panicked = await panics(game, unit)
    if panicked:
        lines = [Line("panicked", 0, "12")]
    elif suppressed(unit):
        lines = [Line("suppressed", 1, "12")]
    else:
        lines = [Line("actions", 2, "3")]
    if unit.hurt and not panicked:
        lines += [Line(h.name, h.x or 1, "3") for h in unit.effects.get("extra_action", ())]
    count = game.tally("actions", lines, name=f"{unit.name}'s actions", lo=0, unit="actions")
    game.change(game.table, "actions_left", int(count), "panicked" if panicked else "rallied")
    if panicked:
        game.change(game.table, "free_actions", False, "panicked")
    return panicked


async def _forced(game: Context[LegionTable], unit: LegionUnit) -> None:
    """What panic forces: an engaged unit withdraws, any other flees; one that cannot move does nothing."""
    if game.options["panic_mode"] == "freeze":
        game.note(f"{unit.name} is panicked and does nothing (option panic_mode)")
    elif not speed_of(unit):
        game.note(f"{unit.name} is panicked and cannot move")
    elif not is_engaged(game.table, unit):
        await flee(game, unit)
        await _reactions(game, unit)
    elif await withdraw(game, unit):
        await _reactions(game, unit)


async def _actions(game: Context[LegionTable], unit: LegionUnit) -> None:
    table = game.table
    blocked = False
    for _ in range(MOST_ACTIONS):
        await tidy(game)
        if not table.actions_left or not unit.alive or table.over is not None:
            break
        chosen = await game.choose(
            "action",
            by=unit.side,
            options=deed_options(table, unit, blocked),
            title=f"{unit.name}: which action? ({table.actions_left} left)",
        )
        if chosen == "done":
            break
        deed = next(d for d in DEEDS if d.id == chosen)
        if unit.standby and deed.id != "withdraw":
            game.change(unit, "standby", 0, "acts")
        if not await deed.act(game, unit):
            blocked = blocked or deed.id == "withdraw"
            continue
        game.change(table, "actions_done", (*table.actions_done, deed.kind), f"{deed.id} action")
        game.shift(table, "actions_left", -1, f"{deed.id} action")
        await _reactions(game, unit)


async def _reactions(game: Context[LegionTable], unit: LegionUnit) -> None:
    """Enemy units with a standby token may use it after an action: a free attack or move out of turn."""
    table = game.table
    for _ in range(len(table.units)):
        ready = [u for u in table.units.values() if u.alive and u.standby and table.enemies(u, unit)]
        if not ready or not unit.alive or table.over is not None:
            break
        side = ready[0].side
        chosen = await game.choose(
            "standby",
            by=side,
            title=f"After the action of {unit.name}: who spends a standby token?",
            options=[Option("pass", "nobody"), *(Option(u.id, u.name) for u in ready)],
        )
        if chosen == "pass":
            break
        await _react(game, table.unit(chosen))


async def _react(game: Context[LegionTable], unit: LegionUnit) -> None:
    table = game.table
    game.change(unit, "standby", 0, "spends its standby token")
    title = f"{unit.name} on standby: what does it do?"
    chosen = await game.choose(
        "standby_action",
        by=unit.side,
        title=title,
        options=[
            offer("melee_attack", "attack in the melee", attack_refusal(table, unit, pairs(table))),
            offer("ranged_attack", "shoot", ranged_refusal(table, unit)),
            offer("move", "move", move_refusal(table, unit)),
            Option("pass", "nothing after all"),
        ],
    )
    if chosen == "melee_attack":
        await melee_attack(game, unit.id)
    elif chosen == "ranged_attack":
        await ranged_attack(game, unit)
    elif chosen == "move":
        await move(game, unit, speed_of(unit))


async def _end(game: Context[LegionTable], unit: LegionUnit, panicked: bool) -> None:
    """Step 4: panic wears off, poison bites, harmful tokens go."""
    await tidy(game)
    if panicked:
        game.shift(unit, "suppression", -(unit.nerve or 0), "panic wears off")
    if unit.poison:
        before = pairs(game.table)
        game.note(f"{unit.name} suffers {counted(unit.poison, 'wound')} from poison", wounds=unit.poison)
        if await assign_wounds(game, unit, unit.poison):
            await close_up(game, before)
    for token in HARMFUL:
        game.change(unit, token, 0, "end of its activation")

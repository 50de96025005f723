"""The actions of an activation as data: what each is, why it may be closed, and what it does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from companion.engine.frozen import frozen
from companion.engine.requests import Option
from companion.rules.legion.engagement import pairs
from companion.rules.legion.melee.attack import attack_refusal, melee_attack
from companion.rules.legion.odds.choices import attack_odds
from companion.rules.legion.ranged import ranged_attack, ranged_refusal
from companion.rules.legion.turn.movement import (
    move,
    move_refusal,
    no_contact,
    speed_of,
    target_options,
    withdraw,
    withdraw_refusal,
)
from companion.rules.legion.units import Game, LegionTable, LegionUnit
from companion.rules.legion.words import Refusal, offer


@frozen
class UnitAction:
    """One kind of action. `kind`: what may be done once an activation (moves may be repeated).

    `act` says whether the action was carried out: else it is not used up.
    """

    id: str
    label: str
    kind: str
    refuse: Callable[[LegionTable, LegionUnit], Refusal | None]
    act: Callable[[Game, LegionUnit], Awaitable[bool]]
    does: str = ""


def _never(table: LegionTable, unit: LegionUnit) -> Refusal | None:
    return None


def _no_melee(table: LegionTable, unit: LegionUnit) -> Refusal | None:
    return _no_attack(table) or attack_refusal(table, unit, pairs(table))


def _no_shot(table: LegionTable, unit: LegionUnit) -> Refusal | None:
    return _no_attack(table) or ranged_refusal(table, unit)


def _no_attack(table: LegionTable) -> Refusal | None:
    if table.attack_action_used:
        return Refusal("attack_action_used", "its attack of this activation is made")
    if table.withdrew:
        return Refusal("withdrew_this_activation", "it withdrew in this activation")
    if "standby" in table.actions_done:
        return Refusal("standby_taken", "standby was taken in this activation")
    return None


def _no_standby(table: LegionTable, unit: LegionUnit) -> Refusal | None:
    if table.attack_action_used:
        return Refusal("attack_action_used", "it attacked in this activation")
    if table.withdrew:
        return Refusal("withdrew_this_activation", "withdrew in this activation")
    return None


async def _move(game: Game, unit: LegionUnit) -> bool:
    met = await move(game, unit, speed_of(unit))
    await free_attacks(game, unit, met)
    return True


async def _melee(game: Game, unit: LegionUnit) -> bool:
    await melee_attack(game, unit.id)
    return game.table.attack_action_used


async def _shoot(game: Game, unit: LegionUnit) -> bool:
    await ranged_attack(game, unit)
    return game.table.attack_action_used


async def _recover(game: Game, unit: LegionUnit) -> bool:
    if unit.suppression:
        gone = await game.number(
            "recover",
            by=unit.side,
            lo=0,
            hi=unit.suppression,
            why_hi="its suppression tokens",
            title=f"{unit.name}: how many suppression tokens does recovering remove?",
        )
        game.shift(unit, "suppression", -gone, "recovers")
    game.note(f"{unit.name}: ready the exhausted cards", unit=unit.id)
    return True


async def _card(game: Game, unit: LegionUnit) -> bool:
    await game.do("card", by=unit.side, title=f"{unit.name}: carry out the action on the card")
    return True


def _token(name: str) -> Callable[[Game, LegionUnit], Awaitable[bool]]:
    async def gain(game: Game, unit: LegionUnit) -> bool:
        game.shift(unit, name, 1, f"{name} action")
        return True

    return gain


ACTIONS = (
    UnitAction("move", "move", "move", move_refusal, _move),
    UnitAction("melee_attack", "attack in the melee", "attack", _no_melee, _melee),
    UnitAction("ranged_attack", "shoot", "attack", _no_shot, _shoot),
    UnitAction("aim", "aim", "aim", _never, _token("aim"), "1 aim token, to reroll attack dice"),
    UnitAction("dodge", "dodge", "dodge", _never, _token("dodge"), "1 dodge token, to cancel a hit"),
    UnitAction("standby", "standby", "standby", _no_standby, _token("standby"), "1 standby token, to act later"),
    UnitAction("recover", "recover", "recover", _never, _recover, "suppression off, cards ready"),
    UnitAction("card", "an action of a card", "card", _never, _card),
    UnitAction("withdraw", "withdraw", "withdraw", withdraw_refusal, withdraw, "out of the melee"),
)

REPEATED = ("move", "card")
"""Kinds that may be done more than once: moves, and actions of different cards."""


def action_options(game: Game, unit: LegionUnit, blocked: bool) -> list[Option[str]]:
    """The actions of the unit now, the closed ones with their reason. `blocked`: no clear space to withdraw to."""
    table = game.table
    options = []
    whole = table.options["withdraw_mode"] == "full"
    for action in ACTIONS:
        refused = action.refuse(table, unit)
        if refused is None and action.kind in table.actions_done and action.kind not in REPEATED:
            refused = Refusal("already_done", "done already in this activation")
        if refused is None and action.id == "withdraw" and blocked:
            refused = Refusal("no_clear_space", "no clear space to withdraw to")
        does = action.does
        if action.id == "move" and (closed := no_contact(target_options(table, unit))):
            does = f"into no contact: {closed}"
        spent = table.actions_left if whole and action.id == "withdraw" else 1
        options.append(offer(action.id, action.label, refused, (game.cost(table, "actions_left", spent),), does))
    return [*options, Option("done", "no more actions")]


async def free_attacks(game: Game, unit: LegionUnit, met: str) -> None:
    """The free attacks that keywords give after a move action: after starting a melee, or after any move."""
    table = game.table
    for keyword in unit.having("free_attack"):
        name, moved = keyword.name, "moved" in keyword.effect.when
        if _no_attack(table) or not table.free_actions or not unit.alive or table.over is not None:
            return
        against = "" if moved else met
        if against == "clear" or all(o.why_not is not None for o in _free_options(table, unit, moved)):
            continue
        title = f"{unit.name}: free attack ({name})?"
        chances = partial(attack_odds, table, unit, True, against)
        if await game.yes_no(name.lower(), by=unit.side, default=True, title=title).with_odds(chances):
            await _free_attack(game, unit, against, moved)


def _free_options(table: LegionTable, unit: LegionUnit, shoots: bool) -> list[Option[str]]:
    """The kinds of free attack. `shoots`: it need not be a melee attack."""
    bound = None if shoots else Refusal("not_in_melee", "it must be a melee attack")
    return [
        offer("melee_attack", "in the melee", attack_refusal(table, unit, pairs(table))),
        offer("ranged_attack", "shoot", bound or ranged_refusal(table, unit)),
    ]


async def _free_attack(game: Game, unit: LegionUnit, against: str, shoots: bool) -> None:
    options = _free_options(game.table, unit, shoots)
    if all(o.why_not is not None for o in options):
        game.note(f"{unit.name}: nobody is left to attack")
        return
    kind = await game.choose(
        "free_attack", by=unit.side, title=f"{unit.name}: which free attack?", options=options
    ).with_odds_ahead()
    if kind == "melee_attack":
        await melee_attack(game, unit.id, against)
    else:
        await ranged_attack(game, unit)

"""The Unit Activation Procedure (UAP): a Move or none, then one Standard Action or none."""

from __future__ import annotations

from typing import Any

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.phrases import phrase, step_said
from companion.engine.wording import does
from companion.rules.gods_gloom.effects import Moment, effects
from companion.rules.gods_gloom.engagement import engaged_with
from companion.rules.gods_gloom.melee.legality import REASONS, illegal_attacker, illegal_target
from companion.rules.gods_gloom.melee.procedure import melee_attack
from companion.rules.gods_gloom.melee.start import NOTHING_KNOWN, Known
from companion.rules.gods_gloom.tokens import cancel_opposites, gain, lose_morale
from companion.rules.gods_gloom.turn.ending import end_if_decided
from companion.rules.gods_gloom.turn.movement import new_contacts, pivoted
from companion.rules.gods_gloom.turn.order import cannot_activate, next_player, whose_turn
from companion.rules.gods_gloom.units import Game, GloomTable, GloomUnit

UAP = (
    Step("UAP.10", "Nominate"),
    Step("UAP.20", "Start effects"),
    Step("UAP.30", "Move"),
    Step("UAP.30.action", "Standard Action"),
    Step("UAP.40", "End effects"),
)


@procedure("Melee attack")
async def melee(game: Game, attacker: str) -> dict[str, Any]:
    """A melee started at once. For a unit whose turn it is, it is the whole activation (move skipped)."""
    unit = game.table.unit(attacker)
    own_turn = whose_turn(game.table) == unit.side and is_fresh(game.table, unit)
    result = await attack(game, unit)
    if own_turn and "illegal" not in result:
        close_activation(game, unit)
    end_if_decided(game)
    return result


def is_fresh(table: GloomTable, unit: GloomUnit) -> bool:
    """Whether this unit may be activated for the first time this round, as soon as it is its player's turn."""
    return table.phase == "activation" and not unit.activated and not cannot_activate(table, unit)


@procedure("Activation", UAP)
async def activate(game: Game, unit: str) -> dict[str, Any]:
    """One activation of one unit. Returns `unit`, `repeated`, `moved`, `action`, `destroyed` and `melee` if fought."""
    acting = game.table.unit(unit)
    game.at("UAP.10")
    repeated = acting.activated
    game.change(acting, "standard_action_used", False, "a new activation")
    if repeated:
        lose_morale(game, acting, 1, "activated again", always=True)
    game.at("UAP.20")
    await _effects(game, "UAP.20.effects", f"at the start of {acting.whose} activation")
    made: dict[str, Any] = {"unit": acting.id, "repeated": repeated, "moved": False, "action": "pass"}
    engaged = bool(engaged_with(game.table, acting))
    if game.enters("UAP.30", acting.alive, "destroyed"):
        made["moved"] = await _move(game, acting, engaged)
    if game.enters("UAP.30.action", acting.alive, "destroyed"):
        # One that began Engaged has stayed in its hex, or may not attack.
        made |= await _standard_action(game, acting, may_charge=bool(made["moved"]) and not engaged)
    game.at("UAP.40")
    if acting.alive and not made["moved"] and made["action"] == "pass":
        game.note(does(acting.name, "does nothing"), unit=acting.id)
    await _effects(game, "UAP.40.effects", f"at the end of {acting.whose} activation")
    close_activation(game, acting)
    end_if_decided(game)
    return made | {"destroyed": acting.destroyed}


def close_activation(game: Game, unit: GloomUnit) -> None:
    """UAP.40: the marker is flipped, one activation is gone, and the turn passes on."""
    why = does(unit.name, "was") + " activated"
    game.change(unit, "melee_barred", False, "the activation ends")
    game.change(unit, "activated", True, why)
    game.shift(unit, "activations", 1, why)
    game.shift(game.table.side(unit.side), "activations_left", -1, why)
    game.change(game.table, "active", next_player(game.table, unit.side), why)


async def attack(game: Game, unit: GloomUnit, known: Known = NOTHING_KNOWN) -> dict[str, Any]:
    """A melee against an enemy of its player's choice. `known` is what its activation tells of it.

    Returns `illegal` with its code alone if a manual adjustment has made the attack impossible.
    """
    code = illegal_attacker(game.table, unit)
    if code:
        game.note(f"No attack by {unit.name}: {REASONS[code]}", illegal=code)
        return {"illegal": code}
    return await melee_attack(game, unit, await _target(game, unit), known)


async def _target(game: Game, unit: GloomUnit) -> GloomUnit:
    """Which adjacent enemy is attacked; every other unit is closed, with its code."""
    options = []
    for other in game.table.units.values():
        if other is not unit:
            code = illegal_target(game.table, unit, other)
            why = "not next to it" if code == "not_adjacent" else REASONS.get(code)
            options.append(Option(other.id, other.name, why, code))
    options.sort(key=lambda o: o.why_not is not None)
    return game.table.unit(
        await game.choose(
            "target", by=unit.side, title=f"{unit.name}: attack which enemy?", options=options, code="unknown_unit"
        ).with_odds_ahead()
    )


async def _effects(game: Game, key: str, when: str) -> None:
    if game.options["ask_effects"] == "always":
        await effects(game, Moment(key, when), called=True)


async def _move(game: Game, unit: GloomUnit, engaged: bool) -> bool:
    """The Move, which players make on the mat. A unit that starts `engaged` pivots and moves at most 1 hex."""
    hexes = "1 hex" if unit.pace == 1 else f"{unit.pace} hexes"
    far = "pivot, or 1 hex and then no melee" if engaged else f"up to {hexes}"
    answer = await game.choose(
        "UAP.30.move",
        by=unit.side,
        title=phrase(f"{unit.name}: a ", step_said("Move"), "?"),
        options=[Option("pass", "No Move", idle=not engaged), Option("move", "Move", does=far)],
    )
    if answer == "pass":
        return False
    if engaged:
        left = await game.yes_no("left_hex", by=unit.side, title=f"{unit.name}: did it leave its hex while Engaged?")
        if not left:
            await pivoted(game, unit)
            return True
        game.change(unit, "melee_barred", True, "left its hex while Engaged")
    cancel_opposites(game, unit, moving=True)
    game.disconnect_all(unit.id, "moved")
    await new_contacts(game, (unit,), f"which enemies are next to {unit.name} now?")
    return True


def _rallied(unit: GloomUnit) -> str:
    """What Rally does to the morale of a unit."""
    if unit.morale >= unit.morale_max:
        return f"is {unit.morale} of {unit.morale_max} already"
    return f"{unit.morale} → {unit.morale_max}"


async def _standard_action(game: Game, unit: GloomUnit, *, may_charge: bool) -> dict[str, Any]:
    code = illegal_attacker(game.table, unit)
    calls = game.options["ask_effects"] == "called"
    with_effects = Option("melee_effects", "Melee Attack with other effects, as of a card", REASONS.get(code), code)
    word = await game.choose(
        "UAP.30.action",
        by=unit.side,
        title=phrase(f"{unit.name}: which ", step_said("Standard Action"), "?"),
        options=[
            Option("pass", "None", idle=True),
            Option("melee", "Melee Attack", REASONS.get(code), code),
            Option("focus", "Focus", does="gain Boost" + (", which it has" if unit.boost else "")),
            Option("rally", "Rally", does=f"morale {_rallied(unit)}"),
            Option("skill", "A skill or something else"),
            *([with_effects] if calls else []),
        ],
    ).with_odds_ahead()
    if word in ("melee", "melee_effects"):
        known = Known(charge=None if may_charge else False, called=word == "melee_effects" if calls else None)
        return {"action": "melee", "melee": await attack(game, unit, known)}
    if word != "pass":
        game.change(unit, "standard_action_used", True, f"its Standard Action: {word}")
    if word == "focus":
        gain(game, unit, "boost", "Focus")
    elif word == "rally":
        game.change(unit, "morale", unit.morale_max, "Rally")
    elif word == "skill":
        what = await game.text("UAP.30.skill", by=unit.side, title=f"{unit.name}: which skill, or what else?")
        game.note(f"{does(unit.name, 'uses')} a skill" + (f": {what}" if what else ""), unit=unit.id, skill=what)
        called = game.options["ask_effects"] != "never"
        await effects(game, Moment("UAP.30.effects", f"of {unit.whose} skill"), called=called)
    return {"action": word}

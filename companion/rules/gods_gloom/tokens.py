"""Wounds, morale and tokens: the one place where each of them is lost or gained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.state.phrases import Phrase, falls, joined
from companion.engine.wording import count, does
from companion.rules.gods_gloom.catalog import TOKENS
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.units import Game, GloomUnit


def suffer(game: Game, unit: GloomUnit, wounds: int, why: str, by: GloomUnit | None = None) -> None:
    """A unit suffers wounds: health falls, never below 0; at 0 it is destroyed, at exactly 1 it gains Weak.

    `by` is the unit that inflicts them.
    """
    alive = unit.alive
    suffer_together(game, [(unit, wounds, why, by)])
    if alive and unit.destroyed:
        game.result(joined(": ", (is_destroyed(unit), why)), destroyed=[unit.id])


def is_destroyed(unit: GloomUnit) -> Phrase:
    """`Ogre is destroyed`"""
    return falls(f"{does(unit.name, 'is')} destroyed", unit)


def suffer_together(game: Game, wounded: Sequence[tuple[GloomUnit, int, str, GloomUnit | None]]) -> None:
    """Several units suffer at the same moment (ATC.60): all the wounds first, then the status check of each.

    `wounded` has for each unit its wounds, the reason, and who inflicts them.
    """
    before = [(unit, unit.health) for unit, *_ in wounded]
    for unit, wounds, why, by in wounded:
        if wounds > 0:
            game.shift(unit, "health", -wounds, why, by)
    for unit, health in before:
        if unit.health == health:
            continue
        if unit.destroyed:
            game.disconnect_all(unit.id, "destroyed")
            game.note(is_destroyed(unit), beside="result", destroyed=unit.id)
        elif unit.health == 1:
            gain(game, unit, "weak", "down to 1 health")


def gain(game: Game, unit: GloomUnit, token: str, why: str) -> None:
    """A living unit gains a token. If the unit has the opposite one, that goes instead."""
    if unit.destroyed:
        return
    opposite = TOKENS[token].opposite
    if getattr(unit, opposite):
        game.remove_condition(unit, opposite, f"cancelled by {TOKENS[token].name}: {why}")
    else:
        game.add_condition(unit, token, why)


def cancel_opposites(game: Game, unit: GloomUnit, *, moving: bool) -> None:
    """Both tokens of a pair found on one unit go: those that change a Move as it moves, others as a melee starts."""
    for token in TOKENS.values():
        opposite = TOKENS[token.opposite]
        if bool(token.pace) is moving and getattr(unit, token.id) and getattr(unit, opposite.id):
            why = f"{token.name} and {opposite.name} cancel"
            game.remove_condition(unit, token.id, why)
            game.remove_condition(unit, opposite.id, why)


def lose_morale(
    game: Game, unit: GloomUnit, tokens: int, why: str, by: GloomUnit | None = None, *, always: bool = False
) -> None:
    """A unit loses morale tokens one at a time; each that is not there is 1 wound instead, inflicted `by` a unit.

    The option `morale_loss_at_zero` may turn that wound off, but not if the rule itself names it (`always`).
    A unit that is immune loses neither token nor health.
    """
    if not can_pay_morale(unit):
        game.note(f"{unit.name} cannot lose morale: {why}", immune=unit.id)
        return
    for _ in range(tokens):
        if unit.destroyed:
            return
        if unit.morale:
            game.shift(unit, "morale", -1, why)
        elif always or game.options["morale_loss_at_zero"] == "wound":
            game.note(f"{does(unit.name, 'has')} no morale token left: 1 wound instead ({why})", converted=unit.id)
            suffer(game, unit, 1, f"no morale left: {why}", by)
        else:
            game.note(
                f"{does(unit.name, 'has')} no morale token left: nothing is lost, by the table's option",
                spared=unit.id,
            )
            return


def morale_loss(game: Game, unit: GloomUnit, tokens: int) -> str:
    """What `lose_morale` would do to a unit now, in words: `Ogre loses 1 morale token`, `Ogre takes 1 wound`."""
    if not can_pay_morale(unit):
        return f"nothing, {unit.name} cannot lose morale"
    held, missing = price_in_morale(unit.morale, tokens, game.options)
    words = [does(unit.name, "loses") + f" {count(held, 'morale token')}"] if held else []
    words += [does(unit.name, "takes") + f" {count(missing, 'wound')}"] if missing else []
    return ", ".join(words) or f"nothing, {does(unit.name, 'has')} no morale token"


def price_in_morale(morale: int, tokens: int, options: Mapping[str, Any]) -> tuple[int, int]:
    """What so many tokens cost: those that are there, and wounds for the others if the table has it so."""
    held = min(tokens, morale)
    return held, tokens - held if options["morale_loss_at_zero"] == "wound" else 0


def can_pay_morale(unit: GloomUnit) -> bool:
    """Whether a price in morale can be paid: a unit that cannot lose tokens cannot choose to."""
    return "morale_immune" not in traits_of(unit).marks

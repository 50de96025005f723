"""Wounds, morale and tokens (digest section 6): the one place where each of them is lost or gained."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.procedure import Context
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.units import GloomTable, GloomUnit

OPPOSITES = {"boost": "weak", "weak": "boost", "fast": "slow", "slow": "fast"}


def suffer(game: Context[GloomTable], unit: GloomUnit, wounds: int, why: str) -> None:
    """A unit suffers wounds: health falls, never below 0; at 0 it is destroyed, at exactly 1 it gains Weak."""
    suffer_together(game, [(unit, wounds, why)])


def suffer_together(game: Context[GloomTable], blows: Sequence[tuple[GloomUnit, int, str]]) -> None:
    """Several units suffer at the same moment (ATC.60): all the wounds first, then the status check of each."""
    held = [(unit, unit.health) for unit, _, _ in blows]
    for unit, wounds, why in blows:
        if wounds > 0:
            game.shift(unit, "health", -wounds, why)
    for unit, before in held:
        if unit.health == before:
            continue
        if unit.destroyed:
            game.disconnect_all(unit.id, "destroyed")
            game.note(f"{unit.name} is destroyed", destroyed=unit.id)
        elif unit.health == 1:
            gain(game, unit, "weak", "down to 1 health")


def gain(game: Context[GloomTable], unit: GloomUnit, token: str, why: str) -> None:
    """A unit gains a token. Its opposite cancels it; one already held changes nothing."""
    if unit.destroyed:
        return
    opposite = OPPOSITES[token]
    if getattr(unit, opposite):
        game.remove_condition(unit, opposite, f"cancelled by {token.title()}: {why}")
    else:
        game.add_condition(unit, token, why)


def cancel_opposites(game: Context[GloomTable], unit: GloomUnit) -> None:
    """Both tokens of a pair found on one unit when a melee starts: both go."""
    for token in ("boost", "fast"):
        opposite = OPPOSITES[token]
        if getattr(unit, token) and getattr(unit, opposite):
            why = f"{token.title()} and {opposite.title()} cancel"
            game.remove_condition(unit, token, why)
            game.remove_condition(unit, opposite, why)


def lose_morale(game: Context[GloomTable], unit: GloomUnit, tokens: int, why: str, *, always: bool = False) -> None:
    """A unit loses morale tokens one at a time; each that is not there is 1 wound instead.

    The option `morale_loss_at_zero` may turn that wound off, but not where the rule itself names it (`always`).
    A unit that is immune loses neither token nor health.
    """
    if "morale_immune" in traits_of(unit).marks:
        game.note(f"{unit.name} cannot lose morale: {why}", immune=unit.id)
        return
    for _ in range(tokens):
        if unit.destroyed:
            return
        if unit.morale:
            game.shift(unit, "morale", -1, why)
        elif always or game.options["morale_loss_at_zero"] == "wound":
            game.note(f"{unit.name} has no morale token left: 1 wound instead ({why})", converted=unit.id)
            suffer(game, unit, 1, f"no morale left: {why}")
        else:
            game.note(f"{unit.name} has no morale token left: nothing is lost, by the table's option", spared=unit.id)
            return


def can_pay_morale(unit: GloomUnit) -> bool:
    """Whether a price in morale can be paid: a unit that cannot lose tokens cannot choose to."""
    return "morale_immune" not in traits_of(unit).marks

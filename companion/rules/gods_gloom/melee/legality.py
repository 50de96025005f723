"""The legality check before MEL.10: codes in the order in which they are tested, and what they mean in words."""

from __future__ import annotations

from companion.engine.state.contacts import enemies_touching
from companion.rules.gods_gloom.engagement import adjacent
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.units import GloomTable, GloomUnit

REASONS = {
    "unknown_unit": "there is no such unit",
    "attacker_destroyed": "destroyed",
    "target_destroyed": "destroyed",
    "same_side": "on the same side",
    "not_adjacent": "no enemy is next to it",
    "action_used": "its Standard Action is used",
    "barred_after_disengage": "it left its hex while Engaged: no melee in this activation",
    "attacker_no_morale": "no morale token left",
}


def illegal_target(table: GloomTable, attacker: GloomUnit, target: GloomUnit) -> str:
    """The code of the first reason that lies with the target; empty if there is none."""
    if target.destroyed:
        return "target_destroyed"
    if target.side == attacker.side:
        return "same_side"
    return "" if adjacent(table, attacker, target) else "not_adjacent"


def illegal_attacker(table: GloomTable, attacker: GloomUnit) -> str:
    """The code of the first reason why this unit may attack nobody; empty if it may attack somebody."""
    if attacker.destroyed:
        return "attacker_destroyed"
    return _spent(attacker) if enemies_touching(table, attacker) else "not_adjacent"


def _spent(attacker: GloomUnit) -> str:
    if attacker.standard_action_used:
        return "action_used"
    if attacker.melee_barred:
        return "barred_after_disengage"
    if attacker.morale == 0 and "fearless" not in traits_of(attacker).marks:
        return "attacker_no_morale"
    return ""

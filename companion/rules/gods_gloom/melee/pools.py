"""The dice pools of an Attack Test (ATC.10): every modifier as a line with its reason. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine.state.changes import Line
from companion.rules.gods_gloom.catalog import FORMATIONS, MODIFIERS
from companion.rules.gods_gloom.records import Applied, Role, When, amount_of
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.units import GloomUnit, Pool


@dataclass(slots=True)
class Setting:
    """What MEL.10 and MEL.20 fix for the melee, one by one.

    `frenzied` are the roles that declared Berserk.
    """

    charge: bool = False
    flanking: bool = False
    no_assists: bool = False
    frenzied: tuple[Role, ...] = ()
    formations: Applied = ()


def profile(unit: GloomUnit, role: Role) -> Pool:
    """The printed pool in use: Offence for the Attacker, Defence for the Defender."""
    return unit.offence if role == "attacker" else unit.defence


def pool_lines(
    options: Mapping[str, Any],
    role: Role,
    unit: GloomUnit,
    foe: GloomUnit,
    setting: Setting,
    *,
    boosted: bool,
    assists: Sequence[GloomUnit],
) -> tuple[list[Line], list[Line]]:
    """The red and the blue lines of one fighter, before the floor of 0."""
    base = profile(unit, role)
    red, blue = [Line("base", base.red)], [Line("base", base.blue)]
    for friend in assists:
        (red if role == "attacker" else blue).append(Line(f"assist: {friend.name}", 1, "Melee Assist"))
    more: list[tuple[str, int, int, str]] = []
    for who, formation in setting.formations:
        if who == role:
            gained = FORMATIONS[formation]
            more.append((gained.name, gained.red, gained.blue, "TFP.20"))
    met = _conditions(role, unit, foe, setting, boosted)
    for rule in (*MODIFIERS, *traits_of(unit).dice):
        if rule.when in met and role in rule.roles:
            more.append((rule.name, amount_of(rule.red, options), amount_of(rule.blue, options), rule.rule))
    if unit.modifier_red or unit.modifier_blue:
        why = unit.modifier_reason or "set by the players"
        more.append((why, unit.modifier_red, unit.modifier_blue, "manual adjustment"))
    for label, reds, blues, rule_id in more:
        if reds:
            red.append(Line(label, reds, rule_id))
        if blues:
            blue.append(Line(label, blues, rule_id))
    return red, blue


def _conditions(role: Role, unit: GloomUnit, foe: GloomUnit, setting: Setting, boosted: bool) -> set[When]:
    """The conditions of dice rules that are met."""
    holds: dict[When, bool] = {
        "always": True,
        "charge": setting.charge,
        "flanked": setting.flanking,
        "advance": (role, "advance") in setting.formations,
        "boost": boosted,
        "weak": unit.weak,
        "foe_no_morale": foe.morale == 0,
        "foe_weak_or_slow": foe.weak or foe.slow,
    }
    return {when for when, met in holds.items() if met}

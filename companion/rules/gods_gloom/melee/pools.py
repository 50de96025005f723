"""The dice pools of an Attack Test (ATC.10): every modifier as a line with its reason. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.frozen import frozen
from companion.engine.state.changes import Line
from companion.rules.gods_gloom.catalog import FORMATIONS, MODIFIERS
from companion.rules.gods_gloom.records import Applied, Role, amount_of
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.units import GloomUnit, Pool


@frozen
class Setting:
    """What MEL.10 and MEL.20 fix for the melee.

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

    def add(label: str, reds: int, blues: int, rule: str) -> None:
        if reds:
            red.append(Line(label, reds, rule))
        if blues:
            blue.append(Line(label, blues, rule))

    for friend in assists:
        add(f"assist: {friend.name}", int(role == "attacker"), int(role == "defender"), "Melee Assist")
    for who, formation in setting.formations:
        if who == role:
            add(FORMATIONS[formation].name, FORMATIONS[formation].red, FORMATIONS[formation].blue, "TFP.20")
    for rule in (*MODIFIERS, *traits_of(unit).dice):
        if role in rule.roles and _applies(rule.when, role, unit, foe, setting, boosted):
            add(rule.name, amount_of(rule.red, options), amount_of(rule.blue, options), rule.rule)
    add(unit.modifier_reason or "set by the players", unit.modifier_red, unit.modifier_blue, "manual adjustment")
    return red, blue


def _applies(when: str, role: Role, unit: GloomUnit, foe: GloomUnit, setting: Setting, boosted: bool) -> bool:
    """Whether the condition of a dice rule is met (the words of `records.WHENS`)."""
    match when:
        case "charge":
            return setting.charge
        case "flanked":
            return setting.flanking
        case "advance":
            return (role, when) in setting.formations
        case "boost":
            return boosted
        case "weak":
            return unit.weak
        case "foe_no_morale":
            return foe.morale == 0
        case "foe_weak_or_slow":
            return foe.weak or foe.slow
    return True

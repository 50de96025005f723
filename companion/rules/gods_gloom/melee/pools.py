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
    red, blue = [Line("base", base.red, "profile")], [Line("base", base.blue, "profile")]
    for friend in assists:
        (red if role == "attacker" else blue).append(Line(f"assist: {friend.name}", 1, "Melee Assist"))

    def add(label: str, reds: int, blues: int, rule: str) -> None:
        if reds:
            red.append(Line(label, reds, rule))
        if blues:
            blue.append(Line(label, blues, rule))

    for who, formation in setting.formations:
        if who == role:
            gained = FORMATIONS[formation]
            add(gained.name, gained.red, gained.blue, "TFP.20")
    met = _conditions(role, unit, foe, setting, boosted)
    for rule in (*MODIFIERS, *traits_of(unit).dice):
        if met[rule.when] and role in rule.roles:
            add(rule.name, amount_of(rule.red, options), amount_of(rule.blue, options), rule.rule)
    if unit.modifier_red or unit.modifier_blue:
        why = unit.modifier_reason or "set by the players"
        add(why, unit.modifier_red, unit.modifier_blue, "manual adjustment")
    return red, blue


def _conditions(role: Role, unit: GloomUnit, foe: GloomUnit, setting: Setting, boosted: bool) -> dict[When, bool]:
    """The conditions of dice rules, and whether they are met."""
    return {
        "always": True,
        "charge": setting.charge,
        "flanked": setting.flanking,
        "advance": (role, "advance") in setting.formations,
        "boost": boosted,
        "weak": unit.weak,
        "foe_no_morale": foe.morale == 0,
        "foe_weak_or_slow": foe.weak or foe.slow,
    }

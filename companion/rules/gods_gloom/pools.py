"""The dice pools of an Attack Test (ATC.10, digest 7.4): every modifier as a line with its reason. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine.state.changes import Line
from companion.rules.gods_gloom.formations import Applied
from companion.rules.gods_gloom.tables import FORMATIONS
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.units import GloomUnit, Pool


@dataclass(frozen=True, slots=True)
class Setting:
    """What MEL.10 and MEL.20 freeze for the melee.

    `frenzied` holds the roles that declared Berserk; `effects` says that the table called for other effects.
    """

    charge: bool = False
    flanking: bool = False
    no_assists: bool = False
    frenzied: tuple[str, ...] = ()
    effects: bool = False
    formations: Applied = ()


def profile(unit: GloomUnit, role: str) -> Pool:
    """The printed pool in use: Offence for the Attacker, Defence for the Defender."""
    return unit.offence if role == "attacker" else unit.defence


def pool_lines(
    options: Mapping[str, Any],
    role: str,
    unit: GloomUnit,
    foe: GloomUnit,
    setting: Setting,
    *,
    boosted: bool,
    assists: Sequence[GloomUnit],
) -> tuple[list[Line], list[Line]]:
    """The red and the blue lines of one fighter, before the floor of 0."""
    attacking = role == "attacker"
    base = profile(unit, role)
    red, blue = [Line("base", base.red)], [Line("base", base.blue)]

    def add(label: str, reds: int, blues: int, rule: str) -> None:
        if reds:
            red.append(Line(label, reds, rule))
        if blues:
            blue.append(Line(label, blues, rule))

    for friend in assists:
        add(f"assist: {friend.name}", int(attacking), int(not attacking), "§13.1")
    for who, formation in setting.formations:
        if who == role:
            add(FORMATIONS[formation].name, FORMATIONS[formation].red, FORMATIONS[formation].blue, "TFP")
    if attacking and setting.charge:
        add("charge", options["charge_attacker_red"], 0, "option charge_attacker_red")
    if setting.flanking:
        if attacking:
            add("flanking", options["flank_attacker_red"], 0, "option flank_attacker_red")
        else:
            add("flanked", 0, options["flank_defender_blue"], "option flank_defender_blue")
    if boosted:
        add("Boost", options["boost_red"], options["boost_blue"], "ATC.10")
    if unit.weak:
        add("Weak", options["weak_red"], options["weak_blue"], "ATC.10")
    for rule in traits_of(unit).dice:
        if rule.role in (role, "any") and _holds(rule.when, role, foe, setting, boosted):
            add(rule.trait, rule.red, rule.blue, "trait")
    add(unit.modifier_reason or "by hand", unit.modifier_red, unit.modifier_blue, "by hand")
    return red, blue


def _holds(when: str, role: str, foe: GloomUnit, setting: Setting, boosted: bool) -> bool:
    """Whether the condition of a trait's dice is met (the words of traits.toml)."""
    if when == "charge":
        return setting.charge
    if when == "flanked":
        return setting.flanking
    if when == "advance":
        return (role, "advance") in setting.formations
    if when == "boost":
        return boosted
    if when == "foe_no_morale":
        return foe.morale == 0
    if when == "foe_weak_or_slow":
        return foe.weak or foe.slow
    return True

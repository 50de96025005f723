"""The numbers of an attack with their reasons: to hit, to wound and to save, in melee and when firing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.engine.state.changes import Line
from companion.rules.better_wargame.catalog import modifier_lines
from companion.rules.better_wargame.units import WargameUnit

Options = Mapping[str, Any]
"""The options of a table by name."""


def melee_to_hit(options: Options, attacker: WargameUnit, target: WargameUnit) -> list[Line]:
    """To hit in melee: the base less the lead in melee skill."""
    own, theirs = attacker.melee_skill, target.melee_skill
    return [
        Line("base", options["to_hit_base"], "To Hit"),
        Line.of_parts(("skill ", own, " against ", theirs), theirs - own, "To Hit"),
    ]


def ranged_to_hit(
    options: Options, phase: str, attacker: WargameUnit, target: WargameUnit, asked: Collection[str]
) -> list[Line]:
    """To hit when firing: the base less the lead over a typical skill, and what makes the shot harder.

    `phase` is `shooting` or `firefight`; `asked` holds the ids of the circumstances that the players named.
    """
    typical = options["typical_skill"]
    lines = [Line("base", options["to_hit_base"], "To Hit")]
    if attacker.ranged_skill != typical:
        skill = attacker.ranged_skill
        lines.append(Line.of_parts(("ranged skill ", skill), typical - skill, "table ruling"))
    return lines + modifier_lines("to_hit", phase, attacker, target, asked)


def to_wound(options: Options, target: WargameUnit, massive: int, ap: int) -> list[Line]:
    """To wound: the base, and the toughness and armor that the weapon does not cancel."""
    lines = [Line("base", options["to_wound_base"], "To Wound")]
    if target.toughness:
        left = max(0, target.toughness - massive)
        label = ("toughness ", target.toughness, " less massive ", massive)
        lines.append(Line.of_parts(label, left, "To Wound"))
    if target.armor:
        left = max(0, target.armor - ap)
        lines.append(Line.of_parts(("armor ", target.armor, " less AP ", ap), left, "To Wound"))
    return lines


def melee_save(options: Options, attacker: WargameUnit, target: WargameUnit) -> list[Line]:
    """A save in melee: the base less its own melee defense plus the attacker's melee offense."""
    lines = [Line("base", options["defensive_save_base"], "Cover and Defensive Saves")]
    if target.melee_defense:
        lines.append(Line("melee defense", -target.melee_defense, "Cover and Defensive Saves"))
    if attacker.melee_offense:
        lines.append(Line("enemy melee offense", attacker.melee_offense, "Cover and Defensive Saves"))
    return lines


def cover_save(
    options: Options, phase: str, attacker: WargameUnit, target: WargameUnit, asked: Collection[str]
) -> list[Line]:
    """A cover save: the base of the phase, and what improves or worsens the cover; arguments as in `ranged_to_hit`."""
    return [
        Line("base", options[f"{phase}_save_base"], "Cover and Defensive Saves"),
        *modifier_lines("save", phase, attacker, target, asked),
    ]

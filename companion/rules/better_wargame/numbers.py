"""The numbers of an attack with their reasons: to hit, to wound and to save, in melee and when firing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.engine.state.changes import Line
from companion.rules.better_wargame.modifiers import modifier_lines
from companion.rules.better_wargame.units import Troop

Options = Mapping[str, Any]


def normal_move(options: Options, unit: Troop, times: int = 1) -> str:
    """How far a unit goes in one normal move, or in several, in words: `8"`, or `12" (6" in terrain)` of a vehicle."""
    if not unit.vehicle:
        return f'{options["normal_move"] * times}"'
    return f'{options["vehicle_move"] * times}" ({options["vehicle_move_terrain"] * times}" in terrain)'


def melee_to_hit(options: Options, attacker: Troop, target: Troop) -> list[Line]:
    """P8: the base less the lead in melee skill."""
    return [
        Line("base", options["to_hit_base"], "P8"),
        Line(
            f"skill {attacker.melee_skill} against {target.melee_skill}",
            target.melee_skill - attacker.melee_skill,
            "P8",
        ),
    ]


def ranged_to_hit(options: Options, phase: str, attacker: Troop, target: Troop, asked: Collection[str]) -> list[Line]:
    """Shooting and Firefight: the base less the lead over a typical skill, and what makes the shot harder."""
    typical = options["typical_skill"]
    lines = [Line("base", options["to_hit_base"], "To Hit")]
    if attacker.ranged_skill != typical:
        lines.append(Line(f"ranged skill {attacker.ranged_skill}", typical - attacker.ranged_skill, "ruling"))
    return lines + modifier_lines("to_hit", phase, attacker, target, asked)


def to_wound(options: Options, target: Troop, massive: int, ap: int) -> list[Line]:
    """P10: the base, and the toughness and armor that the weapon does not cancel."""
    lines = [Line("base", options["to_wound_base"], "P10")]
    if target.toughness:
        left = max(0, target.toughness - massive)
        lines.append(Line(f"toughness {target.toughness} less massive {massive}", left, "P10"))
    if target.armor:
        lines.append(Line(f"armor {target.armor} less AP {ap}", max(0, target.armor - ap), "P10"))
    return lines


def melee_save(options: Options, attacker: Troop, target: Troop) -> list[Line]:
    """P11: the base less its own melee defense plus the attacker's melee offense."""
    lines = [Line("base", options["defensive_save_base"], "P11")]
    if target.melee_defense:
        lines.append(Line("melee defense", -target.melee_defense, "P11"))
    if attacker.melee_offense:
        lines.append(Line("enemy melee offense", attacker.melee_offense, "P11"))
    return lines


def cover_save(options: Options, phase: str, attacker: Troop, target: Troop, asked: Collection[str]) -> list[Line]:
    """Shooting 3+, Firefight 5+, and what improves or worsens the cover."""
    return [
        Line("base", options[f"{phase}_save_base"], "Cover saves"),
        *modifier_lines("save", phase, attacker, target, asked),
    ]

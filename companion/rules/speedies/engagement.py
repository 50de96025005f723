"""Who touches whom, who may be struck, and which combats there are: pure functions of the table."""

from __future__ import annotations

from companion.engine.state.contacts import components, enemies_touching, enemy_pairs
from companion.rules.speedies.skills import has_flag
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit


def engaged(table: SpeediesTable, unit: SpeediesUnit) -> bool:
    """Whether it touches an enemy, standing or helpless."""
    return unit.alive and bool(enemies_touching(table, unit))


def touches_standing(table: SpeediesTable, unit: SpeediesUnit) -> bool:
    """Whether it touches a standing enemy; the helpless hold nobody in place."""
    return any(f.standing for f in enemies_touching(table, unit))


def targets(table: SpeediesTable, unit: SpeediesUnit) -> list[SpeediesUnit]:
    """M5: the enemies it may strike. While one it touches is standing, the helpless drop out."""
    near = enemies_touching(table, unit)
    standing = [f for f in near if f.standing]
    return standing if standing and not has_flag(unit, "coup_de_grace") else near


def shielded(table: SpeediesTable, unit: SpeediesUnit) -> list[tuple[SpeediesUnit, list[SpeediesUnit]]]:
    """M5: the helpless enemies that it touches and may not strike, each with the standing ones that shield it."""
    near = enemies_touching(table, unit)
    standing = [f for f in near if f.standing]
    if not standing or len(standing) == len(near) or has_flag(unit, "coup_de_grace"):
        return []
    return [(f, standing) for f in near if not f.standing]


def combats(table: SpeediesTable, fought: list[str]) -> list[list[SpeediesUnit]]:
    """M1: the connected groups of touching enemies among units that have not fought yet, in listing order."""
    edges = [(a, b) for a, b in enemy_pairs(table) if a not in fought and b not in fought]
    return [[table.units[i] for i in group] for group in components(list(table.units), edges)]


def of_current_side(table: SpeediesTable, combat: list[SpeediesUnit]) -> list[SpeediesUnit]:
    """The units of a combat that fight for the current player's side."""
    ours = table.alliance(table.current)
    return [u for u in combat if table.alliance(u.side) == ours]


def may_shuffle(table: SpeediesTable, unit: SpeediesUnit) -> bool:
    """Whether a dazed unit may leave: every enemy that could strike it has some other standing target."""
    for foe in enemies_touching(table, unit):
        if foe.standing and not any(u is not unit and u.standing for u in enemies_touching(table, foe)):
            return False
    return True

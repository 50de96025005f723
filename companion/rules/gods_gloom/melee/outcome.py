"""The result record of one melee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.gods_gloom.engagement import rows
from companion.rules.gods_gloom.melee.attack_test import Exchange
from companion.rules.gods_gloom.records import ROLES, Applied, Role
from companion.rules.gods_gloom.units import Fighters, GloomTable

UNIT_KEYS = ("health", "wounds", "morale", "destroyed", "boost", "weak", "standard_action_used")


def record(
    table: GloomTable,
    *,
    units: Fighters,
    path: Sequence[str],
    winner_role: Role | None,
    flanking: bool,
    applied: Applied,
    exchange: Exchange | None,
    inflicted: Mapping[Role, int],
    push: str | None,
    consolidation: str | None,
) -> dict[str, Any]:
    """All its keys; `pools` and `results` are absent if no test took place."""
    helpers = exchange.assists if exchange is not None else dict.fromkeys(ROLES, ())
    made: dict[str, Any] = {
        "path": list(path),
        "winner": units[winner_role].id if winner_role else None,
        "winner_role": winner_role,
        "flanking": flanking,
        "assists": {"offensive": sorted(helpers["attacker"]), "defensive": sorted(helpers["defender"])},
        "formations_applied": [{"who": role, "formation": formation} for role, formation in applied],
    }
    if exchange is not None:
        made["pools"] = {role: dict(pool) for role, pool in exchange.pools.items()}
        made["results"] = {role: dict(result) for role, result in exchange.results.items()}
    return made | {
        "inflicted": dict(inflicted),
        "push": push,
        "consolidation": consolidation,
        "units": {u.id: {key: getattr(u, key) for key in UNIT_KEYS} for u in table.units.values()},
        "players": {s.id: {"command_seals": s.command_seals} for s in table.sides.values()},
        "contacts": rows(table),
    }

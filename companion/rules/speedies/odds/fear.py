"""Odds of Fear when an Engage is declared: who is staggered at the moment of contact (E5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.odds import Chance, Heading, Odds
from companion.engine.wording import possessive
from companion.rules.speedies.morale import best_lender, is_tested, testers
from companion.rules.speedies.odds.checks import check_chance, own_lean
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit


def fear_odds(table: SpeediesTable, engager: SpeediesUnit, met: Iterable[SpeediesUnit]) -> Odds | None:
    """Whom to Engage, by who fails a check against Fear. None where nobody would have to take one."""
    options: Mapping[str, Any] = table.options
    rows: list[Chance] = []
    columns: dict[str, Heading] = {}
    lent = False
    for target in met:
        for unit in testers(engager, [target]):
            if is_tested(unit):
                p = 1 - check_chance(unit.morale, own_lean(unit), options["auto_fail_max"])
                rows.append(Chance(target.id, "staggered", p, unit.id))
                columns[unit.id] = Heading("staggered", unit.id, f"{unit.name}: staggered by Fear")
                lent = lent or best_lender(table, unit) is not None
    if not rows:
        return None
    assumes = ("it reaches this one, and touches no other", *(("no friend lends Morale",) if lent else ()))
    return Odds(f"{possessive(engager.name)} Engage", "to stand firm", tuple(rows), tuple(columns.values()), assumes)

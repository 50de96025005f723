"""Odds of one Attack Test for dice alone: `companion odds gods-gloom --red 4 --blue 2 --enemy-red 2`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.engine.context import Context
from companion.engine.odds import Calculator, Odds, Parameter
from companion.engine.state.spec import TableSpec
from companion.rules.gods_gloom.melee.score import Score
from companion.rules.gods_gloom.odds.choices import roll_odds
from companion.rules.gods_gloom.options import OPTIONS
from companion.rules.gods_gloom.records import ROLES, Role
from companion.rules.gods_gloom.units import Fighters, GloomTable, GloomUnit, Pool

PARAMETERS = (
    Parameter("red", "red dice of the Attacker", 3),
    Parameter("blue", "blue dice of the Attacker", 2),
    Parameter("hits", "its automatic hits", 0),
    Parameter("blocks", "its automatic blocks", 0),
    Parameter("health", "its health", 3, lo=1),
    Parameter("enemy-red", "red dice of the Defender", 2),
    Parameter("enemy-blue", "blue dice of the Defender", 2),
    Parameter("enemy-hits", "its automatic hits", 0),
    Parameter("enemy-blocks", "its automatic blocks", 0),
    Parameter("enemy-health", "its health", 3, lo=1),
    Parameter("success", "the face from which a die succeeds", 3, lo=2, hi=6),
    Parameter("plain", "no criticals", False),
)
SPEC = TableSpec(id="gods-gloom", title="", revision=0, options=OPTIONS)


def _work_out(given: Mapping[str, Any]) -> Odds:

    def fighter(role: Role, prefix: str = "") -> GloomUnit:
        pool = Pool(*(given[prefix + name] for name in ("red", "blue", "hits", "blocks")))
        # Its morale outlasts any melee.
        return GloomUnit(
            id=role,
            name=f"the {role.title()}",
            side=role,
            offence=pool,
            defence=pool,
            health_max=given[f"{prefix}health"],
            morale_max=99,
        )

    units: Fighters = {"attacker": fighter("attacker"), "defender": fighter("defender", "enemy-")}
    options = {"success_on": given["success"], "criticals": not given["plain"]}
    score = Score(Context(GloomTable(spec=SPEC, options=options)), units)
    pools = {role: {"red": units[role].offence.red, "blue": units[role].offence.blue} for role in ROLES}
    odds = roll_odds(score, "attacker", pools)
    return replace(odds, of="One Attack Test", assumes=("no traits, Boost or Seals", "nobody rerolls"), value=None)


CALCULATOR = Calculator("one Attack Test of two fighters.", PARAMETERS, _work_out)

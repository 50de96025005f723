"""Odds of one volley for numbers alone: `companion odds speedies --attacks 2 --melee 13 --defence 16`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.engine.odds import Calculator, Odds, Parameter
from companion.rules.speedies.odds.volley import Volley
from companion.rules.speedies.units import SpeediesUnit, Weapon

LEANS = {"none": 0, "advantage": 1, "disadvantage": -1}
STATUSES = ("ok", "staggered", "dazed", "stunned")

PARAMETERS = (
    Parameter("attacks", "attacks of the volley", 1, lo=1, hi=12),
    Parameter("melee", "the die that each needs", 14, lo=2, hi=20),
    Parameter("lean", "of the attacker's dice, beside what the target's state gives", "none", choices=tuple(LEANS)),
    Parameter("defence", "the target's Def; 21: none of its own", 18, lo=5, hi=21),
    Parameter("armour", "armour and shield together", 0, hi=12),
    Parameter("guard", "the lean of the Defence dice", "none", choices=tuple(LEANS)),
    Parameter("pierce", "Pierce of unit and weapon", 0, lo=-10, hi=10),
    Parameter("injury", "Injury of unit and weapon, less what the target resists", 0, lo=-15, hi=15),
    Parameter("wounds", "Wounds of the target", 1, lo=1, hi=3),
    Parameter("status", "of the target", "ok", choices=STATUSES),
    Parameter("undead", "a stunned result only dazes", False),
    Parameter("autofail", "natural dice that always fail, from 1 up to", 4, hi=19),
)


def _work_out(given: Mapping[str, Any]) -> Odds:
    attacker = SpeediesUnit(
        id="attacker", name="the attacker", side="one", injury=given["injury"], pierce=given["pierce"]
    )
    target = SpeediesUnit(
        id="target",
        name="the target",
        side="two",
        defence=None if given["defence"] == 21 else given["defence"],
        defence_bonus=given["armour"],
        defence_advantage=LEANS[given["guard"]],
        max_wounds=given["wounds"],
        status=given["status"],
        no_stun=given["undead"],
    )
    options = {"injured_multiwound_buffer": False, "auto_fail_max": given["autofail"]}
    weapons, needs = [Weapon()] * given["attacks"], {Weapon(): given["melee"]}
    lean = min(1, LEANS[given["lean"]] + (target.status == "dazed"))
    stunned = target.status == "stunned"
    assumes = "a stunned target needs no dice" if stunned else "one weapon, no skills"
    odds = Volley(options, attacker, target, weapons).attack_odds(weapons, needs, lean)
    return replace(odds, of="One volley", assumes=(assumes,))


CALCULATOR = Calculator("all attacks of one unit on one target.", PARAMETERS, _work_out)

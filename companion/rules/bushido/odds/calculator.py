"""Odds of one attack for dice and numbers alone: `companion odds bushido --attack 3 --defence 2`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.odds import Calculator, Odds, Parameter
from companion.odds.chances import Chances
from companion.odds.side_by_side import Cell, side_by_side
from companion.rules.bushido.melee.damage_numbers import Toll
from companion.rules.bushido.melee.results import HIGHEST_LEVEL, verdict
from companion.rules.bushido.odds.dice import Dice, scored
from companion.rules.bushido.odds.harm import Numbers, wounds_at

ATTACKER, DEFENDER = "attacker", "defender"

PARAMETERS = (
    Parameter("attack", "attack dice", 3),
    Parameter("defence", "defence dice against them", 2),
    Parameter(
        "active",
        "whose model is the active player's: it wins ties that the dice leave",
        ATTACKER,
        choices=(ATTACKER, DEFENDER),
    ),
    Parameter("brutal", "added to the attack", 0),
    Parameter("parry", "added to the defence", 0),
    Parameter("strength", "added to the damage dice: Strength and all else", 0, lo=-10),
    Parameter("armour", "taken from the damage dice", 0),
    Parameter("tough", "wounds that do not count", 0),
    Parameter("wounds", "boxes that the target has left", 5, lo=1, hi=60),
    Parameter("kata", "1s of the attacker count", False),
    Parameter("strong", "three damage dice, the two highest count", False),
    Parameter("weak", "three damage dice, the two lowest count", False),
)


def _work_out(given: Mapping[str, Any]) -> Odds:
    attack = scored(given["attack"], Dice(2, given["kata"], given["brutal"], False))
    defence = scored(given["defence"], Dice(2, False, given["parry"], False))
    keep = int(given["strong"]) - int(given["weak"])
    plus, left = given["strength"] - given["armour"], given["wounds"]

    toll = Toll(HIGHEST_LEVEL, half=False, tough=given["tough"], sharp=0, durable=False)
    numbers = Numbers(plus, keep, toll)

    won = attack.with_(
        defence,
        lambda one, two: verdict(one[0], two[0], one[1], two[1], given["active"] == ATTACKER),
    )
    hits = won.map(lambda found: found.success if found.attacker_wins and given["attack"] else -1)
    dealt = hits.then(lambda success: wounds_at(numbers, success) if success >= 0 else Chances.certain(0))
    dealt = dealt.map(lambda wounds: min(wounds, left))
    cells = [
        Cell("wins", "", "the attack wins", hits.where(lambda success: success >= 0)),
        Cell("dealt", "", "wounds", dealt),
        Cell("falls", "", "the target falls", dealt.p(left)),
    ]
    of = f"{given['attack']} attack dice against {given['defence']} defence dice"
    assumes = ("all dice of both are those of this comparison", "no specials, feats or re-rolls")
    return side_by_side(of, "one comparison", {None: cells}, assumes)


CALCULATOR = Calculator("one attack of an exchange.", PARAMETERS, _work_out)

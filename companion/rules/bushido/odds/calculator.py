"""Odds of one attack for dice and numbers alone: `companion odds bushido --attack 3 --defence 2`."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.odds import Calculator, Chance, Heading, Odds, Parameter, Setting, of_numbers
from companion.odds.chances import Chances, mixed
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


def _work_out(given: Mapping[str, Setting]) -> Odds:
    number = {name: int(value) for name, value in given.items() if isinstance(value, int)}
    attack = scored(number["attack"], Dice(2, bool(given["kata"]), number["brutal"], False))
    defence = scored(number["defence"], Dice(2, False, number["parry"], False))
    keep = int(bool(given["strong"])) - int(bool(given["weak"]))
    plus, left = number["strength"] - number["armour"], number["wounds"]

    toll = Toll(HIGHEST_LEVEL, half=False, tough=number["tough"], sharp=0, durable=False)
    numbers = Numbers(plus, keep, toll)

    won = attack.with_(
        defence,
        lambda one, two: verdict(one[0], two[0], one[1], two[1], given["active"] == ATTACKER),
    )
    hits = won.map(lambda found: found.success if found.attacker_wins and number["attack"] else -1)

    def wounds(success: int) -> Chances[int]:
        if success < 0:
            return Chances.certain(0)
        return wounds_at(numbers, success).map(lambda wounds: min(wounds, left))

    dealt = mixed((weight, wounds(success)) for success, weight in hits.weights.items())
    rows = [
        Chance(None, "wins", hits.where(lambda success: success >= 0)),
        *of_numbers(None, "dealt", dealt.fractions().items()),
        Chance(None, "falls", dealt.p(left)),
    ]
    headings = (
        Heading("wins", "", "the attack wins"),
        Heading("dealt", "", "wounds"),
        Heading("falls", "", "the target falls"),
    )
    of = f"{number['attack']} attack dice against {number['defence']} defence dice"
    assumes = ("all dice of both are those of this comparison", "no specials, feats or re-rolls")
    return Odds(of, "one comparison", tuple(rows), headings, assumes)


CALCULATOR = Calculator("one attack of an exchange.", PARAMETERS, _work_out)

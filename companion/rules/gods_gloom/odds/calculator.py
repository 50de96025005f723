"""Odds of one Attack Test for dice alone: `companion odds gods-gloom --red 4 --blue 2 --enemy-red 2`."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.odds import Calculator, Chance, Heading, Odds, Parameter, Setting, of_numbers
from companion.odds.chances import Chances
from companion.rules.gods_gloom.melee.results import inflicted, winner
from companion.rules.gods_gloom.odds.choices import GOAL
from companion.rules.gods_gloom.odds.ending import Both, Dice

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


def _work_out(given: Mapping[str, Setting]) -> Odds:
    number = {name: int(value) for name, value in given.items()}
    options = {"success_on": number["success"], "criticals": not given["plain"]}

    def counted(colour: str, dice: str, sure: str) -> Chances[int]:
        return Dice(again={colour: number[dice]}).successes(colour, options).map(lambda found: found + number[sure])

    red, blocks = counted("red", "red", "hits"), counted("blue", "enemy-blue", "enemy-blocks")
    back, blue = counted("red", "enemy-red", "enemy-hits"), counted("blue", "blue", "blocks")
    found = red.with_(blocks, inflicted).with_(back.with_(blue, inflicted), Both)
    own, theirs = number["health"], number["enemy-health"]
    dealt = found.map(lambda wounds: min(wounds.attacker, theirs))
    taken = found.map(lambda wounds: min(wounds.defender, own))

    def wins(wounds: Both) -> bool:
        if wounds.attacker >= theirs or wounds.defender >= own:
            return wounds.defender < own
        return winner(wounds.attacker, wounds.defender) == "attacker"

    rows = (
        *of_numbers("", "dealt", dealt.fractions().items(), "defender"),
        Chance("", "falls", dealt.p(theirs), "defender"),
        *of_numbers("", "taken", taken.fractions().items(), "attacker"),
        Chance("", "falls", taken.p(own), "attacker"),
        Chance("", "wins", found.where(wins), "attacker"),
    )
    headings = (
        Heading("dealt", "defender", "wounds on the Defender"),
        Heading("falls", "defender", "the Defender destroyed"),
        Heading("taken", "attacker", "wounds on the Attacker"),
        Heading("falls", "attacker", "the Attacker destroyed"),
        Heading("wins", "attacker", "the Attacker wins"),
    )
    return Odds("One Attack Test", GOAL, rows, headings, ("no traits, Boost or Seals", "nobody rerolls"))


CALCULATOR = Calculator("one Attack Test of two fighters.", PARAMETERS, _work_out)

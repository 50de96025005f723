"""Odds of one attack for dice and numbers alone: `companion odds better-wargame --models 10 --hit 4`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.odds import Calculator, Odds, Parameter
from companion.odds.side_by_side import Cell, side_by_side
from companion.rules.better_wargame.odds.deaths import Hits, dealt_in_turn, many, succeeds

PARAMETERS = (
    Parameter("models", "models that strike or fire", 5, hi=50),
    Parameter("attacks", "dice of each", 1, hi=6),
    Parameter("hit", "number to hit; 1 and 7 stand for anything better or worse", 4, lo=1, hi=7),
    Parameter("wound", "number to wound", 3, lo=1, hi=7),
    Parameter("save", "number to save", 5, lo=1, hi=7),
    Parameter("targets", "models of the target that can be hit", 5, lo=1, hi=50),
    Parameter("no-save-on-7", "a save of 7+ is not rolled at all", False),
)

ASSUMES = ("all dice have the same numbers", "no model takes a second hit before all have one")


def _work_out(given: Mapping[str, Any]) -> Odds:
    dice = given["models"] * given["attacks"]
    hits, wounds = succeeds(given["hit"]), succeeds(given["wound"])
    saved = 0 if given["no-save-on-7"] and given["save"] >= 7 else succeeds(given["save"])
    lost = dealt_in_turn((Hits(((hits, dice),), wounds, wounds * (1 - saved)),), given["targets"]).number
    cells = [
        Cell("hits", "", "hits", many([(hits, dice)])),
        Cell("wounds", "", "Wounds before saves", many([(hits * wounds, dice)])),
        Cell("dealt", "", "models lost", lost),
        Cell("falls", "", "the target is wiped out", lost.p(given["targets"])),
    ]
    title = f"{dice} dice against {given['targets']} models"
    return side_by_side(title, "one attack", {None: cells}, ASSUMES)


CALCULATOR = Calculator("one attack, to hit, to wound and saves.", PARAMETERS, _work_out)

"""How many dice of one colour succeed, the extra die of a critical included (ATC.10 to ATC.30)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from companion.engine.dice import D6, Faces
from companion.odds.chances import Chances, one_die, thrown
from companion.rules.gods_gloom.catalog import DICE
from companion.rules.gods_gloom.melee.results import successes


def successes_of(
    colour: str, lying: Faces, again: int, options: Mapping[str, Any], closed: bool = False
) -> Chances[int]:
    """Dice of a colour that lie, and `again` more that are rolled; `closed`: no critical is left to come."""
    extra = bool(options["criticals"]) and not closed
    return _successes(colour, tuple(sorted(map(int, lying))), again, options["success_on"], extra)


@lru_cache(maxsize=2048)
def _successes(colour: str, lying: Faces, again: int, success_on: int, extra: bool) -> Chances[int]:
    dice = DICE[colour]
    had = successes(lying, success_on)
    shown = lying.count(dice.critical_face)
    more = one_die(D6, lambda face: successes((face,), success_on))

    def read(rolled: tuple[tuple[tuple[int, bool], int], ...]) -> Chances[int]:
        found = had + sum(success * n for (success, _), n in rolled)
        critical = shown + sum(n for (_, is_critical), n in rolled if is_critical)
        if extra and critical >= dice.critical_count:
            return more.map(lambda success: found + success)
        return Chances.certain(found)

    kinds = one_die(D6, lambda face: (successes((face,), success_on), face == dice.critical_face))
    return thrown(again, kinds).then(read)

"""What becomes of a target, as rows and columns that front ends show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from companion.engine.odds import Odds
from companion.odds.chances import Chances
from companion.odds.side_by_side import Cell, Worth, best_of, side_by_side, together
from companion.rules.speedies.conditions import HELPLESS, OUT
from companion.rules.speedies.units import SpeediesUnit

GOAL = "to incapacitate the target"
GOAL_OF_SEVERAL = "enemies incapacitated, on average"
INJURED = ("staggered", *HELPLESS)


class Fate(NamedTuple):
    """What becomes of a target: the hits that were not stopped, its status then, and its Wounds."""

    unsaved: int
    status: str
    wounds: int


NOTHING: Worth = (Fraction(0),) * 4
"""What no prospect at all is worth."""

Prospect = tuple[SpeediesUnit, Chances[Fate]]
"""A target, and what becomes of it."""


def cells_of(target: SpeediesUnit, found: Chances[Fate]) -> list[Cell]:
    """What is shown of a target."""
    after, lost = found.map(lambda fate: fate.status), found.map(lambda fate: target.wounds - fate.wounds)
    shown: list[tuple[str, str, Fraction | Chances[int] | None]] = [
        ("unsaved", "hits not stopped", found.map(lambda fate: fate.unsaved)),
        ("dealt", "Wounds", lost if target.wounds > 1 else None),
        *((status, status, after.p(status) or None) for status in INJURED),
        ("falls", "incapacitated", after.p(OUT)),
    ]
    return [Cell(measure, target.id, words, of, target.name) for measure, words, of in shown]


def fate_odds(title: str, target: SpeediesUnit, found: Chances[Fate], *hits: Cell) -> Odds:
    """What becomes of one target; after how many `hits`, if they are to be rolled."""
    return side_by_side(title, GOAL, {None: [*hits, *cells_of(target, found)]})


def worth_of(target: SpeediesUnit, found: Chances[Fate]) -> Worth:
    """What makes one prospect better than another: out, then helpless, then Wounds lost and hits."""
    return (
        found.where(lambda fate: fate.status == OUT),
        found.where(lambda fate: fate.status in (*HELPLESS, OUT)),
        target.wounds - found.mean(lambda fate: fate.wounds),
        found.mean(lambda fate: fate.unsaved),
    )


def worth_in_all(prospects: Iterable[Prospect]) -> Worth:
    """What several prospects are worth together."""
    return together(worth_of(target, fates) for target, fates in prospects)


def compared(title: str, found: Mapping[str, Sequence[Prospect]], *assumes: str, beside: Iterable[str] = ()) -> Odds:
    """Options side by side, each with all that it strikes, and the best of them."""
    cells = {option: [cell for each in plan for cell in cells_of(*each)] for option, plan in found.items()}
    one_each = all(len(plan) == 1 for plan in found.values())
    best = best_of({option: worth_in_all(plan) for option, plan in found.items()})
    goal = GOAL if one_each else GOAL_OF_SEVERAL
    return side_by_side(title, goal, cells, assumes, best, beside=beside, worth_chance=one_each)

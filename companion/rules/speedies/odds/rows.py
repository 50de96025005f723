"""What becomes of a target, as rows and columns that front ends show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from companion.engine.odds import Chance, Given, Heading, Odds
from companion.odds.chances import Chances
from companion.odds.side_by_side import Worth, columns, numbers
from companion.odds.side_by_side import compared as side_by_side
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


def rows_of(target: SpeediesUnit, found: Chances[Fate], option: Given = None) -> list[Chance]:
    """The rows of one option."""
    rows = numbers(option, "unsaved", found.map(lambda fate: fate.unsaved), target.id)
    if target.wounds > 1:
        rows += numbers(option, "dealt", found.map(lambda fate: target.wounds - fate.wounds), target.id)
    after = found.map(lambda fate: fate.status)
    rows += [Chance(option, status, after.p(status), target.id) for status in INJURED if status in after.weights]
    return [*rows, Chance(option, "falls", after.p(OUT), target.id)]


def _texts(target: SpeediesUnit) -> dict[str, str]:
    texts = {"unsaved": "hits not stopped", "dealt": "Wounds", **{status: status for status in INJURED}}
    return {**texts, "falls": "incapacitated"}


def fate_odds(title: str, target: SpeediesUnit, found: Chances[Fate], *hits: Chance, by: str = "") -> Odds:
    """What becomes of one target; after how many hits the unit with this id makes, if they are to be rolled."""
    rows = rows_of(target, found)
    first = (Heading("hits", by, "hits"),) if hits else ()
    return Odds(title, GOAL, (*hits, *rows), (*first, *columns([target], _texts, rows)))


def worth_of(target: SpeediesUnit, found: Chances[Fate]) -> Worth:
    """What makes one prospect better than another: out, then helpless, then Wounds lost and hits."""
    return (
        found.where(lambda fate: fate.status == OUT),
        found.where(lambda fate: fate.status in (*HELPLESS, OUT)),
        target.wounds - found.mean(lambda fate: fate.wounds),
        found.mean(lambda fate: fate.unsaved),
    )


def together(worths: Iterable[Worth]) -> Worth:
    """The sum of what several prospects are worth."""
    return tuple(sum(each, Fraction(0)) for each in zip(*worths, strict=True))


def worth_in_all(prospects: Iterable[Prospect]) -> Worth:
    """What several prospects are worth together."""
    return together(worth_of(target, fates) for target, fates in prospects)


def compared(title: str, found: Mapping[str, Sequence[Prospect]], *assumes: str) -> Odds:
    """Options side by side, each with all that it strikes, and the best of them."""
    every = [(option, *prospect) for option, prospects in found.items() for prospect in prospects]
    rows = [row for option, target, fates in every for row in rows_of(target, fates, option)]
    one_each = all(len(prospects) == 1 for prospects in found.values())
    worths = {option: worth_in_all(prospects) for option, prospects in found.items()}
    heads = columns([target for _, target, _ in every], _texts, rows)
    odds = side_by_side(title, GOAL if one_each else GOAL_OF_SEVERAL, rows, heads, assumes, worths)
    return replace(odds, worth_chance=one_each)

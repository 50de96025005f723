"""What becomes of a target, as rows and columns that front ends show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from companion.engine.odds import Chance, Heading, Odds
from companion.engine.wording import possessive
from companion.odds.chances import Chances
from companion.odds.side_by_side import Worth, columns, numbers
from companion.odds.side_by_side import compared as side_by_side
from companion.rules.speedies.conditions import HELPLESS, OUT
from companion.rules.speedies.odds.wounding import Fate
from companion.rules.speedies.units import SpeediesUnit

GOAL = "to incapacitate the target"
INJURED = ("staggered", *HELPLESS)

GOAL_OF_SEVERAL = "enemies incapacitated, on average"

Prospect = tuple[SpeediesUnit, Chances[Fate]]
"""A target, and what becomes of it."""


def rows_of(target: SpeediesUnit, found: Chances[Fate], option: str = "") -> list[Chance]:
    """The rows of one option."""
    rows = numbers(option, "unsaved", found.map(lambda fate: fate.unsaved), target.id)
    if target.wounds > 1:
        rows += numbers(option, "dealt", found.map(lambda fate: target.wounds - fate.wounds), target.id)
    after = found.map(lambda fate: fate.status)
    rows += [Chance(option, status, after.p(status), target.id) for status in INJURED if status in after.weights]
    return [*rows, Chance(option, "falls", after.p(OUT), target.id)]


def _texts(target: SpeediesUnit) -> dict[str, str]:
    texts = {"unsaved": "hits not stopped", "dealt": "Wounds", **dict(zip(INJURED, INJURED, strict=True))}
    return {measure: f"{target.name}: {text}" for measure, text in {**texts, "falls": "incapacitated"}.items()}


def fate_odds(of: str, target: SpeediesUnit, found: Chances[Fate], *hits: Chance, by: str = "") -> Odds:
    """What becomes of one target; after how many hits the unit with this id makes, if they are to be rolled."""
    rows = rows_of(target, found)
    first = (Heading("hits", by, "hits"),) if hits else ()
    return Odds(of, GOAL, (*hits, *rows), (*first, *columns([target], _texts, rows)))


def worth_of(target: SpeediesUnit, found: Chances[Fate]) -> Worth:
    """What makes one prospect better than another: out, then helpless, then Wounds lost and hits."""
    after = found.map(lambda fate: fate.status)
    return (
        after.p(OUT),
        after.where(lambda status: status in (*HELPLESS, OUT)),
        target.wounds - found.mean(lambda fate: fate.wounds),
        found.mean(lambda fate: fate.unsaved),
    )


def together(worths: Iterable[Worth]) -> Worth:
    """The sum of what several prospects are worth."""
    return tuple(sum(each, Fraction(0)) for each in zip(*worths, strict=True))


def worth_in_all(prospects: Iterable[Prospect]) -> Worth:
    """What several prospects are worth together."""
    return together(worth_of(target, fates) for target, fates in prospects)


def compared(of: str, found: Mapping[str, Sequence[Prospect]], *assumes: str, best: bool = True) -> Odds:
    """Options side by side, each with all that it strikes, and the best of them where the players choose (`best`)."""
    every = [(option, *prospect) for option, prospects in found.items() for prospect in prospects]
    rows = [row for option, target, fates in every for row in rows_of(target, fates, option)]
    one_each = all(len(prospects) == 1 for prospects in found.values())
    worths = {option: worth_in_all(prospects) for option, prospects in found.items()}
    heads = columns([target for _, target, _ in every], _texts, rows)
    goal = GOAL if one_each else GOAL_OF_SEVERAL
    return replace(side_by_side(of, goal, rows, heads, assumes, worths, best=best), worth_chance=one_each)


def whose(unit: SpeediesUnit, what: str) -> str:
    """The title of odds: `Monk's volley`."""
    return f"{possessive(unit.name)} {what}"

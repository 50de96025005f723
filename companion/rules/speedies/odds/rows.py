"""What becomes of a target, as rows and columns that front ends show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from companion.engine.odds import Chance, Heading, Odds, of_numbers
from companion.engine.wording import possessive
from companion.odds.chances import Chances
from companion.rules.speedies.conditions import HELPLESS, OUT
from companion.rules.speedies.odds.wounding import Fate
from companion.rules.speedies.units import SpeediesUnit

GOAL = "to incapacitate the target"
INJURED = ("staggered", *HELPLESS)

GOAL_OF_SEVERAL = "enemies incapacitated, on average"

Worth = tuple[Fraction, ...]
"""What a striker likes, the first first."""

Prospect = tuple[SpeediesUnit, Chances[Fate]]
"""A target, and what becomes of it."""


def rows_of(target: SpeediesUnit, found: Chances[Fate], option: str = "") -> list[Chance]:
    """The rows of one option."""
    rows = of_numbers(option, "unsaved", found.map(lambda fate: fate.unsaved).fractions().items(), target.id)
    if target.wounds > 1:
        lost = found.map(lambda fate: target.wounds - fate.wounds)
        rows += of_numbers(option, "dealt", lost.fractions().items(), target.id)
    after = found.map(lambda fate: fate.status)
    rows += [Chance(option, status, after.p(status), target.id) for status in INJURED if status in after.weights]
    return [*rows, Chance(option, "falls", after.p(OUT), target.id)]


def headings(targets: Sequence[SpeediesUnit], rows: Sequence[Chance]) -> tuple[Heading, ...]:
    """The columns that these rows have, by target."""
    texts = {
        "unsaved": "hits not stopped",
        "dealt": "Wounds",
        **{status: status for status in INJURED},
        "falls": "incapacitated",
    }
    there = {(row.measure, row.of) for row in rows}
    return tuple(
        Heading(measure, target.id, f"{target.name}: {text}")
        for target in targets
        for measure, text in texts.items()
        if (measure, target.id) in there
    )


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
    targets = list({target.id: target for _, target, _ in every}.values())
    worths = {option: worth_in_all(prospects) for option, prospects in found.items()}
    chosen = max(worths, key=worths.__getitem__) if best and len(found) > 1 else ""
    one_each = all(len(prospects) == 1 for prospects in found.values())
    return Odds(
        of,
        GOAL if one_each else GOAL_OF_SEVERAL,
        tuple(rows),
        headings(targets, rows),
        assumes,
        value=worths[chosen][0] if chosen else None,
        safest=chosen,
        guarantees=tuple((option, worth[0]) for option, worth in worths.items()) if chosen else (),
        worth_chance=one_each,
    )


def whose(unit: SpeediesUnit, what: str) -> str:
    """The title of odds: `Monk's volley`."""
    return f"{possessive(unit.name)} {what}"

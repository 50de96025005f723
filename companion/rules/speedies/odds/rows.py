"""What becomes of a target, as rows and columns that front ends show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.odds import Chance, Heading, Odds, of_numbers
from companion.engine.wording import possessive
from companion.odds.chances import Chances
from companion.rules.speedies.conditions import HELPLESS, OUT
from companion.rules.speedies.odds.wounding import Fate
from companion.rules.speedies.units import SpeediesUnit

GOAL = "to incapacitate the target"
INJURED = ("staggered", *HELPLESS)

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


def rank(found: Chances[Fate]) -> tuple[object, ...]:
    """What makes one prospect better than another: out, then helpless, then Wounds and hits."""
    after = found.map(lambda fate: fate.status)
    return (
        after.p(OUT),
        after.where(lambda status: status in (*HELPLESS, OUT)),
        -found.mean(lambda fate: fate.wounds),
        found.mean(lambda fate: fate.unsaved),
    )


def compared(of: str, found: Mapping[str, Prospect], *assumes: str, best: bool = True) -> Odds:
    """Options side by side, with the best of them where the players choose (`best`)."""
    rows = [row for option, (target, fates) in found.items() for row in rows_of(target, fates, option)]
    targets = list({target.id: target for target, _ in found.values()}.values())
    worths = {option: fates.where(lambda fate: fate.status == OUT) for option, (_, fates) in found.items()}
    chosen = max(found, key=lambda option: rank(found[option][1])) if best and len(found) > 1 else ""
    return Odds(
        of,
        GOAL,
        tuple(rows),
        headings(targets, rows),
        assumes,
        value=worths[chosen] if chosen else None,
        safest=chosen,
        guarantees=tuple(worths.items()) if chosen else (),
        worth_chance=True,
    )


def whose(unit: SpeediesUnit, what: str) -> str:
    """The title of odds: `Monk's volley`."""
    return f"{possessive(unit.name)} {what}"

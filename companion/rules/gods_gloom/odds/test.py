"""What an Attack Test comes to: the wounds that both suffer to the end, who is destroyed, who wins (ATC.40 to MEL.80).

Red dice make hits and blue dice blocks, so what one fighter inflicts depends on its red and the other's blue dice
alone: the two numbers are independent of each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from companion.engine.goals import WOUNDS, pay_off
from companion.engine.odds import Chance, Heading, of_numbers
from companion.odds.chances import Chances
from companion.rules.gods_gloom.melee.results import Rolled
from companion.rules.gods_gloom.melee.score import Score, total
from companion.rules.gods_gloom.odds.dice import successes_of
from companion.rules.gods_gloom.odds.ending import Ending, ending
from companion.rules.gods_gloom.odds.wounds import Wounds
from companion.rules.gods_gloom.records import COLOURS, ROLES, Role, other

GOAL = "wounds inflicted less wounds suffered"


class Dice(NamedTuple):
    """The dice of one fighter: those that lie, and how many of a colour are still to be rolled.

    `closed`: its criticals have been rolled already.
    """

    lying: Rolled
    again: Mapping[str, int]
    closed: bool = False

    @classmethod
    def pool(cls, counts: Mapping[str, int]) -> Dice:
        """A pool that nobody has rolled yet."""
        return cls(dict.fromkeys(COLOURS, ()), counts)

    @classmethod
    def lie(cls, rolled: Rolled, closed: bool = False) -> Dice:
        """Dice that stay as they are."""
        return cls(rolled, dict.fromkeys(COLOURS, 0), closed)


def inflicted(score: Score, dice: Mapping[Role, Dice]) -> Chances[Wounds]:
    """The wounds of both for these dice, automatic successes and traits included."""
    counted = {
        role: [
            successes_of(colour, lie.lying[colour], lie.again[colour], score.game.options, lie.closed)
            for colour in COLOURS
        ]
        for role, lie in dice.items()
    }
    one, two = (_wounds(score, role, counted[role][0], counted[other(role)][1]) for role in ROLES)
    return one.with_(two, Wounds)


def _wounds(score: Score, role: Role, red: Chances[int], blue: Chances[int]) -> Chances[int]:
    """What one fighter inflicts with its red dice against the blue ones of the other."""
    hits = sum(line.value for line in score.automatic(role)[0])
    blocks = sum(line.value for line in score.automatic(other(role))[1])
    return red.with_(blue, lambda r, b: total(score.inflicted(role, max(0, r + hits), max(0, b + blocks))))


def ends(score: Score, dice: Mapping[Role, Dice]) -> Chances[Ending]:
    """How the melee ends, for these dice of its test."""
    return inflicted(score, dice).map(lambda wounds: ending(score, wounds))


def worth(score: Score, found: Chances[Ending], role: Role, goal: str = WOUNDS) -> Fraction:
    """What these ends of a melee are worth to a fighter by its goal, on average, as both stand in `score`."""
    own, theirs = score.units[role].health, score.units[other(role)].health

    def paid(end: Ending) -> int:
        return pay_off(goal, theirs - end.left(other(role)), own - end.left(role), theirs, own)

    return found.mean(paid)


def rows_of(score: Score, found: Chances[Ending], role: Role, option: str = "") -> list[Chance]:
    """The rows of one option, as the fighter of this role sees it: what both lose from how they stand in `score`."""
    mine, foe = score.units[role], score.units[other(role)]
    dealt = found.map(lambda end: foe.health - end.left(other(role)))
    taken = found.map(lambda end: mine.health - end.left(role))
    return [
        *of_numbers(option, "dealt", dealt.fractions().items(), foe.id),
        Chance(option, "falls", dealt.p(foe.health), foe.id),
        *of_numbers(option, "taken", taken.fractions().items(), mine.id),
        Chance(option, "falls", taken.p(mine.health), mine.id),
        Chance(option, "wins", found.where(lambda end: end.won == role), mine.id),
    ]


def headings(score: Score, role: Role) -> tuple[Heading, ...]:
    """The columns, as the fighter of this role sees them."""
    mine, foe = score.units[role], score.units[other(role)]
    return (
        Heading("dealt", foe.id, f"wounds on {foe.name}"),
        Heading("falls", foe.id, f"{foe.name} destroyed"),
        Heading("taken", mine.id, f"wounds on {mine.name}"),
        Heading("falls", mine.id, f"{mine.name} destroyed"),
        Heading("wins", mine.id, mine.does("wins", "win")),
    )

"""Faces into results, results into success levels, success levels into wounds: pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.engine.reading import Reading, highest
from companion.engine.state.changes import Line
from companion.rules.bushido.catalog import WOUNDS

HIGHEST_LEVEL = 10
"""The last column of the wound table."""


def scoring(dice: Sequence[int], kata: bool = False) -> list[int]:
    """The dice that count: 1s drop out, except for a model with Kata."""
    return list(dice) if kata else [d for d in dice if d != 1]


def base_result(dice: Sequence[int], supports: int = 2, kata: bool = False) -> int:
    """The highest scoring die and one for each other, `supports` at most; 0 where none scores."""
    return highest(scoring(dice, kata), supports=supports)


def thrown_line(dice: Sequence[int], result: int, rule: str) -> Line:
    """The reason of a result that these dice came to."""
    shown = [part for die in dice for part in (" ", die)]
    return Line.of_parts(("dice", *shown), result, rule, dice=True)


@lru_cache(maxsize=32)
def reading(supports: int = 2, kata: bool = False) -> Reading:
    """What is read of dice of which the highest counts: their base result."""
    return Reading("result", {face: face for face in (1, 2, 3, 4, 5, 6) if scoring([face], kata)}, 1, 0, supports)


def marks_of(dice: Sequence[int], supports: int = 2, kata: bool = False) -> list[str]:
    """What each die of a result did: `highest`, `support`, `spare` (it counts for ties alone), or nothing for a 1."""
    order = sorted((place for place, face in enumerate(dice) if kata or face != 1), key=lambda place: -dice[place])
    marks = [""] * len(dice)
    for rank, place in enumerate(order):
        marks[place] = "highest" if rank == 0 else "support" if rank <= supports else "spare"
    return marks


def set_lowest(dice: list[int], face: int) -> int:
    """Sets the lowest of these dice to a face, as a feat does; where it lies."""
    place = dice.index(min(dice))
    dice[place] = face
    return place


class Verdict(NamedTuple):
    """Who won a comparison: by `result`, `dice` (more scoring dice in all) or `active` (the active player)."""

    attacker_wins: bool
    by: str
    success: int


def verdict(attack: int, defence: int, attacker_dice: int, defender_dice: int, attacker_active: bool) -> Verdict:
    """Compares an attack with a defence; ties go to more scoring dice, then to the active player's model."""
    if attack != defence:
        return Verdict(attack > defence, "result", abs(attack - defence))
    if attacker_dice != defender_dice:
        return Verdict(attacker_dice > defender_dice, "dice", 0)
    return Verdict(attacker_active, "active", 0)


def cell(total: int, success: int, cap: int = HIGHEST_LEVEL) -> tuple[int, int]:
    """The row (2 to 12) and the column (0 to 10) of the wound table."""
    return max(2, min(12, int(total))), max(0, min(int(success), cap, HIGHEST_LEVEL))


def table_wounds(total: int, success: int, cap: int = HIGHEST_LEVEL) -> int:
    """The wound table: a row for the damage total, a column for the success level."""
    row, column = cell(total, success, cap)
    return WOUNDS[row][column]


def combo_levels(success: int) -> list[int]:
    """The success levels of a Combo Attack's damage rolls: SL, SL-2 … ; 0 and 1 roll once more at 0."""
    return [success, 0] if success < 2 else list(range(success, -1, -2))


def minimum(pool_a: int, pool_b: int) -> int:
    """The dice that both pools gain so that neither is below one."""
    return max(0, 1 - min(pool_a, pool_b))


def cap_of(base: int) -> int:
    """The highest a statistic may be modified to: twice its base, and 1 for a base of 0."""
    return 2 * base if base else 1

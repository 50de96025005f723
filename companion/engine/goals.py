"""What a choice is meant to reach: wounds, the end of the enemy, to stay in play, or both; players say which."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

from companion.engine.errors import InvalidInput
from companion.engine.odds import Given, Odds
from companion.engine.state.table import AnyTable

WOUNDS: Final = "wounds"
TRADE: Final = "trade"
KILL: Final = "kill"
SURVIVE: Final = "survive"

GOALS: Final = {
    WOUNDS: "wounds dealt less wounds taken",
    TRADE: "the fall of the enemy less the own fall",
    KILL: "to take the enemy out of play",
    SURVIVE: "to stay in play",
}
"""The goals in words, by what players type."""

FREE_HAND: Final = {
    KILL: "the other side only hinders that: what it strikes itself counts for nothing",
    SURVIVE: "the other side only strikes: what it suffers counts for nothing",
}
"""What best play of both is where a goal counts one fall alone; to be in view with what it is worth."""


def pay_off(goal: str, dealt: int, taken: int, their_left: int, own_left: int) -> int:
    """What an end is worth: `dealt` and `taken` wounds, and how many each can still take."""
    if goal == KILL:
        return int(dealt >= their_left)
    if goal == SURVIVE:
        return int(taken < own_left)
    if goal == TRADE:
        return int(dealt >= their_left) - int(taken >= own_left)
    return min(dealt, their_left) - min(taken, own_left)


def check_goal(goal: str) -> str:
    """The goal of this name, the first one if it is empty. Raises InvalidInput if there is none."""
    if goal and goal not in GOALS:
        raise InvalidInput(f"there is no goal {goal!r}", hint=", ".join(GOALS))
    return goal or WOUNDS


def played_for(odds: Odds, goal: str) -> Odds:
    """The same odds of a choice that was solved for this goal, with what that makes of the other side."""
    free = (FREE_HAND[goal],) if goal in FREE_HAND else ()
    assumes, beside = (*odds.assumes, *free), (*free, *odds.beside)
    return replace(odds, aim=goal, goals=tuple(GOALS), assumes=assumes, beside=beside)


def weighed(odds: Odds, goal: str, table: AnyTable, side: str) -> Odds:
    """The same chances with the best option for this goal of a side, found in who falls.

    Raises InvalidInput if they cannot be weighed so: a sealed choice, or nothing that anyone chooses.
    """
    if not weighable(odds):
        raise InvalidInput(f"these odds have one goal alone: {odds.goal}")
    worths = {option: _worth(odds, option, goal, table, side) for option, _ in odds.guarantees}
    best = max(worths, key=worths.__getitem__)
    return replace(odds, goal=GOALS[goal], value=worths[best], safest=best, guarantees=tuple(worths.items()), aim=goal)


def weighable(odds: Odds) -> bool:
    return bool(odds.guarantees) and not odds.mix and any(row.measure == "falls" for row in odds.rows)


def _worth(odds: Odds, option: Given, goal: str, table: AnyTable, side: str) -> Fraction:
    """How many enemies fall on average, how many units of the own side stay, or fallen enemies less fallen units of
    its own, of those whose chances are known."""
    own = table.alliance(side)
    worth = Fraction(0)
    for row in odds.rows:
        unit = table.owner_of(row.of)
        if row.option == option and row.measure == "falls" and unit is not None:
            mine = table.alliance(unit.side) == own
            if goal in (KILL, TRADE) and not mine:
                worth += Fraction(row.p)
            elif goal == TRADE:
                worth -= Fraction(row.p)
            elif goal == SURVIVE and mine:
                worth += 1 - Fraction(row.p)
    return worth

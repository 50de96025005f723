"""The dice of an attack against those of a defence (steps 8 and 10).

Only differences count: the *level* of the results, and the *lead* in dice that count for a tie.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

from companion.odds.sums import dot, room, slots
from companion.rules.bushido.odds.dice import Dice, Readings, scored


class Meeting:
    """In how many ways an attack is ahead of a defence by each level, from -`widest` on, in `ways`."""

    def __init__(self, attack: Readings, defence: Readings, widest: int) -> None:
        most, self.lowest = max(dice for _, dice in attack.weights), -max(dice for _, dice in defence.weights)
        least, highest = min(result for result, _ in attack.weights), max(result for result, _ in defence.weights)
        width, slot = most - self.lowest + 1, room(attack.total * defence.total)
        # Both differences as one number: the level in steps of `width`, the lead from the lowest on.
        mine = sum([ways << slot * ((result - least) * width + dice) for (result, dice), ways in attack])
        theirs = sum(
            [ways << slot * ((highest - result) * width - self.lowest - dice) for (result, dice), ways in defence]
        )
        below = slot * width * (widest + least - highest)
        ways = slots(mine * theirs << below, slot, (2 * widest + 1) * width)
        self.leads = [ways[at : at + width] for at in range(0, len(ways), width)]
        """By level the ways to each lead, from the lowest on."""
        self.ways = [sum(of) for of in self.leads]
        self._ahead = [*accumulate(reversed(self.leads[widest]), initial=0)][::-1]
        """The ways to a tie with at least so high a lead."""

    def won(self, other: Meeting, even: bool) -> list[int]:
        """By level of this meeting in how many ways the other is a tie that its own attack wins: with a higher lead, or
        if `even` with the same one."""
        last, least = len(other._ahead) - 1, self.lowest - other.lowest + (not even)
        won = [other._ahead[max(0, min(least + at, last))] for at in range(len(self.leads[0]))]
        return [dot(of, won) for of in self.leads]


won = lru_cache(maxsize=1024)(Meeting.won)


@lru_cache(maxsize=1024)
def meeting(one: Dice, attack: int, two: Dice, defence: int, widest: int) -> Meeting:
    """So many dice of an attack met by so many of a defence."""
    return Meeting(scored(attack, one), scored(defence, two), widest)

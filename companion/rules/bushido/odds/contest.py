"""Both splits of an exchange against each other: best play of both, and the wounds that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm
from typing import NamedTuple

from companion.engine.requests import Allotment
from companion.odds.zero_sum import Solution, solve, whole
from companion.rules.bushido.melee.fighters import Fighter
from companion.rules.bushido.odds.fight import Fights, Outcome, Side, Splits, outcome_of


class Choice(NamedTuple):
    """One legal split: the plan as it is answered, and what it means in the exchange."""

    option: Allotment
    side: Side


class Contest:
    """A choice of both as a game, from the side of one fighter: what an end is worth goes by its goal.

    Of more than `most` choices of a fighter only so many are compared, evenly spread and the last one among them.
    """

    def __init__(
        self, mine: Fighter, fights: Fights, choices: tuple[Sequence[Choice], Sequence[Choice]], goal: str, most: int
    ) -> None:
        ids = fights.ex.lead.id, fights.ex.late.id
        self._leads = mine.id == ids[0]
        self._every = choices
        self._kept = [_spread(len(each), most) for each in choices]
        self.own = [choices[0][at] for at in self._kept[0]]
        """The own choices that are compared."""
        sides = [[choice.side for choice in each] for each in choices]
        # Splits are fought in the fight in which both declare their feats.
        self._feats = [[side.changes for side in each] for each in sides]
        self._splits: dict[tuple[str, ...], Splits] = {}
        for feats in product(*map(dict.fromkeys, self._feats)):
            declare = [each[of.index(feat)] for each, of, feat in zip(sides, self._feats, feats, strict=True)]
            lead, late = sides if self._leads else sides[::-1]
            self._splits[feats] = Splits(fights.of(*declare), lead, late, goal, ids.index(mine.id))
        self._over = lcm(*(splits.total for splits in self._splits.values()))
        self._ends: dict[tuple[int, int], tuple[Splits, int]] = {}

    @property
    def fewer(self) -> tuple[str, ...]:
        """In words which splits are left out."""
        return tuple(
            f"only {len(kept)} of the {len(each)} splits of {each[0].side.fighter.name} are compared"
            for each, kept in zip(self._every, self._kept, strict=True)
            if len(kept) < len(each)
        )

    def _met(self, at: int, to: int) -> tuple[Splits, int]:
        """The ends of two splits, and where they are fought."""
        known = self._ends.get((at, to))
        if known is None:
            splits = self._splits[self._feats[0][at], self._feats[1][to]]
            lead, late = (at, to) if self._leads else (to, at)
            known = self._ends[at, to] = splits, splits.of(splits.lead[lead], splits.late[late])
        return known

    def _pay(self, at: int, to: int) -> int:
        splits, ends = self._met(at, to)
        times: int = self._over // splits.total
        return splits.sums.worth(ends, splits.total) * times

    @cached_property
    def best(self) -> Solution:
        """Best play of both, and what each own split guarantees."""
        return solve([[self._pay(at, to) for to in self._kept[1]] for at in self._kept[0]], self._over)

    def bounds(self) -> tuple[Fraction, Fraction]:
        """Between what best play of every split is worth: the own mix against the best reply to it, and the best reply
        to the mix of the other."""
        own, theirs = (
            [(p, at) for p, at in zip(mix, kept, strict=True) if p]
            for mix, kept in zip((self.best.rows, self.best.columns), self._kept, strict=True)
        )
        least = min(sum(p * self._pay(at, to) for p, at in own) for to in range(len(self._every[1])))
        most = max(sum(p * self._pay(at, to) for p, to in theirs) for at in range(len(self._every[0])))
        return Fraction(least, self._over), Fraction(most, self._over)

    def outcome(self, place: int | None = None) -> Outcome:
        """What comes of best play of both; with the own split at this place, if one is named."""
        rows = whole(self.best.rows) if place is None else [int(at == place) for at in range(len(self.own))]
        columns = whole(self.best.columns)
        return outcome_of(
            (*self._met(at, to), p * q)
            for at, p in zip(self._kept[0], rows, strict=True)
            for to, q in zip(self._kept[1], columns, strict=True)
            if p and q
        )


def _spread(number: int, most: int) -> Sequence[int]:
    """At most so many places of these, evenly spread and the last one among them."""
    return range(number) if number <= most else [place * (number - 1) // (most - 1) for place in range(most)]

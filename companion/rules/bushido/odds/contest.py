"""Both splits of an exchange against each other: best play of both, and the wounds that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm
from typing import NamedTuple

from companion.engine.requests import Allotment
from companion.odds.zero_sum import Play, Solution, played, solve
from companion.rules.bushido.melee.fighters import Fighter
from companion.rules.bushido.odds.fight import Fights, Outcome, Side, Split, Splits, Worths


class Choice(NamedTuple):
    """One legal split: the plan as it is answered, and what it means in the exchange."""

    option: Allotment
    side: Side


class Contest:
    """A choice of both as a game, from the side of one fighter: what an end is worth goes by its goal.

    Of more than `most` choices of a fighter only so many are compared, evenly spread and the last one among them: `own`
    and `theirs`. Pay-offs are worked out as they are asked for.
    """

    def __init__(
        self, mine: Fighter, fights: Fights, choices: tuple[Sequence[Choice], Sequence[Choice]], goal: str, most: int
    ) -> None:
        ids = fights.ex.lead.id, fights.ex.late.id
        self._leads = mine.id == ids[0]
        self._every = choices
        self._kept = [_spread(len(each), most) for each in choices]
        self.own, self.theirs = ([each[at] for at in kept] for each, kept in zip(choices, self._kept, strict=True))
        self.rows, self.columns = len(self.own), len(self.theirs)
        sides = [[choice.side for choice in each] for each in choices]
        # Splits are fought in the fight in which both declare their feats.
        self._feats = [[side.changes for side in each] for each in sides]
        self._splits: dict[tuple[str, ...], tuple[Splits, Worths]] = {}
        for feats in product(*map(dict.fromkeys, self._feats)):
            declare = [each[of.index(feat)] for each, of, feat in zip(sides, self._feats, feats, strict=True)]
            splits = Splits(fights.of(*declare), *(sides if self._leads else sides[::-1]))
            self._splits[feats] = splits, splits.worths(goal, ids.index(mine.id))
        self._pays: dict[tuple[int, int], int] = {}

    @property
    def fewer(self) -> tuple[str, ...]:
        """In words which splits are left out."""
        return tuple(
            f"only {len(kept)} of the {len(each)} splits of {each[0].side.fighter.name} are compared"
            for each, kept in zip(self._every, self._kept, strict=True)
            if len(kept) < len(each)
        )

    @cached_property
    def over(self) -> int:
        """What all pay-offs are divided by."""
        found = set[int]()
        for splits, _ in self._splits.values():
            # How many ways there are goes by the number of dice alone.
            one, two = ({of.attack + of.defence: of for of in each}.values() for each in (splits.lead, splits.late))
            found |= {splits.total(lead, late) for lead in one for late in two}
        return lcm(*found)

    def row(self, place: int) -> list[int]:
        """What one own split is worth against each of the other, divided by `over`."""
        return [self._pay(self._kept[0][place], to) for to in self._kept[1]]

    def column(self, place: int) -> list[int]:
        """What each own split is worth against one of the other, divided by `over`."""
        return [self._pay(at, self._kept[1][place]) for at in self._kept[0]]

    def _cell(self, at: int, to: int) -> tuple[Splits, Worths, Split, Split]:
        """Where two splits are fought, what they are worth there, and both, the fighter with the initiative first."""
        splits, worths = self._splits[self._feats[0][at], self._feats[1][to]]
        lead, late = (at, to) if self._leads else (to, at)
        return splits, worths, splits.lead[lead], splits.late[late]

    def _pay(self, at: int, to: int) -> int:
        known = self._pays.get((at, to))
        if known is None:
            splits, worths, lead, late = self._cell(at, to)
            known = self._pays[at, to] = worths.of(lead, late)[0] * (self.over // splits.total(lead, late))
        return known

    def solution(self) -> Solution:
        """Best play of both, and what each own split guarantees: all pay-offs are worked out."""
        return solve([self.row(at) for at in range(self.rows)], self.over)

    def bounds(self, best: Play) -> tuple[Fraction, Fraction]:
        """Between what best play of every split is worth, where `best` is that of those compared: the own mix against
        the best reply to it, and the best reply to the mix of the other."""
        own, theirs = (
            [(p, at) for p, at in zip(mix, kept, strict=True) if p]
            for mix, kept in zip((best.rows, best.columns), self._kept, strict=True)
        )
        least = min(sum(p * self._pay(at, to) for p, at in own) for to in range(len(self._every[1])))
        most = max(sum(p * self._pay(at, to) for p, to in theirs) for at in range(len(self._every[0])))
        return Fraction(least, self.over), Fraction(most, self.over)

    def outcome(self, place: int, best: Play) -> Outcome:
        """What comes of the split at this place, against best play of the other."""
        mix = {to: p for to, p in zip(self._kept[1], best.columns, strict=True) if p}
        each = [
            splits.outcome(lead, late) for splits, _, lead, late in (self._cell(self._kept[0][place], to) for to in mix)
        ]
        return _mixed([*mix.values()], each)

    def played(self, best: Play) -> Outcome:
        """What comes of it when both play their best."""
        mix = {place: p for place, p in enumerate(best.rows) if p}
        return _mixed([*mix.values()], [self.outcome(place, best) for place in mix])


def _mixed(chances: Sequence[Fraction], each: Sequence[Outcome]) -> Outcome:
    """What comes to both where it comes to one of these with these chances."""
    return {of: played(chances, [outcome[of] for outcome in each]) for of in each[0]}


def _spread(number: int, most: int) -> Sequence[int]:
    """At most so many places of these, evenly spread and the last one among them."""
    return range(number) if number <= most else [place * (number - 1) // (most - 1) for place in range(most)]

"""Both splits of an exchange against each other: best play of both, and the wounds that come of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

from companion.odds.chances import Chances
from companion.odds.kernel import Plan
from companion.odds.zero_sum import Play, Solution, solve, whole
from companion.rules.bushido.melee.fighters import Fighter
from companion.rules.bushido.odds.exchange import Both, Bout, Fight, Fights
from companion.rules.bushido.odds.match import Ground, Side, Suffered, Worth


class SplitOutcome(NamedTuple):
    """What comes of one split: to its fighter, and to the other."""

    taken: Chances[Suffered]
    dealt: Chances[Suffered]

    def worth(self) -> Fraction:
        """The wounds that it deals less those that it takes, on average."""
        return self.dealt.mean(lambda to: to.wounds) - self.taken.mean(lambda to: to.wounds)

    @classmethod
    def of(cls, both: Chances[Both]) -> SplitOutcome:
        """What comes of both to the fighter that has the initiative."""
        return cls(both.map(lambda of: of[0]), both.map(lambda of: of[1]))


class Splits(NamedTuple):
    """What one fighter and the other may choose, in which fights."""

    fights: Fights
    own: Sequence[Side]
    theirs: Sequence[Side]


Cell = tuple[Bout, Plan, Plan]
"""A split of each: where they stand, the plan of the fighter with the initiative, and that of the other."""


class Contest:
    """A choice of both as a game, from the side of one fighter. Pay-offs are worked out as they are asked for, once all
    games are made whose bouts it shares."""

    def __init__(self, mine: Fighter, splits: Splits, goal: str, bouts: dict[Ground, Bout]) -> None:
        fights, own, theirs = splits
        self._goal, self._leads = goal, mine is fights.ex.lead
        self.rows, self.columns = len(own), len(theirs)
        # What is fought alike goes by the feats that change anything.
        feats = [[feat.name if (feat := fights.changed_by(side)) else "" for side in sides] for sides in (own, theirs)]
        stood: dict[tuple[str, str], tuple[Fight, Bout]] = {}
        plans: dict[tuple[Fight, bool, int], Plan] = {}

        def cell(at: int, to: int) -> Cell:
            key = feats[0][at], feats[1][to]
            if key not in stood:
                fight = fights.of(own[at], theirs[to])
                stood[key] = fight, bouts.setdefault(fight.ground, Bout(fight.ground))
            fight, bout = stood[key]
            for of in ((fight, True, at), (fight, False, to)):
                if of not in plans:
                    plans[of] = bout.plan(fight, own[at] if of[1] else theirs[to])
            one, two = plans[fight, True, at], plans[fight, False, to]
            return (bout, one, two) if self._leads else (bout, two, one)

        self._cells = [[cell(at, to) for to in range(self.columns)] for at in range(self.rows)]
        self._pays: dict[tuple[int, int], int] = {}
        self._solution: Solution | None = None

    @cached_property
    def over(self) -> int:
        """What all pay-offs are divided by."""
        return lcm(*{bout.stages.total(lead, late) for row in self._cells for bout, lead, late in row})

    def row(self, place: int) -> list[int]:
        """What one own split is worth against each of the other, divided by `over`."""
        return [self._pay(place, to) for to in range(self.columns)]

    def column(self, place: int) -> list[int]:
        """What each own split is worth against one of the other, divided by `over`."""
        return [self._pay(at, place) for at in range(self.rows)]

    def _pay(self, at: int, to: int) -> int:
        known = self._pays.get((at, to))
        if known is None:
            bout, lead, late = self._cells[at][to]
            pay = bout.duel(Worth(self._goal, self._leads, bout.ground.tracks)).pay(lead, late, self.over)
            known = self._pays[at, to] = pay if self._leads else -pay
        return known

    def solution(self) -> Solution:
        """Best play of both, and what each own split guarantees: all pay-offs are worked out."""
        if self._solution is None:
            self._solution = solve([self.row(at) for at in range(self.rows)], self.over)
        return self._solution

    def met(self, places: Sequence[int], best: Play | Solution) -> list[SplitOutcome]:
        """What comes of the splits at these places, against best play of the other."""
        return self._met([{place: 1} for place in places], best)

    def played(self, best: Play | Solution) -> SplitOutcome:
        """What comes of it when both play their best."""
        (met,) = self._met([{place: share for place, share in enumerate(whole(best.rows)) if share}], best)
        return met

    def _met(self, mixes: Sequence[Mapping[int, int]], best: Play | Solution) -> list[SplitOutcome]:
        """What comes of each of these mixes of splits, whose shares are as many in all, against best play of the
        other."""
        shares = {place: share for place, share in enumerate(whole(best.columns)) if share}
        over = self.over * sum(shares.values()) * sum(mixes[0].values())
        bouts = dict.fromkeys(bout for row in self._cells for bout, _, _ in row)
        spreads = {bout: bout.spread(over) for bout in bouts}
        worths: dict[Bout, dict[int, int]] = {bout: {} for bout in spreads}
        for at in dict.fromkeys(at for mix in mixes for at in mix):
            for to, share in shares.items():
                bout, lead, late = self._cells[at][to]
                pay = share * spreads[bout].duel.pay(lead, late, self.over)
                worths[bout][at] = worths[bout].get(at, 0) + pay
        found = []
        for mix in mixes:
            parts = [
                spread.chances(sum(share * worths[bout].get(at, 0) for at, share in mix.items()))
                for bout, spread in spreads.items()
            ]
            first, second = (_added(one, over) for one in zip(*parts, strict=True))
            found.append(SplitOutcome(first, second) if self._leads else SplitOutcome(second, first))
        return found


def _added(parts: Iterable[Chances[Suffered]], over: int) -> Chances[Suffered]:
    found: dict[Suffered, int] = {}
    for part in parts:
        for what, ways in part:
            found[what] = found.get(what, 0) + ways
    return Chances(found, over)


def contests(mine: Fighter, splits: Sequence[Splits], goal: str) -> list[Contest]:
    """Each of these choices as a game; what an end is worth goes by the goal of `mine`."""
    bouts: dict[Ground, Bout] = {}
    return [Contest(mine, each, goal, bouts) for each in splits]


def between(mine: Fighter, some: Splits, best: Play | Solution, every: Splits, goal: str) -> tuple[Fraction, Fraction]:
    """Between what best play of `every` split is worth to `mine`, where `best` is that of `some`: its own mix against
    the best reply to it, and the best reply to the mix of the other."""
    (game,) = contests(mine, [every], goal)
    own = [(p, game.row(every.own.index(side))) for side, p in zip(some.own, best.rows, strict=True) if p]
    theirs = [
        (p, game.column(every.theirs.index(side))) for side, p in zip(some.theirs, best.columns, strict=True) if p
    ]
    least, most = (
        [sum((p * pays[place] for p, pays in lines), Fraction(0)) for place in range(len(lines[0][1]))]
        for lines in (own, theirs)
    )
    return min(least) / game.over, max(most) / game.over

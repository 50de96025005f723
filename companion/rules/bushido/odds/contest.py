"""Both splits of an exchange against each other: best play of both, and the wounds that come of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from companion.odds.chances import Chances
from companion.odds.kernel import Plan
from companion.odds.zero_sum import Play, Solution, solve, whole
from companion.rules.bushido.melee.fighters import Fighter
from companion.rules.bushido.odds.exchange import Both, Bout, Fights
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


Places = tuple[int, ...]


class Block(NamedTuple):
    """The splits of both that go with the same feats, by their places. `leads`: the fighter has the initiative."""

    bout: Bout
    leads: bool
    rows: Places
    columns: Places
    own: tuple[Plan, ...]
    theirs: tuple[Plan, ...]

    @property
    def sides(self) -> tuple[tuple[Plan, ...], tuple[Plan, ...]]:
        """The plans of the fighter with the initiative, and of the other."""
        return (self.own, self.theirs) if self.leads else (self.theirs, self.own)

    def pairs(self, row: int | None = None, column: int | None = None) -> Iterator[tuple[int, int, Plan, Plan]]:
        """Pairs of these splits, of all or of one: their places, and the plans, the one with the initiative first."""
        for at, own in zip(self.rows, self.own, strict=True):
            if row in (None, at):
                for to, other in zip(self.columns, self.theirs, strict=True):
                    if column in (None, to):
                        yield (at, to, own, other) if self.leads else (at, to, other, own)


class Contest:
    """A choice of both as a game, from the side of one fighter. Pay-offs are worked out as they are asked for."""

    def __init__(self, blocks: Sequence[Block], goal: str) -> None:
        self._blocks, self._goal = blocks, goal
        self.rows = len({at for block in blocks for at in block.rows})
        self.columns = len({at for block in blocks for at in block.columns})
        self.over = lcm(*(block.bout.stages.total(*block.sides) for block in blocks))
        self._rows: dict[int, list[int]] = {}
        self._columns: dict[int, list[int]] = {}
        self._solution: Solution | None = None

    def row(self, place: int) -> list[int]:
        """What one own split is worth against each of the other, divided by `over`."""
        known = self._rows.get(place)
        if known is None:
            known = self._rows[place] = self._table(row=place)[0]
        return known

    def column(self, place: int) -> list[int]:
        """What each own split is worth against one of the other, divided by `over`."""
        known = self._columns.get(place)
        if known is None:
            known = self._columns[place] = [row[0] for row in self._table(column=place)]
        return known

    def _table(self, row: int | None = None, column: int | None = None) -> list[list[int]]:
        found = {at: dict[int, int]() for at in (range(self.rows) if row is None else [row])}
        for block in self._blocks:
            duel = block.bout.duel(Worth(self._goal, block.leads, block.bout.ground.tracks))
            sign = 1 if block.leads else -1
            for at, to, one, two in block.pairs(row, column):
                found[at][to] = sign * duel.pay(one, two, self.over)
        return [[line[to] for to in sorted(line)] for line in found.values()]

    def solution(self) -> Solution:
        """Best play of both, and what each own split guarantees: all pay-offs are worked out."""
        if self._solution is None:
            self._solution = solve(self._table(), self.over)
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
        parts: list[list[SplitOutcome]] = [[] for _ in mixes]
        for block in self._blocks:
            spread, worths = block.bout.spread(over), dict[int, int]()
            for at, to, one, two in block.pairs():
                if to in shares and any(at in mix for mix in mixes):
                    worths[at] = worths.get(at, 0) + shares[to] * spread.duel.pay(one, two, self.over)
            for mix, found in zip(mixes, parts, strict=True):
                each = spread.chances(sum(share * worths[at] for at, share in mix.items() if at in worths))
                found.append(SplitOutcome(*(each if block.leads else each[::-1])))
        return [SplitOutcome(*(_added(one, over) for one in zip(*each, strict=True))) for each in parts]


def _added(parts: Iterable[Chances[Suffered]], over: int) -> Chances[Suffered]:
    found: dict[Suffered, int] = {}
    for part in parts:
        for what, ways in part:
            found[what] = found.get(what, 0) + ways
    return Chances(found, over)


def taken(best: Play | Solution) -> list[int]:
    """The places of the splits that best play takes."""
    return [place for place, p in enumerate(best.rows) if p]


def contests(mine: Fighter, splits: Sequence[Splits], goal: str) -> list[Contest]:
    """Each of these choices as a game; what an end is worth goes by the goal of `mine`."""
    bouts: dict[Ground, Bout] = {}
    found = []
    for each in splits:
        blocks = []
        for rows in _alike(each.fights, each.own):
            for columns in _alike(each.fights, each.theirs):
                own, theirs = [each.own[at] for at in rows], [each.theirs[at] for at in columns]
                fight = each.fights.of(own[0], theirs[0])
                bout = bouts.setdefault(fight.ground, Bout(fight.ground))
                plans = (tuple(bout.plan(fight, side) for side in sides) for sides in (own, theirs))
                blocks.append(Block(bout, mine is each.fights.ex.lead, rows, columns, *plans))
        found.append(blocks)
    return [Contest(blocks, goal) for blocks in found]


def between(mine: Fighter, some: Splits, best: Play | Solution, every: Splits, goal: str) -> tuple[Fraction, Fraction]:
    """Between what best play of `every` split is worth to `mine`, where `best` is that of `some`: its own mix against
    the best reply to it, and the best reply to the mix of the other."""
    (game,) = contests(mine, [every], goal)
    least, most = [Fraction(0)] * len(every.theirs), [Fraction(0)] * len(every.own)
    for side, p in zip(some.own, best.rows, strict=True):
        if p:
            least = [
                worth + p * pay / game.over for worth, pay in zip(least, game.row(every.own.index(side)), strict=True)
            ]
    for side, p in zip(some.theirs, best.columns, strict=True):
        if p:
            column = game.column(every.theirs.index(side))
            most = [worth + p * pay / game.over for worth, pay in zip(most, column, strict=True)]
    return min(least), max(most)


def _alike(fights: Fights, sides: Sequence[Side]) -> list[Places]:
    """The places of the splits that are fought alike: with feats that change the same."""
    found: dict[str, list[int]] = {}
    for place, side in enumerate(sides):
        feat = fights.changed_by(side)
        found.setdefault(feat.name if feat is not None else "", []).append(place)
    return [tuple(places) for places in found.values()]

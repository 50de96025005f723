"""Both splits of an exchange against each other: best play of both, and the wounds that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from companion.engine.goals import WOUNDS, pay_off
from companion.odds.chances import Chances, mixed
from companion.odds.zero_sum import Play, Solution, solve
from companion.rules.bushido.melee.fighters import Fighter
from companion.rules.bushido.odds.comparison import Bodies, Side
from companion.rules.bushido.odds.exchange import Fight, Fights, Ground, Outcome
from companion.rules.bushido.odds.harm import Suffered
from companion.rules.bushido.odds.pay_off import harms, sums_of
from companion.rules.bushido.odds.plans import Duel, Plan, Plans


class Met(NamedTuple):
    """What comes of one split: to its fighter, and to the other."""

    taken: Chances[Suffered]
    dealt: Chances[Suffered]

    def worth(self) -> Fraction:
        """The wounds that it deals less those that it takes, on average."""
        return self.dealt.mean(lambda to: to.wounds) - self.taken.mean(lambda to: to.wounds)


def met_by(fight: Fight, outcome: Chances[Outcome], *, leads: bool) -> Met:
    """What an outcome is to the fighter that has the initiative, or to the other."""
    lead, late = (
        outcome.map(lambda found, at=at, body=body: body.read(found[at]))  # type: ignore[misc]
        for at, body in enumerate(fight.bodies)
    )
    return Met(lead, late) if leads else Met(late, lead)


class Worth(NamedTuple):
    """What an end is worth to the fighter with the initiative: what its own goal is worth, or less what the other's
    is."""

    goal: str
    own: bool
    bodies: Bodies

    def __call__(self, lead: int, late: int) -> int:
        mine, theirs = (body.left if self.goal == WOUNDS else body.end for body in self.bodies)
        if self.own:
            return pay_off(self.goal, late, lead, theirs, mine)
        return -pay_off(self.goal, lead, late, mine, theirs)


class Splits(NamedTuple):
    """What one fighter and the other may choose, in which fights."""

    fights: Fights
    own: Sequence[Side]
    theirs: Sequence[Side]


Places = tuple[int, ...]


class Block(NamedTuple):
    """The splits of both that go with the same feats, by their places."""

    duel: Duel
    worth: Worth
    rows: Places
    columns: Places
    own: tuple[Plan, ...]
    theirs: tuple[Plan, ...]

    def over(self) -> int:
        """What the pay-offs of all pairs are divided by."""
        sums = sums_of(self.duel, self.worth)
        return sums.over(self.own, self.theirs) if self.worth.own else sums.over(self.theirs, self.own)

    def pay(self, own: Sequence[Plan], theirs: Sequence[Plan], over: int) -> list[list[int]]:
        """What each pair is worth to the one whose splits are `own`, divided by `over`."""
        sums = sums_of(self.duel, self.worth)
        if self.worth.own:
            return sums.table(own, theirs, over)
        pay = sums.table(theirs, own, over)
        return [[-row[place] for row in pay] for place in range(len(own))]

    def met(self, own: Sequence[Plan], theirs: Sequence[Plan], over: int) -> list[list[Met]]:
        """What comes of each pair of these splits, as ways of `over`."""
        leads = self.worth.own
        pairs = harms(self.duel, *((own, theirs) if leads else (theirs, own)), over)
        lead, late = self.duel.bodies
        read = [[(one.map(lead.read), two.map(late.read)) for one, two in row] for row in pairs]
        if leads:
            return [[Met(*pair) for pair in row] for row in read]
        return [[Met(*row[place][::-1]) for row in read] for place in range(len(own))]


class Contest:
    """A choice of both as a game, from the side of one fighter. Pay-offs are worked out as they are asked for."""

    def __init__(self, blocks: tuple[Block, ...]) -> None:
        self.blocks = blocks
        self.rows = len({at for block in blocks for at in block.rows})
        self.columns = len({at for block in blocks for at in block.columns})
        self.over = lcm(*(block.over() for block in blocks))
        self._rows: dict[int, list[int]] = {}
        self._columns: dict[int, list[int]] = {}
        self._solution: Solution | None = None

    def row(self, place: int) -> list[int]:
        """What one own split is worth against each of the other, divided by `over`."""
        known = self._rows.get(place)
        if known is None:
            known = self._rows[place] = [0] * self.columns
            for block in self.blocks:
                if place in block.rows:
                    (pays,) = block.pay([block.own[block.rows.index(place)]], block.theirs, self.over)
                    for to, pay in zip(block.columns, pays, strict=True):
                        known[to] = pay
        return known

    def column(self, place: int) -> list[int]:
        """What each own split is worth against one of the other, divided by `over`."""
        known = self._columns.get(place)
        if known is None:
            known = self._columns[place] = [0] * self.rows
            for block in self.blocks:
                if place in block.columns:
                    pays = block.pay(block.own, [block.theirs[block.columns.index(place)]], self.over)
                    for at, (pay,) in zip(block.rows, pays, strict=True):
                        known[at] = pay
        return known

    def solution(self) -> Solution:
        """Best play of both, and what each own split guarantees: all pay-offs are worked out."""
        if self._solution is None:
            whole = [[0] * self.columns for _ in range(self.rows)]
            for block in self.blocks:
                for at, row in zip(block.rows, block.pay(block.own, block.theirs, self.over), strict=True):
                    for to, pay in zip(block.columns, row, strict=True):
                        whole[at][to] = pay
            self._solution = solve(whole, self.over)
        return self._solution

    def met(self, places: Sequence[int], best: Play | Solution) -> list[Met]:
        """What comes of the splits at these places, against best play of the other."""
        shares = _whole(best.columns)
        found: dict[int, list[tuple[int, Met]]] = {place: [] for place in places}
        for block in self.blocks:
            rows = [(at, plan) for at, plan in zip(block.rows, block.own, strict=True) if at in found]
            answers = [(shares[at], plan) for at, plan in zip(block.columns, block.theirs, strict=True) if shares[at]]
            if not rows or not answers:
                continue
            each = block.met([plan for _, plan in rows], [plan for _, plan in answers], self.over)
            for (at, _), row in zip(rows, each, strict=True):
                found[at] += zip([share for share, _ in answers], row, strict=True)
        return [_mixed(found[place]) for place in places]

    def played(self, best: Play | Solution) -> Met:
        """What comes of it when both play their best."""
        shares = _whole(best.rows)
        places = taken(best)
        return _mixed([(shares[place], met) for place, met in zip(places, self.met(places, best), strict=True)])


def taken(best: Play | Solution) -> list[int]:
    """The places of the splits that best play takes."""
    return [place for place, p in enumerate(best.rows) if p]


def contests(mine: Fighter, splits: Sequence[Splits], goal: str) -> list[Contest]:
    """Each of these choices as a game; what an end is worth goes by the goal of `mine`."""
    plans: dict[Ground, Plans] = {}
    found: list[tuple[bool, list[tuple[Ground, Places, Places, tuple[Plan, ...], tuple[Plan, ...]]]]] = []
    for each in splits:
        leads = mine is each.fights.ex.lead
        blocks = []
        for rows in _alike(each.fights, each.own):
            for columns in _alike(each.fights, each.theirs):
                own, theirs = (
                    [sides[at] for at in places] for sides, places in ((each.own, rows), (each.theirs, columns))
                )
                fight = each.fights.of(own[0], theirs[0])
                of = plans.setdefault(fight.ground, Plans(fight.ground))
                one, two = (tuple(of.of(fight, side) for side in sides) for sides in (own, theirs))
                blocks.append((fight.ground, rows, columns, one, two))
        found.append((leads, blocks))
    duels = {ground: of.duel() for ground, of in plans.items()}
    return [
        _contest(
            tuple(
                Block(duels[ground], Worth(goal, leads, ground.bodies), rows, columns, own, theirs)
                for ground, rows, columns, own, theirs in blocks
            )
        )
        for leads, blocks in found
    ]


def between(mine: Fighter, some: Splits, best: Play | Solution, every: Splits, goal: str) -> tuple[Fraction, Fraction]:
    """Between what best play of `every` split is worth to `mine`, where `best` is that of `some`: its own mix against
    the best reply to it, and the best reply to the mix of the other."""
    least, most = [Fraction(0)] * len(every.theirs), [Fraction(0)] * len(every.own)
    for side, p in zip(some.own, best.rows, strict=True):
        if p:
            (line,) = contests(mine, [every._replace(own=[side])], goal)
            least = [worth + p * pay / line.over for worth, pay in zip(least, line.row(0), strict=True)]
    for side, p in zip(some.theirs, best.columns, strict=True):
        if p:
            (line,) = contests(mine, [every._replace(theirs=[side])], goal)
            most = [worth + p * pay / line.over for worth, pay in zip(most, line.column(0), strict=True)]
    return min(least), max(most)


@lru_cache(maxsize=64)
def _contest(blocks: tuple[Block, ...]) -> Contest:
    return Contest(blocks)


def _alike(fights: Fights, sides: Sequence[Side]) -> list[Places]:
    """The places of the splits that are fought alike: with feats that change the same."""
    found: dict[str, list[int]] = {}
    for place, side in enumerate(sides):
        feat = fights.changed_by(side)
        found.setdefault(feat.name if feat is not None else "", []).append(place)
    return [tuple(places) for places in found.values()]


def _mixed(parts: Sequence[tuple[int, Met]]) -> Met:
    taken = mixed((share, met.taken) for share, met in parts)
    return Met(taken, mixed((share, met.dealt) for share, met in parts))


def _whole(chances: Sequence[Fraction]) -> list[int]:
    """The chances as whole numbers in the same proportion."""
    common = lcm(*(p.denominator for p in chances))
    return [int(p * common) for p in chances]

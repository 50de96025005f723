"""Both splits of an exchange against each other: best play of both, and the wounds that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from companion.engine.goals import WOUNDS, pay_off
from companion.odds.chances import Chances, mixed
from companion.odds.zero_sum import Solution, solve
from companion.rules.bushido.melee.fighters import Fighter
from companion.rules.bushido.odds.comparison import Bodies, Side
from companion.rules.bushido.odds.exchange import Fight, Fights, Outcome
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


class Block(NamedTuple):
    """The splits of both that go with the same feats, by their places."""

    duel: Duel
    worth: Worth
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    own: tuple[Plan, ...]
    theirs: tuple[Plan, ...]

    def pay(self) -> tuple[list[list[int]], int]:
        """What each pair is worth to the one whose splits are `own`, and what all are divided by."""
        sums = sums_of(self.duel, self.worth)
        if self.worth.own:
            return sums.table(self.own, self.theirs)
        pay, common = sums.table(self.theirs, self.own)
        return [[-row[place] for row in pay] for place in range(len(self.own))], common

    def met(self, own: Sequence[Plan], theirs: Sequence[Plan], common: int) -> list[list[Met]]:
        """What comes of each pair of these splits; `common` is what their pay-offs are divided by."""
        leads = self.worth.own
        pairs = harms(self.duel, *((own, theirs) if leads else (theirs, own)), common)
        lead, late = self.duel.bodies
        read = [[(one.map(lead.read), two.map(late.read)) for one, two in row] for row in pairs]
        if leads:
            return [[Met(*pair) for pair in row] for row in read]
        return [[Met(*row[place][::-1]) for row in read] for place in range(len(own))]


class Contest(NamedTuple):
    """Best play of both, from the side of one fighter; the pay-offs of each block are divided by its `commons`."""

    blocks: tuple[Block, ...]
    commons: tuple[int, ...]
    best: Solution

    def met(self, places: Sequence[int]) -> list[Met]:
        """What comes of the splits at these places, against best play of the other."""
        shares = _whole(self.best.columns)
        found: dict[int, list[tuple[int, Met]]] = {place: [] for place in places}
        for block, common in zip(self.blocks, self.commons, strict=True):
            rows = [(at, plan) for at, plan in zip(block.rows, block.own, strict=True) if at in found]
            answers = [(shares[at], plan) for at, plan in zip(block.columns, block.theirs, strict=True) if shares[at]]
            if not rows or not answers:
                continue
            each = block.met([plan for _, plan in rows], [plan for _, plan in answers], common)
            for (at, _), row in zip(rows, each, strict=True):
                found[at] += zip([share for share, _ in answers], row, strict=True)
        return [_mixed(found[place]) for place in places]

    def played(self) -> Met:
        """What comes of it when both play their best."""
        shares = _whole(self.best.rows)
        places = self.taken()
        return _mixed([(shares[place], met) for place, met in zip(places, self.met(places), strict=True)])

    def taken(self) -> list[int]:
        """The places of the splits that best play takes."""
        return [place for place, p in enumerate(self.best.rows) if p]


def contests(mine: Fighter, splits: Sequence[Splits], goal: str) -> list[Contest]:
    """Best play of each of these choices; what an end is worth goes by the goal of `mine`."""
    plans: dict[Fight, Plans] = {}
    found = []
    for each in splits:
        leads = mine is each.fights.ex.lead
        blocks = []
        for rows in _alike(each.fights, each.own):
            for columns in _alike(each.fights, each.theirs):
                own, theirs = (
                    [sides[at] for at in places] for sides, places in ((each.own, rows), (each.theirs, columns))
                )
                fight = each.fights.of(own[0], theirs[0])
                of = plans.setdefault(fight, Plans(fight))
                blocks.append((fight, rows, columns, tuple(map(of.of, own)), tuple(map(of.of, theirs))))
        found.append((leads, blocks))
    duels = {fight: of.duel() for fight, of in plans.items()}
    return [
        _contest(
            tuple(
                Block(duels[fight], Worth(goal, leads, fight.bodies), rows, columns, own, theirs)
                for fight, rows, columns, own, theirs in blocks
            )
        )
        for leads, blocks in found
    ]


@lru_cache(maxsize=64)
def _contest(blocks: tuple[Block, ...]) -> Contest:
    pays = [block.pay() for block in blocks]
    common = lcm(*(over for _, over in pays))
    rows = {at for block in blocks for at in block.rows}
    columns = {at for block in blocks for at in block.columns}
    whole = [[0] * len(columns) for _ in rows]
    for block, (pay, over) in zip(blocks, pays, strict=True):
        scale = common // over
        for at, row in zip(block.rows, pay, strict=True):
            for to, each in zip(block.columns, row, strict=True):
                whole[at][to] = each * scale
    return Contest(blocks, tuple(over for _, over in pays), solve(whole, common))


def _alike(fights: Fights, sides: Sequence[Side]) -> list[tuple[int, ...]]:
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

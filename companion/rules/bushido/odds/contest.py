"""Both splits of an exchange against each other: best play of both, and the wounds that come of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

from companion.engine.requests import Allotment
from companion.odds.chances import Chances
from companion.odds.kernel import Plan
from companion.odds.zero_sum import Play, Solution, solve, whole
from companion.rules.bushido.melee.fighters import Fighter
from companion.rules.bushido.odds.exchange import Bout, Fights, Outcome
from companion.rules.bushido.odds.match import Ground, Side, Suffered, Worth


class Choice(NamedTuple):
    """One legal split: the plan as it is answered, and what it means in the exchange."""

    option: Allotment
    side: Side


class Contest:
    """A choice of both as a game, from the side of one fighter.

    Of more than `most` choices of a fighter only so many are compared, evenly spread and the last one among them: `own`
    and `theirs`. Pay-offs are worked out as they are asked for, once all games are made that share `bouts`; what an end
    is worth goes by the goal of `mine`.
    """

    def __init__(
        self,
        mine: Fighter,
        fights: Fights,
        choices: tuple[Sequence[Choice], Sequence[Choice]],
        goal: str,
        bouts: dict[Ground, Bout],
        most: int,
    ) -> None:
        self._goal, self._mine, self._ex = goal, mine, fights.ex
        self._leads = mine is fights.ex.lead
        self._every = choices
        self._kept = [_spread(len(each), most) for each in choices]
        self.own, self.theirs = ([each[at] for at in kept] for each, kept in zip(choices, self._kept, strict=True))
        self.rows, self.columns = len(self.own), len(self.theirs)
        # What is fought alike goes by the feats that change anything.
        self._feats = [
            [feat.name if (feat := fights.changed_by(choice.side)) else "" for choice in each] for each in choices
        ]
        self._stood: dict[tuple[str, str], tuple[Bout, dict[int, Plan], dict[int, Plan]]] = {}
        one, two = (dict.fromkeys(feats) for feats in self._feats)
        for key in ((feat, against) for feat in one for against in two):
            here = [
                [at for at, of in enumerate(feats) if of == feat] for feats, feat in zip(self._feats, key, strict=True)
            ]
            fight = fights.of(*(each[places[0]].side for each, places in zip(choices, here, strict=True)))
            bout = bouts.setdefault(fight.ground, Bout(fight.ground))
            own, theirs = (
                {at: bout.plan(fight, each[at].side) for at in places}
                for each, places in zip(choices, here, strict=True)
            )
            self._stood[key] = bout, own, theirs
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
        for bout, own, theirs in self._stood.values():
            # How many ways there are goes by the number of dice alone.
            one, two = ({plan.attack + plan.defence: plan for plan in of.values()}.values() for of in (own, theirs))
            found |= {bout.total(*self._in_order(mine, other)) for mine in one for other in two}
        return lcm(*found)

    def row(self, place: int) -> list[int]:
        """What one own split is worth against each of the other, divided by `over`."""
        return [self._pay(self._kept[0][place], to) for to in self._kept[1]]

    def column(self, place: int) -> list[int]:
        """What each own split is worth against one of the other, divided by `over`."""
        return [self._pay(at, self._kept[1][place]) for at in self._kept[0]]

    def _in_order(self, mine: Plan, other: Plan) -> tuple[Plan, Plan]:
        """Two plans, that of the fighter with the initiative first."""
        return (mine, other) if self._leads else (other, mine)

    def _cell(self, at: int, to: int) -> tuple[Bout, Plan, Plan]:
        """Where two splits stand, and their plans, that of the fighter with the initiative first."""
        bout, own, theirs = self._stood[self._feats[0][at], self._feats[1][to]]
        return bout, *self._in_order(own[at], theirs[to])

    def _pay(self, at: int, to: int) -> int:
        known = self._pays.get((at, to))
        if known is None:
            bout, lead, late = self._cell(at, to)
            pay = bout.duel(Worth(self._goal, self._leads, bout.ground.tracks)).pay(lead, late, self.over)
            known = self._pays[at, to] = pay if self._leads else -pay
        return known

    def solution(self) -> Solution:
        """Best play of both, and what each own split guarantees: all pay-offs are worked out."""
        return solve([self.row(at) for at in range(self.rows)], self.over)

    def bounds(self, best: Play | Solution) -> tuple[Fraction, Fraction]:
        """Between what best play of every split is worth, where `best` is that of those compared: the own mix against
        the best reply to it, and the best reply to the mix of the other."""
        own, theirs = (
            [(p, at) for p, at in zip(mix, kept, strict=True) if p]
            for mix, kept in zip((best.rows, best.columns), self._kept, strict=True)
        )
        least = min(sum(p * self._pay(at, to) for p, at in own) for to in range(len(self._every[1])))
        most = max(sum(p * self._pay(at, to) for p, to in theirs) for at in range(len(self._every[0])))
        return Fraction(least, self.over), Fraction(most, self.over)

    def met(self, places: Sequence[int], best: Play | Solution) -> list[Outcome]:
        """What comes of the splits at these places, against best play of the other."""
        return self._met([{place: 1} for place in places], best)

    def played(self, best: Play | Solution) -> Outcome:
        """What comes of it when both play their best."""
        (met,) = self._met([{place: share for place, share in enumerate(whole(best.rows)) if share}], best)
        return met

    def _met(self, mixes: Sequence[Mapping[int, int]], best: Play | Solution) -> list[Outcome]:
        """What comes of each of these mixes of splits, whose shares are as many in all, against best play of the
        other."""
        shares = {place: share for place, share in enumerate(whole(best.columns)) if share}
        over = self.over * sum(shares.values()) * sum(mixes[0].values())
        spreads = {bout: bout.spread(over) for bout, _, _ in self._stood.values()}
        worths: dict[Bout, dict[int, int]] = {bout: {} for bout in spreads}
        for at in dict.fromkeys(at for mix in mixes for at in mix):
            for to, share in shares.items():
                bout, lead, late = self._cell(self._kept[0][at], self._kept[1][to])
                pay = share * spreads[bout].duel.pay(lead, late, self.over)
                worths[bout][at] = worths[bout].get(at, 0) + pay
        found = list[Outcome]()
        for mix in mixes:
            parts = [
                spread.chances(sum(share * worths[bout].get(at, 0) for at, share in mix.items()))
                for bout, spread in spreads.items()
            ]
            both = (_added(one, over) for one in zip(*parts, strict=True))
            found.append(dict(zip((self._ex.lead.id, self._ex.late.id), both, strict=True)))
        return found


def _spread(number: int, most: int) -> Sequence[int]:
    """At most so many places of these, evenly spread and the last one among them."""
    return range(number) if number <= most else [place * (number - 1) // (most - 1) for place in range(most)]


def _added(parts: Iterable[Chances[Suffered]], over: int) -> Chances[Suffered]:
    found: dict[Suffered, int] = {}
    for part in parts:
        for what, ways in part:
            found[what] = found.get(what, 0) + ways
    return Chances(found, over)

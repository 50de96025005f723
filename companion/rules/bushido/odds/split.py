"""The secret split as a game of two players (step 5): best mix, best single split, what each is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm

from companion.engine.goals import GOALS, TRADE, WOUNDS
from companion.engine.odds import Odds, TooLarge
from companion.engine.requests import Plan
from companion.engine.wording import does, possessive, signed
from companion.odds.chances import mixed
from companion.odds.remembered import remembered
from companion.odds.side_by_side import best_mix
from companion.odds.zero_sum import Solution, solve, whole
from companion.rules.bushido.melee.fighters import Exchange, Fighter, Way
from companion.rules.bushido.odds.fight import Choice, Ends, Fight, Outcome
from companion.rules.bushido.odds.foreseen import Declared
from companion.rules.bushido.odds.rows import against, assumptions, left_out, shown
from companion.rules.bushido.units import Game

MOST_SPLITS = 60
"""Legal splits of one fighter that are compared with all of the other; of more, only some are."""

MANY_DICE, FEW_SPLITS = 28, 10
"""Of two pools of more dice in all only some splits are compared: all would keep the players waiting."""

MOST_DICE = 60
"""Dice of two pools in all; splits of more have no odds."""

Offered = Sequence[tuple[Plan, Way]]
"""The plans of a split, each with what it declares."""


def choices(mine: Fighter, offered: Offered) -> list[Choice]:
    """Every legal split of this fighter."""
    options = [(way, option.allotments) for plan, way in offered for option in plan.answers()]
    return [Choice(mine, way, dice["attack"], dice["defence"]) for way, dice in options]


class Contest:
    """A choice of both as a game, from the side of one fighter: what an end is worth goes by its goal.

    Of too many choices only some are compared, evenly spread and the last one among them; of fewer already if both have
    more dice than `many`. Raises TooLarge for more dice than are worked out.
    """

    def __init__(
        self, mine: Fighter, fight: Fight, choices: tuple[Sequence[Choice], Sequence[Choice]], goal: str, many: int
    ) -> None:
        dice = sum(max(choice.attack + choice.defence for choice in each) for each in choices)
        if dice > MOST_DICE:
            raise TooLarge
        most = FEW_SPLITS if dice > many else MOST_SPLITS
        self._fight, self._goal, self._choices = fight, goal, choices
        self._leads = mine.id == fight.ex.lead.id
        self._kept = [_spread(len(each), most) for each in choices]
        self.own = [choices[0][at].option for at in self._kept[0]]
        """The own splits that are compared, as they are answered."""
        self._pays = [[choice.pays for choice in each] for each in choices]
        self._over = lcm(*(self._fought(own + theirs, 0).total for own, theirs in product(*map(set, self._pays))))

    @property
    def fewer(self) -> tuple[str, ...]:
        """In words which splits are left out."""
        return tuple(
            f"only {len(kept)} of the {len(each)} splits of {each[0].fighter.name} are compared"
            for each, kept in zip(self._choices, self._kept, strict=True)
            if len(kept) < len(each)
        )

    @remembered
    def _fought(self, declares: tuple[Declared, ...], told: int) -> Ends:
        """The ends of all choices where these feats are declared; what both suffer is `told` of few."""
        fight = self._fight.after(declares) if declares else self._fight
        lead, late = self._choices if self._leads else self._choices[::-1]
        return Ends(fight, lead, late, self._goal, int(not self._leads), told)

    def _met(self, at: int, to: int, told: int) -> tuple[Ends, int]:
        """What comes of two choices, and of which ends it is a sum."""
        ends = self._fought(self._pays[0][at] + self._pays[1][to], told)
        lead, late = (at, to) if self._leads else (to, at)
        return ends, ends.of(ends.lead[lead], ends.late[late])

    @remembered
    def _pay(self, at: int, to: int) -> int:
        ends, found = self._met(at, to, 0)
        return found * int(self._over // ends.total)

    @cached_property
    def best(self) -> Solution:
        """Best play of both, and what each own split guarantees."""
        return solve([[self._pay(at, to) for to in self._kept[1]] for at in self._kept[0]], self._over)

    @cached_property
    def _mixes(self) -> list[list[tuple[int, int]]]:
        """How often best play takes which of the own choices, and of those of the other."""
        mixes = zip((self.best.rows, self.best.columns), self._kept, strict=True)
        return [[(p, at) for p, at in zip(whole(mix), kept, strict=True) if p] for mix, kept in mixes]

    def bounds(self) -> str:
        """In words between what best play of every split is worth, one number where both read the same: the own mix
        against the best reply to it, and the best reply to the mix of the other."""
        own, theirs = self._mixes
        least = min(sum(p * self._pay(at, to) for p, at in own) for to in range(len(self._choices[1])))
        most = max(sum(p * self._pay(at, to) for p, to in theirs) for at in range(len(self._choices[0])))
        told, other = (
            _told(self._goal, float(Fraction(worth, self._over * sum(p for p, _ in mix))))
            for worth, mix in ((least, own), (most, theirs))
        )
        return f"of all, best play is worth {told if told == other else f'from {told} to {other}'}"

    def outcome(self, place: int | None = None) -> Outcome:
        """What comes of best play of both; with the own split at this place, if one is named."""
        own, theirs = self._mixes
        cells = [
            (p * q, self._met(at, to, 1))
            for p, at in (own if place is None else [(1, self._kept[0][place])])
            for q, to in theirs
        ]
        each = [(weight, ends.outcome(found)) for weight, (ends, found) in cells]
        return {mine.id: mixed((weight, outcome[mine.id]) for weight, outcome in each) for mine in self._fight.ex.both}


def _spread(number: int, most: int) -> Sequence[int]:
    """At most so many places of these, evenly spread and the last one among them."""
    return range(number) if number <= most else [place * (number - 1) // (most - 1) for place in range(most)]


def _told(goal: str, worth: float) -> str:
    """What best play is worth by a goal, in words."""
    if goal == WOUNDS:
        return signed(worth, 2)
    return f"{signed(worth * 100, 1) if goal == TRADE else f'{worth * 100:.1f}'} %"


def split_odds(
    game: Game,
    ex: Exchange,
    mine: Fighter,
    offered: Mapping[str, Offered],
    goal: str,
    *,
    played: bool = False,
) -> Odds:
    """Chances of every legal split of `mine` against best play of the other; of too many, only of some, and then the
    odds say between what best play of all is worth.

    Reads what both may choose, never what either has chosen. `played`: only what best play takes has rows. Raises
    TooLarge for more dice than are worked out.
    """
    enemy = ex.other(mine)
    one, two = (choices(of, offered[of.id]) for of in (mine, enemy))
    contest = Contest(mine, Fight(game, ex), (one, two), goal, MANY_DICE)
    best = contest.best
    fewer = (*contest.fewer, contest.bounds()) if contest.fewer else ()
    outcomes = {
        option: contest.outcome(place) for place, option in enumerate(contest.own) if best.rows[place] or not played
    }
    reply = "both split at their best" if played else f"{does(enemy.name, 'splits at its')} best"
    assumed = assumptions(game, ex, [pays for choice in (*one, *two) for pays in choice.pays])
    return shown(
        f"{possessive(mine.name)} split",
        outcomes,
        against(mine, enemy),
        goal=GOALS[goal],
        first=(*fewer, reply),
        assumed=assumed,
        beside=(*left_out(assumed), reply),
        best=best_mix(contest.own, best),
    )

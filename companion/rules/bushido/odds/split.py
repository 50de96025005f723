"""The secret split as a game of two players (step 5): best mix, best single split, what each is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.engine.goals import GOALS, TRADE, WOUNDS
from companion.engine.odds import Odds, TooLarge
from companion.engine.requests import Allotment, Plan
from companion.engine.wording import does, possessive, signed
from companion.odds.zero_sum import Play, Solution
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.odds.assumed import assumptions, left_out
from companion.rules.bushido.odds.contest import Splits, between, contests
from companion.rules.bushido.odds.exchange import Fights
from companion.rules.bushido.odds.match import Side
from companion.rules.bushido.odds.rows import against, rows_of, shown
from companion.rules.bushido.records import Feat
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import SpecialEntry

MOST_SPLITS = 60
"""Legal splits of one fighter that are compared with all of the other; of more, only some are."""

MANY_DICE, FEW_SPLITS = 28, 10
"""Of two pools of more dice in all only some splits are compared: all would keep the players waiting."""

MOST_DICE = 60
"""Dice of two pools in all; splits of more have no odds."""


class Choice(NamedTuple):
    """One legal split: the plan as it is answered, and what it means in the exchange."""

    option: Allotment
    side: Side


class Declared(NamedTuple):
    """What the plan of a split declares: the special, and the feat that makes it possible."""

    special: SpecialEntry | None
    feat: Feat | None


def choices(mine: Fighter, plans: Sequence[Plan], declared: Mapping[str, Declared]) -> list[Choice]:
    """Every legal split by these plans; `declared` is what each of them declares."""
    found = []
    for plan in plans:
        low, high = plan.allotments["attack"]
        least, most = plan.allotments["defence"]
        total, (special, feat) = plan.total or 0, declared[plan.plan]
        for attack in range(high, low - 1, -1):
            defence = total - attack
            if least <= defence <= most:
                option = Allotment(plan.plan, {"attack": attack, "defence": defence})
                found.append(Choice(option, Side(mine, special, attack, defence, feat)))
    return found


class Compared(NamedTuple):
    """What both may choose in these fights: the splits that are compared, and every one; and in words what that leaves
    out."""

    own: Sequence[Choice]
    some: Splits
    every: Splits
    fewer: tuple[str, ...]

    @classmethod
    def of(cls, fights: Fights, own: Sequence[Choice], theirs: Sequence[Choice], most: int) -> Compared:
        """Of these choices at most so many of each, evenly spread and the last one among them."""
        (mine, few), (enemy, fewer) = (_thinned(each, most) for each in (own, theirs))
        some, every = (
            Splits(fights, [each.side for each in one], [each.side for each in two])
            for one, two in ((mine, enemy), (own, theirs))
        )
        return cls(mine, some, every, tuple(filter(None, (few, fewer))))

    def worth(self, mine: Fighter, best: Play | Solution, goal: str) -> str:
        """What best play of every split is worth, where `best` is that of those compared, in words: two bounds, or one
        number where both read the same."""
        bounds = between(mine, self.some, best, self.every, goal)
        least, most = (
            signed(float(p), 2)
            if goal == WOUNDS
            else f"{signed(float(p) * 100, 1) if goal == TRADE else f'{float(p) * 100:.1f}'} %"
            for p in bounds
        )
        return f"of all, best play is worth {least if least == most else f'from {least} to {most}'}"


def _thinned(found: Sequence[Choice], most: int) -> tuple[Sequence[Choice], str]:
    if len(found) <= most:
        return found, ""
    kept = [found[place * (len(found) - 1) // (most - 1)] for place in range(most)]
    return kept, f"only {most} of the {len(found)} splits of {found[0].side.fighter.name} are compared"


def split_odds(
    game: Game,
    ex: Exchange,
    mine: Fighter,
    offered: Mapping[str, Sequence[Plan]],
    declared: Mapping[str, Mapping[str, Declared]],
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
    dice = int(mine.pool) + int(enemy.pool)
    if dice > MOST_DICE:
        raise TooLarge
    whole, theirs = (choices(of, offered[of.side], declared[of.id]) for of in (mine, enemy))
    found = Compared.of(Fights(game, ex), whole, theirs, MOST_SPLITS if dice <= MANY_DICE else FEW_SPLITS)
    (contest,) = contests(mine, [found.some], goal)
    own, best = found.own, contest.solution()
    fewer = (*found.fewer, found.worth(mine, best, goal)) if found.fewer else ()
    places = [place for place, p in enumerate(best.rows) if p] if played else range(len(own))
    rows = [
        row
        for place, met in zip(places, contest.met(places, best), strict=True)
        for row in rows_of(own[place].option, met, mine, enemy)
    ]
    feats = [(of, each.feat) for of in (mine, enemy) for each in declared[of.id].values() if each.feat is not None]
    reply = "both split at their best" if played else f"{does(enemy.name, 'splits at its')} best"
    assumed = assumptions(game, ex, feats)
    return shown(
        f"{possessive(mine.name)} split",
        rows,
        *against(mine, enemy),
        goal=GOALS[goal],
        first=(*fewer, reply),
        assumed=assumed,
        beside=(*left_out(assumed), reply),
        mix=tuple((choice.option, p) for choice, p in zip(own, best.rows, strict=True) if p),
        value=best.value,
        safest=own[best.pure].option,
        guarantees=tuple((choice.option, worth) for choice, worth in zip(own, best.guarantees, strict=True)),
    )

"""What boosts are worth before the split: best play of both with the pools that follow (step 4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from companion.engine.goals import GOALS, WOUNDS
from companion.engine.odds import Chance, Odds, TooLarge
from companion.engine.state.changes import Tally
from companion.engine.wording import does, possessive
from companion.odds.zero_sum import Play, best_play
from companion.rules.bushido.ki.feats import may_spend
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.results import cap_of, minimum
from companion.rules.bushido.melee.split import declares, plans, ways
from companion.rules.bushido.odds.assumed import assumptions, left_out
from companion.rules.bushido.odds.contest import Contest, Splits, contests
from companion.rules.bushido.odds.exchange import Fights
from companion.rules.bushido.odds.foreseen import copied
from companion.rules.bushido.odds.rows import against, rows_of, shown
from companion.rules.bushido.odds.split import (
    FEW_SPLITS,
    MOST_DICE,
    MOST_SPLITS,
    Choice,
    choices,
    splits_of,
    thinned,
    worth_of_all,
)
from companion.rules.bushido.units import Game

MANY_DICE = 16
"""Of two pools of more dice in all only some splits are looked ahead to: all would keep the players waiting."""


def boost_odds(
    game: Game,
    ex: Exchange,
    mine: Fighter,
    most: int,
    net: Callable[[Fighter], int],
    goal: str,
    *,
    played: bool = False,
) -> Odds:
    """What so many Melee boosts are worth, if the other boosts no more; `net` is a pool before boosts.

    `played`: only the best number of them has rows. Raises TooLarge for more dice than are worked out.
    """
    made = _all_splits(game, ex, mine, most, net)
    return _odds_of(game, ex, mine, made, contests(mine, made[0], goal), goal, played=played)


def boost_odds_worth(
    game: Game,
    ex: Exchange,
    mine: Fighter,
    most: int,
    net: Callable[[Fighter], int],
    below: Fraction | None,
    above: Fraction | None,
) -> Odds | None:
    """What only the best number of boosts is worth in wounds; None where that is certain to be less than `below`, or
    more than `above`.

    Raises TooLarge for more dice than are worked out.
    """
    made = _all_splits(game, ex, mine, most, net)
    games = contests(mine, made[0], WOUNDS)
    if below is not None and all(best_play(contest, below=below) is None for contest in games):
        return None
    # The more boosts, the better: the others seldom tell more.
    if above is not None and best_play(games[-1], above=above) is None:
        return None
    return _odds_of(game, ex, mine, made, games, WOUNDS, played=True)


def _odds_of(
    game: Game, ex: Exchange, mine: Fighter, made: Made, games: Sequence[Contest], goal: str, *, played: bool
) -> Odds:
    enemy = ex.other(mine)
    splits, every, fewer = made
    found = _solved(games, played=played)
    worth = {str(boosts): play.value for boosts, (_, play) in found.items()}
    best = max(worth, key=worth.__getitem__)
    if fewer:
        at = int(best)
        fewer = (*fewer, f"with {best}, {worth_of_all(mine, splits[at], found[at][1], every[at], goal)}")
    rows: list[Chance] = []
    for boosts, (contest, play) in found.items():
        if not played or str(boosts) == best:
            rows += rows_of(str(boosts), contest.played(play), mine, enemy)
    boosts_no_more, splits_best = f"{does(enemy.name, 'boosts')} no more", "both split at their best"
    assumed = assumptions(game, ex)
    return shown(
        f"{possessive(mine.name)} boosts",
        rows,
        *against(mine, enemy),
        goal=GOALS[goal],
        first=(*fewer, splits_best, boosts_no_more),
        assumed=assumed,
        beside=(
            *left_out(assumed),
            splits_best,
            *([boosts_no_more] if not played and _may_boost(enemy) else []),
        ),
        value=worth[best],
        safest=best,
        guarantees=tuple(worth.items()),
    )


def _may_boost(enemy: Fighter) -> bool:
    """Whether the other has yet to say how many boosts it pays for, and can pay for one."""
    cost = enemy.model.melee_boost_cost
    return not enemy.lines and cost is not None and cost <= enemy.model.ki_tokens and may_spend(enemy.model)


Made = tuple[list[Splits], list[Splits], tuple[str, ...]]
"""By boosts the splits that are compared, and every one; and in words what that leaves out."""


def _all_splits(game: Game, ex: Exchange, mine: Fighter, most: int, net: Callable[[Fighter], int]) -> Made:
    """By boosts what both may choose: the splits that are compared, and every one; and in words what that leaves out.

    Raises TooLarge for more dice than are worked out.
    """
    enemy, fights = ex.other(mine), Fights(game, ex)
    splits: list[Splits] = []
    every: list[Splits] = []
    fewer_splits: dict[str, None] = {}
    known: dict[int, list[Choice]] = {}
    """What the other may choose, by its pool."""
    for boosts in range(most + 1):
        own_pool, pool = _pools(mine, enemy, boosts, net)
        if own_pool + pool > MOST_DICE:
            raise TooLarge
        if pool not in known:
            known[pool] = _choices(game, ex, enemy, pool, 0)
        if boosts and mine.powers.has("loses_ki"):
            fights = Fights(game, _paid(ex, mine, boosts))
        whole = _choices(game, ex, mine, own_pool, boosts), known[pool]
        most_splits = MOST_SPLITS if own_pool + pool <= MANY_DICE else FEW_SPLITS
        (own, fewer), (theirs, few) = (thinned(found, most_splits) for found in whole)
        fewer_splits |= dict.fromkeys(filter(None, (fewer, few)))
        splits.append(splits_of(fights, own, theirs))
        every.append(splits_of(fights, *whole))
    return splits, every, tuple(fewer_splits)


def _pools(mine: Fighter, enemy: Fighter, boosts: int, net: Callable[[Fighter], int]) -> tuple[int, int]:
    """The pools of both with so many boosts of the first."""
    one, two = (
        min(net(f) + more, cap_of(f.model.melee_pool or 0)) for f, more in ((mine, boosts), (enemy, enemy.boosts))
    )
    more = minimum(one, two)
    return max(1, one + more), max(1, two + more)


def _solved(games: Sequence[Contest], *, played: bool) -> dict[int, tuple[Contest, Play]]:
    """Best play with so many boosts; for who plays the best of them only that, and what is not certain to be worse."""
    found: dict[int, tuple[Contest, Play]] = {}
    most, start = len(games) - 1, tuple[Fraction, ...]()
    for boosts in range(most, -1, -1):
        contest = games[boosts]
        below = max((play.value for _, play in found.values()), default=None) if played else None
        play = best_play(contest, start if len(start) == contest.columns else (), below)
        if play is not None:
            found[boosts] = contest, play
            # The other splits much the same, however many boosts there are.
            start = start or play.columns
    return dict(sorted(found.items()))


def _paid(ex: Exchange, mine: Fighter, boosts: int) -> Exchange:
    """The exchange once its fighter has paid for so many boosts."""
    made = copied(ex)
    then = made.first if mine is ex.first else made.second
    then.model.ki_tokens -= boosts * (mine.model.melee_boost_cost or 0)
    return made


def _choices(game: Game, ex: Exchange, mine: Fighter, pool: int, boosts: int) -> list[Choice]:
    """The splits of this fighter if its pool has so many dice, and it pays for so many boosts."""
    paid = _paid(ex, mine, boosts)
    then = paid.first if mine is ex.first else paid.second
    then.pool = Tally.of("", "", pool, ())
    open_ = ways(then, ex.active)
    return choices(mine, plans(game, then, ex.action, mine is ex.first, open_), declares(open_))

"""What boosts are worth before the split: best play of both with the pools that follow (step 4)."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.goals import GOALS
from companion.engine.odds import Odds
from companion.engine.state.changes import Tally
from companion.engine.wording import does, possessive
from companion.odds.side_by_side import best_of
from companion.rules.bushido.ki.feats import may_spend
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.results import cap_of, minimum
from companion.rules.bushido.melee.split import plans
from companion.rules.bushido.odds.fight import Fight
from companion.rules.bushido.odds.foreseen import foreseen
from companion.rules.bushido.odds.rows import against, assumptions, left_out, shown
from companion.rules.bushido.odds.split import Contest, choices
from companion.rules.bushido.units import Game

MANY_BOOSTED = 16
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
    enemy, fight, games = ex.other(mine), Fight(game, ex), list[Contest]()
    for boosts in range(most + 1):
        net_pools = [
            min(net(f) + more, cap_of(f.model.melee_pool or 0)) for f, more in ((mine, boosts), (enemy, enemy.boosts))
        ]
        pools = [max(1, pool + minimum(*net_pools)) for pool in net_pools]
        paid = foreseen(ex)
        one = paid.first if mine is ex.first else paid.second
        one.model.ki_tokens -= boosts * (mine.model.melee_boost_cost or 0)
        if boosts and mine.powers.has("loses_ki"):
            fight = Fight(game, paid)
        for of, pool in zip((one, paid.other(one)), pools, strict=True):
            of.pool = Tally.of("", "", pool, ())
        own, theirs = (choices(of, plans(game, paid, of)) for of in (one, paid.other(one)))
        games.append(Contest(mine, fight, (own, theirs), goal, MANY_BOOSTED))
    best = best_of({boosts: contest.best.value for boosts, contest in enumerate(games)}, alone=True)
    safest = best.safest or 0
    fewer = tuple(dict.fromkeys(line for each in games for line in each.fewer))
    if fewer:
        fewer = (*fewer, f"with {safest}, {games[safest].bounds()}")
    boosts_no_more, splits_best = f"{does(enemy.name, 'boosts')} no more", "both split at their best"
    assumed = assumptions(game, ex)
    open_to_enemy = [boosts_no_more] if not played and _may_boost(enemy) else []
    return shown(
        f"{possessive(mine.name)} boosts",
        {boosts: games[boosts].outcome() for boosts in ([safest] if played else range(len(games)))},
        against(mine, enemy),
        goal=GOALS[goal],
        first=(*fewer, splits_best, boosts_no_more),
        assumed=assumed,
        beside=(*left_out(assumed), splits_best, *open_to_enemy),
        best=best,
    )


def _may_boost(enemy: Fighter) -> bool:
    """Whether the other has yet to say how many boosts it pays for, and can pay for one."""
    cost = enemy.model.melee_boost_cost
    return not enemy.lines and cost is not None and cost <= enemy.model.ki_tokens and may_spend(enemy.model)
